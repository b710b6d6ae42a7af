"""The checker: overloads by type, scopes, several faults at once."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import pytest

from kibitz.recycle import CheckResult, RecycleError, Source, check, load
from kibitz.recycle.syntax import (
    CardAtNode,
    CollectNode,
    CreateDeckNode,
    DisjunctionNode,
    EqualNode,
    FilterNode,
    GameSyntax,
    GuardedDeckNode,
    IntersectionNode,
    LetNode,
    LoopNode,
    MemberNode,
    MembersNode,
    MoveNode,
    Node,
    OptionNode,
    PartitionOfGroupsNode,
    QuantifiedNode,
    RangeNode,
    RepeatDeckNode,
    SequenceNode,
    SetIntNode,
    SetPointsNode,
    StageNode,
    StringsNode,
    SubsetsNode,
    SumOverNode,
    SwapCardsNode,
    SwapLocationsNode,
    Type,
    UnionNode,
    UnionOfGroupsNode,
    VariableNode,
)
from kibitz.recycle.syntax.types import nodes

CORPUS = Path(__file__).parents[3] / "shared" / "corpus"
N = TypeVar("N", bound=Node)

SETUP = """
 (setup
  (create players 4)
  (create teams (1, 3) (2, 4))
  (create deck (game iloc STOCK) (deck (RANK (A, K, Q)) (SUIT (HEARTS, SPADES)))))
"""
SCORING = "(scoring max ((current player) sto SCORE))"


def checked(play: str, declarations: str = "") -> CheckResult:
    return check(Source("game.rcy", f"(game {declarations} {SETUP} {play} {SCORING})"))


def game_of(result: CheckResult) -> GameSyntax:
    errors = [diagnostic for diagnostic in result.diagnostics if diagnostic.is_error]
    assert result.game is not None, errors
    return result.game.game


def game_with(play: str, declarations: str = "") -> GameSyntax:
    return game_of(checked(play, declarations))


def the(kind: type[N], game: GameSyntax) -> N:
    """The only node of that class."""
    found = [node for node in nodes(game) if isinstance(node, kind)]
    assert len(found) == 1
    return found[0]


def score(value: str) -> str:
    return f"(do ((set (game sto RESULT) {value})))"


def errors(result: CheckResult) -> list[str]:
    return [diagnostic.slug for diagnostic in result.diagnostics if diagnostic.is_error]


# ---------------------------------------------------------------------------- overloads


def test_the_top_of_a_location_is_a_card() -> None:
    game = game_with("(do ((move (top (game iloc STOCK)) (top (game vloc PILE)))))")
    assert isinstance(the(MoveNode, game).source, CardAtNode)


def test_the_top_of_several_lists_is_one_of_them() -> None:
    game = game_with(score("(size (top (partition SUIT (game iloc STOCK))))"))
    assert the(MemberNode, game).type is Type.CARDS


def test_the_top_of_several_locations_is_a_location() -> None:
    game = game_with("(do ((move (top (game iloc STOCK)) (top (top (indexed game vloc PILE))))))")
    assert the(MemberNode, game).type is Type.LOCATION


def test_the_top_two_cards_are_a_sequence() -> None:
    assert the(SequenceNode, game_with(score("(size (top 2 (game iloc STOCK)))")))


def test_a_number_before_a_list_picks_a_card() -> None:
    game = game_with("(do ((move (2 (game iloc STOCK)) (bottom (game vloc PILE)))))")
    assert isinstance(the(MoveNode, game).source, CardAtNode)


def test_all_with_a_condition_is_a_condition() -> None:
    play = "(do (((all player 'P (== ('P sto SCORE) 0)) (turn pass))))"
    assert the(QuantifiedNode, game_with(play)).binder.type is Type.PLAYER


def test_all_with_integers_adds_up() -> None:
    assert the(SumOverNode, game_with(score("(all player 'P ('P sto SCORE))")))


def test_all_with_locations_collects_live_locations() -> None:
    game = game_with(score("(size (union (all player 'P ('P iloc HAND))))"))
    assert the(CollectNode, game).type is Type.LOCATIONS
    assert the(UnionOfGroupsNode, game)


def test_all_with_card_lists_collects_snapshots() -> None:
    play = score("(size (union (all player 'P (top 1 ('P iloc HAND)))))")
    assert the(CollectNode, game_with(play)).type is Type.GROUPS


@pytest.mark.parametrize(
    ("word", "kind"),
    [("union", UnionNode), ("intersect", IntersectionNode), ("disjunction", DisjunctionNode)],
)
def test_several_card_lists_are_combined(word: str, kind: type[Node]) -> None:
    assert the(kind, game_with(score(f"(size ({word} (game iloc STOCK) (game vloc PILE)))")))


def test_a_partition_of_lists_of_cards_looks_at_all_of_them() -> None:
    play = score("(size (partition SUIT (all player 'P ('P iloc HAND))))")
    assert the(PartitionOfGroupsNode, game_with(play))


def test_a_filtered_location_is_a_plain_list() -> None:
    play = score("(size (filter (game iloc STOCK) 'C (== (cardatt RANK 'C) A)))")
    assert the(FilterNode, game_with(play)).type is Type.CARDS


def test_filtered_players_are_players() -> None:
    play = "(do ((all (filter player 'P (> ('P sto SCORE) 1)) 'Q (inc ('Q sto SCORE)))))"
    assert the(FilterNode, game_with(play)).type is Type.PLAYERS


def test_a_team_as_a_collection_is_its_members() -> None:
    game = game_with("(do ((all (current team) 'P (inc ('P sto SCORE)))))")
    assert isinstance(the(LoopNode, game).collection, MembersNode)
    assert the(LoopNode, game).binder.type is Type.PLAYER


@pytest.mark.parametrize(
    ("left", "right", "type_"),
    [
        ("(game sto A)", "1", Type.INT),
        ("(game str A)", "HEARTS", Type.STR),
        ("(top (game iloc STOCK))", "(bottom (game iloc STOCK))", Type.CARD),
        ("(current player)", "(next player)", Type.PLAYER),
        ("(team (1 player))", "(2 team)", Type.TEAM),
    ],
)
def test_values_of_one_type_are_compared(left: str, right: str, type_: Type) -> None:
    equal = the(EqualNode, game_with(f"(do (((!= {left} {right}) (turn pass))))"))
    assert (equal.type, equal.negated) == (type_, True)


def test_swap_exchanges_cards_or_locations() -> None:
    cards = "(do ((swap (top (game iloc STOCK)) (top (game vloc PILE)))))"
    locations = "(do ((swap (game iloc STOCK) (game vloc PILE))))"
    assert the(SwapCardsNode, game_with(cards))
    assert the(SwapLocationsNode, game_with(locations))


def test_update_replaces_part_of_a_point_map() -> None:
    play = "(do ((update (game points VALUE) (((RANK : A) (SUIT : HEARTS) 3)))))"
    assert the(SetPointsNode, game_with(play)).update


def test_subsets_may_have_a_size() -> None:
    assert (
        the(SubsetsNode, game_with(score("(size (subsets (game iloc STOCK) == 2))"))).operator
        == "=="
    )


def test_a_stage_with_once_has_no_end() -> None:
    assert the(StageNode, game_with("(stage player once (choice ((turn pass))))")).end is None


# ---------------------------------------------------------------------------- variables


def test_a_variable_refers_to_the_innermost_binder_of_its_name() -> None:
    play = "(do ((let 1 'N (let 2 'N (set (game sto RESULT) 'N)))))"
    result = checked(play)
    value = the(SetIntNode, game_of(result)).value
    inner = the_inner_let(game_of(result))
    assert isinstance(value, VariableNode)
    assert value.binder.number == inner.binder.number
    assert "shadowed-variable" in [diagnostic.slug for diagnostic in result.diagnostics]


def the_inner_let(game: GameSyntax) -> LetNode:
    outer = next(node for node in nodes(game) if isinstance(node, LetNode))
    assert isinstance(outer.statement, LetNode)
    return outer.statement


def test_every_binder_has_its_own_number() -> None:
    game = game_with(
        "(do ((all player 'P (inc ('P sto SCORE))) (all player 'P (inc ('P sto SCORE)))))"
    )
    numbers = [node.binder.number for node in nodes(game) if isinstance(node, LoopNode)]
    assert len(set(numbers)) == 2


@pytest.mark.parametrize(
    ("value", "type_"),
    [
        ("3", Type.INT),
        ("HEARTS", Type.STR),
        ("(range 1..3)", Type.INTS),
        ("(A, B)", Type.STRS),
        ("(game vloc PILE)", Type.LOCATION),
        ("(top 2 (game vloc PILE))", Type.CARDS),
        ("(top (game vloc PILE))", Type.CARD),
        ("(subsets (game vloc PILE))", Type.GROUPS),
        ("(indexed game vloc PILE)", Type.LOCATIONS),
        ("(next player)", Type.PLAYER),
        ("(other player)", Type.PLAYERS),
        ("(current team)", Type.TEAM),
        ("(other team)", Type.TEAMS),
        ("(== 1 2)", Type.BOOL),
    ],
)
def test_let_gives_its_variable_the_type_of_the_value(value: str, type_: Type) -> None:
    assert the(LetNode, game_with(f"(do ((let {value} 'V (turn pass))))")).binder.type is type_


@pytest.mark.parametrize(
    ("collection", "type_"),
    [
        ("(game iloc STOCK)", Type.CARD),
        ("(subsets (game iloc STOCK))", Type.CARDS),
        ("(indexed game vloc PILE)", Type.LOCATION),
        ("(range 1..3)", Type.INT),
        ("(A, B)", Type.STR),
        ("team", Type.TEAM),
        ("(other player)", Type.PLAYER),
    ],
)
def test_a_loop_gives_its_variable_the_type_of_an_element(collection: str, type_: Type) -> None:
    assert (
        the(LoopNode, game_with(f"(do ((all {collection} 'V (turn pass))))")).binder.type is type_
    )


def test_a_loop_variable_over_locations_is_a_destination() -> None:
    play = "(do ((all (indexed game vloc PILE) 'L (move (top (game iloc STOCK)) (top 'L)))))"
    assert game_with(play)


def test_a_variable_for_a_memory_is_still_a_memory() -> None:
    result = checked("(do ((let (game mem SEEN) 'M (move (top (game iloc STOCK)) (top 'M)))))")
    assert errors(result) == ["misplaced-memory"]


def test_a_card_found_in_a_memory_may_be_moved() -> None:
    assert game_with("(do ((all (game mem SEEN) 'C (move 'C (top (game vloc PILE))))))")


def test_options_and_declarations_are_constants() -> None:
    game = game_with(
        score("(* 'LIMIT 2)"),
        "(declare (option 4 (range 2..6)) 'HANDS) (declare (+ 'HANDS 1) 'LIMIT)"
        " (declare (option NO (NO, YES)) 'JOKERS) (declare (game iloc STOCK) 'PLACE)"
        " (require (or (== 'JOKERS NO) (< 'HANDS 6)))",
    )
    options = [part for part in game.declarations if isinstance(part, OptionNode)]
    assert [type(option.domain) for option in options] == [RangeNode, StringsNode]
    assert [part.binder.type for part in game.declarations] == [
        Type.INT,
        Type.INT,
        Type.STR,
        Type.LOCATION,
    ]


def test_a_deck_may_depend_on_an_option() -> None:
    program = f"""
    (game
     (declare (option 1 (range 0..2)) 'JOKERS)
     (declare (option 3 (range 2..4)) 'SEATS)
     (setup
      (create players 'SEATS)
      (create deck RED (game iloc STOCK) (deck (RANK (A, K))))
      (repeat 0 (create deck (game iloc STOCK) (deck (RANK (JOKER)))))
      ((> 'JOKERS 0) (repeat 'JOKERS (create deck (game iloc STOCK) (deck (RANK (JOKER)))))))
     (do ((turn pass)))
     {SCORING})
    """
    game = game_of(check(Source("game.rcy", program)))
    assert [type(deck) for deck in game.setup.decks] == [
        CreateDeckNode,
        RepeatDeckNode,
        GuardedDeckNode,
    ]


def test_a_branching_attribute_keeps_the_values_on_its_way() -> None:
    deck = "(deck (COLOR (RED (SUIT (HEARTS, DIAMONDS))) (BLACK (SUIT (CLUBS))) (NONE)))"
    game = game_with(f"(do ((create deck (game vloc PILE) {deck})))")
    created = next(node for node in nodes(game.nodes[0]) if isinstance(node, CreateDeckNode))
    [colour] = created.attributes
    below = [[part.name for part in branch.attributes] for branch in colour.branches]
    assert below == [["SUIT"], ["SUIT"], []]


# ---------------------------------------------------------------------------- faults


def test_independent_faults_are_reported_together() -> None:
    result = checked(
        """
        (do (
          (mvoe (top (game iloc STOCK)) (top (game vloc PILE)))
          (set (game sto RESULT) 'N)
          (inc (game str NAME))
          (shuffle 7)))
        """
    )
    assert errors(result) == ["unknown-keyword", "unbound-variable", "not-a-storage", "wrong-type"]
    assert result.game is None


def test_one_fault_is_reported_once_however_often_its_value_is_used() -> None:
    result = checked(
        """
        (do ((let (top 'NOWHERE) 'C (do (
          (move 'C (top (game vloc PILE)))
          (set (game sto RESULT) (score 'C using (game points VALUE)))
          (all 'C 'D (inc ('D sto SCORE))))))))
        """
    )
    assert errors(result) == ["unbound-variable"]


def test_a_misspelt_word_that_occurs_often_is_reported_once() -> None:
    result = checked("(do ((shuffle (game iloc stock)) (shuffle (game iloc stock))))")
    assert errors(result) == ["unknown-keyword"]


def test_at_most_twenty_reports_are_given_and_the_rest_is_counted() -> None:
    result = checked(f"(do ({'(shuffle 7)' * 30}))")
    assert len(result.diagnostics) == 20
    assert result.diagnostics[-1].notes[-1] == (
        "there are more faults; they are shown when these are gone"
    )


def test_a_name_that_should_be_a_variable_is_recognised() -> None:
    result = checked("(do ((all player 'P (inc (P sto SCORE)))))")
    assert [diagnostic.help for diagnostic in result.diagnostics] == ["the variable is `'P`"]


@pytest.mark.parametrize(
    ("play", "help_"),
    [
        ("(do ((cycle current previous)))", "write `(cycle current (previous player))`"),
        (
            "(do ((move (actual (top (game iloc STOCK))) (top (game vloc PILE)))))",
            "a card stands for itself: leave `actual` out",
        ),
        (
            "(do ((all (tuples 2 (game iloc STOCK) using (game points V)) 'T (turn pass))))",
            "choose among subsets: `(filter (subsets CARDS == N) 'S CONDITION)`",
        ),
        (
            "(do ((move (top (game iloc STOCK)) (top (game vloc new)))))",
            "number the places yourself: `(game vloc NAME INDEX)`",
        ),
        (
            "(do ((put points 'V (((RANK : A) 1)))))",
            "write `(set (game points NAME) (((RANK : A) 1)))`",
        ),
        (
            "(do ((initialize (game sto X) 3)))",
            "storages start at 0; to give one a value, write `(set STORAGE VALUE)`",
        ),
        (
            "(do ((create deck (game iloc STOCK) (deck 2 (RANK (A))))))",
            "write `(repeat 2 (create deck …))`",
        ),
        ("(do ((inc ((0 player) sto SCORE))))", "write `(1 player)`"),
        ("(do ((inc ((0 team) sto SCORE))))", "write `(1 team)`"),
        (
            "(do ((all (sort (game iloc STOCK) using (game points V)) 'C (turn pass))))",
            "take cards in order with `(max CARDS using POINTS)` or `(min CARDS using POINTS)`",
        ),
        (
            "(do ((shuffle faro (game iloc STOCK) (game vloc PILE))))",
            "put the cards together in one location and `shuffle` that",
        ),
        (
            "(stage player (== 1 1) (end (== 1 1)) (choice ((turn pass))))",
            "put the stage under the condition: `(CONDITION (stage …))`",
        ),
    ],
)
def test_forms_of_other_dialects_are_refused_with_the_form_of_ours(play: str, help_: str) -> None:
    result = checked(play)
    assert [diagnostic.help for diagnostic in result.diagnostics] == [help_]


@pytest.mark.parametrize(
    ("play", "slug"),
    [
        ("(do ((move (top (game mem M)) (top (game vloc PILE)))))", "misplaced-memory"),
        ("(do ((swap (game mem M) (game vloc PILE))))", "misplaced-memory"),
        ("(do ((create deck (game mem M) (deck (RANK (A))))))", "misplaced-memory"),
        ("(do ((forget (top (game vloc PILE)))))", "not-a-memory"),
        ("(do ((repeat all (shuffle (game iloc STOCK)))))", "not-an-action"),
        ("(do ((let 1 'N (choice ((turn pass))))))", "misplaced-choice"),
        ("(do ((all player 'P (stage player once (choice ((turn pass)))))))", "misplaced-stage"),
        ("(do ((cycle next 2)))", "wrong-type"),
        ("(do ((== (game sto N) 1) (turn pass)))", "missing-list"),
        ("(setup)", "repeated-section"),
        ("(declare 3 'LATE)", "misplaced-section"),
        ("(do ((set (game sto X) (game sto))))", "wrong-operand-count"),
        ("(do ((set (game sto X) (range 1 3))))", "missing-word"),
    ],
)
def test_a_fault_has_its_slug(play: str, slug: str) -> None:
    assert slug in errors(checked(play))


@pytest.mark.parametrize("count", ["0", "17", "'FEW", "'MANY"])
def test_every_possible_number_of_players_is_from_1_to_16(count: str) -> None:
    declarations = "(declare (option 2 (range 0..4)) 'FEW) (declare 20 'MANY)"
    setup = f"(setup (create players {count}) (create deck (game iloc STOCK) (deck (RANK (A)))))"
    program = f"(game {declarations} {setup} (do ((turn pass))) {SCORING})"
    assert errors(check(Source("game.rcy", program))) == ["player-count"]


def test_cycle_is_allowed_in_a_stage_inside_a_stage_of_one_turn_each() -> None:
    assert game_with(
        "(stage player once (stage player (end (== (game sto N) 2))"
        " (do ((inc (game sto N)) (cycle next (current player))))))"
    )


def test_deep_nesting_is_no_trouble() -> None:
    value = "(not " * 85 + "(== 1 1)" + ")" * 85
    assert game_with(f"(do (({value} (turn pass))))")


# ---------------------------------------------------------------------------- digest, files


def test_layout_and_comments_do_not_change_the_digest() -> None:
    program = f"(game {SETUP} (do ((turn pass))) {SCORING})"
    spread = program.replace(" ", "\n ;; a remark\n ")
    digests = {
        result.game.digest
        for text in (program, spread)
        if (result := check(Source("game.rcy", text))).game is not None
    }
    assert len(digests) == 1


def test_another_number_changes_the_digest() -> None:
    first, second = checked(score("1")).game, checked(score("2")).game
    assert first is not None
    assert second is not None
    assert first.digest != second.digest


def test_loading_a_faulty_file_raises_all_its_reports(tmp_path: Path) -> None:
    path = tmp_path / "faulty.rcy"
    path.write_text(f"(game {SETUP} (do ((shuffle 7) (shuffle 8))) {SCORING})", encoding="utf-8")
    with pytest.raises(RecycleError, match="`shuffle` needs a card list, not an integer") as raised:
        load(path)
    assert len(raised.value.diagnostics) == 2


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the published games are not here")
@pytest.mark.parametrize("path", sorted(CORPUS.glob("*.rcy")), ids=lambda path: path.stem)
def test_a_published_game_has_no_error(path: Path) -> None:
    assert load(path).source.name == str(path)
