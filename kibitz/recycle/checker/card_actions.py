"""Actions on cards and on turns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kibitz.recycle import syntax as s
from kibitz.recycle.checker import faults, legacy, operand_faults
from kibitz.recycle.checker.checking import Checking, Typed
from kibitz.recycle.checker.shapes import has_words, is_word
from kibitz.recycle.checker.words import TURN_WORDS
from kibitz.recycle.diagnostic import fault
from kibitz.recycle.forms import Atom, Form, List


def move(check: Checking, form: List) -> s.MoveNode | None:
    if not has_words(check, form, "(move CARD CARD)"):
        return None
    source = _physical_card(check, form.items[1], "move")
    destination = _destination(check, form.items[2], "move")
    if destination is None:
        return None
    if destination.location_class is s.LocationClass.MEMORY:
        check.report(faults.misplaced_memory(form.items[2], "move", "remember"))
        return None
    return s.MoveNode(source, destination.node, span=form.span)


def remember(check: Checking, form: List) -> s.RememberNode | None:
    if not has_words(check, form, "(remember CARD CARD)"):
        return None
    card = check.expect(form.items[1], s.Type.CARD, "remember")
    destination = _destination(check, form.items[2], "remember")
    if destination is None or not _is_memory(check, destination, form.items[2], "remember"):
        return None
    return s.RememberNode(card, destination.node, span=form.span)


def forget(check: Checking, form: List) -> s.ForgetNode | None:
    if not has_words(check, form, "(forget CARD)"):
        return None
    reference = _destination(check, form.items[1], "forget")
    if reference is None or not _is_memory(check, reference, form.items[1], "forget"):
        return None
    return s.ForgetNode(reference.node, span=form.span)


def _is_memory(check: Checking, place: Typed, form: Form, word: str) -> bool:
    if place.location_class is not s.LocationClass.MEMORY:
        check.report(faults.not_a_memory(form, word))
        return False
    return True


def _physical_card(check: Checking, form: Form, word: str) -> Any:
    """A card that `word` may take from where it lies: not an entry of a memory."""
    card = check.value(form)
    if card.type is not None and card.type is not s.Type.CARD:
        text = check.text(form)
        return check.report(
            operand_faults.wrong_type(form, text, card.type, s.Type.CARD, word)
        ).node
    if _is_memory_entry(card):
        return check.report(faults.misplaced_memory(form, word, None)).node
    return card.node


def _is_memory_entry(card: Typed) -> bool:
    """A position in a memory; a variable or a best card stands for the card itself."""
    return isinstance(card.node, s.CardAtNode) and card.location_class is s.LocationClass.MEMORY


def _destination(check: Checking, form: Form, word: str) -> Typed | None:
    """A position in a location, with the class of the location."""
    card = check.value(form)
    if card.type is s.Type.LOCATION:
        check.report(faults.end_not_named(form, check.text(form), word))
        return None
    if card.type is None:
        return None
    if card.type is not s.Type.CARD:
        text = check.text(form)
        check.report(operand_faults.wrong_type(form, text, card.type, s.Type.CARD, word))
        return None
    if not isinstance(card.node, s.CardAtNode):
        check.report(faults.card_as_destination(form, word))
        return None
    if card.location_class is None:
        assert isinstance(form, List)
        check.report(fault("virtual-destination", form.items[-1].span, word=word))
        return None
    return card


def swap(check: Checking, form: List) -> s.SwapCardsNode | s.SwapLocationsNode | None:
    if not has_words(check, form, "(swap CARD CARD)"):
        return None
    sides = [check.value(item) for item in form.items[1:]]
    if any(side.is_hole for side in sides):
        return None
    fine = [_may_be_swapped(check, *pair) for pair in zip(form.items[1:], sides, strict=True)]
    if not all(fine):
        return None
    first, second = sides
    if first.type is not second.type:
        assert first.type is not None
        assert second.type is not None
        check.report(operand_faults.unlike_operands(form, check.source, first.type, second.type))
        return None
    node = s.SwapCardsNode if first.type is s.Type.CARD else s.SwapLocationsNode
    return node(first.node, second.node, span=form.span)


def _may_be_swapped(check: Checking, form: Form, side: Typed) -> bool:
    is_memory = side.type is s.Type.LOCATION and side.location_class is s.LocationClass.MEMORY
    if is_memory or _is_memory_entry(side):
        check.report(faults.misplaced_memory(form, "swap", None))
        return False
    if side.type is s.Type.CARDS:
        check.report(fault("virtual-swap", form.span))
        return False
    if side.type not in (s.Type.CARD, s.Type.LOCATION):
        assert side.type is not None
        text = check.text(form)
        check.report(operand_faults.wrong_type(form, text, side.type, s.Type.CARD, "swap"))
        return False
    return True


def shuffle(check: Checking, form: List) -> s.ShuffleNode | None:
    if len(form.items) > 1 and is_word(form.items[1], "faro"):
        check.report(legacy.unsupported(form.items[1].span, "`shuffle faro`"))
        return None
    if not has_words(check, form, "(shuffle CARDS)"):
        return None
    return s.ShuffleNode(check.expect(form.items[1], s.Type.CARDS, "shuffle"), span=form.span)


def cycle(check: Checking, form: List) -> s.CycleNode | None:
    if not has_words(check, form, "(cycle next PLAYER)", "(cycle current PLAYER)"):
        return None
    _, turn, player_form = form.items
    if isinstance(player_form, Atom) and player_form.text in TURN_WORDS:
        check.report(legacy.cycle_without_player(form, player_form, check.text(turn)))
        return None
    if check.once_stage is not None:
        check.report(fault("cycle-in-once", form.span, check.once_stage))
    player = check.expect(player_form, s.Type.PLAYER, "cycle")
    return s.CycleNode(s.Turn(check.text(turn)), player, span=form.span)


def turn_pass(check: Checking, form: List) -> s.PassNode | None:
    if not has_words(check, form, "(turn pass)"):
        return None
    return s.PassNode(span=form.span)


RULES: dict[str, Callable[[Checking, List], Any]] = {
    "move": move,
    "remember": remember,
    "forget": forget,
    "swap": swap,
    "shuffle": shuffle,
    "cycle": cycle,
    "turn": turn_pass,
}
