from __future__ import annotations

import re
from textwrap import dedent

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.recycle.diagnostic import Diagnostic, Edit, Label, Severity
from kibitz.recycle.reader import read
from kibitz.recycle.render import render
from kibitz.recycle.source import Source, Span

AGRAM = """\
(game
 (choice (
  (any (filter HAND 'T (== (cardatt SUIT 'T) LEAD)) 'C

   (move 'T (top TRICK))))))
"""


def at(text: str, word: str, occurrence: int = 1) -> Span:
    start = -1
    for _ in range(occurrence):
        start = text.index(word, start + 1)
    return Span(start, start + len(word))


def report(text: str, *diagnostics: Diagnostic) -> str:
    return render(Source("game.rcy", text), diagnostics, colour=False)


def fault(primary: Label, *secondary: Label, edit: Edit | None = None) -> Diagnostic:
    return Diagnostic("some-fault", "something is wrong", primary, secondary, edit=edit)


def snippet(text: str, diagnostic: Diagnostic) -> str:
    """The report without its first two lines and without the count."""
    lines = report(text, diagnostic).splitlines()
    return "\n".join(lines[2:-2]) + "\n"


def test_a_report_has_headline_place_snippet_note_help_edit_and_count() -> None:
    diagnostic = Diagnostic(
        "unbound-variable",
        "`'T` has no value here",
        Label(at(AGRAM, "'T", 3), "used outside it"),
        (Label(at(AGRAM, "'T"), "lives only inside this `filter`"),),
        notes=("a variable lives in the list that binds it",),
        help="use `'C`, which this `any` binds",
        edit=Edit(at(AGRAM, "'T", 3), "'C"),
    )
    assert report(AGRAM, diagnostic) == dedent(
        """\
        error[unbound-variable]: `'T` has no value here
         --> game.rcy:5:10
        3 |   (any (filter HAND 'T (== (cardatt SUIT 'T) LEAD)) 'C
          |                     -- lives only inside this `filter`
        4 |
        5 |    (move 'T (top TRICK))))))
          |          ^^ used outside it
          = note: a variable lives in the list that binds it
          = help: use `'C`, which this `any` binds
        5 -    (move 'T (top TRICK))))))
        5 +    (move 'C (top TRICK))))))

        1 error in game.rcy
        """
    )


def test_several_reports_are_counted_by_severity() -> None:
    error = fault(Label(Span(0, 5)))
    warning = Diagnostic("w", "odd", Label(Span(0, 5)), severity=Severity.WARNING)
    assert report(AGRAM, error, warning, error).endswith("\n\n2 errors, 1 warning in game.rcy\n")
    assert report(AGRAM, warning).startswith("warning[w]: odd\n")
    assert report(AGRAM, warning).endswith("\n\n1 warning in game.rcy\n")


def test_no_diagnostics_no_text() -> None:
    assert report(AGRAM) == ""


def test_labels_on_one_line_are_marked_below_each_other_from_left_to_right() -> None:
    text = "(swap (top A) (game iloc B))"
    places = Label(at(text, "(game iloc B)"), "a location"), Label(at(text, "(top A)"), "a card")
    assert snippet(text, fault(*places)) == dedent(
        """\
        1 | (swap (top A) (game iloc B))
          |       ------- a card
          |               ^^^^^^^^^^^^^ a location
        """
    )


def test_lines_between_distant_labels_are_left_out() -> None:
    text = "A\n" + "\n" * 97 + "B\nC\n"
    assert snippet(text, fault(Label(at(text, "A")), Label(at(text, "C"), "far"))) == (
        "  1 | A\n    | ^\n...\n100 | C\n    | - far\n"
    )


def test_a_stretch_over_several_lines_is_marked_at_both_ends() -> None:
    span = Span(at(AGRAM, "(choice").start, AGRAM.rindex(")"))
    assert snippet(AGRAM, fault(Label(span, "this choice"))) == dedent(
        """\
        2 |  (choice (
          |  ^^^^^^^^^ this choice
        ...
        5 |    (move 'T (top TRICK))))))
          |    ^^^^^^^^^^^^^^^^^^^^^^^^ up to here
        """
    )


def test_a_stretch_that_ends_with_its_line_stays_on_it() -> None:
    assert snippet("(A)\n(B)\n", fault(Label(Span(0, 4)))) == "1 | (A)\n  | ^^^\n"


def test_a_long_line_is_cut_around_its_label() -> None:
    text = "A " * 300 + "WRONG" + " B" * 300
    line, marks = snippet(text, fault(Label(at(text, "WRONG"), "here"))).splitlines()
    assert len(line) < 110
    assert line.startswith("1 | …")
    assert line.endswith("…")
    assert line[marks.index("^") :].startswith("WRONG")


def test_distant_labels_on_a_long_line_each_get_a_cut_of_it() -> None:
    text = "FIRST " + "A " * 300 + "SECOND"
    labels = Label(at(text, "FIRST"), "one"), Label(at(text, "SECOND"), "two")
    lines = snippet(text, fault(*labels)).splitlines()
    assert [lines[n][lines[n + 1].index(sign) :][:5] for n, sign in ((0, "^"), (2, "-"))] == [
        "FIRST",
        "SECON",
    ]


def test_an_edit_of_a_long_line_is_cut_too() -> None:
    text = "A " * 300 + "WRONG" + " B" * 300
    place = at(text, "WRONG")
    lines = snippet(text, fault(Label(place), edit=Edit(place, "RIGHT"))).splitlines()
    assert all(len(line) < 110 for line in lines)
    assert "WRONG" in lines[-2]
    assert "RIGHT" in lines[-1]


@pytest.mark.parametrize("before", ["\t", "\t \t", "七", "e\u0301", "\x1b"])
def test_marks_stand_below_their_word_whatever_comes_before(before: str) -> None:
    text = f"{before}WRONG"
    line, marks = snippet(text, fault(Label(at(text, "WRONG")))).splitlines()
    wide = line.count("七") - line.count("\u0301")
    assert marks.index("^") == line.index("WRONG") + wide


def test_no_control_character_reaches_the_terminal() -> None:
    text = "(game \x1b[31m \x07)"
    source = Source("ga\x1bme.rcy", text)
    shown = render(source, read(source)[1], colour=False)
    assert shown
    assert all(character.isprintable() or character == "\n" for character in shown)


def test_an_edit_that_adds_a_line_shows_both() -> None:
    text = "(A)\n(B)"
    lines = snippet(text, fault(Label(Span(3, 3)), edit=Edit(Span(3, 3), "\n(X)"))).splitlines()
    assert lines[-3:] == ["1 - (A)", "1 + (A)", "2 + (X)"]


@pytest.mark.parametrize("text", ["", "A", "A\n", "\n\n"])
@pytest.mark.parametrize("offset", [0, 1, 2, 99])
def test_the_end_of_a_file_can_be_marked(text: str, offset: int) -> None:
    shown = report(text, fault(Label(Span(offset, offset), "here")))
    assert "--> game.rcy" in shown
    assert ("^ here" in shown) == bool(text)


def test_an_empty_file_is_named_without_a_place() -> None:
    assert report("", fault(Label(Span(0, 0)))) == (
        "error[some-fault]: something is wrong\n --> game.rcy\n\n1 error in game.rcy\n"
    )


def test_colours_change_nothing_but_colours() -> None:
    source = Source("game.rcy", "(game Hearts -5 € (do")
    _, found = read(source)
    coloured = render(source, found, colour=True)
    assert "\x1b[1;31merror[wrong-case]\x1b[0m" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == render(source, found, colour=False)
    assert "\x1b" not in render(source, found, colour=False)


@settings(derandomize=True, deadline=None, max_examples=300)
@given(
    st.text(alphabet=st.sampled_from("AB ()\t\r\n七\u0301\x00"), max_size=300),
    st.lists(st.tuples(st.integers(0, 310), st.integers(0, 310)), min_size=1, max_size=4),
)
def test_any_labels_on_any_text_can_be_shown(text: str, places: list[tuple[int, int]]) -> None:
    labels = [Label(Span(min(place), max(place)), "label") for place in places]
    edit = Edit(labels[0].span, "X\nY")
    shown = report(text, fault(*labels, edit=edit))
    assert shown.count("label") == (len(labels) if text else 0)
    assert all(len(line) < 200 for line in shown.splitlines())
