"""Faults of the game as a whole."""

from __future__ import annotations

from kibitz.recycle.diagnostic import Diagnostic, Label, Severity
from kibitz.recycle.forms import Form, List
from kibitz.recycle.source import Span

_MISSING = {
    "setup": "the game has no setup",
    "scoring": "the game has no scoring",
    "players": "the setup creates no players",
    "deck": "the setup creates no deck",
}
_ORDER = "the order is: declarations, definitions and requirements, setup, play, scoring"
_SETUP_ORDER = "the order in the setup is: players, teams, decks"
_WRITTEN = {
    "setup": "`(setup (create players 4) (create deck …))`",
    "scoring": "`(scoring max ((current player) sto SCORE))`",
    "players": "`(create players 4)`",
    "deck": "`(create deck (game iloc STOCK) (deck …))`",
}


def not_a_game(forms: tuple[Form, ...]) -> Diagnostic:
    span = _start(forms[0]) if forms else Span(0, 0)
    return Diagnostic(
        "not-a-game",
        "there is no game in this file",
        Label(span, "a game starts with `(game`" if forms else ""),
        notes=("a program is written `(game (setup …) … (scoring …))`",),
    )


def misplaced_section(form: Form, word: str, after: Form) -> Diagnostic:
    return Diagnostic(
        "misplaced-section",
        f"`{word}` comes too late" if word else "this comes too late",
        Label(_start(form)),
        secondary=(Label(_start(after), "it belongs before this"),),
        notes=(_SETUP_ORDER if word.startswith("create") else _ORDER,),
    )


def repeated_section(form: Form, earlier: Form, word: str) -> Diagnostic:
    return Diagnostic(
        "repeated-section",
        f"there is a second `{word}`",
        Label(_start(form), "again"),
        secondary=(Label(_start(earlier), "the first one"),),
    )


def _start(form: Form) -> Span:
    """The first word of a form: enough to point at a long one."""
    return form.items[0].span if isinstance(form, List) and form.items else form.span


def missing_section(form: List, word: str) -> Diagnostic:
    return Diagnostic(
        "missing-section",
        _MISSING[word],
        Label(form.items[0].span),
        help=f"add {_WRITTEN[word]}",
    )


def game_ends_early(form: List, after: tuple[Form, ...]) -> Diagnostic:
    return Diagnostic(
        "game-ends-early",
        "the game ends before its scoring",
        Label(Span(form.span.end - 1, form.span.end), "this closes the game"),
        secondary=(Label(_start(after[0]), "so this is no part of it"),),
        help="there is a closing parenthesis too much, here or before",
    )


def text_after_game(forms: tuple[Form, ...]) -> Diagnostic:
    return Diagnostic(
        "text-after-game",
        "what follows the game is ignored",
        Label(forms[0].span.to(forms[-1].span), "after the end of the game"),
        severity=Severity.WARNING,
    )
