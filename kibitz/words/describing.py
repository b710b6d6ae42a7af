"""From events to deeds: what an option does, or what happened, as values.

Card moves that belong together are one deed, with what people call it. Both the options (what would
happen) and the news (what did) are described here and nowhere else; `phrasing.py` puts deeds into
words. `seat` is whose deed it is, None where the rules did it. Cards are numbers, None where
whoever reads cannot tell; places are location numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from kibitz.engine import Place, StorageKind
from kibitz.engine import events as ev
from kibitz.recycle import LocationClass
from kibitz.words.vocabulary import Vocabulary

Moves = Sequence[ev.CardMoved]


class Verb(Enum):
    """What people call it when cards go from one place to another: now, and afterwards."""

    DRAW = "draw", "drew"
    TAKE = "take", "took"
    DISCARD = "discard", "discarded"
    PLAY = "play", "played"
    GIVE = "give", "gave"
    TURN_OVER = "turn over", "turned over"
    LOOK_AT = "look at", "looked at"
    MOVE = "move", "moved"


@dataclass(frozen=True, slots=True)
class Moved:
    """Cards that go the same way."""

    seat: int | None
    verb: Verb
    moves: Moves


@dataclass(frozen=True, slots=True)
class Swapped:
    """A card leaves a cell of the seat, another one takes its place."""

    seat: int
    left: ev.CardMoved
    entered: ev.CardMoved


@dataclass(frozen=True, slots=True)
class Dealt:
    """Cards from one place to several players."""

    seat: int | None
    moves: Moves
    count_by_seat: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Gathered:
    """Cards of several players to one place."""

    seat: int | None
    moves: Moves


@dataclass(frozen=True, slots=True)
class PilesSwapped:
    seat: int | None
    first: int
    second: int
    cards: tuple[tuple[int, ...], tuple[int, ...]] | None
    """What each gave away; None where whoever reads sees neither."""


@dataclass(frozen=True, slots=True)
class PileShuffled:
    seat: int | None
    place: int


@dataclass(frozen=True, slots=True)
class LetSee:
    """Cards are shown where they lie; `cards` is None where whoever reads cannot tell."""

    seat: int | None
    cards: tuple[int, ...] | None
    places: tuple[int, ...]
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TrickTaken:
    """The cards of a trick leave the table."""

    seat: None
    winner: int | None
    """None where nothing tells."""
    moves: Moves


@dataclass(frozen=True, slots=True)
class Appointed:
    """A player is named who deals, or leads."""

    seat: None
    player: int
    duty: str


@dataclass(frozen=True, slots=True)
class Changed:
    """The rules changed a number that the page has news of."""

    seat: None
    event: ev.Stored


@dataclass(frozen=True, slots=True)
class TurnedTo:
    """The turn goes to another player at once."""

    seat: int
    player: int


@dataclass(frozen=True, slots=True)
class WentBack:
    """Play goes round the other way."""

    seat: int


@dataclass(frozen=True, slots=True)
class PassedOn:
    seat: int


@dataclass(frozen=True, slots=True)
class Decided:
    """A number was stored that people have words for: `turn up cell 3`."""

    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class Said:
    """A word was stored, as a string of the program."""

    seat: int
    storage: str
    owner: int | None
    string: int


@dataclass(frozen=True, slots=True)
class Counted:
    """A number was stored that means nothing more to people."""

    seat: int
    storage: str
    owner: int | None
    value: int


_PileDeed = Dealt | Gathered | PilesSwapped | PileShuffled | LetSee
CardDeed = Moved | Swapped | _PileDeed | TrickTaken | Appointed | Changed
SpokenDeed = TurnedTo | WentBack | PassedOn | Decided | Said | Counted
Deed = CardDeed | SpokenDeed


@dataclass(frozen=True, slots=True)
class DeedList:
    """All deeds of an option, or of what came of it."""

    with_cards: tuple[CardDeed, ...]
    """And who deals and leads, and numbers of which there is news, in order."""
    spoken: tuple[SpokenDeed, ...]
    after: tuple[CardDeed, ...] = ()
    """What the rules did by themselves, once an option had been played."""


def describe(vocabulary: Vocabulary, chooser: int | None, events: Sequence[ev.Event]) -> DeedList:
    """The deeds in the events, in their order.

    Events of which a seat saw only part make deeds of which it knows only that part. What came
    after the option was played is the rules' doing; without a chooser, as in a deal, everything is.
    """
    if chooser is None:
        return DeedList(tuple(_shown(vocabulary, list(_in_order(vocabulary, None, events)))), ())
    ends = (number for number, event in enumerate(events) if isinstance(event, ev.OptionPlayed))
    end = next(ends, len(events))
    played = events[:end]
    own = _told_once(vocabulary, _in_order(vocabulary, chooser, played))
    spoken = [deed for event in played for deed in _spoken(vocabulary, chooser, event)]
    after = _shown(vocabulary, list(_in_order(vocabulary, None, events[end:])))
    return DeedList(tuple(own), tuple(spoken), tuple(after))


def _spoken(vocabulary: Vocabulary, chooser: int, event: ev.Event) -> Iterator[SpokenDeed]:
    match event:
        case ev.TurnTaken(seat=seat):
            yield TurnedTo(chooser, seat)
        case ev.TurnedBack():
            yield WentBack(chooser)
        case ev.Passed():
            yield PassedOn(chooser)
        case ev.Stored(kind=StorageKind.STR, value=value):
            yield Said(chooser, *vocabulary.storage(event), value)
        case ev.Stored(kind=StorageKind.INT, value=value):
            name, owner = vocabulary.storage(event)
            text = vocabulary.choice(name, value)
            if text:
                yield Decided(chooser, text)
            elif value and vocabulary.is_pass(name):
                yield PassedOn(chooser)
            else:
                yield Counted(chooser, name, owner, value)
        case _:
            pass


def _in_order(
    vocabulary: Vocabulary, chooser: int | None, events: Sequence[ev.Event]
) -> Iterator[CardDeed]:
    """What happens to cards, and between them to whole piles."""
    moves: list[ev.CardMoved] = []
    before: CardDeed | None = None
    for event in events:
        if isinstance(event, ev.CardMoved):
            before = None
            if not (moves and _is_straightened(moves[-1], event)):
                moves.append(event)
        elif (deed := _between(vocabulary, chooser, event)) and deed != before:
            before = deed
            yield from _with_cards(vocabulary, chooser, moves, events)
            yield deed
            moves.clear()
    yield from _with_cards(vocabulary, chooser, moves, events)


def _shown(vocabulary: Vocabulary, deeds: Sequence[CardDeed]) -> Iterator[CardDeed]:
    """The deeds of the rules; cards that they lay open and then take back are only shown."""
    taken_back = set[int]()
    for number, deed in enumerate(deeds):
        if number in taken_back:
            continue
        back = _back_again(deeds, number)
        if back is None or not isinstance(deed, Moved):
            yield deed
            continue
        taken_back.add(back)
        yield _let_see(vocabulary, deed)


def _back_again(deeds: Sequence[CardDeed], number: int) -> int | None:
    """Where the cards go back, if all that happens in between is that others are laid open."""
    laid = deeds[number]
    if not isinstance(laid, Moved) or laid.seat is not None:
        return None
    for later in range(number + 1, len(deeds)):
        deed = deeds[later]
        if not isinstance(deed, Moved):
            return None
        if _is_back(laid, deed):
            return later
    return None


def _is_back(laid: Moved, deed: Moved) -> bool:
    there, back = laid.moves, deed.moves
    ways = {(move.source, move.destination) for move in there}
    return (
        sorted(move.card or 0 for move in there) == sorted(move.card or 0 for move in back)
        and all(move.card is not None for move in there)
        and ways == {(move.destination, move.source) for move in back}
    )


def _let_see(vocabulary: Vocabulary, laid: Moved) -> LetSee:
    cards = tuple(move.card for move in laid.moves if move.card is not None)
    seats = tuple(sorted(vocabulary.sight[laid.moves[0].destination]))
    return LetSee(None, cards, tuple(move.source for move in laid.moves), seats)


def _is_straightened(before: ev.CardMoved, move: ev.CardMoved) -> bool:
    """Whether a card only finds its place in the pile that it has just come to."""
    return move.card == before.card and move.source == before.destination == move.destination


def _between(vocabulary: Vocabulary, chooser: int | None, event: ev.Event) -> CardDeed | None:
    match event:
        case ev.LocationsSwapped():
            return PilesSwapped(None, event.first, event.second, event.cards)
        case ev.Shuffled(location=location):
            return PileShuffled(None, location)
        case ev.CardsShown(cards=cards, places=where, seats=seats):
            return LetSee(chooser, cards, where, seats)
        case ev.Stored(kind=StorageKind.INT) if chooser is None:
            duty = vocabulary.duty(event)
            is_seat = 1 <= event.value <= vocabulary.program.players
            if duty and is_seat:
                return Appointed(None, event.value - 1, duty)
            is_news = vocabulary.int_names[event.slot] in vocabulary.news
            return Changed(None, event) if is_news else None
        case _:
            return None


# ---------------------------------------------------------------------------- cards


def _with_cards(
    vocabulary: Vocabulary, chooser: int | None, moves: Moves, events: Sequence[ev.Event]
) -> Iterator[CardDeed]:
    """The moves in order, cut into deeds."""
    start = 0
    while start < len(moves):
        deed, length = _longest(vocabulary, chooser, moves, start)
        is_trick = chooser is None and _is_trick(vocabulary, deed)
        taken = moves[start : start + length]
        yield TrickTaken(None, _winner(vocabulary, taken, events), taken) if is_trick else deed
        start += length


def _is_trick(vocabulary: Vocabulary, deed: CardDeed) -> bool:
    """Whether the cards of a trick are taken away: from before several players, or the middle."""
    match deed:
        case Gathered(moves=moves):
            return vocabulary.is_trick(moves[0].source)
        case Moved(moves=moves) if vocabulary.places[moves[0].source].owner is None:
            return vocabulary.is_trick(moves[0].source)
        case _:
            return False


def _winner(vocabulary: Vocabulary, taken: Moves, events: Sequence[ev.Event]) -> int | None:
    """Who gets the cards or, if nobody does, who is to play next."""
    owner = vocabulary.places[taken[0].destination].owner
    if owner is not None:
        return owner
    start = events.index(taken[0])
    before = [event.seat for event in events[:start] if isinstance(event, ev.TurnQueued)]
    after = [event.seat for event in events[start:] if isinstance(event, ev.TurnQueued)]
    return next(iter([*before[-1:], *after]), None)


def _longest(
    vocabulary: Vocabulary, chooser: int | None, moves: Moves, start: int
) -> tuple[CardDeed, int]:
    """What the move at `start` begins, and how many of the moves belong to it."""
    first = moves[start]
    if chooser is not None and start + 1 < len(moves):
        second = moves[start + 1]
        if _is_swap(vocabulary, chooser, first, second):
            return Swapped(chooser, left=first, entered=second), 2
        if _is_exchange(vocabulary, chooser, first, second):
            return Swapped(chooser, left=second, entered=first), 2
    rows, cells, places = vocabulary.rows, vocabulary.cells, vocabulary.places
    source, target = places[first.source], places[first.destination]
    ends = cells if chooser is None and cells[first.source] != cells[first.destination] else rows
    same = _alike(
        moves,
        start,
        lambda move: (
            rows[move.source],
            ends[move.destination],
            cells[move.source] == cells[move.destination],
        ),
    )
    if target.owner is not None and start + len(same) < len(moves):
        dealt = _alike(
            moves, start, lambda move: (cells[move.source], _kind(places[move.destination]))
        )
        if len(dealt) > len(same) and (shares := _shares(vocabulary, dealt)):
            return Dealt(None, dealt, shares), len(dealt)
    gathered = _gathered(vocabulary, chooser, moves, start)
    if len(gathered) > len(same) and len({rows[move.source] for move in gathered}) > 1:
        return Gathered(None, gathered), len(gathered)
    is_own = chooser is not None and chooser in (source.owner, target.owner)
    return Moved(chooser if is_own else None, _verb(vocabulary, chooser, first), same), len(same)


def _gathered(vocabulary: Vocabulary, chooser: int | None, moves: Moves, start: int) -> Moves:
    """The moves that bring cards together in one place.

    The rules sweep them up from wherever they lie, but the cards of a trick by themselves, and what
    they lay open by whose it was; a player takes what lies in places of one kind before players.
    """
    cells, places = vocabulary.cells, vocabulary.places
    if chooser is None and places[moves[start].destination].owner is None:
        is_trick, laid = vocabulary.is_trick, vocabulary.laid_open_by
        return _alike(moves, start, lambda m: (is_trick(m.source), cells[m.destination], laid(m)))
    if places[moves[start].source].owner is None:
        return ()
    return _alike(moves, start, lambda move: (_kind(places[move.source]), cells[move.destination]))


def _kind(place: Place) -> tuple[int, bool]:
    """What places have in common that differ only in which player they belong to."""
    return place.name, place.owner is None


def _alike(moves: Moves, start: int, trait: Callable[[ev.CardMoved], object]) -> Moves:
    """As many moves as share the trait of the one at `start`."""
    first = trait(moves[start])
    end = start + 1
    while end < len(moves) and trait(moves[end]) == first:
        end += 1
    return moves[start:end]


def _shares(vocabulary: Vocabulary, dealt: Moves) -> tuple[tuple[int, int], ...]:
    """Seat and number of cards, of several seats; nothing if all cards go to one."""
    counts: dict[int, int] = {}
    for move in dealt:
        owner = vocabulary.places[move.destination].owner
        assert owner is not None
        counts[owner] = counts.get(owner, 0) + 1
    return tuple(sorted(counts.items())) if len(counts) > 1 else ()


def _is_swap(
    vocabulary: Vocabulary, chooser: int, left: ev.CardMoved, entered: ev.CardMoved
) -> bool:
    """Whether a card leaves a place of the chooser, then another one comes to lie there."""
    cells = vocabulary.cells
    target = cells[entered.destination]
    return (
        cells[left.source] == target
        and target[0] == chooser
        and cells[left.destination] != target
        and cells[entered.source] != target
        and entered.source != left.destination
    )


def _is_exchange(
    vocabulary: Vocabulary, chooser: int, entered: ev.CardMoved, left: ev.CardMoved
) -> bool:
    """Whether a card comes to lie in a numbered cell, then the one before it leaves."""
    cells = vocabulary.cells
    target = cells[entered.destination]
    return (
        target == cells[left.source]
        and target[0] == chooser
        and target[2] > 0
        and (entered.card != left.card or entered.destination != left.source)
        and cells[entered.source] != target
        and cells[left.destination] != target
    )


def _verb(vocabulary: Vocabulary, chooser: int | None, move: ev.CardMoved) -> Verb:
    """What people call such a move when the chooser makes it."""
    source, target = vocabulary.places[move.source], vocabulary.places[move.destination]
    if vocabulary.cells[move.source] == vocabulary.cells[move.destination]:
        is_private = target.location_class is LocationClass.INVISIBLE
        return Verb.LOOK_AT if is_private else Verb.TURN_OVER
    if chooser is None or chooser not in (source.owner, target.owner):
        return Verb.MOVE
    if source.owner != chooser:
        return Verb.TAKE if chooser in vocabulary.sight[move.source] else Verb.DRAW
    if target.owner not in (None, chooser):
        return Verb.GIVE
    return Verb.DISCARD if vocabulary.is_discard(target.name) else Verb.PLAY


def _told_once(vocabulary: Vocabulary, deeds: Iterator[CardDeed]) -> list[CardDeed]:
    """The deeds, less those of the chooser that only prepare the next of theirs."""
    told: list[CardDeed] = []
    last = -1
    for deed in deeds:
        is_own = deed.seat is not None
        if is_own and last >= 0 and _goes_on(vocabulary, told[last], deed):
            del told[last]
        if is_own:
            last = len(told)
        told.append(deed)
    return told


def _goes_on(vocabulary: Vocabulary, before: CardDeed, deed: CardDeed) -> bool:
    """Whether the cards of the one deed only go on to another place of the chooser's."""
    match before, deed:
        case Moved(moves=[first]), Swapped(entered=entered):
            # Taken into the hand only to be put into a cell at once.
            return first.card is not None and first.destination == entered.source
        case Moved(moves=earlier), Moved(seat=chooser, moves=later):
            between, end = earlier[0].destination, later[0].destination
            owners = {vocabulary.places[between].owner, vocabulary.places[end].owner}
            return between == later[0].source and owners == {chooser} and len(earlier) == len(later)
        case _:
            return False
