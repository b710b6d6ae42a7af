"""Warnings: each with a program that deserves it and a similar one that does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from kibitz.recycle.checker import check
from kibitz.recycle.diagnostic import Diagnostic, Severity
from kibitz.recycle.lint import ReadOutside, lint
from kibitz.recycle.source import Source

CORPUS = Path(__file__).parents[3] / "shared" / "corpus"

DECK = "(create deck (game iloc STOCK) (deck (RANK (A, TWO, TEN)) (SUIT (HEARTS, CLUBS))))"
DEAL = "(do ((all player 'P (repeat 3 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))"


def program(nodes: str, *, declares: str = "", decks: str = DECK, scoring: str = "") -> str:
    """A game of two players who get three cards each, and then `nodes`."""
    score = scoring or "(size ((current player) iloc HAND))"
    setup = f"(setup (create players 2) {decks})"
    return f"(game {declares} {setup} {DEAL} {nodes} (scoring max {score}))"


def warnings(text: str) -> tuple[Diagnostic, ...]:
    result = check(Source("game.rcy", text))
    assert result.game is not None, [d.headline for d in result.diagnostics]
    return lint(result.game, ReadOutside())


def slugs(nodes: str, *, declares: str = "", decks: str = DECK, scoring: str = "") -> list[str]:
    text = program(nodes, declares=declares, decks=decks, scoring=scoring)
    return [warning.slug for warning in warnings(text)]


def repaired(text: str) -> str:
    """The text after the edit of its only warning."""
    (warning,) = warnings(text)
    assert warning.edit is not None
    span = warning.edit.span
    return text[: span.start] + warning.edit.replacement + text[span.end :]


def test_a_plain_deal_deserves_no_warning() -> None:
    assert slugs("") == []


def test_warnings_are_warnings_and_come_in_the_order_of_the_text() -> None:
    nodes = "(do ((set (game sto A) 1) (set (game sto B) 1) (set (game str C) X)))"
    found = warnings(program(nodes))
    assert {warning.severity for warning in found} == {Severity.WARNING}
    assert [warning.primary.span.start for warning in found] == sorted(
        warning.primary.span.start for warning in found
    )
    assert len(found) == 3


# ---------------------------------------------------------------------------- locations


def test_a_location_that_is_read_but_never_filled() -> None:
    assert slugs("(do ((shuffle (game iloc PILE))))") == ["location-never-filled"]


def test_a_location_is_reported_once_however_often_it_is_read() -> None:
    nodes = "(do ((shuffle (game iloc PILE)) (shuffle (game iloc PILE))))"
    assert slugs(nodes) == ["location-never-filled"]


def test_the_same_name_under_another_class_is_another_location() -> None:
    text = program("(do ((shuffle ((current player) vloc HAND))))")
    assert [warning.slug for warning in warnings(text)] == ["location-never-filled"]
    assert warnings(repaired(text)) == ()


def test_a_misspelt_location_is_repaired_by_the_edit() -> None:
    assert warnings(repaired(program("(do ((shuffle (game iloc STOKC))))"))) == ()


def test_a_location_of_a_player_is_not_that_of_the_table() -> None:
    assert slugs("(do ((shuffle (game iloc HAND))))") == ["location-never-filled"]


@pytest.mark.parametrize(
    "fill",
    [
        "(move (top (game iloc STOCK)) (top (game vloc PILE)))",
        "(move (top (game iloc STOCK)) (top (game vloc PILE 3)))",
        "(let (game vloc PILE) 'L (move (top (game iloc STOCK)) (top 'L)))",
        "(all (PILE, REST) 'N (move (top (game iloc STOCK)) (top (game vloc 'N))))",
        "(all (all (range 1..2) 'I (game vloc PILE 'I)) 'L"
        " (move (top (game iloc STOCK)) (top 'L)))",
        "(create deck (game vloc PILE) (deck (RANK (A))))",
        "(move (top (game iloc STOCK)) (top (game vloc (game str WHERE))))",
    ],
)
def test_a_location_is_filled_by_any_route(fill: str) -> None:
    nodes = f"(do ((set (game str WHERE) PILE) {fill} (shuffle (game vloc PILE))))"
    assert "location-never-filled" not in slugs(nodes)


def test_a_location_named_by_a_declared_string_is_filled() -> None:
    nodes = "(do ((move (top (game iloc STOCK)) (top (game vloc 'N))) (shuffle (game vloc PILE))))"
    assert slugs(nodes, declares="(declare PILE 'N)") == []


def test_a_location_named_by_an_option_may_be_any_of_its_values() -> None:
    nodes = "(do ((move (top (game iloc STOCK)) (top (game vloc 'N))) (shuffle (game vloc PILE))))"
    assert slugs(nodes, declares="(declare (option REST (REST, PILE)) 'N)") == []


def test_a_memory_is_filled_by_remembering() -> None:
    remember = "(remember (top (game iloc STOCK)) (top (game mem SEEN)))"
    forget = "((> (size (game mem SEEN)) 0) (forget (top (game mem SEEN))))"
    assert slugs(f"(do ({remember} {forget}))") == []
    assert slugs(f"(do ({forget}))") == ["location-never-filled"]


def test_indexed_locations_are_filled_by_index() -> None:
    read = "(all (indexed game vloc MELD) 'M (shuffle 'M))"
    assert slugs(f"(do ({read}))") == ["location-never-filled"]
    fill = "(move (top (game iloc STOCK)) (top (game vloc MELD 1)))"
    assert slugs(f"(do ({fill} {read}))") == []


# ---------------------------------------------------------------------------- storages


def test_a_storage_that_is_read_but_never_written() -> None:
    assert slugs("", scoring="((current player) sto SCORE)") == ["storage-never-written"]


def test_a_storage_that_is_written_but_never_read() -> None:
    assert slugs("(do ((inc (game sto ROUND))))") == ["storage-never-read"]


def test_what_is_stored_so_that_others_hear_a_pick_is_read_by_them() -> None:
    guess = "(stage player once (choice ((any (A, TWO) 'R (as GUESS (do (({}) {}))))))"
    told = "(set (game str SAID) 'R)", "(set ((current player) str SAID) 'R)"
    right = "(== (cardatt RANK (top (game iloc STOCK))) 'R) (inc ((current player) sto N))"
    scoring = "((current player) sto N)"
    for store in told:
        said = guess.replace("({})", store).replace("{}", f"({right})") + ")"
        assert slugs(said, scoring=scoring) == []
    secret = guess.replace("({})", "(set ((current player) istr SAID) 'R)")
    said = secret.replace("{}", f"({right})") + ")"
    assert slugs(said, scoring=scoring) == ["storage-never-read"]


def test_a_storage_that_is_written_and_read() -> None:
    nodes = "(do ((inc ((1 player) sto SCORE))))"
    assert slugs(nodes, scoring="((current player) sto SCORE)") == []


def test_the_storages_of_the_game_of_players_and_of_teams_are_different() -> None:
    nodes = "(do ((set (game sto SCORE) 1)))"
    found = slugs(nodes, scoring="((team (current player)) sto SCORE)")
    assert found == ["storage-never-read", "storage-never-written"]


def test_a_point_map_that_nothing_sets_gives_no_points() -> None:
    scoring = "(sum ((current player) iloc HAND) using (game points VALUE))"
    assert slugs("", scoring=scoring) == ["storage-never-written"]
    assert slugs("(do ((set (game points VALUE) (((RANK : A) 1)))))", scoring=scoring) == []


def test_a_misspelt_storage_is_repaired_by_the_edit() -> None:
    nodes = "(do ((inc (game sto SCORE)) ((> (game sto SCROE) 0) (inc (game sto SCORE)))))"
    text = program(nodes, scoring="(game sto SCORE)")
    assert warnings(repaired(text)) == ()


def test_a_storage_whose_name_only_the_match_tells_keeps_us_quiet() -> None:
    write = "(all (game iloc STOCK) 'C (inc (game sto (cardatt SUIT 'C))))"
    assert slugs(f"(do ({write}))", scoring="(game sto HEARTS)") == []


def test_what_is_made_fresh_is_a_number_or_a_text() -> None:
    stage = "(stage player once (fresh SCORE VALUE) (do ({}(inc (game sto SCORE)))))"
    assert slugs(stage.format(""), scoring="(game sto SCORE)") == ["fresh-without-storage"]
    anything = "(set (game sto (cardatt RANK (top (game iloc STOCK)))) (game sto TEN))"
    assert slugs(stage.format(anything), scoring="(game sto SCORE)") == []


# ---------------------------------------------------------------------------- attributes


def test_an_attribute_that_no_card_has() -> None:
    nodes = "(do (((== (cardatt SUTI (top (game iloc STOCK))) HEARTS) (turn pass))))"
    assert slugs(nodes) == ["attribute-no-card-has"]
    assert warnings(repaired(program(nodes))) == ()


def test_a_rank_that_no_card_has_is_compared() -> None:
    nodes = "(do (((== (cardatt RANK (top (game iloc STOCK))) TENN) (turn pass))))"
    assert slugs(nodes) == ["value-no-card-has"]
    assert warnings(repaired(program(nodes))) == ()


def test_a_rank_that_no_card_has_is_awarded() -> None:
    scoring = "(sum ((current player) iloc HAND) using (game points VALUE))"
    wrong = "(do ((set (game points VALUE) (((RANK : A) 1) ((RANK : TNE) 10)))))"
    right = "(do ((set (game points VALUE) (((RANK : A) 1) ((RANK : TEN) 10)))))"
    assert slugs(wrong, scoring=scoring) == ["value-no-card-has"]
    assert slugs(right, scoring=scoring) == []


def test_a_value_of_a_deck_that_comes_later_or_only_with_an_option_exists() -> None:
    guarded = "((== 'JOKERS YES) (create deck (game iloc STOCK) (deck (RANK (JOKER)))))"
    later = "(create deck (game iloc STOCK) (deck (RANK (KING))))"
    card = "(cardatt RANK (top (game iloc STOCK)))"
    asks = f"((== {card} JOKER) (turn pass)) ((== {card} KING) (turn pass))"
    option = "(declare (option NO (NO, YES)) 'JOKERS)"
    assert slugs(f"(do ({later} {asks}))", declares=option, decks=DECK + guarded) == []


def test_a_rank_is_never_a_suit() -> None:
    card = "(top (game iloc STOCK))"
    nodes = f"(do (((== (cardatt RANK {card}) (cardatt SUIT {card})) (turn pass))))"
    assert slugs(nodes) == ["value-no-card-has"]


def test_a_variable_over_ranks_may_have_some_that_no_card_has() -> None:
    loop = "(all 'RANKS 'R ((== (cardatt RANK (top (game iloc STOCK))) 'R) (turn pass)))"
    assert slugs(f"(do ({loop}))", declares="(declare (A, TWO, JOKER) 'RANKS)") == []


# ---------------------------------------------------------------------------- stored strings


LEAD = "(set (game str LEAD) NONE)"


def test_a_string_that_is_never_stored_is_compared() -> None:
    nodes = f"(do ({LEAD} ((== (game str LEAD) NOEN) (turn pass))))"
    assert slugs(nodes) == ["string-never-stored"]
    assert warnings(repaired(program(nodes))) == ()


def test_a_suit_that_is_stored_from_a_card_may_be_compared() -> None:
    store = "(set (game str LEAD) (cardatt SUIT (top (game iloc STOCK))))"
    nodes = f"(do ({store} ((== (game str LEAD) HEARTS) (turn pass))))"
    assert slugs(nodes) == []
    assert slugs(nodes.replace("HEARTS", "TEN")) == ["string-never-stored"]


def test_a_string_that_comes_by_way_of_another_storage_may_be_compared() -> None:
    copy = f"(do ({LEAD} (set (game str LAST) (game str LEAD))))"
    ask = "(do (((== (game str LAST) NONE) (turn pass))))"
    assert slugs(copy + ask) == []


def test_a_string_that_an_option_stores_may_be_compared() -> None:
    nodes = "(do ((set (game str MODE) 'MODE) ((== (game str MODE) FAST) (turn pass))))"
    assert slugs(nodes, declares="(declare (option SLOW (SLOW, FAST)) 'MODE)") == []


# ---------------------------------------------------------------------------- conditions


def test_an_alternative_that_can_never_be_chosen() -> None:
    nodes = "(choice ((turn pass) ((> 1 2) (inc (game sto SCORE)))))"
    found = warnings(program(nodes, scoring="(game sto SCORE)"))
    assert [w.headline for w in found] == ["this alternative can never be chosen"]


def test_a_statement_that_a_declared_constant_rules_out() -> None:
    nodes = "(do (((== 'N 4) (turn pass))))"
    assert slugs(nodes, declares="(declare 3 'N)") == ["condition-never-true"]
    assert slugs(nodes, declares="(declare 4 'N)") == []


def test_a_condition_on_an_option_may_hold_for_another_value() -> None:
    nodes = "(do (((== 'MODE FAST) (turn pass))))"
    assert slugs(nodes, declares="(declare (option SLOW (SLOW, FAST)) 'MODE)") == []


def test_a_condition_on_an_option_that_no_value_fulfils() -> None:
    nodes = "(do (((== 'MODE FSAT) (turn pass))))"
    declares = "(declare (option SLOW (SLOW, FAST)) 'MODE)"
    assert slugs(nodes, declares=declares) == ["condition-never-true"]


def test_two_players_may_have_two_ranks() -> None:
    first = "(== (cardatt RANK (top ((1 player) iloc HAND))) A)"
    second = "(== (cardatt RANK (top ((2 player) iloc HAND))) TEN)"
    assert slugs(f"(do (((and {first} {second}) (turn pass))))") == []


def test_chance_may_give_two_numbers() -> None:
    assert slugs("(do (((and (== (random 6) 1) (== (random 6) 2)) (turn pass))))") == []
    assert slugs("(do (((== (random 6) (random 6)) (turn pass))))") == []


def test_a_deck_that_no_option_creates() -> None:
    guarded = "((== 'JOKERS MAYBE) (create deck (game iloc STOCK) (deck (RANK (JOKER)))))"
    option = "(declare (option NO (NO, YES)) 'JOKERS)"
    assert slugs("", declares=option, decks=DECK + guarded) == ["condition-never-true"]


def test_a_comparison_of_a_thing_with_itself() -> None:
    size = "(size ((current player) iloc HAND))"
    other = "(size ((next player) iloc HAND))"
    assert slugs(f"(do (((== {size} {size}) (turn pass))))") == ["self-comparison"]
    assert slugs(f"(do (((== {size} {other}) (turn pass))))") == []


def test_what_is_always_true_may_be_said_with_numbers() -> None:
    assert slugs("(do (((== 1 1) (turn pass))))") == []


# ---------------------------------------------------------------------------- variables


def test_a_let_that_nothing_uses() -> None:
    assert slugs("(do ((let 3 'N (turn pass))))") == ["unused-variable"]
    use = "(repeat 'N (move (top (game iloc STOCK)) (bottom (game iloc STOCK))))"
    assert slugs(f"(do ((let 3 'N {use})))") == []


def test_an_option_or_a_declare_that_nothing_uses() -> None:
    assert slugs("", declares="(declare 3 'N)") == ["unused-variable"]
    assert slugs("", declares="(declare (option 1 (range 1..3)) 'N)") == ["unused-variable"]


def test_an_option_that_only_a_requirement_uses_is_used() -> None:
    declares = "(declare (option 1 (range 1..3)) 'N) (require (< 'N 3))"
    assert slugs("", declares=declares) == []


def test_a_filter_that_does_not_look_at_its_cards() -> None:
    wrong = "(filter (game iloc STOCK) 'C (> (size (game iloc STOCK)) 1))"
    right = "(filter (game iloc STOCK) 'C (== (cardatt RANK 'C) A))"
    assert slugs(f"(do (((> (size {wrong}) 0) (turn pass))))") == ["unused-variable"]
    assert slugs(f"(do (((> (size {right}) 0) (turn pass))))") == []


def test_a_loop_over_cards_that_does_not_look_at_them() -> None:
    nodes = "(do ((all (game iloc STOCK) 'C (inc (game sto COUNT)))))"
    assert slugs(nodes, scoring="(game sto COUNT)") == ["unused-variable"]


def test_a_loop_that_merely_counts_needs_no_variable() -> None:
    draw = "(move (top (game iloc STOCK)) (bottom (game iloc STOCK)))"
    assert slugs(f"(do ((all (range 1..3) 'N {draw}) (all player 'P {draw})))") == []


# ---------------------------------------------------------------------------- loops, unions


def test_any_outside_a_choice() -> None:
    draw = "(any player 'P (move (top (game iloc STOCK)) (top ('P iloc HAND))))"
    assert slugs(f"(do ({draw}))") == ["any-outside-choice"]
    assert slugs(f"(choice ({draw}))") == []
    assert warnings(repaired(program(f"(do ({draw}))"))) == ()


def test_any_as_a_condition_is_at_home_everywhere() -> None:
    assert slugs("(do (((any player 'P (== (size ('P iloc HAND)) 3)) (turn pass))))") == []


def test_a_union_of_a_location_with_itself() -> None:
    hand = "((current player) iloc HAND)"
    assert slugs("", scoring=f"(size (union {hand} {hand}))") == ["union-with-itself"]


def test_a_union_of_two_indices_or_two_owners() -> None:
    fill = "(do ((move (top (game iloc STOCK)) (top ((1 player) iloc HAND 1)))))"
    hand = "((current player) iloc HAND)"
    assert slugs(fill, scoring=f"(size (union {hand} ((current player) iloc HAND 1)))") == []
    assert slugs("", scoring=f"(size (union {hand} ((next player) iloc HAND)))") == []


def test_an_award_that_a_point_map_lists_twice() -> None:
    scoring = "(sum ((current player) iloc HAND) using (game points VALUE))"
    twice = "(do ((set (game points VALUE) (((RANK : A) 1) ((RANK : A) 1)))))"
    adding = "(do ((set (game points VALUE) (((RANK : A) 1) ((RANK : A) (SUIT : HEARTS) 1)))))"
    assert slugs(twice, scoring=scoring) == ["repeated-award"]
    assert slugs(adding, scoring=scoring) == []


# ---------------------------------------------------------------------------- stages


def test_a_stage_with_a_false_end() -> None:
    assert slugs("(stage player (end (== 1 2)) (do ((turn pass))))") == ["condition-never-true"]


# ---------------------------------------------------------------------------- published games


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the published games are not here")
@pytest.mark.slow
def test_published_games_get_no_warnings() -> None:
    found = {
        path.stem: [warning.slug for warning in warnings(path.read_text("utf-8-sig"))]
        for path in sorted(CORPUS.glob("*.rcy"))
    }
    assert {name: slugs for name, slugs in found.items() if slugs} == {}


GUESSING = """(do ((move (top (game iloc STOCK)) (top (game hloc SECRET)))))
 (stage player (end (== (game sto FOUND) 1))
  (choice ((any (A, K) 'R (do ((set (game str GUESS) 'R) {in_option})))))
  (do (((== (cardatt RANK (top (game hloc SECRET))) (game str GUESS)) (set (game sto FOUND) 1))
   {after})))"""


@pytest.mark.parametrize(
    ("in_option", "after", "found"),
    [
        ("", "", []),
        ("", "(shuffle (game iloc STOCK))", ["forgotten-hint"]),
        ("(shuffle (game iloc STOCK))", "", ["forgotten-hint"]),
        ("", "(create deck (game iloc STOCK) (deck (RANK (A))))", ["forgotten-hint"]),
        ("", "(shuffle (game hloc SECRET))", []),
        ("", "(shuffle (union (game iloc STOCK)))", []),
    ],
)
def test_what_a_choice_told_is_forgotten_where_cards_cannot_be_followed(
    in_option: str, after: str, found: list[str]
) -> None:
    text = GUESSING.format(in_option=in_option, after=after)
    assert slugs(text) == found


# ---------------------------------------------------------------------------- read outside


def test_what_the_table_shows_is_read() -> None:
    text = program("(do ((set (game sto ROUND) 1) (set (game sto OTHER) 1)))")
    game = check(Source("game.rcy", text)).game
    assert game is not None
    found = lint(game, ReadOutside(storages=frozenset({"ROUND"})))
    assert [report.headline for report in found] == ["`(game sto OTHER)` is written but never read"]


def test_what_is_picked_only_for_the_words_of_a_move_is_used() -> None:
    draw = "(move (top (game iloc STOCK)) (top ((current player) iloc HAND)))"
    one = "(top ((current player) iloc HAND))"
    assert slugs(f"(choice ((any (union {one[5:-1]}) 'C (as DRAW {draw}))))") == []
    assert slugs(f"(choice ((any {one[5:-1]} 'C {draw})))") == ["unused-variable"]


def test_what_the_words_of_a_move_tell_is_used() -> None:
    text = program("(do ((let 3 'N (set ((current player) sto BID) 1))))")
    game = check(Source("game.rcy", text)).game
    assert game is not None
    storages = frozenset({"BID"})
    assert [one.slug for one in lint(game, ReadOutside(storages))] == ["unused-variable"]
    assert lint(game, ReadOutside(storages, frozenset({"N"}))) == ()


def test_a_loop_may_merely_count() -> None:
    draw = "(move (top (game iloc STOCK)) (top ((1 player) iloc HAND)))"
    assert slugs(f"(do ((all (range 1..2) 'N {draw})))") == []
