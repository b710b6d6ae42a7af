"""The words of faults, as diagnostics.

Most stand in `faults.toml`, and `fault` makes a diagnostic of them: the slug, where it is, and what
fills the braces. The functions are for faults that say more, or something else from case to case.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kibitz.recycle.diagnostic import Diagnostic, Edit, Label, Severity
from kibitz.recycle.forms import Atom, Form, List
from kibitz.recycle.source import Source, Span
from kibitz.recycle.syntax import Type

if TYPE_CHECKING:
    from kibitz.recycle.checker.definitions import Definition


def fault(slug: str, *spans: Span, **values: object) -> Diagnostic:
    """The fault of that slug at the first span; the other spans have a part in it."""
    words = _words()[slug]
    labels = words.get("labels", [""] * len(spans))
    primary, *secondary = (
        Label(span, text.format(**values)) for span, text in zip(spans, labels, strict=True)
    )
    return Diagnostic(
        slug,
        words["headline"].format(**values),
        primary,
        tuple(secondary),
        tuple(note.format(**values) for note in words.get("notes", ())),
        words["help"].format(**values) if "help" in words else None,
        severity=Severity(words.get("severity", Severity.ERROR)),
    )


@cache
def _words() -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name("faults.toml").read_text("utf-8"))


# ---------------------------------------------------------------------------- sections


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


# ---------------------------------------------------------------------------- setup


# ---------------------------------------------------------------------------- teams


def unknown_team_member(member: Atom, players: int) -> Diagnostic:
    return Diagnostic(
        "unknown-team-member",
        f"there is no player {member.text}",
        Label(member.span, f"the game has {players} players" if players > 1 else "one player only"),
    )


def incomplete_teams(form: List, missing: list[int]) -> Diagnostic:
    who = ", ".join(str(number) for number in missing)
    plural = f"players {who} are" if len(missing) > 1 else f"player {who} is"
    return Diagnostic(
        "incomplete-teams",
        f"{plural} in no team",
        Label(form.span),
        notes=("where there are teams, everybody is in one",),
    )


# ---------------------------------------------------------------------------- decks


# ---------------------------------------------------------------------------- definitions


def malformed_definition(form: List, usage: str) -> Diagnostic:
    return Diagnostic(
        "malformed-definition",
        "a definition has a name, a list of parameters, and a body",
        Label(form.items[0].span.to(form.items[-1].span)),
        notes=(f"it is written `{usage}`",),
        help="put several statements together with `(do (…))`" if len(form.items) > 4 else None,
    )


def nameless_definition(form: Form) -> Diagnostic:
    return Diagnostic(
        "not-a-name",
        "a definition is called by a name in capitals",
        Label(form.span, "not a name"),
    )


def not_a_parameter(form: Form) -> Diagnostic:
    is_name = isinstance(form, Atom) and form.text.isupper()
    return Diagnostic(
        "not-a-parameter",
        "the parameters of a definition are variables",
        Label(form.span, "not a variable"),
        help="put a quote before it" if is_name else None,
        edit=Edit(form.span, f"'{form.text}") if is_name and isinstance(form, Atom) else None,
    )


def recursive_definition(use: Atom, name: Atom, used: Atom) -> Diagnostic:
    is_own = name is used
    return Diagnostic(
        "recursive-definition",
        f"`{name.text}` uses {'itself' if is_own else f'`{used.text}`, which is defined later'}",
        Label(use.span, "used here"),
        secondary=(Label(used.span, "defined here"),),
        notes=("a definition may use those that stand before it, so that it comes to an end",),
    )


def unused_parameter(parameter: Atom) -> Diagnostic:
    return Diagnostic(
        "unused-variable",
        f"`{parameter.text}` is never used",
        Label(parameter.span, "the body does not depend on it"),
        severity=Severity.WARNING,
    )


def wrong_arguments(use: List, count: int, definition: Definition) -> Diagnostic:
    wanted = len(definition.parameters)
    name = definition.name
    where = name.span.to(definition.parameters[-1].span) if wanted else name.span
    return Diagnostic(
        "wrong-argument-count",
        f"`{name.text}` takes {_counted(wanted)}, and here {'is' if count == 1 else 'are'} {count}",
        Label(use.span, "used here"),
        secondary=(Label(where, "defined here"),),
    )


def _counted(number: int) -> str:
    return "one argument" if number == 1 else f"{number or 'no'} arguments"


# ---------------------------------------------------------------------------- flow


def not_a_statement(form: Form, near: str | None = None) -> Diagnostic:
    """`near`: the definition that may have been meant."""
    keep = "to keep the value, write `(set STORAGE VALUE)`" if isinstance(form, List) else None
    return Diagnostic(
        "not-a-statement",
        "a value stands where something should happen",
        Label(form.span, "nothing happens here"),
        help=f"did you mean the definition `{near}`?" if near else keep,
    )


def missing_list(form: List, word: str, source: Source) -> Diagnostic:
    inner = form.items[1].span.to(form.items[-1].span)
    return Diagnostic(
        "missing-list",
        f"`{word}` takes one list of statements",
        Label(inner, "these need parentheses around them"),
        help=f"write `({word} (…))`: one more pair of parentheses around all of them",
        edit=Edit(inner, f"({source.slice(inner)})"),
    )


def statement_as_condition(form: List, word: str, source: Source) -> Diagnostic:
    alone = len(form.items) == 1
    inner = source.slice(form.items[0].span.to(form.items[-1].span))
    return Diagnostic(
        "statement-as-condition",
        f"`{word}` is not a condition",
        Label(form.items[0].span, "a condition stands first in such a list"),
        notes=("a list that starts with a list is a condition and what depends on it",),
        help=(
            "take away the outer parentheses"
            if alone
            else "to do one thing after another, write `(do (…))`"
        ),
        edit=Edit(form.span, inner if alone else f"(do ({inner}))"),
    )


def missing_do(form: List) -> Diagnostic:
    opening = Span(form.span.start, form.span.start + 1)
    return Diagnostic(
        "missing-do",
        "a list of statements stands alone",
        Label(opening, "`do` or `choice` belongs after this"),
        help="write `(do (…))` to do one after another, `(choice (…))` to let a player choose",
    )


def several_statements(items: tuple[Form, ...], user: str, source: Source) -> Diagnostic:
    span = items[0].span.to(items[-1].span)
    return Diagnostic(
        "several-statements",
        f"{user} takes one statement, and here are {len(items)}",
        Label(items[1].span.to(items[-1].span), "this is too much"),
        help="put them together with `(do (…))`",
        edit=Edit(span, f"(do ({source.slice(span)}))"),
    )


def nameless_move(form: Form) -> Diagnostic:
    return Diagnostic(
        "not-a-name",
        "a move is called by a name in capitals",
        Label(form.span, "not a name"),
        notes=("it is written `(as NAME STATEMENT)`",),
    )


def missing_end(form: List, late: Form | None) -> Diagnostic:
    return Diagnostic(
        "missing-end",
        "a stage does not start with its end",
        Label(form.items[0].span.to(form.items[1].span), "`(end CONDITION)` belongs after this"),
        secondary=(Label(late.span, "it comes too late here"),) if late else (),
        help=None if late else "write `(end CONDITION)`, or `once` for one turn each",
    )


def not_an_action(form: List, how: str) -> Diagnostic:
    allowed = "`move` or `forget`" if how else "a single action"
    return Diagnostic(
        "not-an-action",
        f"`repeat{how}` repeats {allowed}, nothing else",
        Label(form.items[0].span, "neither of the two" if how else "this is more"),
        help="count with `(all (range 1..N) 'I …)`" if not how else None,
    )


# ---------------------------------------------------------------------------- places


def wrong_owner(form: Form, text: str, actual: Type, owned: str) -> Diagnostic:
    instead = {"player": "(current player)", "team": "(current team)"}.get(text)
    owners = "the table or a player" if owned == "a location" else "the table, a player or a team"
    return Diagnostic(
        "wrong-owner",
        f"{owned} belongs to {owners}, not to {actual}",
        Label(form.span, f"this is {actual}"),
        notes=("the table is written `game`",) if instead is None else (),
        help=f"perhaps `{instead}`" if instead else None,
        edit=Edit(form.span, instead) if instead else None,
    )


def not_a_storage(form: Form, word: str) -> Diagnostic:
    stored = "a number" if word in ("inc", "dec") else "a value"
    return Diagnostic(
        "not-a-storage",
        f"`{word}` changes {stored} that is stored, and this is not stored anywhere",
        Label(form.span, "not a storage"),
        notes=("a storage is written `(game sto NAME)`, with `str` for strings",),
    )


def misplaced_memory(form: Form, word: str, instead: str | None) -> Diagnostic:
    facts = {
        "move": "`move` takes and puts cards, and a `mem` only remembers them",
        "swap": "`swap` exchanges cards, and a `mem` only remembers them",
        "create deck": "cards are created in a place, and a `mem` only remembers them",
    }
    return Diagnostic(
        "misplaced-memory",
        facts[word],
        Label(form.span, "a position in a `mem`" if word == "move" else "a `mem`"),
        help=f"to note a card without moving it, use `{instead}`" if instead else None,
    )


def not_a_memory(form: Form, word: str) -> Diagnostic:
    facts = {
        "remember": "`remember` notes a card in a `mem`, not in a place for cards",
        "forget": "`forget` strikes a card from a `mem`, not from a place for cards",
    }
    return Diagnostic(
        "not-a-memory",
        facts[word],
        Label(form.span, "not a `mem`"),
        help="to put a card there, use `move`" if word == "remember" else None,
    )


def card_as_destination(form: Form, word: str) -> Diagnostic:
    place = {"forget": "from"}.get(word, "to")
    return Diagnostic(
        "card-as-destination",
        f"a card is not a place to `{word}` {place}",
        Label(form.span, "this is a card, wherever it lies"),
        help="name the place: `(top …)` or `(bottom …)` of a location",
    )


def end_not_named(form: Form, text: str, word: str) -> Diagnostic:
    return Diagnostic(
        "end-not-named",
        f"`{word}` needs to know which end of the location is meant",
        Label(form.span, "a whole location"),
        help=f"write `(top {text})`" if len(text) < 50 else "write `(top …)` around it",
        edit=Edit(form.span, f"(top {text})"),
    )
