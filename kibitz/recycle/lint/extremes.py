"""`scoremax` and `scoremin` of card lists that may be empty.

Everything here leans to silence: a list counts as guarded as soon as the program asked about its
size, or put a card into it, on the way to the place in question.
"""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.recycle import syntax as s
from kibitz.recycle.diagnostic import Diagnostic, Label
from kibitz.recycle.lint.facts import Facts, Known
from kibitz.recycle.lint.places import Places
from kibitz.recycle.lint.report import Cure, warning
from kibitz.recycle.lint.shape import shape
from kibitz.recycle.lint.survey import Binding, Survey, source_of
from kibitz.recycle.lint.ways import Ways

_SCORE_OF_NOTHING = {s.Goal.MAX: "-1", s.Goal.MIN: "2147483647"}


def check_extremes(survey: Survey, places: Places, facts: Facts) -> Iterator[Diagnostic]:
    """A report for each `scoremax` and `scoremin` of a list that nothing keeps from being empty."""
    ways = Ways(facts, places)
    for visit in survey.visits_of(s.ExtremeScore):
        node = visit.node
        assert isinstance(node, s.ExtremeScore)
        if not Emptiness(survey, places, facts, ways.known_at(visit)).is_full(node.cards):
            yield _report(node)


def _report(node: s.ExtremeScore) -> Diagnostic:
    word = f"score{node.goal.value}"
    return warning(
        "score-of-empty-list",
        f"`{word}` of a card list that may be empty",
        Label(node.cards.span, "nothing here makes sure that there is a card"),
        notes=(f"without cards `{word}` is {_SCORE_OF_NOTHING[node.goal]}",),
        cure=Cure("ask first whether its `size` is above 0"),
    )


class Emptiness:
    """Which card lists have cards, given what is known at one place."""

    def __init__(self, survey: Survey, places: Places, facts: Facts, known: Known) -> None:
        self._survey = survey
        self._places = places
        self._facts = facts
        self._known = known

    def is_full(self, cards: s.Node) -> bool:
        """Whether a card list has a card."""
        if shape(cards) in self._known.shapes:
            return True
        match cards:
            case s.Location():
                places = self._places.of(cards)
                return places is None or not places.isdisjoint(self._known.places)
            case s.Union():
                return any(self.is_full(part) for part in cards.parts)
            case s.UnionOfGroups() | s.Member():
                return self.has_full_members(cards.groups)
            case s.Sequence():
                return True
            case s.Variable():
                return self._is_bound_full(self._survey.binding(cards))
            case _:
                return False

    def has_full_members(self, groups: s.Node) -> bool:
        """Whether each member of a list of card lists has a card."""
        match self._survey.resolve(groups):
            case s.Partition() | s.PartitionOfGroups() | s.Subsets() | s.Runs() | s.Indexed():
                return True
            case s.Collect(body=body):
                return self.is_full(body)
            case s.Joined(parts=parts):
                return all(map(self.has_full_members, parts))
            case s.Filter() as kept:
                known = Known()
                self._facts.learn(known, kept.condition, holds=True)
                own = s.Variable(kept.binder, span=kept.span)
                return shape(own) in known.shapes or self.has_full_members(kept.collection)
            case _:
                return False

    def _is_bound_full(self, binding: Binding) -> bool:
        if isinstance(binding, s.Declare | s.Let):
            return self.is_full(binding.value)
        return self.has_full_members(source_of(binding))
