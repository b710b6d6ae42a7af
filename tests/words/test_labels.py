"""Options in the words of the table."""

from __future__ import annotations

from gathered_games import interpreter_of
from small_games import decision_at, engine_of, game, lying, state_after

from kibitz.engine import Interpreter, Rng
from kibitz.game import Game
from kibitz.match import Match
from kibitz.words import Vocabulary, option_labels


def labels_of(text: str) -> tuple[str, ...]:
    engine = engine_of(text)
    state = state_after(engine)
    decision = decision_at(engine, state)
    return option_labels(
        engine, engine.view(state, decision.seat), decision, Vocabulary(engine.program)
    )


def after(engine: Interpreter, seed: int, choices: list[int]) -> Match:
    match = Game.of_program(engine.program).match(seed)
    for choice in choices:
        match.play(choice)
    return match


def labels(match: Match) -> list[str]:
    return [option.label for option in match.options]


# ------------------------------------------------------------------ library games


def test_golf_in_words() -> None:
    engine = interpreter_of("golf-six")
    assert labels(after(engine, 41, [])) == [f"turn over GRID {cell}" for cell in range(1, 7)]
    match = after(engine, 41, [0] * 8)
    assert labels(match) == ["draw from STOCK", "take 7♣ from DISCARD"]
    match.play(1)
    assert labels(match) == [f"swap 7♣ into GRID {cell}" for cell in range(1, 7)]


def test_a_card_drawn_at_golf_may_go_either_way() -> None:
    discard, first, *_ = labels(after(interpreter_of("golf-six"), 1, [0] * 9))
    assert (discard, first) == ("discard 6♠", "swap 6♠ into GRID 1")


def test_president_in_words() -> None:
    match = after(interpreter_of("president"), 9, [])
    assert labels(match)[:4] == ["play 4♥", "play 4♠", "play 4♠ 4♥", "play A♠"]
    match.play(0)
    assert labels(match)[-2:] == ["play 6♥", "pass"]


# ------------------------------------------------------------------ small tables


def test_a_known_card_is_taken_and_an_unknown_one_drawn() -> None:
    hand = "(top ((current player) iloc HAND))"
    text = game(
        f"""(do ((shuffle (game iloc STOCK)) (move (top (game iloc STOCK)) (top (game vloc OPEN)))))
        (choice ((move (top (game iloc STOCK)) {hand}) (move (top (game vloc OPEN)) {hand})
                 (repeat 2 (move (top (game iloc STOCK)) {hand})) (turn pass)))""",
        players=2,
        setup="(create deck (game iloc STOCK) (deck (RANK (SEVEN, EIGHT)) (SUIT (HEARTS, CLUBS))))",
    )
    draw, take, two, passed = labels_of(text)
    assert draw == "draw from STOCK"
    assert take.startswith("take ")
    assert take.endswith(" from OPEN")
    assert two == "draw 2 cards from STOCK"
    assert passed == "pass"


def test_several_cards_are_played_together() -> None:
    text = game(
        """(choice ((any (subsets ((current player) iloc HAND) == 2) 'S
             (repeat all (move (top 'S) (top (game vloc TABLE)))))))""",
        setup="(create deck ((1 player) iloc HAND) (deck (RANK (FOUR)) (SUIT (CLUBS, SPADES))))",
    )
    assert labels_of(text) in {("play 4♣ 4♠",), ("play 4♠ 4♣",)}


def test_a_card_is_given_to_a_player_by_number() -> None:
    text = game(
        """(choice ((any (other player) 'P (any ((current player) iloc HAND) 'C
             (move 'C (top ('P iloc HAND)))))))""",
        players=3,
        setup="(create deck ((1 player) iloc HAND) (deck (RANK (A))))",
    )
    assert labels_of(text) == ("give A to player 2's HAND", "give A to player 3's HAND")


def test_what_is_called_out_is_told_where_the_cards_do_not_tell_it() -> None:
    text = game("(choice ((any (HEARTS, SPADES) 'S (set (game str TRUMP) 'S))))")
    assert labels_of(text) == ("trump hearts", "trump spades")


def test_a_card_put_into_a_cell_before_the_old_one_leaves_is_a_swap() -> None:
    cell = "((current player) hloc CELL 1)"
    text = game(
        f"""(do ((move (top (game iloc STOCK)) (top {cell}))))
        (choice ((do ((move (top (game iloc STOCK)) (top ((current player) vloc CELL 1)))
                      (move (top {cell}) (top (game vloc DISCARD)))))
                 (do ((move (top {cell}) (top (game vloc DISCARD)))
                      (move (top (game iloc STOCK)) (top {cell}))))))""",
        players=2,
    )
    assert labels_of(text) == ("swap C into CELL 1", "swap C into CELL 1, face down")


def test_cells_turned_over_together_are_all_named() -> None:
    deal = "(all (range 1..3) 'N (move (top (game iloc STOCK)) (top ((1 player) hloc C 'N))))"
    first = "(move (top ((1 player) hloc C 1)) (top ((1 player) vloc C 1)))"
    other = "(move (top ((1 player) hloc C 'N)) (top ((1 player) vloc C 'N)))"
    option = f"(any (range 2..3) 'N (do ({first} {other})))"
    text = game(f"(do ({deal})) (choice ({option}))", players=2)
    assert labels_of(text) == ("turn over C 1 and C 2", "turn over C 1 and C 3")


def test_dealing_and_exchanging_piles_can_be_options() -> None:
    deal = "(all player 'P (move (top (game iloc STOCK)) (top ('P iloc HAND))))"
    text = game(
        f"""(do ({deal} (move (top (game iloc STOCK)) (top (game vloc OPEN)))))
        (choice ((do ({deal})) (swap ((current player) iloc HAND) (game vloc OPEN))))""",
        players=2,
        setup="(create deck (game iloc STOCK) (deck (RANK (A, B, C, D, E))))",
    )
    assert labels_of(text) == ("deal everybody a card from STOCK", "swap HAND and OPEN")


DISCARD = "(move 'C (top (game vloc DISCARD)))"
HAND = "((current player) iloc HAND)"


def alike(*alternatives: str) -> tuple[str, ...]:
    """The labels of ways to discard the one card that the player holds."""
    ways = " ".join(f"(any {HAND} 'C {way})" for way in alternatives)
    deck = "(create deck ((1 player) iloc HAND) (deck (RANK (FOUR)) (SUIT (SPADES))))"
    return labels_of(game(f"(choice ({ways}))", setup=deck, players=2))


def test_what_differs_between_options_is_said() -> None:
    knock = f"(do ({DISCARD} (set (game sto KNOCKED) 1) (set (game sto R) 1)))"
    plain = f"(do ({DISCARD} (set (game sto R) 1)))"
    assert alike(plain, knock) == ("discard 4♠", "discard 4♠, knocked 1")
    red, black = (
        f"(do ({DISCARD} (set (game str TRUMP) {colour})))" for colour in ("RED", "BLACK")
    )
    assert alike(red, black) == ("discard 4♠, trump red", "discard 4♠, trump black")


def test_where_a_card_goes_is_said_if_it_makes_the_difference() -> None:
    left, right = (f"(move 'C (top (game vloc {pile})))" for pile in ("LEFT", "RIGHT"))
    assert alike(left, right) == ("play 4♠, to LEFT", "play 4♠, to RIGHT")
    assert alike(left) == ("play 4♠",)


def test_options_that_look_alike_are_numbered() -> None:
    text = game("(choice ((turn pass) (turn pass)))")
    assert labels_of(text) == ("pass", "pass (2)")


def test_no_label_names_a_card_that_its_chooser_cannot_tell() -> None:
    text = game(
        """(do ((shuffle (game iloc STOCK))))
        (choice ((any (game iloc STOCK) 'C (move 'C (top ((current player) iloc HAND))))))""",
        players=2,
    )
    engine = engine_of(text)
    state = state_after(engine)
    decision = decision_at(engine, state)
    words = Vocabulary(engine.program)
    labels = option_labels(engine, engine.view(state, 0), decision, words)
    assert not {"A", "B", "C", "D"} & {word for label in labels for word in label.split()}
    for seed in range(20):
        world = engine.resample(engine.view(state, 0), Rng(seed))
        decision, view = decision_at(engine, world), engine.view(world, 0)
        assert option_labels(engine, view, decision, words) == labels


def test_options_keep_their_keys_where_the_made_up_world_cannot_be_played() -> None:
    """The rules look at a hidden card, so that a made-up world may have no options at all."""
    text = game(
        """(do ((shuffle (game iloc STOCK))))
        (choice (((== (cardatt RANK (top (game iloc STOCK))) A) (turn pass))))"""
    )
    engine = engine_of(text)
    playable = [seed for seed in range(30) if lying_on_top(engine, seed) == "A"]
    assert playable
    for seed in playable:
        state = state_after(engine, seed=seed)
        decision, view = decision_at(engine, state), engine.view(state, 0)
        found = option_labels(engine, view, decision, Vocabulary(engine.program))
        assert found in {("1",), ("pass",)}


def test_a_made_up_world_cannot_keep_the_table_busy() -> None:
    """Cheap where it is played; where the top card is another, the rules count for very long."""
    worth = "(score (top (game iloc STOCK)) using (game points V))"
    many = f"(range 1..{worth})"
    text = game(
        f"""(do ((shuffle (game iloc STOCK)) (set (game points V)
             (((RANK : A) 1) ((RANK : B) 60000) ((RANK : C) 60000) ((RANK : D) 60000)))))
        (choice ((any (filter {many} 'X (all {many} 'Y (> 'X 0))) 'N (turn pass))))"""
    )
    engine = engine_of(text)
    seed = next(seed for seed in range(30) if lying_on_top(engine, seed) == "A")
    state = state_after(engine, seed=seed)
    decision, view = decision_at(engine, state), engine.view(state, 0)
    assert option_labels(engine, view, decision, Vocabulary(engine.program)) == ("1:N=1",)


def lying_on_top(engine: Interpreter, seed: int) -> str:
    return lying(engine, state_after(engine, seed=seed), "STOCK")[-1]
