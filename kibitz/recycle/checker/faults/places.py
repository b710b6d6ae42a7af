"""Faults of owners, storages and locations."""

from __future__ import annotations

from kibitz.recycle.diagnostic import Diagnostic, Edit, Label
from kibitz.recycle.forms import Form
from kibitz.recycle.syntax import IntLiteral, Type


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


def team_as_card_owner(form: Form, text: str) -> Diagnostic:
    return Diagnostic(
        "team-as-card-owner",
        "a team owns no cards",
        Label(form.span, "this is a team"),
        notes=("cards lie on the table or belong to a player",),
        help=f"to look at the cards of all its members, write `(union (all {text} 'P ('P …)))`",
    )


def index_out_of_range(index: IntLiteral) -> Diagnostic:
    return Diagnostic(
        "index-out-of-range",
        "the index of a location is too large",
        Label(index.span, "indices go from 0 to 63"),
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


def virtual_destination(form: Form, word: str) -> Diagnostic:
    return Diagnostic(
        "virtual-destination",
        f"`{word}` needs a place on the table, and this list of cards is not one",
        Label(form.span, "a list made by looking at cards"),
        notes=("the cards of such a list lie elsewhere: only a location can receive one",),
    )


def virtual_swap(form: Form) -> Diagnostic:
    return Diagnostic(
        "virtual-swap",
        "`swap` exchanges two cards or two locations, not lists of cards",
        Label(form.span, "a list made by looking at cards"),
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


def deck_without_place(form: Form) -> Diagnostic:
    return Diagnostic(
        "deck-without-place",
        "a deck is created in a location that is written out",
        Label(form.span, "not such a location"),
        notes=("a location is written `(game iloc STOCK)`",),
    )
