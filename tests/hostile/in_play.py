"""Bombs for whoever lowers, compiles and plays: many places, long loops, many options."""

from __future__ import annotations

from bombs import (
    PASS,
    REFERENCE,
    SHOW,
    SIMULATE,
    bomb,
    deck,
    each,
    game,
    listed,
    names,
    nested,
    strings_of_the_program,
)

TURNS = "(stage player (end (== (game sto OVER) 1))"
THOUSANDS = "(range 1..60000)"

# ---------------------------------------------------------------------------- size


@bomb(SIMULATE, "too-many-locations")
def a_place_of_any_name_and_index() -> str:
    place = "((current player) iloc (game str NAME) (game sto INDEX))"
    filled = f"(move (top (game iloc STOCK)) (top {place}))"
    return game(strings_of_the_program(900) + filled + PASS, players=16)


@bomb(SIMULATE, "too-many-locations")
def memories_of_any_name() -> str:
    noted = "(remember (top (game iloc STOCK)) (top ((current player) mem (game str NAME))))"
    return game(strings_of_the_program(900) + noted + PASS, players=16)


@bomb(SHOW, "too-many-locations")
def places_of_any_name_to_be_shown() -> str:
    return a_place_of_any_name_and_index()


@bomb(SIMULATE, "too-many-storages")
def numbers_of_any_name_for_sixteen_players() -> str:
    counted = "(all player 'P (inc ('P sto (game str NAME))))"
    return game(strings_of_the_program(900) + counted + PASS, players=16)


@bomb(SIMULATE, "too-many-storages")
def point_maps_of_any_name_for_sixteen_players() -> str:
    made = f"(all ({listed(900)}) 'N (all player 'P (set ('P points 'N) (((RANK : A) 1)))))"
    return game(made + PASS, players=16)


@bomb(SIMULATE)
def two_thousand_places() -> str:
    lists = f"(all ({listed(31)}) 'N (all (range 0..63) 'I (shuffle (game iloc 'N 'I))))"
    return game(lists + PASS, deck=deck(255))


@bomb(SIMULATE)
def a_thousand_memories() -> str:
    lists = f"(all ({listed(60)}) 'N (all player 'P (shuffle ('P hloc 'N))))"
    noted = "(all player 'P (remember (top (game iloc STOCK)) (top ('P mem SEEN 63))))"
    return game(lists + noted + PASS, players=16)


@bomb(SIMULATE, "not-computable")
def long_lists_declared() -> str:
    return game(declared=each(f"(declare {THOUSANDS} 'V?)", 900))


@bomb(SIMULATE, "not-computable")
def a_power_that_no_number_holds() -> str:
    return game(declared="(declare (^ 2 2147483647) 'HUGE)")


@bomb(SIMULATE, "too-many-cards")
def two_thousand_million_decks() -> str:
    return game(deck=f"(repeat 2147483647 {deck(3)})")


@bomb(SIMULATE, "too-many-cards")
def a_deck_of_every_combination() -> str:
    attributes = each("(? (A, B))", 900)
    return game(deck=f"(create deck (game iloc STOCK) (deck {attributes}))")


@bomb(SIMULATE, "too-many-cards")
def decks_made_in_play() -> str:
    return game(f"(repeat 400 {deck(3)}) {PASS}")


@bomb(SIMULATE)
def cards_with_a_thousand_attributes() -> str:
    attributes = each("(? (A))", 900)
    return game(deck=f"(create deck (game iloc STOCK) (deck {attributes} (RANK (A, B, C))))")


@bomb(SIMULATE)
def a_point_map_of_two_thousand_awards() -> str:
    awards = " ".join(f"((RANK : {name}) 1)" for name in names(900) * 2)
    score = "(sum (game iloc STOCK) using (game points WORTH))"
    return game(f"(set (game points WORTH) ({awards})) {PASS}", score=score)


# ---------------------------------------------------------------------------- nesting


@bomb(SIMULATE)
def conditions_in_conditions() -> str:
    return game(nested("((== (game sto TURN) 0)", "(inc (game sto TURN))", 90) + PASS)


@bomb(SIMULATE)
def ands_in_ands() -> str:
    deep = nested("(and (== (game sto TURN) 0)", "(== (game sto TURN) 0)", 90)
    return game(f"({deep} (inc (game sto TURN))) {PASS}")


@bomb(SIMULATE)
def loops_in_loops() -> str:
    return game(nested("(all (range 0..0) '?", "(inc (game sto TURN))", 60) + PASS)


@bomb(SIMULATE)
def lets_in_lets() -> str:
    return game(nested("(let (game iloc STOCK) '?", "(shuffle (game iloc STOCK))", 60) + PASS)


@bomb(SIMULATE)
def differences_of_differences() -> str:
    deep = nested("(-", "(game sto TURN)", 45, " (game sto BEFORE))")
    return game(f"(set (game sto TURN) {deep}) {PASS}")


@bomb(SIMULATE)
def filters_in_filters() -> str:
    closing = " 'C (== (game sto TURN) 0))"
    return game(f"(shuffle {nested('(filter', '(game iloc STOCK)', 60, closing)}) {PASS}")


@bomb(SIMULATE)
def stages_in_stages_twice() -> str:
    stages = nested("(stage player (end (== (game sto TURN) 1))", "(inc (game sto TURN))", 94)
    return game(stages * 2)


# ---------------------------------------------------------------------------- time

THREE_LOOPS = nested(f"(all {THOUSANDS} '?", "(inc (game sto TURN))", 3) + PASS
QUESTIONS = nested(f"(any {THOUSANDS} '?", "(== 1 (game sto TURN))", 3)
THREE_QUESTIONS = f"({QUESTIONS} (inc (game sto TURN))) {PASS}"
A_LONG_REPEAT = f"(repeat 2147483647 (inc (game sto TURN))) {PASS}"


@bomb(SIMULATE, "too-much-work")
def three_nested_loops() -> str:
    return game(THREE_LOOPS)


@bomb(REFERENCE, "too-much-work")
def three_nested_loops_by_the_reference() -> str:
    return game(THREE_LOOPS)


@bomb(SIMULATE, "too-much-work")
def three_nested_questions() -> str:
    return game(THREE_QUESTIONS)


@bomb(REFERENCE, "too-much-work")
def three_nested_questions_by_the_reference() -> str:
    return game(THREE_QUESTIONS)


@bomb(SIMULATE, "no-progress")
def a_long_repeat() -> str:
    return game(A_LONG_REPEAT)


@bomb(REFERENCE, "no-progress")
def a_long_repeat_by_the_reference() -> str:
    return game(A_LONG_REPEAT)


@bomb(SIMULATE, "no-progress")
def a_repeat_inside_an_option() -> str:
    return game("(choice ((repeat 2147483647 (inc (game sto TURN))) (turn pass)))")


A_LONG_CONDITION = f"(choice (({QUESTIONS} (turn pass)) (turn pass)))"


@bomb(SIMULATE, "too-much-work")
def a_condition_of_an_option_that_takes_for_ever() -> str:
    return game(A_LONG_CONDITION)


@bomb(REFERENCE, "too-much-work")
def a_condition_of_an_option_that_takes_for_ever_by_the_reference() -> str:
    return game(A_LONG_CONDITION)


@bomb(SIMULATE, "too-much-work")
def a_score_that_takes_for_ever() -> str:
    return game(score=nested(f"(all {THOUSANDS} '?", "1", 3))


@bomb(SIMULATE, "too-much-work")
def an_end_that_takes_for_ever() -> str:
    asked = nested(f"(any {THOUSANDS} '?", "(== 1 (game sto TURN))", 3)
    return game(f"(stage player (end {asked}) {PASS})")


@bomb(SIMULATE)
def a_stage_without_an_end() -> str:
    return game(f"{TURNS} {PASS})")


@bomb(SIMULATE, "no-progress")
def a_stage_in_which_nobody_decides() -> str:
    return game(f"{TURNS} (inc (game sto TURN)))")


@bomb(REFERENCE, "no-progress")
def a_stage_in_which_nobody_decides_by_the_reference() -> str:
    return game(f"{TURNS} (inc (game sto TURN)))")


# ---------------------------------------------------------------------------- memory

SUBSETS = "(set (game sto TURN) (size (subsets (game iloc STOCK))))" + PASS
KEPT = f"(let (all {THOUSANDS} '? (top 200 (game iloc STOCK))) 'KEPT?"


@bomb(SIMULATE, "too-many-elements")
def subsets_of_forty_cards() -> str:
    return game(SUBSETS, deck=deck(40))


@bomb(REFERENCE, "too-many-elements")
def subsets_of_forty_cards_by_the_reference() -> str:
    return game(SUBSETS, deck=deck(40))


@bomb(SIMULATE, "too-many-elements")
def halves_of_sixty_cards() -> str:
    return game(SUBSETS.replace("STOCK))", "STOCK) == 30)"), deck=deck(60))


@bomb(SIMULATE, "too-much-work")
def long_lists_kept() -> str:
    return game(nested(KEPT, "(inc (game sto TURN) (size 'KEPTAAA))", 3) + PASS, deck=deck(200))


@bomb(REFERENCE, "too-much-work")
def long_lists_kept_by_the_reference() -> str:
    return game(nested(KEPT, "(inc (game sto TURN) (size 'KEPTAAA))", 3) + PASS, deck=deck(200))


# ---------------------------------------------------------------------------- options


def picks(numbers: str, depth: int, inside: str = "(turn pass)") -> str:
    picked = nested(f"(any (range {numbers}) '?", inside, depth)
    return game(f"(choice ({picked}))")


@bomb(SIMULATE, "too-many-options")
def options_doubled_sixteen_times() -> str:
    return picks("1..2", 16)


@bomb(REFERENCE, "too-many-options")
def options_doubled_forty_times() -> str:
    return picks("1..2", 40)


@bomb(SIMULATE, "too-many-picks")
def seventy_picks_for_one_option() -> str:
    return picks("1..1", 70)


@bomb(SIMULATE, "too-many-options")
def subsets_to_choose_from() -> str:
    return game("(choice ((any (subsets (game iloc STOCK)) 'S (turn pass))))", deck=deck(15))


@bomb(REFERENCE)
def sixteen_thousand_options_of_sixty_picks() -> str:
    return picks("1..1", 60, "(any (range 1..128) 'X (any (range 1..128) 'Y (turn pass)))")


@bomb(REFERENCE)
def sixteen_thousand_options_named_by_long_cards() -> str:
    letters = "A" * 60
    attributes = " ".join(f"({letters}{name} ({letters}B{name}))" for name in names(100))
    named = f"(create deck (game vloc STOCK) (deck {attributes}))"
    moved = "(any (game vloc STOCK) 'C (move 'C (top (game vloc OUT))))"
    body = f"(choice ((any (range 1..128) 'X (any (range 1..128) 'Y {moved}))))"
    return game(body, deck=named)


@bomb(SIMULATE, "too-much-work")
def a_thousand_options_that_each_do_very_much() -> str:
    much = "(all (range 1..9000) 'M (inc (game sto TURN)))"
    return game(f"(choice ((any (range 1..1000) 'N {much})))")


@bomb(SIMULATE, "no-options")
def a_choice_of_nothing() -> str:
    return game("(choice ((any (game iloc NOWHERE) 'C (turn pass))))")


# ---------------------------------------------------------------------------- numbers, knowledge


@bomb(SIMULATE, "overflow")
def a_number_of_fibonacci_far_out() -> str:
    return game(f"(set (game sto TURN) (fib 2147483647)) {PASS}")


@bomb(REFERENCE)
def one_to_the_power_of_two_thousand_million() -> str:
    powers = "(all (range 1..9000) 'X (set (game sto TURN) (^ (game sto ONE) 2147483647)))"
    return game(f"(set (game sto ONE) 1) {powers} {PASS}")


@bomb("simulate game.rcy -n 1 --seed 1 --max-decisions 3 --players uniform")
def nine_thousand_cards_moved_face_down_before_sixteen_seats() -> str:
    moved = "(move (top (game hloc STOCK)) (bottom (game hloc STOCK)))"
    turn = f"(repeat 3000 {moved}) (inc (game sto TURN)) {PASS}"
    return game(
        f"(stage player (end (== (game sto TURN) 3)) {turn})",
        players=16,
        deck=deck(250, "(game hloc STOCK)"),
    )


@bomb("play game.rcy --players uniform --seed 1")
def sixty_four_piles_mixed_into_each_other_before_sixteen_seats() -> str:
    along = "(move (top (game hloc PILE 'I)) (top (game hloc PILE (% (+ 'I 1) 64))))"
    filled = "(move (top (game hloc STOCK)) (top (game hloc PILE 'I)))"
    mixed = f"(all (range 0..63) 'I (do ({filled} (shuffle (game hloc PILE 'I)) {along})))"
    turn = f"{mixed * 2} (inc (game sto TURN)) {PASS}"
    return game(turn, players=16, deck=deck(240, "(game hloc STOCK)"))
