"""The information state as numbers: what a seat sees now, and what it saw happen before.

Of each of the latest decisions, the latest first: who decided, the move by its name where it is
said aloud, with what was picked where everybody can tell, and the kinds of cards that the seat saw
move, by the decision and by the rules after it. The deal counts as a decision of nobody.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property, partial

from kibitz.engine import program as p
from kibitz.engine.by_rules import OnceByRules
from kibitz.engine.native.layout.state_layout import decides
from kibitz.engine.native.observation.action_plan import ActionPlan, Alternative
from kibitz.engine.native.observation.observation_plan import ObservationPlan, Section
from kibitz.engine.places import kind_texts
from kibitz.engine.program.evidence import evident_picks
from kibitz.recycle import Type

MOST_TOLD = 64
"""Actions of one alternative that are told apart when it is said aloud."""
HEAD = 2
"""Words of a memory before those about cards: who decided, and what was said; 0 for nothing."""


@dataclass(frozen=True)
class Sayings:
    """What is said aloud of a decision."""

    texts: tuple[str, ...]
    by_action: tuple[int, ...]
    """The number of the text, from 1; 0 where nothing is said."""


@dataclass(frozen=True, repr=False)
class InformationPlan:
    """All numbers of an information state that recalls so many decisions."""

    observation: ObservationPlan
    sayings: Sayings
    kinds: tuple[str, ...]
    players: int
    recalled: int

    @staticmethod
    def of(program: p.Program, recalled: int) -> InformationPlan:
        return _plans(program)(recalled)

    def __repr__(self) -> str:
        return f"<InformationPlan of {self.size} numbers: {self.recalled} decisions recalled>"

    @property
    def memory(self) -> int:
        """Numbers about one decision."""
        return self.players + len(self.sayings.texts) + len(self.kinds)

    @property
    def words(self) -> int:
        """Of 16 bits, in which a batch keeps a decision."""
        return HEAD + len(self.kinds)

    @cached_property
    def size(self) -> int:
        return self.observation.size + self.recalled * self.memory

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        found, at = list(self.observation.sections), self.observation.size
        seats = tuple(f"+{side}" for side in range(self.players))
        for ago in range(1, self.recalled + 1):
            for name, labels, is_one_hot in (
                ("by", seats, True),
                ("said", self.sayings.texts, True),
                ("seen", self.kinds, False),
            ):
                found.append(Section(f"{ago} ago, {name}", at, labels, is_one_hot))
                at += len(labels)
        return tuple(found)

    @property
    def names(self) -> list[str]:
        """One for every number: `1 ago, seen: 7♥`."""
        return [f"{one.name}: {label}" for one in self.sections for label in one.labels]


def _sayings(program: p.Program) -> Sayings:
    plan, steps = ActionPlan.of(program), decides(program)
    texts, by_action = list[str](), [0] * plan.size
    for step, alternatives in plan.by_step.items():
        decide = steps[step]
        if decide.effect:
            continue  # it is said when all have chosen
        for number, alternative in enumerate(alternatives):
            if decide.names[number]:
                apart = _is_told(program, decide.alternatives[number], alternative)
                for action in range(alternative.size):
                    if apart or not action:
                        told = alternative.text_of(action) if apart else alternative.text
                        texts.append(told)
                    by_action[alternative.start + action] = len(texts)
    return Sayings(tuple(texts), tuple(by_action))


def _is_told(program: p.Program, statement: p.Statement, alternative: Alternative) -> bool:
    """Whether everybody can tell all that was picked, and it is no card."""
    evident = {program.variables[slot] for slot in evident_picks(statement)}
    return (
        alternative.picks is not None
        and alternative.size <= MOST_TOLD
        and all(
            pick.kind in (Type.PLAYER, Type.INT, Type.STR) and pick.variable in evident
            for pick in alternative.picks
        )
    )


def _by_recalled(program: p.Program) -> Callable[[int], InformationPlan]:
    observation, told, kinds = ObservationPlan.of(program), sayings(program), kind_texts(program)
    return cache(partial(InformationPlan, observation, told, kinds, program.players))


sayings = OnceByRules(_sayings)
"""What is said aloud of decisions by these rules."""
_plans = OnceByRules(_by_recalled)
