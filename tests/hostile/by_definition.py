"""Bombs for definitions, names of moves, subsets, and the conditions of choices."""

from __future__ import annotations

from itertools import pairwise

from bombs import (
    CHECK,
    FORMAT,
    PASS,
    REFERENCE,
    SHOW,
    SIMULATE,
    bomb,
    deck,
    each,
    game,
    names,
    nested,
)

THOUSANDS = "(range 1..60000)"
LOOP = "(range 1..(game sto MANY))"
MANY = "(set (game sto MANY) 60000)"
ASKED = nested(f"(any {LOOP} '?", "(== 1 (game sto TURN))", 3)
FIXED = nested(f"(all {THOUSANDS} '?", "(== 0 (game sto TURN))", 3)
STOCK = "(game iloc STOCK)"
PICKED = f"(any {STOCK} 'C (move 'C (top (game vloc OUT))))"

# ---------------------------------------------------------------------------- define


@bomb(CHECK, "recursive-definition")
def a_definition_of_itself() -> str:
    return game("(LOOP)", declared="(define LOOP () (LOOP))")


@bomb(CHECK, "recursive-definition")
def a_ring_of_definitions() -> str:
    known = names(300)
    ring = [*pairwise(known), (known[-1], known[0])]
    return game("(VAAA)", declared=" ".join(f"(define V{a} () (V{b}))" for a, b in ring))


@bomb(CHECK, "too-many-names")
def two_thousand_definitions() -> str:
    return game(declared=each("(define V? () (turn pass))", 2_000))


@bomb(CHECK, "too-much-expansion")
def a_definition_used_a_thousand_times_in_one_used_a_thousand_times() -> str:
    inner = f"(define INNER () (do ({'(turn pass) ' * 900})))"
    outer = f"(define OUTER () (do ({'(INNER) ' * 900})))"
    return game("(OUTER) " * 900, declared=f"{inner} {outer}")


@bomb(CHECK, "too-much-expansion")
def arguments_that_double_in_every_definition() -> str:
    known = names(40)
    grown = " ".join(
        f"(define V{after} ('X 'Y) (V{before} (+ 'X 'Y) (* 'X 'Y)))"
        for before, after in pairwise(known)
    )
    first = "(define VAAA ('X 'Y) (+ 'X 'Y))"
    return game(f"(set (game sto N) (V{known[-1]} 1 2))", declared=f"{first} {grown}")


@bomb(CHECK)
def a_definition_of_sixty_arguments() -> str:
    arguments = " ".join(f"'{name}" for name in names(60))
    return game(
        f"(set (game sto N) (MANY {'1 ' * 60}))", declared=f"(define MANY ({arguments}) 'AAA)"
    )


@bomb(SIMULATE, "too-much-work")
def a_definition_that_takes_for_ever_as_the_condition_of_an_option() -> str:
    return game(
        f"{MANY} (choice (((FOREVER) (turn pass)) (turn pass)))",
        declared=f"(define FOREVER () {ASKED})",
    )


@bomb(FORMAT, "would be changed")
def a_definition_on_one_line() -> str:
    return game("(V)", declared=f"(define V () (do ({'(turn pass) ' * 2_000})))")


# ---------------------------------------------------------------------------- as


@bomb(CHECK)
def a_thousand_moves_with_a_name_each() -> str:
    return game(f"(choice ({each('(as MOVE? (turn pass))', 1_000)}))")


@bomb(CHECK, "too-long-word")
def a_move_with_a_name_of_a_hundred_thousand_letters() -> str:
    return game(f"(choice ((as {'A' * 100_000} (turn pass))))")


@bomb(CHECK, "repeated-name")
def names_of_moves_in_names_of_moves() -> str:
    return game(f"(choice ({nested('(as ?', '(turn pass)', 60)}))")


@bomb(SIMULATE, "too-much-work")
def a_named_move_whose_condition_takes_for_ever() -> str:
    return game(f"{MANY} (choice ((as MOVE ({ASKED} (turn pass))) (turn pass)))")


# ---------------------------------------------------------------------------- subsets


@bomb(SIMULATE, "too-much-work")
def subsets_in_subsets() -> str:
    inner = f"(any (subsets {STOCK}) 'S (any (subsets {STOCK}) 'T (== 99 (size 'S))))"
    return game(f"(choice (({inner} (turn pass)) (turn pass)))", deck=deck(16))


@bomb(REFERENCE, "too-much-work")
def subsets_in_subsets_by_the_reference() -> str:
    return subsets_in_subsets()


@bomb(SIMULATE, "too-much-work")
def subsets_of_subsets() -> str:
    inner = f"(any (subsets {STOCK}) 'S (any (subsets 'S) 'T (== 99 (size 'T))))"
    return game(f"(stage player (end {inner}) {PASS})", deck=deck(16))


@bomb(SIMULATE, "too-many-elements")
def subsets_of_a_size_that_nobody_could_hold() -> str:
    return game(f"(choice ((any (subsets {STOCK} == 31) 'S (turn pass))))", deck=deck(62))


@bomb(SIMULATE, "too-many-elements")
def subsets_of_a_worth_among_two_hundred_cards() -> str:
    worth = f"(any (subsets {STOCK} == 9 using (game points W)) 'S (turn pass))"
    points = "(set (game points W) (((RANK : AAA) 1)))"
    return game(f"{points} (choice ({worth}))", deck=deck(200))


@bomb(SIMULATE)
def subsets_that_are_worth_nothing_among_sixty_cards() -> str:
    """Where the sum cannot be right, nobody looks."""
    worth = f"(set (game sto N) (size (subsets {STOCK} == 9 using (game points W))))"
    points = "(set (game points W) (((RANK : AAA) 1)))"
    return game(f"{points} {worth} {PASS}", deck=deck(60))


@bomb(SIMULATE, "too-many-options")
def subsets_picked_in_subsets() -> str:
    return game(
        f"(choice ((any (subsets {STOCK}) 'S (any (subsets {STOCK}) 'T (turn pass)))))",
        deck=deck(10),
    )


@bomb(SIMULATE, "too-much-work")
def subsets_of_cards_that_are_filtered_for_ever() -> str:
    filtered = f"(subsets (filter {STOCK} 'C {FIXED}))"
    return game(f"(choice ((any {filtered} 'S (turn pass)) (turn pass)))", deck=deck(12))


# ---------------------------------------------------------------------------- conditions of choices


@bomb(SIMULATE, "too-much-work")
def a_condition_with_a_loop_as_long_as_a_number_says() -> str:
    return game(f"{MANY} (choice (({ASKED} (turn pass)) (turn pass)))")


@bomb(SIMULATE, "too-much-work")
def a_condition_before_a_pick() -> str:
    return game(f"(choice (({FIXED} {PICKED}) (turn pass)))")


@bomb(SIMULATE, "too-much-work")
def a_condition_behind_a_pick() -> str:
    picked = f"(any {STOCK} 'C ({FIXED} (move 'C (top (game vloc OUT)))))"
    return game(f"(choice ({picked} (turn pass)))")


@bomb(SIMULATE, "too-much-work")
def a_filter_of_what_is_picked() -> str:
    filtered = f"(any (filter {STOCK} 'X {FIXED}) 'C (move 'C (top (game vloc OUT))))"
    return game(f"(choice ({filtered} (turn pass)))")


@bomb(SIMULATE, "too-much-work")
def a_condition_after_an_action() -> str:
    late = f"(do ((inc (game sto TURN) 0) ({FIXED} {PICKED})))"
    return game(f"(choice ({late}))")


@bomb(SIMULATE, "too-much-work")
def a_hundred_conditions_of_a_hundred_thousand_looks() -> str:
    one = "((any (range 1..300) 'A (any (range 1..300) 'B (== 1 (game sto TURN)))) (turn pass))"
    return game(f"(choice ({one * 100} (turn pass)))")


@bomb(SIMULATE, "too-much-work")
def a_value_kept_for_an_option_that_takes_for_ever() -> str:
    kept = f"(let (filter {STOCK} 'X {FIXED}) 'KEPT (turn pass))"
    return game(f"(choice ({kept} (turn pass)))")


@bomb(SIMULATE, "too-much-work")
def points_of_forty_computed_attributes() -> str:
    awards = each("(((game str NAME) : (game str V?)) (game sto K?))", 40)
    known = each("(set (game str V?) ?)", 40) + "(set (game str NAME) RANK)"
    more = " ".join(f"(Q{name} (X))" for name in names(39))
    cards = f"(create deck {STOCK} (deck (RANK ({', '.join(names(250))})) {more}))"
    total = f"(sum {STOCK} using (game points W))"
    asked = f"((any (range 1..3000) 'N (== 1 {total})) (turn pass))"
    points = f"{known} (set (game points W) ({awards}))"
    return game(f"{points} (choice ({asked} (turn pass)))", deck=cards)


@bomb(SIMULATE, "too-much-work")
def the_longest_run_of_two_hundred_cards_again_and_again() -> str:
    awards = " ".join(f"((RANK : {name}) {number})" for number, name in enumerate(names(200)))
    run = f"(size (run bottom 1 {STOCK} using (game points W)))"
    asked = f"((any (range 1..20) 'N (== 1 {run})) (turn pass))"
    return game(f"(set (game points W) ({awards})) (choice ({asked} (turn pass)))", deck=deck(200))


@bomb(SHOW)
def a_condition_that_takes_for_ever_is_shown() -> str:
    return game(f"(choice (({FIXED} (turn pass)) (turn pass)))")
