"""Faults of programs that are not said in the same words each time; the others, and most words of
these, stand in `faults.toml`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kibitz.recycle.diagnostic import Diagnostic, Edit, Label, fault
from kibitz.recycle.forms import Atom, Form, List
from kibitz.recycle.source import Source, Span
from kibitz.recycle.syntax import Type

if TYPE_CHECKING:
    from kibitz.recycle.checker.definitions import Definition


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
    return fault("repeated-section", _start(form), _start(earlier), word=word)


def _start(form: Form) -> Span:
    """The first word of a form: enough to point at a long one."""
    return form.items[0].span if isinstance(form, List) and form.items else form.span


def missing_section(form: List, word: str) -> Diagnostic:
    return Diagnostic(
        "missing-section", _MISSING[word], Label(form.items[0].span), help=f"add {_WRITTEN[word]}"
    )


def game_ends_early(form: List, after: tuple[Form, ...]) -> Diagnostic:
    return fault("game-ends-early", Span(form.span.end - 1, form.span.end), _start(after[0]))


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
    return fault("incomplete-teams", form.span, plural=plural)


# ---------------------------------------------------------------------------- decks


# ---------------------------------------------------------------------------- definitions


def malformed_definition(form: List, usage: str) -> Diagnostic:
    return fault(
        "malformed-definition",
        form.items[0].span.to(form.items[-1].span),
        usage=usage,
        help="put several statements together with `(do (…))`" if len(form.items) > 4 else None,
    )


def nameless_definition(form: Form) -> Diagnostic:
    return Diagnostic(
        "not-a-name", "a definition is called by a name in capitals", Label(form.span, "not a name")
    )


def not_a_parameter(form: Form) -> Diagnostic:
    is_name = isinstance(form, Atom) and form.text.isupper()
    return fault(
        "not-a-parameter",
        form.span,
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
    return fault("unused-variable", parameter.span, parameter=parameter.text)


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
    return fault(
        "not-a-statement",
        form.span,
        help=f"did you mean the definition `{near}`?" if near else keep,
    )


def missing_list(form: List, word: str, source: Source) -> Diagnostic:
    inner = form.items[1].span.to(form.items[-1].span)
    return fault("missing-list", inner, word=word, edit=Edit(inner, f"({source.slice(inner)})"))


def statement_as_condition(form: List, word: str, source: Source) -> Diagnostic:
    alone = len(form.items) == 1
    inner = source.slice(form.items[0].span.to(form.items[-1].span))
    return fault(
        "statement-as-condition",
        form.items[0].span,
        word=word,
        help="take away the outer parentheses"
        if alone
        else "to do one thing after another, write `(do (…))`",
        edit=Edit(form.span, inner if alone else f"(do ({inner}))"),
    )


def missing_do(form: List) -> Diagnostic:
    opening = Span(form.span.start, form.span.start + 1)
    return fault("missing-do", opening)


def several_statements(items: tuple[Form, ...], user: str, source: Source) -> Diagnostic:
    span = items[0].span.to(items[-1].span)
    return fault(
        "several-statements",
        items[1].span.to(items[-1].span),
        user=user,
        count=len(items),
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
    return fault(
        "wrong-owner",
        form.span,
        owned=owned,
        owners=owners,
        actual=actual,
        notes=("the table is written `game`",) if instead is None else (),
        help=f"perhaps `{instead}`" if instead else None,
        edit=Edit(form.span, instead) if instead else None,
    )


def not_a_storage(form: Form, word: str) -> Diagnostic:
    stored = "a number" if word in ("inc", "dec") else "a value"
    return fault("not-a-storage", form.span, word=word, stored=stored)


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
    return fault("card-as-destination", form.span, word=word, place=place)


def end_not_named(form: Form, text: str, word: str) -> Diagnostic:
    return fault(
        "end-not-named",
        form.span,
        word=word,
        help=f"write `(top {text})`" if len(text) < 50 else "write `(top …)` around it",
        edit=Edit(form.span, f"(top {text})"),
    )
