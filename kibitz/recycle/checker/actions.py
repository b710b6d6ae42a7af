"""Actions: on storages (`set`, `update`, `inc`, `dec`), on cards, and on turns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from kibitz.recycle import syntax as s
from kibitz.recycle.checker import faults
from kibitz.recycle.checker.checking import Checking, Typed
from kibitz.recycle.checker.words import TURN_WORDS
from kibitz.recycle.constants import changing_part
from kibitz.recycle.source import Form, List, head_word, is_name, is_word
from kibitz.recycle.syntax.types import nodes

_CONDITIONS = frozenset({"and", "or", "not", "==", "!=", "<", ">", "<=", ">="})
"""The words a condition over constants begins with."""


def set_storage(
    check: Checking, form: List
) -> s.SetIntNode | s.SetStrNode | s.SetPointsNode | None:
    """`set`, decided by what is stored."""
    if not check.has_words(form, "(set STORAGE VALUE)"):
        return None
    target = check.value(form.items[1])
    match target.node:
        case s.IntStorageNode():
            value = _stored(check, form, target.node.is_secret, s.Type.INT)
            return s.SetIntNode(target.node, value, span=form.span)
        case s.StrStorageNode():
            value = _stored(check, form, target.node.is_secret, s.Type.STR)
            return s.SetStrNode(target.node, value, span=form.span)
        case s.PointStorageNode():
            awards = _awards(check, form.items[2])
            return s.SetPointsNode(target.node, awards, False, span=form.span)
        case _:
            if not target.is_hole:
                check.fault("not-a-storage", form.items[1].span, word="set", stored="a value")
            return None


_OTHER = {s.Type.INT: s.Type.STR, s.Type.STR: s.Type.INT}


def _stored(check: Checking, form: List, is_secret: bool, kept: s.Type) -> Any:
    """What `set` puts into a storage of numbers or of texts; one is easily taken for the other."""
    value_form = form.items[2]
    value = check.value(value_form)
    if value.type is not _OTHER[kept] or check.variable_meant(value_form, kept):
        return check.fitting(value, value_form, kept, "set")
    number, text = ("isto", "istr") if is_secret else ("sto", "str")
    kinds = [f"numbers are kept by `{number}`", f"texts are kept by `{text}`"]
    first, second = kinds if kept is s.Type.STR else kinds[::-1]
    said = check.text(value_form)
    report = faults.wrong_type(value_form, said, _OTHER[kept], kept, "set", None)
    check.report(replace(report, help=f"{first}, {second}"))
    return None


def update(check: Checking, form: List) -> s.SetPointsNode | None:
    """`(update POINTS (AWARDS))`."""
    if not check.has_words(form, "(update POINTS AWARDS)"):
        return None
    target = check.value(form.items[1])
    storage = check.fitting(target, form.items[1], s.Type.POINTS, "update")
    return s.SetPointsNode(storage, _awards(check, form.items[2]), True, span=form.span)


def change(check: Checking, form: List) -> s.IncreaseNode | s.DecreaseNode | None:
    """`inc` and `dec`, by 1 where nothing else is said."""
    word = head_word(form)
    if not check.has_words(form, f"({word} STORAGE)", f"({word} STORAGE INT)"):
        return None
    target = check.value(form.items[1])
    amount = check.expect(form.items[2], s.Type.INT, word) if len(form.items) == 3 else None
    if not isinstance(target.node, s.IntStorageNode):
        if not target.is_hole:
            check.fault("not-a-storage", form.items[1].span, word=word, stored="a number")
        return None
    node = s.IncreaseNode if word == "inc" else s.DecreaseNode
    return node(target.node, amount, span=form.span)


# ---------------------------------------------------------------------------- awards


def _awards(check: Checking, form: Form) -> tuple[s.AwardNode | s.GuardedAwardNode, ...]:
    items = form.items if isinstance(form, List) else ()
    if not items or not all(isinstance(item, List) or is_name(item) for item in items):
        check.fault("malformed-award", form.span)
        return ()
    return tuple(award for item in items for award in _awards_of(check, item))


def _awards_of(check: Checking, form: Form) -> tuple[s.AwardNode | s.GuardedAwardNode, ...]:
    """An award, or the name of an order: those of all its values."""
    if not is_name(form):
        award = _perhaps_guarded(check, form)
        return () if award is None else (award,)
    order = check.order(form)
    return () if order is None else order.awards(form.span)


def _perhaps_guarded(check: Checking, form: Form) -> s.AwardNode | s.GuardedAwardNode | None:
    """`((== 'JOKERS WILD) ((RANK : JOKER) 0))`: an award that an option puts into the map."""
    if not isinstance(form, List) or len(form.items) != 2:
        return _award(check, form)
    guard, inner = form.items
    if not isinstance(guard, List) or head_word(guard) not in _CONDITIONS:
        return _award(check, form)
    condition = check.expect(guard, s.Type.BOOL, "a condition before an award")
    changing = _changing(check, condition)
    if changing is not None:
        check.fault("not-constant", changing.span, what="a condition before an award")
    award = _award(check, inner)
    return None if award is None else s.GuardedAwardNode(condition, award, span=form.span)


def _changing(check: Checking, condition: s.BoolExpr | None) -> s.Node | None:
    """The part of the condition that only a match could know."""
    if condition is None:
        return None
    inner = {binding.binder.number for binding in check.scope.inner}
    loose = (
        node
        for node in nodes(condition)
        if isinstance(node, s.VariableNode) and node.binder.number in inner
    )
    return changing_part(condition) or next(loose, None)


def _award(check: Checking, form: Form) -> s.AwardNode | None:
    if not isinstance(form, List) or len(form.items) < 2:
        check.fault("malformed-award", form.span)
        return None
    if check.is_spoiled(form):
        return None
    tests = [_test(check, item) for item in form.items[:-1]]
    points = check.expect(form.items[-1], s.Type.INT, "an award")
    return s.AwardNode(tuple(test for test in tests if test is not None), points, span=form.span)


def _test(check: Checking, form: Form) -> s.TestNode | None:
    if isinstance(form, List) and check.is_spoiled(form):
        return None
    match form:
        case List(items=(name, List() as value)) if is_name(name):  # `(RANK (A))`
            text = check.text(value)
            bare = text.removeprefix("(").removesuffix(")").strip()
            plain = bare if bare.isupper() and bare.isalpha() else text
            check.fault("award-without-colon", form.span, edit=f"({name.text} : {plain})")
            return None
        case List(items=(attribute, colon, value)) if is_word(colon, ":"):
            return s.TestNode(
                check.expect(attribute, s.Type.STR, "an award"),
                check.expect(value, s.Type.STR, "an award"),
                span=form.span,
            )
        case _:
            check.fault("malformed-award", form.span)
            return None


# ---------------------------------------------------------------------------- cards


def move(check: Checking, form: List) -> s.MoveNode | None:
    if not check.has_words(form, "(move CARD CARD)"):
        return None
    source = check.value(form.items[1])
    if source.type is not None and source.type is not s.Type.CARD:
        source = check.wrong_type(form.items[1], source.type, s.Type.CARD, "move")
    elif _is_memory_entry(source):
        source = check.fault("misplaced-memory.move", form.items[1].span, word="move")
    destination = _position(check, form.items[2], "move")
    if destination is None:
        return None
    if destination.location_class is s.LocationClass.MEMORY:
        check.fault("misplaced-memory.destination", form.items[2].span, word="move")
        return None
    return s.MoveNode(source.node, destination.node, span=form.span)


def remember(check: Checking, form: List) -> s.RememberNode | None:
    if not check.has_words(form, "(remember CARD CARD)"):
        return None
    card = check.expect(form.items[1], s.Type.CARD, "remember")
    place = _memory_position(check, form.items[2], "remember")
    return None if place is None else s.RememberNode(card, place, span=form.span)


def forget(check: Checking, form: List) -> s.ForgetNode | None:
    if not check.has_words(form, "(forget CARD)"):
        return None
    place = _memory_position(check, form.items[1], "forget")
    return None if place is None else s.ForgetNode(place, span=form.span)


def _memory_position(check: Checking, form: Form, word: str) -> Any:
    place = _position(check, form, word)
    if place is not None and place.location_class is not s.LocationClass.MEMORY:
        return check.fault(f"not-a-memory.{word}", form.span).node
    return None if place is None else place.node


def _is_memory_entry(card: Typed) -> bool:
    """A position in a memory; a variable or a best card stands for the card itself."""
    return isinstance(card.node, s.CardAtNode) and card.location_class is s.LocationClass.MEMORY


def _position(check: Checking, form: Form, word: str) -> Typed | None:
    """A position in a location, with the class of the location."""
    card = check.value(form)
    match card.type:
        case None:
            pass
        case s.Type.LOCATION:
            text = check.text(form)
            case = "" if len(text) < 50 else ".long"
            check.fault(f"end-not-named{case}", form.span, word=word, edit=f"(top {text})")
        case s.Type.CARD if not isinstance(card.node, s.CardAtNode):
            case = ".forget" if word == "forget" else ""
            check.fault(f"card-as-destination{case}", form.span, word=word)
        case s.Type.CARD if card.location_class is None:
            assert isinstance(form, List)
            check.fault("virtual-destination", form.items[-1].span, word=word)
        case s.Type.CARD:
            return card
        case _:
            check.wrong_type(form, card.type, s.Type.CARD, word)
    return None


def swap(check: Checking, form: List) -> s.SwapCardsNode | s.SwapLocationsNode | None:
    if not check.has_words(form, "(swap CARD CARD)"):
        return None
    first, second = (check.value(item) for item in form.items[1:])
    if first.type is None or second.type is None:
        return None
    fine = _may_be_swapped(check, form.items[1], first)
    if not _may_be_swapped(check, form.items[2], second) or not fine:
        return None
    if first.type is not second.type:
        check.report(faults.unlike_operands(form, check.source, first.type, second.type))
        return None
    node = s.SwapCardsNode if first.type is s.Type.CARD else s.SwapLocationsNode
    return node(first.node, second.node, span=form.span)


def _may_be_swapped(check: Checking, form: Form, side: Typed) -> bool:
    is_memory = side.type is s.Type.LOCATION and side.location_class is s.LocationClass.MEMORY
    if is_memory or _is_memory_entry(side):
        check.fault("misplaced-memory", form.span, word="swap")
    elif side.type is s.Type.CARDS:
        check.fault("virtual-swap", form.span)
    elif side.type is not None and side.type not in (s.Type.CARD, s.Type.LOCATION):
        check.wrong_type(form, side.type, s.Type.CARD, "swap")
    else:
        return True
    return False


def shuffle(check: Checking, form: List) -> s.ShuffleNode | None:
    if len(form.items) > 1 and is_word(form.items[1], "faro"):
        check.fault("unsupported-construct.faro", form.items[1].span)
        return None
    if not check.has_words(form, "(shuffle CARDS)"):
        return None
    return s.ShuffleNode(check.expect(form.items[1], s.Type.CARDS, "shuffle"), span=form.span)


def gather(check: Checking, form: List) -> s.GatherNode | None:
    """`(gather LOCATION)`, or from some places only: `(gather LOCATION LOCATION…)`."""
    if len(form.items) < 2 and not check.has_words(form, "(gather LOCATION)"):
        return None
    kinds = [s.Type.LOCATION], [s.Type.LOCATION, s.Type.LOCATIONS]
    places = [_place(check, item, kinds[n > 0]) for n, item in enumerate(form.items[1:])]
    return s.GatherNode(places[0], tuple(places[1:]), span=form.span)


def _place(check: Checking, form: Form, kinds: list[s.Type]) -> Any:
    place = check.value(form)
    if place.type is not None and place.type not in kinds:
        return check.wrong_type(form, place.type, s.Type.LOCATION, "gather").node
    if place.location_class is s.LocationClass.MEMORY:
        return check.fault("misplaced-memory.gather", form.span).node
    return place.node


def show(check: Checking, form: List) -> s.ShowNode | None:
    """`(show CARDS PLAYER)`: one card or several, to a player, a team or players."""
    if len(form.items) == 2:
        shown = check.text(form.items[1])
        check.fault("wrong-operand-count.show", form.span, shown=shown)
        return None
    if not check.has_words(form, "(show CARDS PLAYER)"):
        return None
    cards = check.value(form.items[1])
    if cards.type is not None and cards.type not in (s.Type.CARD, s.Type.CARDS, s.Type.LOCATION):
        cards = check.wrong_type(form.items[1], cards.type, s.Type.CARDS, "show")
    seats = check.value(form.items[2])
    if seats.type is s.Type.TEAM:
        seats = check.collection(form.items[2], "show")
    if seats.type is not None and seats.type not in (s.Type.PLAYER, s.Type.PLAYERS):
        seats = check.wrong_type(form.items[2], seats.type, s.Type.PLAYER, "show")
    kind = s.Type.CARD if cards.type is s.Type.CARD else s.Type.CARDS
    is_one = seats.type is s.Type.PLAYER
    return s.ShowNode(cards.node, kind, seats.node, is_one, span=form.span)


# ---------------------------------------------------------------------------- turns


def cycle(check: Checking, form: List) -> s.CycleNode | None:
    if not check.has_words(form, "(cycle next PLAYER)", "(cycle current PLAYER)"):
        return None
    _, turn, player_form = form.items
    whose, when = check.text(player_form), check.text(turn)
    if is_word(player_form, *TURN_WORDS):
        old, new = f"(cycle {when} {whose})", f"(cycle {when} ({whose} player))"
        check.fault("legacy-form", form.span, old=old, edit=new)
        return None
    if check.once_stage is not None:
        check.fault("cycle-in-once", form.span, check.once_stage)
    player = check.expect(player_form, s.Type.PLAYER, "cycle")
    return s.CycleNode(s.Turn(when), player, span=form.span)


def turn(check: Checking, form: List) -> s.PassNode | s.TurnBackNode | None:
    if not check.has_words(form, "(turn pass)", "(turn back)"):
        return None
    if is_word(form.items[1], "pass"):
        return s.PassNode(span=form.span)
    if check.once_stage is not None:
        check.fault("cycle-in-once.back", form.span, check.once_stage)
    return s.TurnBackNode(span=form.span)


def old_word(check: Checking, form: List) -> None:
    is_put = head_word(form) == "put"
    check.fault("legacy-form.put" if is_put else "legacy-form.initialize", form.span)


RULES: dict[str, Callable[[Checking, List], Any]] = {
    "set": set_storage,
    "update": update,
    "inc": change,
    "dec": change,
    "put": old_word,
    "initialize": old_word,
    "move": move,
    "remember": remember,
    "forget": forget,
    "swap": swap,
    "shuffle": shuffle,
    "gather": gather,
    "show": show,
    "cycle": cycle,
    "turn": turn,
}
