"""Bombs for whoever reads and checks: long, deep, many, strange."""

from __future__ import annotations

from itertools import pairwise

from bombs import CHECK, FORMAT, PASS, SIMULATE, SMALL_DECK, bomb, each, game, listed, names, nested

LONG = "A" * 60


@bomb(CHECK, "too-large")
def twenty_thousand_declarations() -> str:
    return game(declared=each("(declare 1 'V?)", 17_576) + each("(declare 1 'W?)", 2_424))


@bomb(CHECK, "too-many-names")
def two_thousand_declarations() -> str:
    return game(declared=each("(declare 1 'V?)", 2_000))


@bomb(CHECK)
def a_thousand_declarations_each_made_from_the_one_before() -> str:
    known = names(1_000)
    pairs = pairwise(known)
    chain = " ".join(f"(declare (+ 'V{before} 1) 'V{after})" for before, after in pairs)
    return game(f"(set (game sto LAST) 'V{known[-1]})", declared=f"(declare 1 'VAAA) {chain}")


@bomb(CHECK, "not-computable")
def squares_of_squares() -> str:
    known = names(900)
    pairs = pairwise(known)
    chain = " ".join(f"(declare (* 'V{b} 'V{b}) 'V{a})" for b, a in pairs)
    return game(declared=f"(declare 9 'VAAA) {chain}")


@bomb(CHECK, "too-many-words")
def a_text_of_parentheses() -> str:
    return game("()" * 60_000)


@bomb(CHECK, "too-deep")
def a_thousand_open_lists() -> str:
    return "(" * 1_000


@bomb(FORMAT, "too-deep")
def lists_in_lists() -> str:
    return "(" * 60_000 + ")" * 60_000


@bomb(CHECK, "extra-parenthesis")
def nothing_but_closing_parentheses() -> str:
    return ")" * 130_000


@bomb(CHECK, "missing-parenthesis")
def lists_without_an_end_on_every_line() -> str:
    return "(game\n" + "\n".join(" " * (line % 90) + "A" for line in range(2_500))


@bomb(CHECK, "too-long-word")
def a_name_of_a_hundred_thousand_letters() -> str:
    return game(f"(set (game sto {'A' * 100_000}) 1)")


@bomb(CHECK, "too-long-word")
def a_word_of_a_hundred_thousand_letters() -> str:
    return game(f"({'a' * 100_000} (game sto TURN) 1)")


@bomb(CHECK, "too-long-word")
def a_number_of_a_hundred_thousand_digits() -> str:
    return game(f"(set (game sto TURN) {'9' * 100_000})")


@bomb(CHECK, "unbound-variable")
def misspelt_variables_beside_many_long_ones() -> str:
    declared = each(f"(declare 1 '{LONG}?)", 80)
    return game(each(f"(set (game sto TURN) '{LONG[:-1]}?)", 900), declared=declared)


@bomb(CHECK, "unknown-keyword")
def misspelt_words() -> str:
    return game("".join(f"({name.lower()}mov 1)\n" for name in names(4_000)))


@bomb(CHECK, "wrong-type")
def the_same_fault_many_times() -> str:
    return game("(set (game sto TURN) HELLO)" * 2_000)


@bomb(CHECK, "single-semicolon")
def semicolons_on_one_line() -> str:
    return game("; (" * 8_000)


@bomb(CHECK, "stray-character")
def strange_characters() -> str:
    return game("@ " * 8_000)


@bomb(CHECK, "stray-character")
def characters_that_write_backwards_and_ring_the_bell() -> str:
    return game("(set (game sto \x1b[31mRED\x07 \u202e) 1)")


@bomb(CHECK, "stray-character")
def letters_that_look_alike() -> str:
    return game("(set (game sto ＴＵＲＮ) 1) (set (game sto T\u0308) 1)")


@bomb(CHECK, "lone-quote")
def quotes() -> str:
    return game("' " * 8_000)


@bomb(CHECK, "too-many-operands")
def negative_numbers() -> str:
    return game(f"(set (game sto TURN) (+ {'-1 ' * 3_000}))")


@bomb(CHECK, "too-many-operands")
def a_long_sum() -> str:
    return game(f"(set (game sto TURN) (+ {'(game sto TURN) ' * 3_000}))")


@bomb(CHECK, "too-many-operands")
def sums_in_sums() -> str:
    return game(f"(set (game sto TURN) {nested('(+ 1 2 3 4 5', '6', 50)})")


@bomb(CHECK)
def many_statements_that_store() -> str:
    return game(f"(do ({each('(set (game sto ?) (game sto ?))', 900)}))")


@bomb(CHECK)
def one_condition_of_two_thousand_parts() -> str:
    parts = " ".join(f"(!= (game sto TURN) {number})" for number in range(2_000))
    return game(f"((and {parts}) (inc (game sto TURN)))")


@bomb(CHECK)
def comparisons_of_options() -> str:
    declared = "(declare (option 1 (range 1..400)) 'LOW) (declare (option 9 (range 9..500)) 'HIGH)"
    return game("((> 'LOW 'HIGH) (inc (game sto TURN)))" * 1_200, declared=declared)


@bomb(CHECK)
def stages_in_stages_many_times() -> str:
    stages = nested("(stage player (end (== (game sto TURN) 1))", "(inc (game sto TURN))", 90)
    return game(stages * 12)


@bomb(CHECK)
def strings_copied_round_and_round() -> str:
    copies = "(set (game str 'N) (game str 'M)) (set (game str 'M) (game str 'N))" * 500
    lists = f"(all ({listed(60)}) 'N (all (X, Y, Z) 'M (do ((set (game str 'M) 'M) {copies}))))"
    return game(lists)


@bomb(CHECK)
def names_worked_out_in_a_thousand_places() -> str:
    return named_in(700)


@bomb(SIMULATE)
def names_worked_out_in_hundreds_of_places() -> str:
    return named_in(200)


def named_in(places: int) -> str:
    uses = "((== (game str 'N) 'N) (set (game str 'N) 'N))" * places
    return game(f"(all ({listed(900)}) 'N (do ({uses})))")


@bomb(CHECK)
def extremes_in_deep_stages() -> str:
    taken = "(inc (game sto BEST) (scoremax (game iloc STOCK) using (game points WORTH)))" * 900
    return game(nested("(stage player (end (== (game sto BEST) 9))", f"(do ({taken}))", 80))


@bomb(FORMAT, "would be changed")
def one_line_of_many_statements() -> str:
    return game(each("(set (game sto ?) 1)", 1_000).replace("\n", " "))


@bomb(FORMAT, "would be changed")
def deep_lists_many_times() -> str:
    return game(nested("(do (", "(inc (game sto TURN))", 45, "))") * 40)


@bomb(CHECK, "repeated-team-member")
def a_team_of_thousands() -> str:
    team = f"(create teams (1, 2{', 2' * 4_000}))"
    return game(deck=f"{team} {SMALL_DECK}")


@bomb(CHECK, "not-text")
def bytes_that_are_no_text() -> dict[str, bytes]:
    return {"game.rcy": bytes(range(256)) * 400}


@bomb(CHECK, "numbered-from-zero")
def a_thousand_teams() -> str:
    teams = " ".join(f"({number})" for number in range(4_000))
    return game(PASS, deck=f"(create teams {teams}) {SMALL_DECK}")


@bomb(CHECK, "too-much-expansion")
def definitions_that_double_fifty_times() -> str:
    known = names(50)
    doubled = " ".join(f"(define V{a} () (do ((V{b}) (V{b}))))" for b, a in pairwise(known))
    return game(f"(V{known[-1]})", declared=f"(define VAAA () (turn pass)) {doubled}")


@bomb(CHECK, "too-much-expansion")
def an_argument_that_grows_in_every_definition() -> str:
    known = names(50)
    grown = " ".join(f"(define V{a} ('X) (V{b} (+ 'X 'X)))" for b, a in pairwise(known))
    return game(f"(set (game sto N) (V{known[-1]} 1))", declared=f"(define VAAA ('X) 'X) {grown}")


@bomb(CHECK, "too-deep-expansion")
def a_thousand_definitions_each_of_the_one_before() -> str:
    known = names(1_000)
    chain = " ".join(f"(define V{a} () (V{b}))" for b, a in pairwise(known))
    return game(f"(V{known[-1]})", declared=f"(define VAAA () (turn pass)) {chain}")
