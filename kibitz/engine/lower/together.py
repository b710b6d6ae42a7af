"""A stage in which all choose before anything takes effect: what they pick is kept first."""

from __future__ import annotations

from dataclasses import replace

from kibitz.engine import program as p
from kibitz.engine.lower import folding
from kibitz.engine.lower.acts import StatementLowering
from kibitz.engine.lower.constants import refusal
from kibitz.engine.program.static_analysis import has_pick
from kibitz.recycle import CycleKind, Label, Turn, Type
from kibitz.recycle import syntax as s

_KEPT = (Type.CARD, Type.INT, Type.STR, Type.PLAYER, Type.TEAM)
Picks = list[p.Pick]


class TogetherLowering:
    """The two steps of such a choice: picking, and what comes of it for the current player."""

    def __init__(self, lowering: StatementLowering, choice: s.ChoiceNode) -> None:
        self._lowering, self._choice = lowering, choice
        self._alternatives, self._names = lowering.alternatives(choice)
        picks = [self._picks(alternative) for alternative in self._alternatives]
        most = max(map(len, picks), default=0)
        current = p.TurnOf(CycleKind.PLAYER, Turn.CURRENT)
        self._chosen, *self._slots = (
            p.Slot(p.StorageKind.INT, (storage,), None, current)
            for storage in lowering.numbering.kept_picks(most + 1)
        )
        self._by_alternative = picks

    def picking(self) -> p.Decide:
        made = [self._kept(node, n, []) for n, node in enumerate(self._alternatives, start=1)]
        return p.Decide(tuple(made), self._names, self._choice.span)

    def effect(self) -> p.Statement:
        """What the player chose is done, and nothing is kept any more."""
        cases = []
        for number, node in enumerate(self._alternatives):
            picks = tuple((pick.slot, pick.type) for pick in self._by_alternative[number])
            done = p.TakeEffect(self._names[number], picks, self._done(node, 0))
            is_it = p.Compare("==", p.Load(self._chosen), p.Const(number + 1))
            cases.append(p.When(is_it, done, self._choice.span))
        cleared = [
            p.KeepPick(slot, p.Const(0), self._choice.span) for slot in (self._chosen, *self._slots)
        ]
        return p.Block((*cases, *cleared))

    def _picks(self, node: p.Statement) -> Picks:
        """Those of an alternative, which come one in the other before anything is done."""
        picks: Picks = []
        while isinstance(node, p.When | p.Bind | p.Pick):
            if isinstance(node, p.Pick):
                picks.append(node)
                if node.type not in _KEPT:
                    raise self._refused("what is picked here is a list or a place", node)
            node = node.statement
        if has_pick(node):
            raise self._refused("something comes before a pick", None)
        return picks

    def _refused(self, fact: str, pick: p.Pick | None) -> Exception:
        headline = "what is chosen together is picked first, cards, numbers, texts or players"
        label = Label(self._choice.span if pick is None else pick.span, fact)
        return refusal(self._lowering.numbering.source, "not-together", headline, label)

    def _kept(self, node: p.Statement, number: int, picks: Picks) -> p.Statement:
        match node:
            case p.Pick():
                return replace(node, statement=self._kept(node.statement, number, [*picks, node]))
            case p.When() | p.Bind():
                return replace(node, statement=self._kept(node.statement, number, picks))
        values = [
            p.CardVar(pick.slot) if pick.type is Type.CARD else p.Var(pick.slot) for pick in picks
        ]
        kept = zip(self._slots, values, strict=False)
        keeping = [p.KeepPick(slot, value, self._choice.span) for slot, value in kept]
        chosen = p.KeepPick(self._chosen, p.Const(number), self._choice.span)
        return folding.block([chosen, *keeping])

    def _done(self, node: p.Statement, depth: int) -> p.Statement:
        match node:
            case p.Pick(type=kind):
                slot, inner = self._slots[depth], self._done(node.statement, depth + 1)
                value = p.KeptCard(slot) if kind is Type.CARD else p.Load(slot)
                return p.Bind(value, node.slot, inner, kind)
            case p.When() | p.Bind():
                return replace(node, statement=self._done(node.statement, depth))
        return node
