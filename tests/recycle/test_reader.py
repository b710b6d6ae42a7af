from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.recycle import limits
from kibitz.recycle.diagnostic import MOST_REPORTS, Diagnostic, Severity
from kibitz.recycle.reader import read
from kibitz.recycle.source import Atom, AtomKind, Document, Form, Source, Span

STEADY = settings(derandomize=True, deadline=None, max_examples=300)

SMALL_GAME = """;; high card
(game
 (setup
  (create players 2)
  (create deck (game iloc STOCK) (deck (RANK (TWO, THREE, FOUR))))) ;; a tiny deck
 (do (
  (shuffle (game iloc STOCK))
  (all player 'P (move (top (game iloc STOCK)) (top ('P iloc HAND))))))
 (scoring max (size ((current player) iloc HAND))))
"""


def reading(text: str) -> tuple[Document, tuple[Diagnostic, ...]]:
    return read(Source("game.rcy", text))


def faults(text: str) -> list[str]:
    return [fault.slug for fault in reading(text)[1]]


def only_fault(text: str) -> Diagnostic:
    (fault,) = reading(text)[1]
    return fault


def sketch(form: Form) -> str:
    if isinstance(form, Atom):
        return form.text
    return f"[{' '.join(map(sketch, form.items))}]"


def sketches(text: str) -> list[str]:
    return [sketch(form) for form in reading(text)[0].forms]


def repaired(text: str) -> str:
    edit = only_fault(text).edit
    assert edit is not None
    return text[: edit.span.start] + edit.replacement + text[edit.span.end :]


def kinds(text: str) -> list[AtomKind]:
    return [form.kind for form in reading(text)[0].forms if isinstance(form, Atom)]


# ---------------------------------------------------------------------------- words


def test_every_kind_of_word_is_told_apart() -> None:
    assert kinds("HEARTS 'P 12 move <= , : ..") == [
        AtomKind.NAME,
        AtomKind.VARIABLE,
        AtomKind.INTEGER,
        AtomKind.KEYWORD,
        AtomKind.OPERATOR,
        AtomKind.COMMA,
        AtomKind.COLON,
        AtomKind.DOTS,
    ]


@pytest.mark.parametrize("operator", ["==", "!=", "<=", ">=", "<", ">", "+", "-", "*", "//", "%"])
def test_an_operator_is_as_long_as_it_can_be(operator: str) -> None:
    assert sketches(f"({operator} A B)") == [f"[{operator} A B]"]


@pytest.mark.parametrize(
    ("tight", "loose"),
    [
        ("(range 1..6)", "(range 1 .. 6)"),
        ("(range 0..'N)", "(range 0 .. 'N)"),
        ("(SUIT:HEARTS)", "(SUIT : HEARTS)"),
        ("(top((current player)iloc HAND))", "(top ((current player) iloc HAND))"),
        ("(A,B)", "(A , B)"),
        ("(-5 3)", "(- 5 3)"),
    ],
)
def test_blanks_matter_only_between_words(tight: str, loose: str) -> None:
    assert reading(tight) == reading(loose)


def test_blanks_separate_names_and_numbers() -> None:
    assert sketches("(AB C 10 20)") == ["[AB C 10 20]"]


def test_a_word_that_is_no_keyword_is_left_to_the_checker() -> None:
    assert faults("(shufle)") == []
    assert kinds("shufle") == [AtomKind.KEYWORD]


def test_a_leading_byte_order_mark_is_ignored() -> None:
    assert reading("\ufeff(game)") == reading("(game)")


def test_spans_cover_the_text_of_each_form() -> None:
    source = Source("game.rcy", SMALL_GAME)
    (game,) = read(source)[0].forms
    assert source.slice(game.span).startswith("(game")
    assert source.slice(game.span).endswith("HAND))))")


# ---------------------------------------------------------------------------- comments


def test_comments_are_kept_without_the_end_of_their_line() -> None:
    document, _ = reading("(game) ;; first (  \r\n;;second")
    assert [comment.text for comment in document.comments] == [";; first (", ";;second"]


def test_one_semicolon_is_a_fault_and_its_line_is_skipped() -> None:
    text = "(game ; deal (all) cards\n (A))"
    assert faults(text) == ["single-semicolon"]
    assert sketches(text) == ["[game [A]]"]
    assert repaired(text) == "(game ;; deal (all) cards\n (A))"


def test_one_semicolon_does_not_swallow_a_parenthesis_that_is_needed() -> None:
    assert faults("(game (A; B))") == ["single-semicolon"]
    assert sketches("(game (A; B))") == ["[game [A B]]"]


# ---------------------------------------------------------------------------- malformed words


@pytest.mark.parametrize(
    ("text", "slug", "cure"),
    [
        ("(game Hearts)", "wrong-case", "(game HEARTS)"),
        ("(game 'p)", "wrong-case", "(game 'P)"),
        ("(Game)", "wrong-case", "(game)"),
        ("(game ACE1)", "digit-in-name", "(game ACEONE)"),
        ("(game 'P2)", "digit-in-name", "(game 'PTWO)"),
        ("(game TOP_CARD)", "underscore-in-name", "(game TOPCARD)"),
        ("(game (3player))", "run-together", "(game (3 player))"),
        ("(game ' P)", "lone-quote", "(game 'P)"),
        ("(= A B)", "stray-character", "(== A B)"),
        ("(game ≤)", "stray-character", "(game <=)"),
        ("(game ‘P)", "stray-character", "(game 'P)"),
        ("(game A\u00a0B)", "stray-character", "(game A B)"),
    ],
)
def test_a_malformed_word_comes_with_its_cure(text: str, slug: str, cure: str) -> None:
    assert faults(text) == [slug]
    assert repaired(text) == cure
    assert faults(cure) == []


@pytest.mark.parametrize(
    "text", ["(game ' 7)", "(game D42)", "(game ÉTÉ)", '(game "A")', "(game € )"]
)
def test_no_cure_is_offered_where_none_is_sure(text: str) -> None:
    assert {fault.edit for fault in reading(text)[1]} == {None}
    assert len(reading(text)[1]) > 0


def test_a_quote_needs_a_name_at_once() -> None:
    assert faults("(game ' P)") == ["lone-quote"]
    assert faults("(game ')") == ["lone-quote"]


def test_a_run_of_strange_characters_is_one_fault() -> None:
    assert only_fault("(game ¿¿¿???)").primary.span == Span(6, 12)


def test_a_word_malformed_in_many_places_is_reported_once() -> None:
    fault = only_fault("(Hearts Hearts Hearts)")
    assert fault.notes == ("it is written so in 2 more places",)


def test_a_very_long_word_does_not_fill_the_page() -> None:
    assert len(only_fault(f"({'Aa' * 10_000})").headline) < 100


def test_faults_are_collected_in_the_order_of_the_text() -> None:
    text = "(game ACE1 Hearts € (do"
    assert faults(text) == ["digit-in-name", "wrong-case", "stray-character", "missing-parenthesis"]


def test_a_malformed_word_still_reads_as_what_was_meant() -> None:
    assert sketches("(Move 'p (3player) -5)") == ["[move 'P [3 player] -5]"]


def test_no_more_than_twenty_faults_are_reported() -> None:
    _, found = reading("(game " + "€ " * 21 + ")")
    assert len(found) == MOST_REPORTS
    assert "more faults" in found[-1].notes[-1]
    assert len(reading("(game " + "€ " * 20 + ")")[1][-1].notes) == 0


# ---------------------------------------------------------------------------- parentheses


def test_a_missing_parenthesis_is_found_by_the_indentation() -> None:
    text = SMALL_GAME.replace("FOUR))))) ;;", "FOUR)))) ;;")
    assert faults(text) == ["missing-parenthesis"]
    assert repaired(text) == SMALL_GAME
    assert reading(text)[0] == reading(SMALL_GAME)[0]


def test_a_missing_parenthesis_labels_the_list_that_has_not_ended() -> None:
    text = "(game\n (do (\n  (turn pass))\n (scoring max 1))"
    fault = only_fault(text)
    assert text[: fault.primary.span.start].endswith("(turn pass))")
    assert fault.secondary[0].span == Span(text.index("(do"), text.index("(do") + 1)


def test_a_parenthesis_missing_at_the_end_is_put_there() -> None:
    assert repaired("(game\n (do (\n  (turn pass)))\n\n") == "(game\n (do (\n  (turn pass))))\n\n"


def test_several_parentheses_missing_in_one_place_are_one_fault() -> None:
    text = "(game\n (do (\n  (turn pass)\n (scoring max 1))"
    assert only_fault(text).headline == "2 closing parentheses are missing"
    assert repaired(text) == "(game\n (do (\n  (turn pass)))\n (scoring max 1))"


def test_a_game_that_does_not_end_before_the_next_list_is_an_error() -> None:
    fault = only_fault("(game\n (do (\n  (turn pass)))\n(note)")
    assert (fault.slug, fault.severity) == ("missing-parenthesis", Severity.ERROR)
    assert sketches("(game\n (A)\n(note)") == ["[game [A]]", "[note]"]


def test_faults_behind_a_missing_parenthesis_are_faults_of_the_game() -> None:
    text = "(game\n (do (\n  (turn pass))\n (scoring Max 1))"
    assert {fault.severity for fault in reading(text)[1]} == {Severity.ERROR}
    assert faults(text) == ["missing-parenthesis", "wrong-case"]


def test_careless_layout_elsewhere_does_not_mislead() -> None:
    careless = "(game\n (do (\n  (move A\n B)\n  (move C D)))\n"
    text = careless + " (do (\n  (turn pass))\n (scoring max 1))"
    assert repaired(text) == careless + " (do (\n  (turn pass)))\n (scoring max 1))"


def test_an_extra_parenthesis_after_the_game_is_a_warning() -> None:
    fault = only_fault("(game))")
    assert (fault.slug, fault.severity) == ("extra-parenthesis", Severity.WARNING)
    assert repaired("(game))") == "(game)"


def test_an_extra_parenthesis_shows_where_the_game_ended_too_early() -> None:
    fault = only_fault("(game (A))) (B))")
    assert [label.span.start for label in fault.secondary] == [9]
    fault = only_fault("(game (A)) (B))")
    assert [label.span.start for label in fault.secondary] == [9, 11]
    assert fault.edit is None


def test_an_extra_parenthesis_before_the_game_is_an_error() -> None:
    assert only_fault(") (game)").is_error


def test_text_after_the_game_is_kept_where_it_reads() -> None:
    assert sketches("(game) (note A)") == ["[game]", "[note A]"]
    assert faults("(game) (note A)") == []


def test_text_after_the_game_that_does_not_read_is_one_warning() -> None:
    fault = only_fault("(game)\nWritten by Ann; it's (un-finished")
    assert fault.severity is Severity.WARNING
    assert "text after the end of the game is ignored" in fault.notes


def test_an_empty_file_reads_as_nothing() -> None:
    assert reading("") == reading("  \n") == (Document(Source("game.rcy", ""), (), ()), ())


# ---------------------------------------------------------------------------- hostile text


def test_lists_may_be_nested_a_hundred_deep_and_no_deeper() -> None:
    assert faults("(" * limits.NESTING + ")" * limits.NESTING) == []
    assert faults("(" * (limits.NESTING + 1) + ")" * (limits.NESTING + 1)) == ["too-deep"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(" * (1 << 20), ["too-deep"]),
        ("(" * 100_000 + ")" * 100_000, ["too-deep"]),
        (")" * (1 << 17), ["extra-parenthesis"]),
        ("(game\n" + "(A)\n" * (1 << 15), ["too-many-words"]),
        ("(game " + "A1 " * (1 << 16) + ")", ["digit-in-name", "too-many-words"]),
        ("! " * (1 << 16), ["stray-character"] * (MOST_REPORTS - 1) + ["too-many-words"]),
        ("'" * (1 << 16), ["lone-quote"] * (MOST_REPORTS - 1) + ["too-many-words"]),
    ],
    ids=["opening", "nested", "closing", "unended", "malformed", "strange", "quotes"],
)
def test_a_huge_hostile_text_gives_few_reports(text: str, expected: list[str]) -> None:
    assert faults(text) == expected


def test_a_game_cut_off_anywhere_is_reported_and_still_read() -> None:
    start, end = SMALL_GAME.index("(game"), SMALL_GAME.rindex(")")
    for length in range(start + 1, end + 1):
        document, found = reading(SMALL_GAME[:length])
        assert "missing-parenthesis" in [fault.slug for fault in found], length
        assert len(document.forms) == 1, length


@STEADY
@given(st.text(alphabet=st.sampled_from("()';:.,-=!\n\t AbZ19_é€\0\ufeff"), max_size=200))
def test_any_text_gives_forms_and_reports_within_it(text: str) -> None:
    document, found = reading(text)
    assert len(found) <= MOST_REPORTS
    places = [label.span for fault in found for label in (fault.primary, *fault.secondary)]
    places += [form.span for form in document.forms]
    assert all(0 <= span.start <= span.end <= len(text) for span in places)


@STEADY
@given(st.binary(max_size=200))
def test_random_bytes_never_surprise_the_reader(data: bytes) -> None:
    _, found = reading(data.decode("latin-1"))
    assert all(fault.headline for fault in found)
