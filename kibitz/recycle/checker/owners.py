"""Owners, and what they own: storages and locations."""

from __future__ import annotations

from typing import Any

from kibitz.recycle import limits
from kibitz.recycle import syntax as s
from kibitz.recycle.checker import faults, legacy
from kibitz.recycle.checker.checking import HOLE, Checking, Typed
from kibitz.recycle.checker.shapes import Shape, has_words, is_word
from kibitz.recycle.checker.words import TURN_WORDS
from kibitz.recycle.diagnostic import fault
from kibitz.recycle.forms import Atom, Form, List

owner_of_card = Shape("(owner CARD)", s.Type.PLAYER, s.OwnerOfCardNode)
team_of_player = Shape("(team PLAYER)", s.Type.TEAM, s.TeamOfPlayerNode)

_STORAGES = {
    "sto": (s.IntStorageNode, s.Type.INT),
    "str": (s.StrStorageNode, s.Type.STR),
    "points": (s.PointStorageNode, s.Type.POINTS),
}


def owner_reference(check: Checking, form: List) -> Typed:
    """`(current player)`, `(3 player)`, `(next team)`, `((+ 1 'N) team)`."""
    which, kind = form.items
    is_player = is_word(kind, "player")
    owner_type = s.Type.PLAYER if is_player else s.Type.TEAM
    if isinstance(which, Atom) and which.text in TURN_WORDS:
        turn = s.Turn(which.text)
        node = (
            s.TurnPlayerNode(turn, span=form.span)
            if is_player
            else s.TurnTeamNode(turn, span=form.span)
        )
        return Typed(node, owner_type)
    number = check.expect(which, s.Type.INT, "player" if is_player else "team")
    if isinstance(number, s.IntLiteralNode) and number.value == 0:
        return check.report(legacy.first_owner_as_zero(form, "player" if is_player else "team"))
    numbered = s.NumberedPlayerNode if is_player else s.NumberedTeamNode
    return Typed(numbered(number, span=form.span), owner_type)


def others(check: Checking, form: List) -> Typed:
    """`(other player)`, `(other team)`."""
    if not has_words(check, form, "(other player)", "(other team)"):
        return HOLE
    if is_word(form.items[1], "player"):
        return Typed(s.OtherPlayersNode(span=form.span), s.Type.PLAYERS)
    return Typed(s.OtherTeamsNode(span=form.span), s.Type.TEAMS)


def storage(check: Checking, form: List) -> Typed:
    """`(OWNER sto NAME)`, `(OWNER str NAME)`, `(OWNER points NAME)`."""
    word = check.text(form.items[1])
    if not has_words(check, form, f"(OWNER {word} STR)"):
        return HOLE
    owner = _owner(check, form.items[0], "a storage")
    name = check.expect(form.items[2], s.Type.STR, word)
    if owner is None:
        return HOLE
    node_class, value_type = _STORAGES[word]
    owner_type = None if isinstance(owner.node, s.TableNode) else owner.type
    return Typed(node_class(owner.node, owner_type, name, span=form.span), value_type)


def location(check: Checking, form: List) -> Typed:
    """`(OWNER vloc NAME)`, perhaps with an index."""
    word = check.text(form.items[1])
    if len(form.items) > 2 and is_word(form.items[2], "new"):
        return check.report(legacy.new_location(form, check.text(form.items[0]), word))
    if not has_words(check, form, f"(OWNER {word} STR)", f"(OWNER {word} STR INT)"):
        return HOLE
    owner = _card_owner(check, form.items[0])
    name = check.expect(form.items[2], s.Type.STR, word)
    index = _index(check, form.items[3]) if len(form.items) == 4 else None
    if owner is None:
        return HOLE
    location_class = s.LocationClass(word)
    node = s.LocationNode(owner.node, location_class, name, index, span=form.span)
    return Typed(node, s.Type.LOCATION, location_class)


def indexed(check: Checking, form: List) -> Typed:
    """`(indexed OWNER vloc NAME)`."""
    usages = [f"(indexed OWNER {location_class} STR)" for location_class in s.LocationClass]
    if not has_words(check, form, *usages):
        return HOLE
    _, owner_form, class_form, name_form = form.items
    owner = _card_owner(check, owner_form)
    name = check.expect(name_form, s.Type.STR, "indexed")
    if owner is None:
        return HOLE
    location_class = s.LocationClass(check.text(class_form))
    node = s.IndexedNode(owner.node, location_class, name, span=form.span)
    return Typed(node, s.Type.LOCATIONS, location_class)


def new_class(check: Checking, form: List) -> Typed:
    """`(OWNER new NAME)`, from the time when places were made as they were named."""
    return check.report(legacy.new_location(form, check.text(form.items[0]), "vloc"))


def _index(check: Checking, form: Form) -> Any:
    index = check.expect(form, s.Type.INT, "the index of a location")
    if isinstance(index, s.IntLiteralNode) and index.value >= limits.INDICES:
        return check.report(fault("index-out-of-range", index.span)).node
    return index


def _owner(check: Checking, form: Form, owned: str) -> Typed | None:
    """The owner of a storage; None when there is a fault."""
    if is_word(form, "game"):
        return Typed(s.TableNode(span=form.span), s.Type.PLAYER)
    owner = check.value(form)
    if owner.type is None:
        return None
    if owner.type in (s.Type.PLAYER, s.Type.TEAM):
        return owner
    fault = faults.wrong_owner(form, check.text(form), owner.type, owned)
    check.report(check.with_variable(fault, form, s.Type.PLAYER))
    return None


def _card_owner(check: Checking, form: Form) -> Typed | None:
    """The owner of a location, which is never a team; None when there is a fault."""
    owner = _owner(check, form, "a location")
    if owner is not None and owner.type is s.Type.TEAM:
        check.report(fault("team-as-card-owner", form.span, text=check.text(form)))
        return None
    return owner
