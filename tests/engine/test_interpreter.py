"""How a game is played, where the conformance programs do not look."""

from __future__ import annotations

import pytest
from small_games import (
    VALUES,
    decision_at,
    digit,
    engine_of,
    game,
    lying,
    play,
    points,
    scored,
    state_after,
)

from kibitz.engine import IllegalChoice, Outcome, Rng
from kibitz.recycle.syntax import Goal

STOCK = "(game iloc STOCK)"
TEAMS = "(create teams (1, 3) (4, 2)) (create deck (game iloc STOCK) (deck (RANK (A, B, C, D))))"


# ------------------------------------------------------------------ stages


def test_a_stage_once_gives_everybody_one_turn_from_the_current_player_on() -> None:
    nodes = f"""(do ((cycle current (2 player))))
      (stage player once (do ({digit("(pid (current player))")})))
      (do ({digit("(pid (current player))")}))"""
    assert scored(nodes, players=3) == 2312


def test_a_stage_once_inside_a_stage_starts_anew_with_each_turn() -> None:
    nodes = f"""(stage player (end (== (game sto N) 2))
      (stage player once (do ({digit("(pid (current player))")})))
      (do ((inc (game sto N)))))"""
    assert scored(nodes, players=3) == 123231


def test_a_team_stage_once_goes_round_the_teams() -> None:
    nodes = f"(stage team once (do ({digit('(tid (current team))')})))"
    assert scored(nodes, setup=TEAMS, players=4) == 12


def test_a_later_queue_replaces_an_earlier_one() -> None:
    nodes = f"""(stage player (end (== (game sto N) 3))
      (do ((inc (game sto N)) {digit("(pid (current player))")}
           (cycle next (1 player)) (cycle next (3 player)))))"""
    assert scored(nodes, players=3) == 133


def test_the_end_of_a_stage_sees_the_queued_player_as_the_next() -> None:
    nodes = f"""(stage player (end (== (pid (next player)) 3))
      (do ((inc (game sto N)) {digit("(pid (current player))")}
           ((== (game sto N) 2) (cycle next (3 player))))))"""
    assert scored(nodes, players=5) == 12


def test_loops_over_a_team_meet_its_members_as_listed_and_other_teams_are_all_but_the_current() -> (
    None
):
    nodes = f"""(do ((all (2 team) 'P {digit("(pid 'P)")})
                     (all (other team) 'T {digit("(tid 'T)")})
                     {digit("(tid (team (3 player)))")}))"""
    assert scored(nodes, setup=TEAMS, players=4) == 4221


# ------------------------------------------------------------------ point maps


def test_an_update_replaces_the_awards_for_the_same_attributes_and_keeps_the_others() -> None:
    setup = "(create deck (game iloc STOCK) (deck (RANK (A, B)) (SUIT (H, S))))"
    nodes = f"""(do (
      (set (game points V) (((RANK : A) 1) ((SUIT : H) 10) ((RANK : A) (SUIT : H) 100)))
      (update (game points V) (((RANK : B) 5)))
      (set (game sto R) (sum {STOCK} using (game points V)))))"""
    assert scored(nodes, setup=setup) == 2 * 5 + 2 * 10 + 100


def test_an_award_for_the_empty_string_is_for_cards_that_lack_the_attribute() -> None:
    setup = "(create deck (game iloc STOCK) (deck (RANK (A)) (SUIT (H)))) "
    setup += "(create deck (game iloc STOCK) (deck (RANK (A, B))))"
    nodes = f"""(do ((set (game points V) (((SUIT : (game str UNSET)) 7)))
      (set (game sto R) (sum {STOCK} using (game points V)))))"""
    assert scored(nodes, setup=setup) == 14


# ------------------------------------------------------------------ positions, lists, groups


def test_a_numbered_position_counts_from_0_at_the_bottom() -> None:
    assert scored(f"(do ({VALUES} (set (game sto R) {points(f'(2 {STOCK})')})))") == 3


def test_a_card_moved_within_its_pile_is_taken_out_before_it_is_put_back() -> None:
    nodes = f"(do ({VALUES} (move (top {STOCK}) (1 {STOCK}))"
    nodes += "".join(digit(points(f"({place} {STOCK})")) for place in (0, 1, 2, 3)) + "))"
    assert scored(nodes) == 1423


def test_of_groups_the_top_is_the_first_and_the_bottom_the_last() -> None:
    group = f"(do ({VALUES} (let (partition RANK {STOCK}) 'G (do ("
    group += "".join(digit(points(f"(top ({which} 'G))")) for which in ("top", "bottom", "1"))
    assert scored(group + ")))))") == 142


def test_a_member_of_groups_shrinks_when_its_card_is_moved_through_it() -> None:
    nodes = f"""(do ((let (partition RANK {STOCK}) 'G (do (
      (move (top (top 'G)) (top (game vloc X)))
      {digit("(+ 1 (size (top 'G)))")} {digit("(size 'G)")})))))"""
    assert scored(nodes) == 14


def test_a_list_keeps_a_card_that_went_another_way_and_can_move_it_again() -> None:
    nodes = f"""(do ((let (filter {STOCK} 'C (== 1 1)) 'W (do (
      (move (top {STOCK}) (top (game vloc X))) {digit("(size 'W)")}
      (move (top 'W) (top (game vloc Y)))
      {digit("(size 'W)")} {digit("(size (game vloc X))")} {digit("(size (game vloc Y))")})))))"""
    assert scored(nodes) == 4301


def test_a_variable_for_a_location_can_be_moved_to() -> None:
    nodes = f"""(do ((let (game vloc X) 'W (move (top {STOCK}) (top 'W)))
                     {digit("(size (game vloc X))")}))"""
    assert scored(nodes) == 1


def test_repeat_all_looks_at_an_inline_list_again_in_every_round() -> None:
    nodes = f"""(do (
      (repeat all (move (top (filter {STOCK} 'C (!= (cardatt RANK 'C) B))) (top (game vloc X))))
      {digit(f"(size {STOCK})")} {digit("(size (game vloc X))")}))"""
    assert scored(nodes) == 13


def test_a_loop_over_a_pile_meets_the_cards_that_lay_there_when_it_began() -> None:
    nodes = f"""(do ((all {STOCK} 'C (do ((move 'C (top (game vloc X))) (inc (game sto N)))))
                     {digit("(game sto N)")}))"""
    assert scored(nodes) == 4


@pytest.mark.parametrize(
    ("size", "count"), [("== 2", 6), ("!= 2", 9), ("<= 0", 0), ("> 4", 0), (">= 3", 5), ("< 9", 15)]
)
def test_sized_subsets_are_those_of_that_size(size: str, count: int) -> None:
    assert scored(f"(do ((set (game sto R) (size (subsets {STOCK} {size})))))") == count


@pytest.mark.parametrize("operator", ["==", "!=", "<", "<=", ">", ">="])
@pytest.mark.parametrize("worth", [(1, 2, 3, 4), (3, 3, 3, 3), (-2, 2, 0, 5), (0, 0, 0, 0)])
def test_subsets_worth_so_much_are_those_that_a_filter_leaves_in_the_same_order(
    operator: str, worth: tuple[int, ...]
) -> None:
    awards = " ".join(
        f"((RANK : {rank}) (- {n + 9} 9))" for rank, n in zip("ABCD", worth, strict=True)
    )
    values = f"(set (game points V) ({awards}))"
    weights = "(set (game points W) (((RANK : A) 1) ((RANK : B) 2) ((RANK : C) 4) ((RANK : D) 8)))"
    number = "(sum 'S using (game points W))"
    hashed = f"(set (game sto R) (% (+ (* 31 (game sto R)) {number}) 9973))"
    worked = f"(all (subsets {STOCK} {operator} 3 using (game points V)) 'S {hashed})"
    kept = f"({operator} (sum 'T using (game points V)) 3)"
    filtered = f"(all (filter (subsets {STOCK}) 'T {kept}) 'S {hashed})"
    results = [scored(f"(do ({values} {weights} {way}))") for way in (worked, filtered)]
    assert results[0] == results[1]


def test_sized_subsets_come_in_the_order_of_all_subsets() -> None:
    values = VALUES.replace("3)", "4)").replace("D) 4", "D) 8")
    order = "(all (subsets {0}{1}) 'S " + digit("(sum 'S using (game points V))") + ")"
    threes = scored(f"(do ({values} {order.format(STOCK, ' == 3')}))")
    assert threes == 7 * 1000 + 11 * 100 + 13 * 10 + 14


@pytest.mark.parametrize(
    ("expression", "size"),
    [("run top 2", 3), ("run bottom 2", 0), ("run top 9", 0), ("run bottom 0", 1)],
)
def test_a_run_is_the_longest_stretch_at_that_end(expression: str, size: int) -> None:
    values = "(set (game points V) (((RANK : A) 3) ((RANK : B) 1) ((RANK : C) 3) ((RANK : D) 2)))"
    nodes = f"(do ({values} {digit(f'(size ({expression} {STOCK} using (game points V)))')}))"
    assert scored(nodes) == size


def test_runs_take_one_card_of_every_score_in_every_way_once() -> None:
    values = "(set (game points V) (((RANK : A) 1) ((RANK : B) 2) ((RANK : C) 3) ((RANK : D) 3)))"
    nodes = f"""(do ({values}
      {digit(f"(size (runs all 2 {STOCK} using (game points V)))")}
      {digit(f"(size (runs largest 3 {STOCK} using (game points V)))")}))"""
    assert scored(nodes) == 52


def test_intersection_and_disjunction_of_lists() -> None:
    ends = f"(top 3 {STOCK}) (bottom 3 {STOCK})"
    nodes = f"""(do ({VALUES}
      {digit(f"(sum (intersect {ends}) using (game points V))")}
      {digit(f"(sum (disjunction {ends}) using (game points V))")}))"""
    assert scored(nodes) == 55


# ------------------------------------------------------------------ swap, memory, new cards


def test_positions_of_one_pile_can_be_swapped() -> None:
    nodes = f"""(do ({VALUES} (swap (top {STOCK}) (1 {STOCK}))
      {digit(points(f"(1 {STOCK})"))} {digit(points(f"(top {STOCK})"))}))"""
    assert scored(nodes) == 42


def test_a_reference_can_be_forgotten_from_the_middle() -> None:
    memory = "(game mem M)"
    nodes = f"(do ({VALUES}"
    nodes += "".join(f"(remember ({n} {STOCK}) (top {memory}))" for n in (0, 1, 2))
    nodes += f"(forget (1 {memory})) {digit(f'(sum {memory} using (game points V))')}))"
    assert scored(nodes) == 4


def test_a_remembered_card_is_owned_by_whoever_holds_the_card_itself() -> None:
    nodes = f"""(do ((remember (top {STOCK}) (top (game mem M)))
      (move (top {STOCK}) (top ((2 player) oloc H)))
      (set (game sto R) (pid (owner (top (game mem M)))))))"""
    assert scored(nodes, players=3) == 2


def test_cards_can_be_made_during_play_and_score_like_any_other() -> None:
    nodes = f"""(do ({VALUES} (create deck BLUE (game vloc X) (deck (RANK (D, Z))))
      (set (game sto R) (sum (union {STOCK} (game vloc X)) using (game points V)))))"""
    assert scored(nodes) == 14


def test_cards_made_by_an_option_can_be_picked_in_it() -> None:
    text = game(
        """(choice ((do (
             (create deck (game vloc X) (deck (RANK (E, F))))
             (any (game vloc X) 'C (move 'C (top (game vloc Y))))))))"""
    )
    engine = engine_of(text)
    state = state_after(engine)
    assert [option.key for option in decision_at(engine, state).options] == [
        "1:C=new[0]",
        "1:C=new[1]",
    ]
    after = engine.apply(engine.at(state), 1, Rng(1)).state
    assert lying(engine, after, "Y") == ["F"]
    assert len(state.kinds) == 4, "looking at the options must not make cards"


# ------------------------------------------------------------------ names found out during play


def test_a_storage_can_be_named_by_a_string_that_play_decides() -> None:
    nodes = """(do ((set (game str WHICH) B) (set (game sto (game str WHICH)) 7)
                    (set (game sto (game str UNSET)) 1)
                    (set (game sto R) (game sto B))))"""
    assert scored(nodes) == 7


def test_a_location_can_be_named_by_a_string_that_play_decides() -> None:
    nodes = f"""(do ((all (X, Y) 'N (move (top {STOCK}) (top (game vloc 'N))))
                     (set (game str WHICH) (cardatt RANK (top {STOCK})))
                     (move (top {STOCK}) (top (game vloc (game str WHICH))))
                     (set (game sto R) (+ (size (game vloc Y)) (* 10 (size (game vloc B)))))))"""
    assert scored(nodes) == 11


# ------------------------------------------------------------------ choices


def test_a_hand_of_thirteen_can_be_played_in_all_its_8191_ways() -> None:
    ranks_listed = ", ".join("ABCDEFGHIJKLM")
    text = game(
        f"(choice ((any (subsets {STOCK}) 'S (repeat all (move (top 'S) (top (game vloc X)))))))",
        setup=f"(create deck {STOCK} (deck (RANK ({ranks_listed}))))",
    )
    assert play(text).decisions == [(1, 8191)]


def test_picks_after_an_empty_pick_find_their_own_elements() -> None:
    text = game(
        f"""(do ((move (top {STOCK}) (top ((2 player) vloc H)))
                 (repeat 2 (move (top {STOCK}) (top ((3 player) vloc H))))))
        (choice ((all player 'P (any ('P vloc H) 'C (move 'C (top (game vloc X)))))))""",
        players=3,
    )
    engine = engine_of(text)
    options = decision_at(engine, state_after(engine)).options
    assert [option.key for option in options] == ["1:C=D,C=C", "1:C=D,C=B"]


def test_while_options_are_built_chance_stands_still() -> None:
    text = game(
        f"""(choice (
          (do ((set (game sto R) (random 5 .. 9))
               ((== (game sto R) 5) (any (range 1..3) 'N (turn pass)))))
          (do ((shuffle {STOCK}) (move (top {STOCK}) (top (game vloc X)))))))"""
    )
    engine = engine_of(text)
    state = state_after(engine)
    before = state.fingerprint()
    assert len(decision_at(engine, state).options) == 4
    assert state.fingerprint() == before


def test_an_option_with_chance_in_it_is_played_with_real_chance() -> None:
    text = game("(choice ((set (game sto R) (random 1000))))")
    assert len({play(text, seed=seed).scores[0] for seed in range(20)}) > 10


def test_the_card_drawn_after_a_shuffle_in_the_same_option_is_the_one_then_on_top() -> None:
    text = game(f"(choice ((do ((shuffle {STOCK}) (move (top {STOCK}) (top (game vloc X)))))))")
    engine = engine_of(text)
    drawn = {lying(engine, state_after(engine, [0], seed), "X")[0] for seed in range(40)}
    assert drawn == {"A", "B", "C", "D"}


def test_a_tie_for_the_best_card_is_broken_by_chance_with_one_draw() -> None:
    nodes = f"""(do ((set (game points V) (((RANK : A) 2) ((RANK : D) 2)))
      (move (max {STOCK} using (game points V)) (top (game vloc X)))))"""
    engine = engine_of(game(nodes))
    drawn = {lying(engine, state_after(engine, seed=seed), "X")[0] for seed in range(40)}
    assert drawn == {"A", "D"}


def test_without_a_tie_no_chance_is_used() -> None:
    nodes = f"(do ({VALUES} (move (max {STOCK} using (game points V)) (top (game vloc X)))))"
    rng = Rng(1)
    engine_of(game(nodes)).deal(rng)
    assert rng.words == Rng(1).words


def test_an_option_that_is_not_there_is_refused_and_the_chooser_named() -> None:
    engine = engine_of(game("(do ((cycle current (2 player)))) (choice ((turn pass)))", players=2))
    state = state_after(engine)
    for option in (-1, 1):
        with pytest.raises(IllegalChoice, match="player 2 has 1 options here"):
            engine.apply(engine.at(state), option, Rng(1))


def test_nothing_can_be_chosen_when_the_match_is_over() -> None:
    engine = engine_of(game("(choice ((turn pass)))"))
    with pytest.raises(IllegalChoice):
        engine.apply(engine.at(state_after(engine, [0])), 0, Rng(1))


# ------------------------------------------------------------------ the end


def test_the_score_of_an_unfinished_match_is_as_it_stands() -> None:
    text = game("(do ((set (game sto R) 4))) (choice ((inc (game sto R))))")
    engine = engine_of(text)
    assert engine.score(state_after(engine)).scores == (4,)


def test_a_playout_stops_at_its_limit_and_says_so() -> None:
    text = game("(stage player (end (== (game sto R) 9)) (choice ((inc (game sto R)))))", players=2)
    capped = engine_of(text).playout(Rng(1), most_decisions=3)
    assert (capped.capped, capped.outcome.scores, len(capped.decisions)) == (True, (3, 3), 3)
    whole = engine_of(text).playout(Rng(1), most_decisions=9)
    assert (whole.capped, len(whole.decisions)) == (False, 9)


def test_equal_scores_share_the_better_rank() -> None:
    assert Outcome((5, 7, 5, 1), Goal.MAX).ranks == (2, 1, 2, 4)
    assert Outcome((5, 7, 5, 1), Goal.MIN).ranks == (2, 4, 2, 1)
