/* Golf Six for four, written by hand: the yardstick of the native engine.
 *
 * The rules are those of kibitz/games/golf-six.rcy, the generator is kibitz/engine/rng.py, and
 * chance is asked in the same order. A seed is therefore the same match here and there, and the
 * benchmark compares scores and decisions of every match before it compares speed.
 */

#include "chance.h"

enum { PLAYERS = 4, CELLS = 6, COLUMNS = 3, RANKS = 13, DECK = 52 };

static const int8_t STROKES[RANKS] = {1, -2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 0};

typedef struct {
    uint8_t stock[DECK], discard[DECK]; /* ranks, the top card last */
    int stock_size, discard_size;
    uint8_t grid[PLAYERS][CELLS];
    uint8_t hidden[PLAYERS]; /* a bit for every cell that lies face down */
} Table;

static void deal(Table *table, Rng *rng)
{
    for (int card = 0; card < DECK; card++)
        table->stock[card] = card / 4;
    for (int last = DECK - 1; last > 0; last--) {
        uint32_t other = below(rng, last + 1);
        uint8_t card = table->stock[last];
        table->stock[last] = table->stock[other];
        table->stock[other] = card;
    }
    int size = DECK;
    for (int player = 0; player < PLAYERS; player++) {
        for (int cell = 0; cell < CELLS; cell++)
            table->grid[player][cell] = table->stock[--size];
        table->hidden[player] = (1 << CELLS) - 1;
    }
    table->discard[0] = table->stock[--size];
    table->discard_size = 1;
    table->stock_size = size;
}

/* Turn any two of the cells that lie face down. */
static void turn_two(Table *table, int player, Rng *rng)
{
    unsigned hidden = table->hidden[player];
    hidden &= ~(1u << below(rng, CELLS));
    unsigned left = hidden;
    for (uint32_t skip = below(rng, CELLS - 1); skip > 0; skip--)
        left &= left - 1;
    table->hidden[player] = hidden & ~(left & -left);
}

static void take_turn(Table *table, int player, Rng *rng)
{
    uint8_t hand;
    uint32_t cell;
    if (below(rng, table->stock_size ? 2 : 1) == 0 && table->stock_size) {
        hand = table->stock[--table->stock_size];
        uint32_t option = below(rng, CELLS + 1);
        if (option == 0) {
            table->discard[table->discard_size++] = hand;
            return;
        }
        cell = option - 1;
    } else {
        hand = table->discard[--table->discard_size];
        cell = below(rng, CELLS);
    }
    table->discard[table->discard_size++] = table->grid[player][cell];
    table->grid[player][cell] = hand;
    table->hidden[player] &= ~(1u << cell);
}

/* Two equal ranks in a column cost nothing. */
static int strokes(const uint8_t *grid)
{
    int total = 0;
    for (int column = 0; column < COLUMNS; column++) {
        uint8_t upper = grid[column], lower = grid[column + COLUMNS];
        if (upper != lower)
            total += STROKES[upper] + STROKES[lower];
    }
    return total;
}

/* Only whoever has just played can have turned the last card. */
static int play(Table *table, Rng *rng)
{
    int decisions = 2 * PLAYERS;
    for (int player = 0; player < PLAYERS; player++)
        turn_two(table, player, rng);
    for (int player = 0;; player = (player + 1) % PLAYERS) {
        take_turn(table, player, rng);
        decisions += 2;
        if (!table->hidden[player])
            return decisions;
    }
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
            results[player] = strokes(table.grid[player]);
    }
}
