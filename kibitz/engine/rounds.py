"""Matches of several rounds (deals, hands, holes) that only add up: found by trying.

Rounds are independent where all cards are dealt anew, and where nothing that a round leaves behind
changes the next ones: with the numbers of another match, and with numbers that lie much further
apart, the rest of a match takes the same course and adds the same to the scores. So chips that run
out, or a match that ends at a hundred points, link its rounds. Linked rounds are deals all the
same: how the cards lay in one says nothing of the next, which knows but the numbers left behind.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence, Set
from dataclasses import astuple, dataclass, field
from itertools import islice, pairwise

from kibitz.engine.by_rules import OnceByRules, name_by_rules
from kibitz.engine.errors import MatchError
from kibitz.engine.events import CardMoved, Event, LocationsSwapped, Shuffled, Stored
from kibitz.engine.interpreter import Interpreter
from kibitz.engine.playing import Playing, at_random
from kibitz.engine.program import OwnerKind, StorageKind
from kibitz.engine.program.acts import Program
from kibitz.engine.protocol import Step
from kibitz.engine.rng import Rng
from kibitz.engine.state import State
from kibitz.kept_files import user_cache

_SEED = 29
_FEWEST, _MOST = 3, 12
"""Matches that are played: the more, the shorter they are."""
_DECISIONS = 3_000
"""Of all of them together."""
_MOST_DECISIONS = 2_000
"""A match that goes on longer tells nothing of how many rounds it has."""
_APART = (1, 60, -60)
"""How many times as far apart numbers are put as two matches have left them."""
_PAIRS = 2
"""Pairs of matches whose numbers are told apart so: a third has linked no game that two did not."""


@dataclass(frozen=True, slots=True)
class Rounds:
    """What tells the rounds of a match apart."""

    slot: int
    """Of the number of the table that counts them."""
    first: int
    last: int
    """What it is in the first round and in the last one."""

    @property
    def count(self) -> int:
        return self.last - self.first + 1

    def slot_to_watch(self, ints: Sequence[int]) -> int | None:
        """The slot of the number that changes when the round is over; None in the last one."""
        return self.slot if ints[self.slot] < self.last else None


def rounds_of(program: Program) -> Rounds | None:
    """None for a match of one round, and where rounds are linked."""
    return _found(program).rounds


def deal_slot(program: Program) -> int | None:
    """The slot of a number of the table that changes whenever all cards are dealt anew, and never
    otherwise; None where there is none, and where rounds are not linked."""
    found = _found(program)
    return found.deal if found.rounds is None else None


@dataclass(frozen=True, slots=True)
class _RoundCourse:
    """How a match goes on from deal to deal."""

    rounds: Rounds | None = None
    deal: int | None = None


def _kept_or_tried(program: Program) -> _RoundCourse:
    """It takes seconds, so it is kept for the next program that asks."""
    kept, name = user_cache("code"), name_by_rules(program, "rounds")
    found = kept.find(name)
    if found is not None:
        numbers, deal = json.loads(found)
        return _RoundCourse(Rounds(*numbers) if numbers else None, deal)
    course = _tried(program)
    numbers = astuple(course.rounds) if course.rounds else None
    kept.keep(name, json.dumps([numbers, course.deal]).encode())
    return course


def _tried(program: Program) -> _RoundCourse:
    engine = Interpreter(program)
    open_slots = slots = [
        one.first
        for one in program.int_storages
        if one.owner is OwnerKind.TABLE and not one.is_secret
    ]
    matches: list[_MatchDeals] = []
    deal = None
    try:
        by_chance = _by_chance(engine)
        while (slots or _may_tell(open_slots, matches)) and _wants_more(matches):
            matches.append(_played(engine, len(matches)))
            slots = [slot for slot in slots if _counts_rounds(slot, matches, by_chance)]
        deal = _tells_deals_apart(open_slots, matches)
        pairs = islice(pairwise(matches), _PAIRS)
        if not slots or any(_are_linked(engine, slots[0], *pair) for pair in pairs):
            return _RoundCourse(deal=deal)
    except MatchError:
        return _RoundCourse(deal=deal)
    counted = [number for match in matches for number in match.deals_of(slots[0])]
    return _RoundCourse(Rounds(slots[0], matches[0].first.ints[slots[0]], max(counted)), deal)


def _tells_deals_apart(slots: Sequence[int], matches: Sequence[_MatchDeals]) -> int | None:
    """Of these, the first one that changes just when all cards are dealt anew, in every match."""
    if sum(match.whole_deals for match in matches) < _FEWEST:
        return None
    return next(_telling(slots, matches), None)


def _may_tell(slots: Sequence[int], matches: Sequence[_MatchDeals]) -> bool:
    """Whether one of these may tell deals apart, and too few of them were seen: matches may be
    short. Of one deal each they have no use for it."""
    deals = sum(match.whole_deals for match in matches)
    is_open = deals < _FEWEST and (deals > 0 or len(matches) < _FEWEST)
    return is_open and next(_telling(slots, matches), None) is not None


def _telling(slots: Sequence[int], matches: Sequence[_MatchDeals]) -> Iterator[int]:
    return (slot for slot in slots if all(slot in one.telling for one in matches))


def _wants_more(matches: Sequence[_MatchDeals]) -> bool:
    decisions = sum(match.decisions for match in matches)
    return len(matches) < _FEWEST or (len(matches) < _MOST and decisions < _DECISIONS)


_found = OnceByRules(_kept_or_tried)


# ---------------------------------------------------------------------------- where rounds begin


@dataclass(frozen=True, slots=True)
class _Deal:
    """Cards were shuffled, and somebody is to decide."""

    state: State
    raised: frozenset[int]
    """The numbers that have become one more, or as many more as were dealt: in some deals nobody
    may have anything to decide."""
    left: Counter[tuple[int, int]]
    """By place and kind: the cards that were not shuffled."""
    stored: frozenset[tuple[StorageKind, int]]
    """What was stored since then: it may come of the cards, as a trump does."""

    def start(self, by_chance: Set[int]) -> tuple[object, ...]:
        """What is the same in all matches where it does not come of the round before; `by_chance`:
        the numbers that come of the cards."""
        state = self.state
        stored = {slot for kind, slot in self.stored if kind is StorageKind.INT}
        ints = {slot: state.ints[slot] for slot in stored - by_chance}
        sizes = list(map(len, state.cards))
        return state.position, state.seats, state.teams, sizes, self.left, ints


@dataclass(slots=True)
class _MatchDeals:
    first: State
    deals: list[_Deal] = field(default_factory=list)
    others: set[int] = field(default_factory=set)
    """The numbers that change otherwise than by one where cards are shuffled."""
    decisions: int = 0
    telling: set[int] = field(default_factory=set)
    """The numbers that change just when all cards are dealt anew."""
    whole_deals: int = 0
    """How often that is."""

    def deals_of(self, slot: int) -> dict[int, _Deal]:
        """By what the number has come to."""
        return {deal.state.ints[slot]: deal for deal in self.deals if slot in deal.raised}


def _played(engine: Interpreter, number: int) -> _MatchDeals:
    """A whole match at random; of one that goes on too long, nothing."""
    chance = Rng(_SEED, number)
    playing = Playing(engine, chance, _MOST_DECISIONS)
    first = playing.step.state
    match = _MatchDeals(first, telling=set(range(len(first.ints))))
    for before, after in pairwise(playing.steps(at_random(chance))):
        pairs = enumerate(zip(before.state.ints, after.state.ints, strict=True))
        changed = {slot: new - old for slot, (old, new) in pairs if new != old}
        shuffled = sum(isinstance(event, Shuffled) for event in after.events)
        left = _left(before, after) if shuffled and not after.is_over else None
        if left is not None and not left:
            match.telling &= set(changed)
            match.whole_deals += 1
        elif not after.is_over:
            match.telling -= set(changed)
        raised = frozenset(
            slot
            for slot, by in changed.items()
            if by == 1 or (1 < by <= shuffled and _is_counted(slot, before, after.events))
        )
        if shuffled:
            changed = {slot: by for slot, by in changed.items() if slot not in raised}
        if left is not None:
            deal = _Deal(after.state, raised, left, _stored(after.events))
            match.deals.append(deal)
        match.others |= set(changed)
        match.decisions += 1
    return _MatchDeals(match.first) if playing.is_capped else match


def _is_counted(slot: int, before: Step, events: Sequence[Event]) -> bool:
    """Whether it became one more each time."""
    values = [before.state.ints[slot]]
    for event in events:
        if isinstance(event, Stored) and (event.kind, event.slot) == (StorageKind.INT, slot):
            values.append(int(event.value))
    return all(new == old + 1 for old, new in pairwise(values))


def _left(before: Step, after: Step) -> Counter[tuple[int, int]]:
    place, shuffled = before.state.place[:], set[int]()
    for event in after.events:
        match event:
            case CardMoved(card=int(card), destination=destination):
                place[card] = destination
            case LocationsSwapped(first=first, second=second):
                turned = {first: second, second: first}
                place = [turned.get(location, location) for location in place]
            case Shuffled(location=location):
                shuffled |= {card for card, lies in enumerate(place) if lies == location}
    state = after.state
    cards = (card for card in range(len(state.place)) if card not in shuffled)
    return Counter((state.place[card], state.kinds[card]) for card in cards)


def _stored(events: Sequence[Event]) -> frozenset[tuple[StorageKind, int]]:
    last = max(n for n, event in enumerate(events) if isinstance(event, Shuffled))
    return frozenset((one.kind, one.slot) for one in events[last:] if isinstance(one, Stored))


def _by_chance(engine: Interpreter) -> frozenset[int]:
    """The numbers that come of the cards: they differ where no round was played before."""
    deals = [engine.deal(Rng(_SEED, number)).state.ints for number in range(_MOST)]
    by_slot = enumerate(zip(*deals, strict=True))
    return frozenset(slot for slot, found in by_slot if len(set(found)) > 1)


def _counts_rounds(slot: int, matches: Sequence[_MatchDeals], by_chance: Set[int]) -> bool:
    """Whether it counts deals that are alike in all matches."""
    deals = [match.deals_of(slot) for match in matches]
    if any(slot in match.others for match in matches) or not deals[0] or slot in by_chance:
        return False
    starts = {number: deal.start(by_chance) for own in deals for number, deal in own.items()}
    return all(
        deal.start(by_chance) == starts[number] for own in deals for number, deal in own.items()
    )


# ---------------------------------------------------------------------------- what links them


def _are_linked(engine: Interpreter, slot: int, one: _MatchDeals, other: _MatchDeals) -> bool:
    """Whether what a round has left behind changes those that follow: the second, one in the
    middle, the last one. Raises MatchError."""
    ours, others = one.deals_of(slot), other.deals_of(slot)
    both = sorted(ours.keys() & others.keys())
    if not both:
        return True
    for number in {both[0], both[len(both) // 2], both[-1]}:
        mine, theirs = ours[number], others[number]
        usual = _rest(engine, mine.state)
        if any(usual != _rest(engine, apart) for apart in _apart(mine, theirs)):
            return True
    return False


def _apart(mine: _Deal, theirs: _Deal) -> Iterator[State]:
    """The same round with what others left behind, and with what lies much further apart."""
    stored = mine.stored | theirs.stored
    for times in _APART:
        state, others = mine.state.copy(), theirs.state
        for slot, number in enumerate(others.ints):
            if (StorageKind.INT, slot) not in stored:
                state.ints[slot] += times * (number - state.ints[slot])
        for slot, text in enumerate(others.strs):
            if (StorageKind.STR, slot) not in stored:
                state.strs[slot] = text
        for slot, points in enumerate(others.points):
            if (StorageKind.POINTS, slot) not in stored:
                state.points[slot] = points
        yield state


def _rest(engine: Interpreter, state: State) -> tuple[object, ...]:
    """How the match goes on at random, and what it adds to the scores."""
    played = engine.playout(Rng(_SEED, _MOST), _MOST_DECISIONS, state)
    pairs = zip(engine.score(state).scores, played.outcome.scores, strict=True)
    return played.decisions, [after - before for before, after in pairs]
