"""From a checked game and option values to a program."""

from __future__ import annotations

import pytest
from small_games import game, play, program_of, refusal

from kibitz.engine import Interpreter, Outcome, Program, Rng, lower
from kibitz.engine.program import Decide, Perform, When
from kibitz.engine.program.acts import Create, StoreValue
from kibitz.games import find
from kibitz.recycle.diagnostic import RecycleError

HOUSE = """(game
 (declare (option 3 (range 2..5)) 'PLAYERS)
 (declare (option NONE (NONE, STANDARD, WILD)) 'JOKERS)
 (require (or (== 'JOKERS NONE) (> 'PLAYERS 2)))
 (setup (create players 'PLAYERS)
  (create deck (game vloc STOCK) (deck (RANK (A, B))))
  ((!= 'JOKERS NONE) (create deck (game vloc STOCK) (deck (RANK (JOKER)))))
  ((== 'JOKERS WILD) (repeat 'PLAYERS (create deck (game vloc STOCK) (deck (RANK (WILD)))))))
 (do (
  ((== 'JOKERS STANDARD) (set (game sto R) 1))
  ((== 'JOKERS WILD) (set (game sto R) 2))))
 (scoring max (+ (* 10 (size (game vloc STOCK))) (game sto R))))"""


def score(program: Program) -> tuple[int, ...]:
    engine = Interpreter(program)
    outcome = engine.deal(Rng(1)).status
    assert isinstance(outcome, Outcome)
    return outcome.scores


# ------------------------------------------------------------------ options


def test_options_not_chosen_have_their_defaults() -> None:
    program = program_of(HOUSE)
    assert program.options == {"PLAYERS": 3, "JOKERS": "NONE"}
    assert score(program) == (20, 20, 20)


def test_names_and_values_of_options_are_read_in_any_case() -> None:
    program = program_of(HOUSE, {"jokers": "Standard", "Players": "4"})
    assert program.options == {"PLAYERS": 4, "JOKERS": "STANDARD"}
    assert score(program) == (31, 31, 31, 31)


@pytest.mark.parametrize("value", [1, 6, "six", "", "-3", "2.5"])
def test_a_number_outside_the_domain_is_answered_with_the_domain(value: int | str) -> None:
    diagnostic = refusal(HOUSE, {"players": value}).diagnostics[0]
    assert diagnostic.slug == "bad-option-value"
    assert diagnostic.headline == f"option PLAYERS cannot be {value}"
    assert "a number from 2 to 5" in diagnostic.primary.text


def test_a_word_outside_the_domain_is_answered_with_all_words() -> None:
    diagnostic = refusal(HOUSE, {"JOKERS": "MANY"}).diagnostics[0]
    assert "one of NONE, STANDARD, WILD" in diagnostic.primary.text


def test_an_option_the_game_does_not_have_is_answered_with_those_it_has() -> None:
    diagnostic = refusal(HOUSE, {"SUITS": 4}).diagnostics[0]
    assert diagnostic.slug == "unknown-option"
    assert diagnostic.notes == ("its options: PLAYERS, JOKERS",)


def test_options_that_do_not_go_together_are_shown_with_their_values() -> None:
    error = refusal(HOUSE, {"JOKERS": "WILD", "PLAYERS": 2})
    diagnostic = error.diagnostics[0]
    assert diagnostic.slug == "unmet-requirement"
    assert diagnostic.notes == ("PLAYERS is 2, JOKERS is WILD",)
    assert error.source.position(diagnostic.primary.span.start).line == 4


def test_a_guarded_deck_is_made_only_when_its_guard_holds() -> None:
    assert score(program_of(HOUSE, {"JOKERS": "WILD"})) == (62, 62, 62)


def test_the_source_and_not_the_options_make_the_digest() -> None:
    assert program_of(HOUSE, {"PLAYERS": 4}).digest == program_of(HOUSE).digest
    assert program_of(HOUSE.replace("RANK", "FACE")).digest != program_of(HOUSE).digest


# ------------------------------------------------------------------ folding


def test_a_condition_on_an_option_folds_away() -> None:
    code = program_of(HOUSE, {"JOKERS": "STANDARD"}).code
    statements = [step.statement for step in code if isinstance(step, Perform)]
    assert [type(statement) for statement in statements] == [Create, Create, StoreValue]


@pytest.mark.parametrize(("value", "places"), [("OFF", ["STOCK"]), ("ON", ["STOCK", "BOX", "BIN"])])
def test_a_place_that_only_a_rule_not_in_force_uses_is_not_on_the_table(
    value: str, places: list[str]
) -> None:
    program = program_of(
        """(game
        (declare (option OFF (OFF, ON)) 'BOXES)
        (setup (create players 2) (create deck (game vloc STOCK) (deck (RANK (A, B))))
         ((== 'BOXES ON) (create deck (game vloc BOX) (deck (RANK (A))))))
        (choice (
         (move (top (game vloc STOCK)) (bottom (game vloc STOCK)))
         ((== 'BOXES ON) (move (top (game vloc BOX)) (top ((current player) iloc BIN))))))
        (scoring max 0))""",
        {"BOXES": value},
    )
    assert [program.strings[family.name] for family in program.families] == places


def test_an_alternative_that_an_option_forbids_is_gone() -> None:
    text = game(
        "(choice (((== 'PASSING NO) (set (game sto R) 1)) ((== 'PASSING YES) (turn pass))))",
        declare="(declare (option NO (NO, YES)) 'PASSING)",
    )
    decides = [step for step in program_of(text).code if isinstance(step, Decide)]
    assert [len(decide.alternatives) for decide in decides] == [1]


def test_a_false_part_behind_one_that_may_fail_is_not_folded_into_the_whole() -> None:
    text = game("(do (((and (== (// 1 (game sto X)) 1) (== 1 2)) (inc (game sto R)))))")
    (perform,) = (s for s in program_of(text).code if isinstance(s, Perform) if s.span.start > 90)
    assert isinstance(perform.statement, When)


# ------------------------------------------------------------------ setup


def test_a_deck_repeated_no_times_or_fewer_is_not_made() -> None:
    for count in ("0", "(- 0 3)"):
        setup = f"""(repeat {count} (create deck (game vloc X) (deck (RANK (A)))))
            (create deck (game vloc X) (deck (RANK (A, B))))"""
        assert play(game("", setup=setup, score="(size (game vloc X))")).scores == [2]


def test_without_teams_every_player_is_a_team() -> None:
    assert program_of(game("", players=3)).teams == ((0,), (1,), (2,))


def test_team_members_keep_the_order_they_are_listed_in() -> None:
    setup = "(create teams (4, 2) (1, 3)) (create deck (game vloc X) (deck (RANK (A))))"
    assert program_of(game("", players=4, setup=setup)).teams == ((3, 1), (0, 2))


def test_teams_must_name_everybody_whatever_the_number_of_players() -> None:
    text = game(
        "",
        players="'PLAYERS",  # type: ignore[arg-type]  # the count may be any expression
        declare="(declare (option 4 (range 2..5)) 'PLAYERS)",
        setup="(create teams (1, 3) (2, 4)) (create deck (game vloc X) (deck (RANK (A))))",
    )
    assert len(program_of(text).teams) == 2
    diagnostic = refusal(text, {"PLAYERS": 5}).diagnostics[0]
    assert diagnostic.slug == "bad-teams"
    assert diagnostic.headline == "the teams must name each of the 5 players once"


@pytest.mark.parametrize("count", ["0", "17", "(- 1 4)"])
def test_a_game_is_for_one_to_sixteen(count: str) -> None:
    text = f"(game (declare {count} 'N) (setup (create players 'N) (create deck (game vloc X) "
    text += "(deck (RANK (A))))) (do ((turn pass))) (scoring max 0))"
    with pytest.raises(RecycleError):
        program_of(text)


def test_a_game_has_no_more_than_1024_cards() -> None:
    pack = "(create deck (game vloc X) (deck (RANK (A, B, C, D)) (SUIT (S, H, D, C))))"
    setup = f"(repeat 64 {pack})"
    assert play(game("", setup=setup, score="(size (game vloc X))")).scores == [1024]
    error = refusal(game("", setup=f"{setup} (create deck (game vloc X) (deck (RANK (A))))"))
    assert error.diagnostics[0].slug == "too-many-cards"
    assert "1,025" in error.diagnostics[0].primary.text


def test_a_deck_with_too_many_combinations_is_refused_before_it_is_spread_out() -> None:
    letters = ", ".join("ABCDEFGHIJ")
    columns = " ".join(f"({name} ({letters}))" for name in ("P", "Q", "R", "S", "T", "U", "W"))
    error = refusal(game("", setup=f"(create deck (game vloc X) (deck {columns}))"))
    assert error.diagnostics[0].slug == "too-many-cards"


def test_a_library_game_lowers_with_every_value_of_every_option() -> None:
    checked = find("golf-six").checked.game
    assert checked is not None
    assert [lower(checked, {"PLAYERS": count}).players for count in range(2, 7)] == [2, 3, 4, 5, 6]
