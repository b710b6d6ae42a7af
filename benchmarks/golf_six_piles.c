/* Golf Six for four in C, pile by pile: the rules just as golf-six.rcy writes them.
 *
 * A cell is two piles, one face down and one face up, every pile has room for the whole deck, and
 * the end of play is looked for with every player. It plays the same matches as golf_six.c, which
 * uses all that a person can see about the game. Between the two lies what the description costs,
 * between this one and the native engine what the engine costs.
 */

#include <string.h>

#include "chance.h"

enum { PLAYERS = 4, CELLS = 6, COLUMNS = 3, RANKS = 13, DECK = 52 };
enum { STOCK, DISCARD, HAND, HIDDEN, SHOWN = HIDDEN + PLAYERS * CELLS, PILES = SHOWN + PLAYERS * CELLS };

static const int8_t STROKES[RANKS] = {1, -2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 0};

typedef struct {
    uint8_t size[PILES], cards[PILES][DECK]; /* ranks, the top card last */
} Table;

static inline void move(Table *table, int from, int to)
{
    table->cards[to][table->size[to]++] = table->cards[from][--table->size[from]];
}

static inline void move_all(Table *table, int from, int to)
{
    while (table->size[from])
        move(table, from, to);
}

static inline int cell_of(int piles, int player, int cell)
{
    return piles + player * CELLS + cell;
}

static void deal(Table *table, Rng *rng)
{
    uint8_t *stock = table->cards[STOCK];
    memset(table->size, 0, sizeof table->size);
    for (int card = 0; card < DECK; card++)
        stock[card] = card / 4;
    table->size[STOCK] = DECK;
    for (int last = DECK - 1; last > 0; last--) {
        uint32_t other = below(rng, last + 1);
        uint8_t card = stock[last];
        stock[last] = stock[other];
        stock[other] = card;
    }
    for (int player = 0; player < PLAYERS; player++)
        for (int cell = 0; cell < CELLS; cell++)
            move(table, STOCK, cell_of(HIDDEN, player, cell));
    move(table, STOCK, DISCARD);
}

static void turn_one(Table *table, int player, Rng *rng)
{
    uint8_t options[CELLS];
    int count = 0;
    for (int cell = 0; cell < CELLS; cell++)
        if (table->size[cell_of(HIDDEN, player, cell)])
            options[count++] = cell;
    int cell = options[below(rng, count)];
    move(table, cell_of(HIDDEN, player, cell), cell_of(SHOWN, player, cell));
}

static void put_in_cell(Table *table, int player, int cell)
{
    move_all(table, cell_of(HIDDEN, player, cell), DISCARD);
    move_all(table, cell_of(SHOWN, player, cell), DISCARD);
    move(table, HAND, cell_of(SHOWN, player, cell));
}

static void take_turn(Table *table, int player, Rng *rng)
{
    if (table->size[STOCK] ? below(rng, 2) == 0 : (below(rng, 1), 0)) {
        move(table, STOCK, HAND);
        uint32_t option = below(rng, CELLS + 1);
        if (option == 0)
            move(table, HAND, DISCARD);
        else
            put_in_cell(table, player, option - 1);
    } else {
        move(table, DISCARD, HAND);
        put_in_cell(table, player, below(rng, CELLS));
    }
}

static int is_over(const Table *table)
{
    for (int player = 0; player < PLAYERS; player++) {
        int hidden = 0;
        for (int cell = 0; cell < CELLS; cell++)
            hidden |= table->size[cell_of(HIDDEN, player, cell)];
        if (!hidden)
            return 1;
    }
    return 0;
}

/* Two equal ranks in a column cost nothing. */
static int strokes(Table *table, int player)
{
    int total = 0;
    for (int cell = 0; cell < CELLS; cell++)
        move_all(table, cell_of(HIDDEN, player, cell), cell_of(SHOWN, player, cell));
    for (int column = 0; column < COLUMNS; column++) {
        uint8_t upper = table->cards[cell_of(SHOWN, player, column)][0];
        uint8_t lower = table->cards[cell_of(SHOWN, player, column + COLUMNS)][0];
        if (upper != lower)
            total += STROKES[upper] + STROKES[lower];
    }
    return total;
}

static int play(Table *table, Rng *rng)
{
    int decisions = 0;
    for (int player = 0; player < PLAYERS; player++, decisions += 2) {
        turn_one(table, player, rng);
        turn_one(table, player, rng);
    }
    for (int player = 0; !is_over(table); player = (player + 1) % PLAYERS, decisions += 2)
        take_turn(table, player, rng);
    return decisions;
}

/* Matches `first` … of the seed; the results are the scores of each match and its decisions. */
void playouts(uint64_t seed, uint64_t first, uint32_t count, int32_t *results)
{
    for (uint32_t number = 0; number < count; number++, results += PLAYERS + 1) {
        Table table;
        Rng rng = seeded(seed, first + number);
        deal(&table, &rng);
        results[PLAYERS] = play(&table, &rng);
        for (int player = 0; player < PLAYERS; player++)
            results[player] = strokes(&table, player);
    }
}
