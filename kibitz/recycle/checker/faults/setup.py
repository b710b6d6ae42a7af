"""Faults of declarations and of the setup."""

from __future__ import annotations

from kibitz.recycle.diagnostic import Diagnostic, Label
from kibitz.recycle.forms import Atom, Form, List
from kibitz.recycle.source import Span
from kibitz.recycle.syntax import Binder


def not_constant(span: Span, what: str) -> Diagnostic:
    return Diagnostic(
        "not-constant",
        f"{what} is fixed before a match starts",
        Label(span, "this is not among the things that are fixed"),
        notes=(
            "numbers, names, ranges, lists of names, arithmetic and earlier declarations are fixed",
        ),
    )


def duplicate_declaration(binder: Binder, earlier: Span) -> Diagnostic:
    return Diagnostic(
        "duplicate-declaration",
        f"`'{binder.name}` is declared twice",
        Label(binder.span, "declared again"),
        secondary=(Label(earlier, "declared here first"),),
    )


def malformed_option(span: Span) -> Diagnostic:
    return Diagnostic(
        "malformed-option",
        "an option lists its values as they are",
        Label(span, "numbers and names only"),
        notes=("it is written `(option 4 (range 2..6))` or `(option NONE (NONE, TWO, FOUR))`",),
    )


def option_outside_domain(default: str, at: Span, domain: Span) -> Diagnostic:
    return Diagnostic(
        "option-outside-domain",
        f"`{default}` is not among the values of this option",
        Label(at, "the value if nobody chooses"),
        secondary=(Label(domain, "the values to choose from"),),
    )


def player_count(number: int, span: Span) -> Diagnostic:
    return Diagnostic(
        "player-count",
        f"a game cannot have {number} players",
        Label(span, "from 1 to 16"),
    )


# ---------------------------------------------------------------------------- teams


def teams_during_play(form: List, word: str) -> Diagnostic:
    return Diagnostic(
        "teams-during-play",
        f"{word} are created in the setup, not during play",
        Label(form.span),
    )


def malformed_team(form: List) -> Diagnostic:
    return Diagnostic(
        "malformed-team",
        "a team is a list of player numbers",
        Label(form.span),
        notes=("teams are written `(create teams (1, 3) (2, 4))`",),
    )


def repeated_team_member(member: Atom, earlier: Atom) -> Diagnostic:
    return Diagnostic(
        "repeated-team-member",
        f"player {member.text} is in the teams twice",
        Label(member.span, "again"),
        secondary=(Label(earlier.span, "here first"),),
    )


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


def malformed_setup(form: Form) -> Diagnostic:
    return Diagnostic(
        "malformed-setup",
        "only decks are made here",
        Label(form.span),
        notes=(
            "a deck is written `(create deck LOCATION (deck …))`, "
            "perhaps inside `(repeat 2 …)` or `(CONDITION …)`",
        ),
    )


def several_decks(second: Form) -> Diagnostic:
    return Diagnostic(
        "several-decks",
        "a condition in the setup stands before one deck",
        Label(second.span, "a second one"),
        help="write the condition again before it",
    )


def malformed_deck(form: Form) -> Diagnostic:
    return Diagnostic(
        "malformed-deck",
        "this is not how a deck is described",
        Label(form.span),
        notes=("a deck is written `(deck (RANK (A, TWO, THREE)) (SUIT (HEARTS, SPADES)))`",),
    )


def duplicate_attribute(name: str, again: Span, first: Span) -> Diagnostic:
    return Diagnostic(
        "duplicate-attribute",
        f"a card would have two values of `{name}`",
        Label(again, "given again"),
        secondary=(Label(first, "given here first"),),
    )
