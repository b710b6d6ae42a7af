"""The setup: players, teams, decks; the usual packs; and `create deck`, there and during play."""

from __future__ import annotations

from typing import Any

from kibitz.recycle import limits
from kibitz.recycle import syntax as s
from kibitz.recycle.checker import faults
from kibitz.recycle.checker.checking import Checking
from kibitz.recycle.constants import changing_part
from kibitz.recycle.diagnostic import Edit, nearest
from kibitz.recycle.reader import read
from kibitz.recycle.source import (
    Atom,
    AtomKind,
    Form,
    List,
    Source,
    Span,
    head_word,
    is_name,
    is_word,
)

TeamNumbers = tuple[tuple[int, ...], ...]
_SUITS = """(SUIT
 (CLUBS (COLOUR (BLACK))) (DIAMONDS (COLOUR (RED)))
 (HEARTS (COLOUR (RED))) (SPADES (COLOUR (BLACK))))"""
_TRUMPS = "I II III IV V VI VII VIII IX X XI XII XIII XIV XV XVI XVII XVIII XIX XX XXI"
_COURTED = "ACE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN JACK KNIGHT QUEEN KING"

PACKS = {
    "FRENCH": f"""
     (RANK (ACE, TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING))
     {_SUITS}""",
    "PIQUET": f"(RANK (SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE)) {_SUITS}",
    "ITALIAN": f"""
     (RANK (ACE, TWO, THREE, FOUR, FIVE, SIX, SEVEN, JACK, QUEEN, KING)) {_SUITS}""",
    "SPANISH": """
     (RANK (ACE, TWO, THREE, FOUR, FIVE, SIX, SEVEN, JACK, KNIGHT, KING))
     (SUIT (COINS, CUPS, SWORDS, CLUBS))""",
    "GERMAN": """
     (RANK (SEVEN, EIGHT, NINE, TEN, UNDER, OVER, KING, ACE))
     (SUIT (ACORNS, LEAVES, HEARTS, BELLS))""",
    "TAROT": f"""(RANK
     {" ".join(f"({rank} {_SUITS})" for rank in _COURTED.split())}
     {" ".join(f"({rank} (SUIT (TRUMPS)))" for rank in _TRUMPS.split())}
     (FOOL))""",
}
"""By name: what stands in its place behind `deck`, as in `(deck FRENCH)`."""


def team_definitions(check: Checking, form: List, players: int | None) -> TeamNumbers:
    """The teams of `(create teams (1, 3) (2, 4))`; `players` is their number where it is known."""
    if check.is_spoiled(form):
        return ()
    teams = [_members(item) for item in form.items[2:]]
    if any(check.is_spoiled(item) for item in form.items[2:]):
        return ()
    if not teams or not all(teams):
        check.fault("malformed-team", form.span)
        return ()
    members = [number for team in teams for number in team]
    if any(int(number.text) == 0 for number in members):
        zero = next(number for number in members if int(number.text) == 0)
        edit = Edit(form.span, _renumbered(check, form, members))
        check.fault("numbered-from-zero", zero.span, kind="player", edit=edit)
        return ()
    _refuse_repeated(check, members)
    if players is not None:
        _refuse_incomplete(check, form, members, players)
    return tuple(tuple(int(number.text) for number in team) for team in teams)


def _renumbered(check: Checking, form: List, members: list[Atom]) -> str:
    """The text of the teams with every number one higher."""
    pieces, start = [], form.span.start
    for member in members:
        pieces += [check.source.text[start : member.span.start], str(int(member.text) + 1)]
        start = member.span.end
    return "".join([*pieces, check.source.text[start : form.span.end]])


def _members(form: Form) -> list[Atom]:
    """The numbers of one team; none when it is written in another way."""
    items = form.items if isinstance(form, List) else ()
    numbers = [item for item in items if not is_word(item, ",")]
    atoms = [item for item in numbers if isinstance(item, Atom) and item.kind is AtomKind.INTEGER]
    return atoms if len(atoms) == len(numbers) else []


def _refuse_repeated(check: Checking, members: list[Atom]) -> None:
    seen: dict[int, Atom] = {}
    for member in members:
        number = int(member.text)
        if number in seen:
            check.fault("repeated-team-member", member.span, seen[number].span, member=member.text)
        seen.setdefault(number, member)


def _refuse_incomplete(check: Checking, form: List, members: list[Atom], players: int) -> None:
    numbers = {int(member.text) for member in members}
    for member in members:
        if not 1 <= int(member.text) <= players:
            case = "" if players > 1 else ".alone"
            check.fault(
                f"unknown-team-member{case}", member.span, member=member.text, players=players
            )
    missing = [number for number in range(1, players + 1) if number not in numbers]
    if missing:
        case = "" if len(missing) > 1 else ".one"
        check.fault(f"incomplete-teams{case}", form.span, who=", ".join(map(str, missing)))


# ---------------------------------------------------------------------------- setup


_ORDER = ("players", "teams", "deck")


def setup(check: Checking, form: List) -> s.SetupNode:
    """`(setup (create players n) (create teams …) (create deck …) …)`."""
    errors_before = check.errors
    parts = [(_role(item), item) for item in form.items[1:]]
    _refuse_order(check, parts)
    players_form = next((item for role, item in parts if role == "players"), None)
    players = _players(check, players_form)
    is_told = isinstance(players, s.IntLiteralNode) and players.value <= limits.PLAYERS
    count = players.value if is_told else None
    teams = tuple(_teams(check, item, count) for role, item in parts if role == "teams")
    decks = tuple(_deck(check, item) for role, item in parts if role == "deck")
    for role, present in (("players", players_form), ("deck", decks)):
        if not present and check.errors == errors_before:
            check.fault(f"missing-section.{role}", form.items[0].span)
    return s.SetupNode(players, teams, decks, span=form.span)


def _role(form: Form) -> str:
    if isinstance(form, List) and head_word(form) == "create" and len(form.items) > 1:
        if is_word(form.items[1], "players"):
            return "players"
        if is_word(form.items[1], "teams"):
            return "teams"
    if isinstance(form, List) and len(form.items) == 2 and isinstance(form.items[0], List):
        return "teams" if _role(form.items[1]) == "teams" else "deck"
    return "deck"


def _teams(check: Checking, form: Form, players: int | None) -> s.TeamsSetupNode:
    """Teams, perhaps under a condition on options."""
    assert isinstance(form, List)
    if head_word(form) == "create":
        return s.TeamsSetupNode(None, team_definitions(check, form, players), span=form.span)
    condition, inner = _condition(check, form), form.items[1]
    assert isinstance(inner, List)
    return s.TeamsSetupNode(condition, team_definitions(check, inner, players), span=form.span)


def _condition(check: Checking, form: List) -> Any:
    condition = check.expect(form.items[0], s.Type.BOOL, "a condition in the setup")
    changing = changing_part(condition)
    if changing is not None:
        check.fault("not-constant", changing.span, what="a condition in the setup")
    return condition


def _refuse_order(check: Checking, parts: list[tuple[str, Form]]) -> None:
    """Players, then teams, then decks; players once, and teams without a condition."""
    first: dict[str, Form] = {}
    for role, form in parts:
        later = [first[other] for other in _ORDER[_ORDER.index(role) + 1 :] if other in first]
        if role in first and role != "deck" and head_word(form) == "create":
            places = faults.start(form), faults.start(first[role])
            check.fault("repeated-section", *places, word=f"create {role}")
        elif later:
            places = faults.start(form), faults.start(later[0])
            check.fault("misplaced-section.setup", *places, what=f"`create {role}`")
        first.setdefault(role, form)


def _players(check: Checking, form: Form | None) -> Any:
    if not isinstance(form, List) or check.is_spoiled(form):
        return None
    if not check.has_words(form, "(create players INT)"):
        return None
    count = _constant_integer(check, form.items[2], "the number of players")
    for number in _possible_extremes(check, count):
        if not 1 <= number <= limits.PLAYERS:
            check.fault("player-count", form.items[2].span, number=number)
            break
    return count


def _possible_extremes(check: Checking, count: Any) -> tuple[int, ...]:
    """The least and the greatest number that is possible, as far as it can be told here."""
    match count:
        case s.IntLiteralNode(value=number):
            return (number,)
        case s.VariableNode(binder=binder):
            return check.extremes_by_binder.get(binder.number, ())
        case _:
            return ()


def _constant_integer(check: Checking, form: Form, what: str) -> Any:
    value = check.expect(form, s.Type.INT, what)
    changing = changing_part(value)
    if changing is not None:
        return check.fault("not-constant", changing.span, what=what).node
    return value


def _deck(check: Checking, form: Form) -> Any:
    """A deck, perhaps repeated, perhaps under a condition."""
    if isinstance(form, List) and check.is_spoiled(form):
        return None
    if not isinstance(form, List) or not form.items:
        return check.fault("malformed-setup", form.span).node
    if isinstance(form.items[0], List):
        return _guarded(check, form)
    match head_word(form):
        case "create":
            return create_deck(check, form)
        case "repeat":
            return _repeated(check, form)
        case _:
            return check.fault("malformed-setup", form.span).node


def _repeated(check: Checking, form: List) -> s.RepeatDeckNode | None:
    if not check.has_words(form, "(repeat INT DECK)"):
        return None
    count = _constant_integer(check, form.items[1], "the number of decks")
    inner = form.items[2]
    if not isinstance(inner, List) or head_word(inner) != "create":
        check.fault("malformed-setup", inner.span)
        return None
    return s.RepeatDeckNode(count, _deck(check, inner), span=form.span)


def _guarded(check: Checking, form: List) -> s.GuardedDeckNode | None:
    condition = _condition(check, form)
    if len(form.items) == 1:
        check.fault("nothing-to-do", form.span)
        return None
    if len(form.items) > 2:
        check.fault("several-decks", form.items[2].span)
    inner = form.items[1]
    if isinstance(inner, List) and inner.items and isinstance(inner.items[0], List):
        check.fault("malformed-setup", inner.span)
        return None
    return s.GuardedDeckNode(condition, _deck(check, inner), span=form.span)


# ---------------------------------------------------------------------------- decks


_USAGES = ("(create deck LOCATION DECK)", "(create deck STR LOCATION DECK)")


def create(check: Checking, form: List) -> s.CreateDeckNode | None:
    """`create` as a statement: only decks are created during play."""
    second = form.items[1] if len(form.items) > 1 else None
    if second is not None and is_word(second, "teams", "players"):
        check.fault("teams-during-play", form.span, word=check.text(second))
        return None
    return create_deck(check, form)


def create_deck(check: Checking, form: List) -> s.CreateDeckNode | None:
    """`(create deck [BACK] LOCATION (deck …))`."""
    if not check.has_words(form, *_USAGES):
        return None
    *back_form, location_form, deck_form = form.items[2:]
    back = check.expect(back_form[0], s.Type.STR, "create deck") if back_form else None
    location = _location(check, location_form)
    attributes = _attributes(check, deck_form)
    return s.CreateDeckNode(back, location, attributes, span=form.span)


def _location(check: Checking, form: Form) -> Any:
    place = check.value(form)
    if place.type is None:
        return None
    if not isinstance(place.node, s.LocationNode):
        return check.fault("deck-without-place", form.span).node
    if place.location_class is s.LocationClass.MEMORY:
        return check.fault("misplaced-memory.deck", form.span).node
    return place.node


def _attributes(check: Checking, form: Form) -> tuple[s.AttributeNode, ...]:
    if not isinstance(form, List) or head_word(form) != "deck" or len(form.items) < 2:
        check.fault("malformed-deck", form.span)
        return ()
    if check.is_spoiled(form):
        return ()
    first = form.items[1]
    if isinstance(first, Atom) and first.kind is AtomKind.INTEGER:
        check.fault("legacy-form.counted", first.span, count=first.text)
        return ()
    items = form.items[1:]
    if len(items) == 1 and is_name(first):
        if first.text not in PACKS:
            near, packs = nearest(first.text, PACKS), ", ".join(PACKS)
            check.fault("unknown-pack", first.span, pack=first.text, packs=packs, edit=near)
            return ()
        items = attributes_of(first)
    if any(isinstance(item, Atom) for item in items):
        check.fault("malformed-deck", form.span)
        return ()
    attributes = tuple(_attribute(check, item, {}) for item in items)
    _refuse_repeated_attributes(check, attributes)
    return tuple(attribute for attribute in attributes if attribute is not None)


def _attribute(check: Checking, form: Form, above: dict[str, Atom]) -> s.AttributeNode | None:
    """One attribute; `above` are the attributes on the way to it."""
    if check.is_spoiled(form):
        return None
    if not isinstance(form, List) or len(form.items) < 2 or not is_name(form.items[0]):
        check.fault("malformed-deck", form.span)
        return None
    name = form.items[0]
    if name.text in above:
        check.fault("duplicate-attribute", name.span, above[name.text].span, name=name.text)
    path = {**above, name.text: name}
    values = form.items[1]
    if len(form.items) == 2 and isinstance(values, List) and _is_flat(values):
        branches = _plain_values(check, values)
    else:
        branches = tuple(_branch(check, item, path) for item in form.items[1:])
    return s.AttributeNode(name.text, branches, span=form.span)


def _is_flat(values: List) -> bool:
    is_nothing = all(is_word(item, ",") for item in values.items)
    return not is_nothing and all(isinstance(item, Atom) for item in values.items)


def _plain_values(check: Checking, values: List) -> tuple[s.BranchNode, ...]:
    """The values of `(RANK (A, B, C))`; commas carry no meaning."""
    names = [item for item in values.items if isinstance(item, Atom) and not is_word(item, ",")]
    other = next((item for item in names if not is_name(item)), None)
    if other is not None and not check.is_spoiled(values):
        check.fault("malformed-deck", other.span)
    return tuple(s.BranchNode(name.text, span=name.span) for name in names)


def _branch(check: Checking, form: Form, above: dict[str, Atom]) -> s.BranchNode:
    if check.is_spoiled(form):
        return s.BranchNode("", span=form.span)
    if not isinstance(form, List) or not form.items or not is_name(form.items[0]):
        check.fault("malformed-deck", form.span)
        return s.BranchNode("", span=form.span)
    value = form.items[0]
    below = [_attribute(check, item, above) for item in form.items[1:]]
    attributes = tuple(attribute for attribute in below if attribute is not None)
    return s.BranchNode(value.text, attributes, span=form.span)


def _refuse_repeated_attributes(
    check: Checking, attributes: tuple[s.AttributeNode | None, ...]
) -> None:
    """Every card has one value of each of the deck's attributes, so no two may share a name."""
    seen: dict[str, s.AttributeNode] = {}
    for attribute in attributes:
        if attribute is None:
            continue
        inside = {part.name: part for part in _all_below(attribute)}
        for name in sorted(inside.keys() & seen.keys()):
            check.fault("duplicate-attribute", inside[name].span, seen[name].span, name=name)
        seen.update(inside)


def _all_below(attribute: s.AttributeNode) -> list[s.AttributeNode]:
    found = [attribute]
    for branch in attribute.branches:
        for below in branch.attributes:
            found += _all_below(below)
    return found


def attributes_of(pack: Atom) -> tuple[Form, ...]:
    """What the name of a pack stands for, all of it in the place of the name."""
    document, faults = read(Source(pack.text, PACKS[pack.text]))
    assert not faults
    return tuple(_placed_at(form, pack.span) for form in document.forms)


def _placed_at(form: Form, span: Span) -> Form:
    if isinstance(form, Atom):
        return Atom(form.kind, form.text, span)
    return List(tuple(_placed_at(item, span) for item in form.items), span)
