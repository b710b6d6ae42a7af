"""What happened, in people's words: `player 3 swapped 7♥ into cell 2, discarding Q♠`.

It is told from events. Handed the sightings of a seat it says only what that seat saw; handed the
events themselves it tells everything. For whoever writes a game there are plain lines, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import chain, groupby, pairwise, takewhile
from typing import assert_never

from kibitz.engine import Event, StorageKind
from kibitz.engine import events as ev
from kibitz.engine import program as p
from kibitz.games import BRACES
from kibitz.recycle import Type
from kibitz.words import describing as d
from kibitz.words.phrasing import Phrasing
from kibitz.words.settling import Booking, Bookkeeper, told_booking
from kibitz.words.vocabulary import Vocabulary, player_name

_COLUMNS = 4
"""So many places into which one deal lays cards are columns."""


@dataclass(frozen=True, slots=True)
class Tale:
    """Something that happened: who did it (None: nobody, the rules did), and what, in pieces."""

    seat: int | None
    parts: tuple[str, ...]
    """None where it is no news, only something to see."""
    deed: d.CardDeed | Booking | None = None
    """What it tells of, of several deeds the last one."""
    events: Sequence[Event] = ()
    """Of these it tells."""


class Teller:
    """Tells one seat, or with None somebody who sees everything, what happened from the deal on."""

    def __init__(self, vocabulary: Vocabulary, seat: int | None) -> None:
        self.vocabulary = vocabulary
        self.seat = seat
        self.bookkeeper = Bookkeeper(vocabulary)
        self._in_trick = 0
        """So many cards of a trick lie on the table."""
        self._numbers: dict[int, int] = {}
        """By slot: the numbers that the page has news of, as they are."""
        self._before: dict[int, int] = {}
        """By the identity of an event that stores one: what it was before."""
        steps = vocabulary.program.code
        self._choose_at_once = any(isinstance(step, p.Decide) and step.effect for step in steps)

    def player(self, seat: int) -> str:
        return player_name(seat, self.seat)

    def tell(
        self,
        chooser: int | None,
        events: Sequence[Event],
        kinds: Sequence[int],
        *,
        is_next_hand: bool = False,
    ) -> list[Tale]:
        """What the chooser's option brought about; `kinds` are the faces of the cards in play.

        Without a chooser it is the deal: with `is_next_hand`, that after a hand that is over.
        """
        booked = self.bookkeeper.hear(events, kinds)
        events, booked = self._taken_first(events, booked)
        self._hear_numbers(events)
        card = self.vocabulary.scorecard
        tells_itself = card is not None and bool(card.open)
        if is_next_hand and (tells_itself or not booked):
            return _with_bookings(self._after_hand(events, kinds), events, booked)
        if tells_itself:
            parts = _by_chooser(chooser, events)
            tales = [tale for who, part in parts for tale in self._told(who, part, kinds)]
            return _with_bookings(tales, events, booked)
        tales, start = list[Tale](), 0
        for who, part in _by_chooser(chooser, events):
            end = start + len(part)
            own = [(number - start, made) for number, made in booked if start <= number < end]
            tales += self._told_with(own, who, part, kinds) if own else self._told(who, part, kinds)
            start = end
        return tales

    def _taken_first(
        self, events: Sequence[Event], booked: Sequence[tuple[int, Booking]]
    ) -> tuple[Sequence[Event], list[tuple[int, Booking]]]:
        """A trick is taken before it is told what came of it, in whatever order the rules do it."""
        is_trick, told = self.vocabulary.is_trick, list[tuple[int, Booking]]()
        for number, booking in reversed(booked):
            end = number + 1
            while end < len(events) and _is_of_trick(events[end], is_trick):
                end += 1
            stored, taken = events[number], events[number + 1 : end]
            events = [*events[:number], *taken, stored, *events[end:]]
            told.append((end - 1, booking))
        return events, told[::-1]

    def _told_with(
        self,
        booked: Sequence[tuple[int, Booking]],
        chooser: int | None,
        events: Sequence[Event],
        kinds: Sequence[int],
    ) -> list[Tale]:
        """What was booked is told once the chooser is done, then what followed from it."""
        played = [n for n, event in enumerate(events) if isinstance(event, ev.OptionPlayed)]
        first = played[0] if played else 0
        cuts = [max(number, first) for number, _ in booked]
        tales = self._told(chooser, events[: cuts[0]], kinds)
        for (_, booking), start, end in zip(booked, cuts, [*cuts[1:], None], strict=True):
            text = told_booking(self.vocabulary.program, booking, self.seat)
            tales.append(Tale(None, (text,), booking))
            after = events[start + 1 : end]
            is_last = end is None
            tales += self._after_hand(after, kinds) if is_last else self._told(None, after, kinds)
        return tales

    def _after_hand(self, events: Sequence[Event], kinds: Sequence[int]) -> list[Tale]:
        """The deal of the next hand; that cards are cleared away for it is no news."""
        start = _next_hand(events)
        cleared = self._told(None, events[:start], kinds)
        is_news = d.Appointed | d.Changed
        kept = (
            tale if isinstance(tale.deed, is_news) else replace(tale, parts=()) for tale in cleared
        )
        return [*kept, *self._told(None, events[start:], kinds)]

    def _hear_numbers(self, events: Sequence[Event]) -> None:
        """Keep what the numbers are of which there is news, and what they were before."""
        names, news = self.vocabulary.int_names, self.vocabulary.news
        self._before.clear()
        for event in events if news else ():
            if not isinstance(event, ev.Stored) or event.kind is not StorageKind.INT:
                continue
            if names[event.slot] in news:
                self._before[id(event)] = self._numbers.get(event.slot, 0)
                self._numbers[event.slot] = event.value

    def _told(
        self, chooser: int | None, events: Sequence[Event], kinds: Sequence[int]
    ) -> list[Tale]:
        account = d.describe(self.vocabulary, chooser, events)
        phrasing = Phrasing(self.vocabulary, self.seat, kinds, self._before)
        report = phrasing.report
        leads = not self._in_trick
        self._count(events)
        if chooser is None:
            return _with_numbers(_by_rules(phrasing, account.with_cards), events)
        end = _option_end(events)
        own = [deed for deed in account.with_cards if deed.seat is not None]
        shown = own[-1] if own else None
        meanwhile = [deed for deed in account.with_cards if deed.seat is None]
        parts = [report(deed) for deed in own]
        named = [event for event in events if isinstance(event, ev.Chosen)]
        if named and not (_is_veiled(self.vocabulary, named[0]) and _are_seen(own)):
            unseen = sum(_is_unseen_move(event) for event in events[:end])
            said = phrasing.report_of(named[0], parts, chooser, unseen)
            parts = list(phrasing.with_turned_up(phrasing.with_drawn(said, own), meanwhile))
        if leads and any(map(self._is_led, own)):
            parts = list(map(_led, parts))
        rules = _in_passing(phrasing, meanwhile, parts if named else ())
        rules += _with_numbers(_by_rules(phrasing, account.after), events[end:])
        first = account.after[0] if named and account.after else None
        if first and (text := phrasing.taken_as_said(chooser, parts[-1], first)):
            parts[-1] = text
            rules = [replace(tale, parts=()) if tale.deed is first else tale for tale in rules]
        if named:
            return [Tale(chooser, tuple(parts), shown, events[:end]), *rules]
        spoken = [deed for deed in account.spoken if _concerns(chooser, deed)]
        parts += map(report, self._remarks(spoken, events, kinds))
        if not parts:
            parts = [report(deed) for deed in _without_cards(spoken)] or self._hidden(events[:end])
        return [Tale(chooser, tuple(dict.fromkeys(parts)), shown, events[:end]), *rules]

    def _hidden(self, events: Sequence[Event]) -> list[str]:
        """Nothing where all choose at once, and it comes to pass only when all have chosen."""
        is_waiting = all(isinstance(event, ev.OptionPlayed) for event in events)
        return [] if is_waiting and self._choose_at_once else ["made a choice"]

    def _count(self, events: Sequence[Event]) -> None:
        """Follow the cards into the trick and out of it."""
        is_trick = self.vocabulary.is_trick
        for event in events:
            if isinstance(event, ev.CardMoved):
                self._in_trick += is_trick(event.destination) - is_trick(event.source)
            elif isinstance(event, ev.Shuffled):
                self._in_trick = 0

    def _is_led(self, deed: d.CardDeed) -> bool:
        """Whether a card is played that begins a trick, if there is none yet."""
        return (
            isinstance(deed, d.Moved)
            and deed.verb is d.Verb.PLAY
            and self.vocabulary.is_trick(deed.moves[0].destination)
        )

    def _remarks(
        self, spoken: Sequence[d.SpokenDeed], events: Sequence[Event], kinds: Sequence[int]
    ) -> list[d.SpokenDeed]:
        """What the chooser said, unless it only repeats what cards and places say."""
        turned = [deed for deed in spoken if isinstance(deed, d.TurnedTo)][:1]
        said = [deed for deed in spoken if isinstance(deed, d.Said)]
        evident = self._evident(events, kinds) if said else frozenset()
        told = [deed for deed in said if deed.string not in evident][:1]
        back = [deed for deed in spoken if isinstance(deed, d.WentBack)]
        return [*(deed for deed in turned if deed.player != deed.seat), *back, *told]

    def _evident(self, events: Sequence[Event], kinds: Sequence[int]) -> set[int]:
        """The words that say nothing, or nothing that the cards and places do not say."""
        program = self.vocabulary.program
        evident = {0, *self.vocabulary.silent}
        for event in events:
            if isinstance(event, ev.CardMoved) and event.card is not None:
                evident |= {value for _, value in program.kinds[kinds[event.card]].attributes}
        return evident


def _by_chooser(
    chooser: int | None, events: Sequence[Event]
) -> list[tuple[int | None, Sequence[Event]]]:
    """The events by who chose what they come of: where all chose before anything took effect, one
    after the other."""
    ends = [n + 1 for n, event in enumerate(events) if isinstance(event, ev.OptionPlayed)]
    parts = [(chooser, events[: ends[0]] if len(ends) > 1 else events)]
    for start, end in pairwise([*ends[:-1], len(events)] if len(ends) > 1 else []):
        turns = [event.seat for event in events[start:end] if isinstance(event, ev.TurnStarted)]
        parts.append((turns[0], events[start:end]))
    return parts


def _next_hand(events: Sequence[Event]) -> int:
    """Where cards are shuffled for the next hand: clearing up is no news."""
    shuffles = [number for number, event in enumerate(events) if isinstance(event, ev.Shuffled)]
    return shuffles[-1] if shuffles else 0


def _is_unseen_move(event: Event) -> bool:
    return isinstance(event, ev.CardMoved) and event.card is None


def _is_of_trick(event: Event, is_trick: Callable[[int], bool]) -> bool:
    """Whether a card leaves the trick, or it is counted what one is worth."""
    is_taken = isinstance(event, ev.CardMoved) and is_trick(event.source)
    return is_taken or isinstance(event, ev.Reckoned)


def _option_end(events: Sequence[Event]) -> int:
    """How many of the events are the chooser's doing."""
    ends = (number for number, event in enumerate(events) if isinstance(event, ev.OptionPlayed))
    return next(ends, len(events))


def _by_rules(phrasing: Phrasing, deeds: Sequence[d.CardDeed]) -> list[Tale]:
    """What the rules did; without words what they only put aside."""
    tales, waiting = list[Tale](), _dealt_at_once(phrasing.vocabulary, deeds)
    while waiting:
        if len(laid := _laid_out(phrasing.vocabulary, waiting)) >= _COLUMNS:
            moves = [move for deed in laid for move in deed.moves]
            unseen = [replace(move, card=None) for move in moves]
            text = phrasing.report(replace(laid[0], moves=unseen))
            tales.append(Tale(None, (text,), laid[-1], moves))
            waiting = waiting[len(laid) :]
            continue
        deed, *waiting = waiting
        if waiting and (text := _exchanged(phrasing, deed, waiting[0])):
            tales.append(
                Tale(None, (text,), deed, [*_events_of(deed), *_events_of(waiting.pop(0))])
            )
            continue
        text, length = _handed_on(phrasing, [deed, *waiting])
        if text:
            gone, waiting = [deed, *waiting][:length], waiting[length - 1 :]
            tales.append(
                Tale(None, (text,), gone[-1], list(chain.from_iterable(map(_events_of, gone))))
            )
            continue
        if tales and isinstance(deed, d.Appointed) and _is_evident(tales[-1].deed, deed):
            tales.append(Tale(None, (), deed))
            continue
        text = phrasing.report(deed)
        is_said = text and not _is_put_aside(phrasing.vocabulary, deed)
        tales.append(Tale(None, (text,) if is_said else (), deed, _events_of(deed)))
    return tales


def _dealt_at_once(vocabulary: Vocabulary, deeds: Sequence[d.CardDeed]) -> list[d.CardDeed]:
    """Where everybody in turn is dealt cards from several places, or for several: everybody's of
    each way together."""
    told = list[d.CardDeed]()
    for is_deal, group in groupby(deeds, lambda deed: _is_dealt(vocabulary, deed)):
        dealt, by_way = list(group), dict[tuple[int, int], list[ev.CardMoved]]()
        for move in (move for deed in dealt if isinstance(deed, d.Moved) for move in deed.moves):
            way = move.source, vocabulary.places[move.destination].name
            by_way.setdefault(way, []).append(move)
        shares = [_shares(vocabulary, moves) for moves in by_way.values()]
        is_round = is_deal and 1 < len(shares) < len(dealt) and min(map(len, shares)) > 1
        each = zip(by_way.values(), shares, strict=True)
        told += [d.Dealt(None, *one) for one in each] if is_round else dealt
    return told


def _shares(vocabulary: Vocabulary, moves: d.Moves) -> tuple[tuple[int, int], ...]:
    """By seat: how many of the cards it gets."""
    owners = Counter(vocabulary.places[move.destination].owner for move in moves)
    return tuple(sorted((seat, count) for seat, count in owners.items() if seat is not None))


def _is_dealt(vocabulary: Vocabulary, deed: d.CardDeed) -> bool:
    """Whether the rules give one player cards of the table."""
    if not isinstance(deed, d.Moved) or deed.seat is not None:
        return False
    move, places = deed.moves[0], vocabulary.places
    return places[move.source].owner is None and places[move.destination].owner is not None


def _laid_out(vocabulary: Vocabulary, deeds: Sequence[d.CardDeed]) -> list[d.Moved]:
    """The first of the deeds, as many as lay cards from one place into columns, one after the
    other: what lies there is for everybody to see."""
    laid, places = list[d.Moved](), vocabulary.places
    for deed in deeds:
        if not isinstance(deed, d.Moved) or deed.seat is not None:
            break
        way = deed.moves[0].source, places[deed.moves[0].destination].name
        columns = vocabulary.columns.get(way[1], ())
        first = laid[0].moves[0] if laid else deed.moves[0]
        goes_on = way == (first.source, places[first.destination].name)
        if len(columns) < _COLUMNS or not goes_on:
            break
        laid.append(deed)
    return laid


def _exchanged(phrasing: Phrasing, deed: d.CardDeed, then: d.CardDeed) -> str:
    """`player 2's 7♥ and player 3's Q♠ changed places`; empty unless two players got a card of each
    other."""
    if not isinstance(deed, d.Moved) or not isinstance(then, d.Moved):
        return ""
    there, back, places = deed.moves, then.moves, phrasing.vocabulary.places
    ways = (there[0].source, there[0].destination), (back[0].destination, back[0].source)
    first, second = (places[place].owner for place in ways[0])
    is_one_each = len(there) == len(back) == 1 and ways[0] == ways[1]
    if not is_one_each or first is None or second is None or first == second:
        return ""
    return f"{phrasing.of(first, there)} and {phrasing.of(second, back)} changed places"


def _handed_on(phrasing: Phrasing, deeds: Sequence[d.CardDeed]) -> tuple[str, int]:
    """`you got 7♥ 7♠ from player 2`, of cards that the rules bring there by way of the table, and
    how many of the deeds it tells of; empty where the first two are no such way."""
    pairs = zip(deeds[::2], deeds[1::2], strict=False)
    ways = [_way(phrasing.vocabulary, there, on) for there, on in pairs]
    if not ways or ways[0] is None:
        return "", 0
    length = 2 * len(list(takewhile(lambda way: way == ways[0], ways)))
    moves = [move for one in deeds[1:length:2] if isinstance(one, d.Moved) for move in one.moves]
    return phrasing.handed_on(*ways[0], moves), length


def _way(vocabulary: Vocabulary, there: d.CardDeed, on: d.CardDeed) -> tuple[int, int] | None:
    """Who gives and who gets, where a player's cards go to the table and on to another's."""
    if not isinstance(there, d.Moved) or not isinstance(on, d.Moved):
        return None
    goes_on = [(move.card, move.destination) for move in there.moves] == [
        (move.card, move.source) for move in on.moves
    ]
    way = there.moves[0].source, on.moves[0].source, on.moves[0].destination
    giver, between, taker = (vocabulary.places[place].owner for place in way)
    is_way = goes_on and between is None and giver != taker
    return (giver, taker) if is_way and giver is not None and taker is not None else None


def _is_evident(before: object, deed: d.Appointed) -> bool:
    """Whether somebody leads who has just taken the trick."""
    is_winner = isinstance(before, d.TrickTaken) and before.winner == deed.player
    return is_winner and deed.duty == "lead"


def _events_of(deed: d.CardDeed) -> Sequence[Event]:
    """What moved, was shuffled or shown in the course of it."""
    match deed:
        case d.Moved() | d.Dealt() | d.Gathered() | d.TrickTaken():
            return deed.moves
        case d.Swapped(left=left, entered=entered):
            return left, entered
        case d.PilesSwapped(first=first, second=second, cards=cards):
            return (ev.LocationsSwapped(first, second, cards),)
        case d.PileShuffled(place=place):
            return (ev.Shuffled(place),)
        case d.LetSee(cards=cards, places=places, seats=seats):
            return (ev.CardsShown(cards, places, seats),)
        case d.Appointed() | d.Changed():
            return ()
        case undecided:
            assert_never(undecided)


def _in_passing(phrasing: Phrasing, deeds: Sequence[d.CardDeed], said: Sequence[str]) -> list[Tale]:
    """What becomes of other cards in the course of what was said to be done in these words."""
    return [
        replace(tale, events=(), parts=() if _is_said(phrasing, tale.deed, said) else tale.parts)
        for tale in _by_rules(phrasing, deeds)
    ]


def _is_veiled(vocabulary: Vocabulary, move: ev.Chosen) -> bool:
    """Whether the words of the move name cards that the listener was not told of."""
    text = vocabulary.told.get(move.name) or vocabulary.moves.get(move.name, "")
    unseen = {pick.variable for pick in (*move.picks, *move.lets) if pick.value is None
              and pick.type in (Type.CARD, Type.CARDS)}  # fmt: skip
    return not unseen.isdisjoint(BRACES.findall(text))


def _are_seen(deeds: Sequence[d.CardDeed]) -> bool:
    """Whether cards were moved, all of which the listener can tell."""
    moves = [event for deed in deeds for event in _events_of(deed)]
    return bool(moves) and all(
        isinstance(move, ev.CardMoved) and move.card is not None for move in moves
    )


def _is_put_aside(vocabulary: Vocabulary, deed: d.CardDeed) -> bool:
    if not isinstance(deed, d.Moved | d.Dealt | d.Gathered):
        return False
    are_aside = (
        vocabulary.is_aside(move.source) or vocabulary.is_aside(move.destination)
        for move in deed.moves
    )
    return all(are_aside) if isinstance(deed, d.Gathered) else any(are_aside)


def _with_numbers(tales: list[Tale], events: Sequence[Event]) -> list[Tale]:
    """The tales, each with the numbers that were stored after it and before the next."""
    begins = {id(tale.events[0]): number for number, tale in enumerate(tales) if tale.events}
    current, stored = 0, [list[Event]() for _ in tales]
    for event in events if tales else ():
        if isinstance(event, ev.Stored):
            stored[current].append(event)
        else:
            current = begins.get(id(event), current)
    return [
        replace(tale, events=(*tale.events, *numbers)) if numbers else tale
        for tale, numbers in zip(tales, stored, strict=True)
    ]


def _with_bookings(
    tales: list[Tale], events: Sequence[Event], booked: Sequence[tuple[int, Booking]]
) -> list[Tale]:
    """The tales, and between them without words what was booked."""
    numbers = {id(event): number for number, event in enumerate(events)}
    told, waiting = list[Tale](), list(booked)
    for tale in tales:
        begins = next((numbers[id(e)] for e in tale.events if id(e) in numbers), 0)
        while waiting and tale.seat is None and waiting[0][0] < begins:
            told.append(Tale(None, (), waiting.pop(0)[1]))
        told.append(tale)
    return [*told, *(Tale(None, (), booking) for _, booking in waiting)]


def _concerns(chooser: int, deed: d.SpokenDeed) -> bool:
    """Whether it was done to the chooser or the table, not to somebody else."""
    return not isinstance(deed, d.Said | d.Counted) or deed.owner in (None, chooser)


def _is_said(phrasing: Phrasing, deed: d.CardDeed | Booking | None, parts: Sequence[str]) -> bool:
    """Whether the words of the move name a card that goes from place to place in it."""
    if not isinstance(deed, d.Moved) or deed.verb is not d.Verb.MOVE:
        return False
    cards = {phrasing.card(move.card) for move in deed.moves if move.card is not None}
    said = phrasing.vocabulary.cards_in.findall(" ".join(parts))
    return any(card in cards for card, _ in said)


def _without_cards(spoken: Sequence[d.SpokenDeed]) -> Sequence[d.SpokenDeed]:
    """The one thing worth telling of somebody who did nothing with cards."""
    passed = [deed for deed in spoken if isinstance(deed, d.PassedOn)]
    decided = [deed for deed in spoken if isinstance(deed, d.Decided)]
    counted = [deed for deed in spoken if isinstance(deed, d.Counted)]
    return (passed or decided or counted)[:1]


def _led(text: str) -> str:
    """The first card of a trick is led, not played."""
    played = d.Verb.PLAY.value[1]
    return f"led{text.removeprefix(played)}" if text.startswith(f"{played} ") else text
