"""An option has one name in every world its chooser could be in."""

from __future__ import annotations

from small_games import decision_at, engine_of, game, state_after

from kibitz.engine import Rng

HAND = "((current player) iloc HAND)"
DEAL = f"(shuffle (game iloc STOCK)) (repeat 2 (move (top (game iloc STOCK)) (top {HAND})))"


def keys(nodes: str, setup: str | None = None, players: int = 2) -> list[str]:
    text = game(nodes, players=players) if setup is None else game(nodes, setup=setup)
    engine = engine_of(text)
    return [option.key for option in decision_at(engine, state_after(engine)).options]


def test_an_alternative_is_named_by_its_number() -> None:
    assert keys("(choice ((turn pass) (inc (game sto R))))") == ["1", "2"]


def test_a_card_the_chooser_sees_is_named() -> None:
    found = keys(
        "(choice ((any (game vloc X) 'C (move 'C (top (game vloc Y))))))",
        "(create deck (game vloc X) (deck (RANK (SEVEN, TEN)) (SUIT (HEARTS))))",
    )
    assert found == ["1:C=7♥", "1:C=10♥"]


def test_a_card_the_chooser_cannot_see_is_named_by_its_place() -> None:
    nodes = f"(do ({DEAL})) (choice ((any (game iloc STOCK) 'C (move 'C (top {HAND})))))"
    assert keys(nodes) == ["1:C=STOCK[0]", "1:C=STOCK[1]"]


def test_numbers_words_players_and_places_are_named_as_the_program_writes_them() -> None:
    nodes = """(do ((move (top (game iloc STOCK)) (top ((2 player) vloc PILE 4)))))
      (choice ((any (range 2..3) 'N (any (RED, BLACK) 'S (turn pass)))
               (any (other player) 'P (turn pass))
               (any (indexed (2 player) vloc PILE) 'L (turn pass))))"""
    assert keys(nodes) == [
        "1:N=2,S=RED",
        "1:N=2,S=BLACK",
        "1:N=3,S=RED",
        "1:N=3,S=BLACK",
        "2:P=2",
        "3:L=2.PILE.4",
    ]


def test_a_list_of_cards_is_named_by_its_cards() -> None:
    found = keys(
        "(choice ((any (subsets (game vloc X)) 'S (turn pass))))",
        "(create deck (game vloc X) (deck (RANK (A, B))))",
    )
    assert found == ["1:S=A", "1:S=B", "1:S=A+B"]


def test_cards_that_look_alike_are_numbered() -> None:
    found = keys(
        "(choice ((any (game vloc X) 'C (turn pass))))",
        "(repeat 2 (create deck (game vloc X) (deck (RANK (A)))))",
    )
    assert found == ["1:C=A", "1:C=A/2"]


def test_options_with_the_same_name_are_told_apart() -> None:
    assert keys(
        "(choice ((any (range 1..2) 'N (any (union (game iloc STOCK)) 'C (turn pass)))))",
        "(create deck (game iloc STOCK) (deck (RANK (A))))",
    ) == ["1:N=1,C=A", "1:N=2,C=A"]
    doubled = "(choice ((any (union (game vloc X) (game vloc X)) 'C (turn pass))))"
    assert keys(doubled, "(create deck (game vloc X) (deck (RANK (A))))") == ["1:C=A", "1:C=A#2"]


def test_keys_do_not_change_with_what_the_chooser_cannot_see() -> None:
    nodes = f"""(do ({DEAL})) (choice ((any {HAND} 'C (move 'C (top (game vloc X))))
                                      (any (game iloc STOCK) 'D (move 'D (top {HAND})))))"""
    engine = engine_of(game(nodes, players=2))
    state = state_after(engine)
    truth = [option.key for option in decision_at(engine, state).options]
    view, rng = engine.view(state, 0), Rng(3)
    for _ in range(20):
        world = engine.resample(view, rng)
        assert [option.key for option in decision_at(engine, world).options] == truth
