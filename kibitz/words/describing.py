"""From events to deeds: card moves that belong together, and what people call them.

Both the options (what would happen) and the news (what did) are described here and nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from kibitz.engine import Place, StorageKind
from kibitz.engine import events as ev
from kibitz.recycle import LocationClass
from kibitz.words import deeds as d
from kibitz.words.vocabulary import Vocabulary


def describe(vocabulary: Vocabulary, chooser: int | None, events: Sequence[ev.Event]) -> d.DeedList:
    """The deeds in the events, in their order.

    Events of which a seat saw only part make deeds of which it knows only that part. What came
    after the option was played is the rules' doing; without a chooser, as in a deal, everything is.
    """
    if chooser is None:
        return d.DeedList(tuple(_in_order(vocabulary, None, events)), ())
    ends = (number for number, event in enumerate(events) if isinstance(event, ev.OptionPlayed))
    end = next(ends, len(events))
    played = events[:end]
    own = _told_once(vocabulary, _in_order(vocabulary, chooser, played))
    spoken = [deed for event in played for deed in _spoken(vocabulary, chooser, event)]
    return d.DeedList((*own, *_in_order(vocabulary, None, events[end:])), tuple(spoken))


def _spoken(vocabulary: Vocabulary, chooser: int, event: ev.Event) -> Iterator[d.SpokenDeed]:
    match event:
        case ev.TurnTaken(seat=seat):
            yield d.TurnedTo(chooser, seat)
        case ev.Passed():
            yield d.PassedOn(chooser)
        case ev.Stored(kind=StorageKind.STR, value=value):
            yield d.Said(chooser, *vocabulary.storage(event), value)
        case ev.Stored(kind=StorageKind.INT, value=value):
            name, owner = vocabulary.storage(event)
            text = vocabulary.choice(name, value)
            if text:
                yield d.Decided(chooser, text)
            elif value and vocabulary.is_pass(name):
                yield d.PassedOn(chooser)
            else:
                yield d.Counted(chooser, name, owner, value)
        case _:
            pass


def _in_order(
    vocabulary: Vocabulary, chooser: int | None, events: Sequence[ev.Event]
) -> Iterator[d.CardDeed]:
    """What happens to cards, and between them to whole piles."""
    moves: list[ev.CardMoved] = []
    for event in events:
        if isinstance(event, ev.CardMoved):
            if not (moves and _is_straightened(moves[-1], event)):
                moves.append(event)
        elif deed := _between(vocabulary, chooser, event):
            yield from _with_cards(vocabulary, chooser, moves, events)
            yield deed
            moves.clear()
    yield from _with_cards(vocabulary, chooser, moves, events)


def _is_straightened(before: ev.CardMoved, move: ev.CardMoved) -> bool:
    """Whether a card only finds its place in the pile that it has just come to."""
    return move.card == before.card and move.source == before.destination == move.destination


def _between(vocabulary: Vocabulary, chooser: int | None, event: ev.Event) -> d.CardDeed | None:
    match event:
        case ev.LocationsSwapped():
            return d.PilesSwapped(None, event.first, event.second, event.cards)
        case ev.Shuffled(location=location):
            return d.PileShuffled(None, location)
        case ev.Stored(kind=StorageKind.INT) if chooser is None:
            duty = vocabulary.duty(event)
            is_seat = 1 <= event.value <= vocabulary.program.players
            return d.Appointed(None, event.value - 1, duty) if duty and is_seat else None
        case _:
            return None


# ---------------------------------------------------------------------------- cards


def _with_cards(
    vocabulary: Vocabulary, chooser: int | None, moves: d.Moves, events: Sequence[ev.Event]
) -> Iterator[d.CardDeed]:
    """The moves in order, cut into deeds."""
    start = 0
    while start < len(moves):
        deed, length = _longest(vocabulary, chooser, moves, start)
        is_trick = chooser is None and _is_trick(vocabulary, deed)
        taken = moves[start : start + length]
        yield d.TrickTaken(None, _winner(vocabulary, taken, events), taken) if is_trick else deed
        start += length


def _is_trick(vocabulary: Vocabulary, deed: d.CardDeed) -> bool:
    """Whether the cards of a trick are taken away: from before several players, or the middle."""
    match deed:
        case d.Gathered(moves=moves):
            return vocabulary.is_trick(moves[0].source)
        case d.Moved(moves=moves) if vocabulary.places[moves[0].source].owner is None:
            return vocabulary.is_trick(moves[0].source)
        case _:
            return False


def _winner(vocabulary: Vocabulary, taken: d.Moves, events: Sequence[ev.Event]) -> int | None:
    """Who gets the cards or, if nobody does, who is to play next."""
    owner = vocabulary.places[taken[0].destination].owner
    if owner is not None:
        return owner
    start = events.index(taken[0])
    before = [event.seat for event in events[:start] if isinstance(event, ev.TurnQueued)]
    after = [event.seat for event in events[start:] if isinstance(event, ev.TurnQueued)]
    return next(iter([*before[-1:], *after]), None)


def _longest(
    vocabulary: Vocabulary, chooser: int | None, moves: d.Moves, start: int
) -> tuple[d.CardDeed, int]:
    """What the move at `start` begins, and how many of the moves belong to it."""
    first = moves[start]
    if chooser is not None and start + 1 < len(moves):
        second = moves[start + 1]
        if _is_swap(vocabulary, chooser, first, second):
            return d.Swapped(chooser, left=first, entered=second), 2
        if _is_exchange(vocabulary, chooser, first, second):
            return d.Swapped(chooser, left=second, entered=first), 2
    rows, cells, places = vocabulary.rows, vocabulary.cells, vocabulary.places
    source, target = places[first.source], places[first.destination]
    ends = cells if chooser is None and cells[first.source] != cells[first.destination] else rows
    same = _alike(moves, start, lambda move: (rows[move.source], ends[move.destination]))
    if target.owner is not None and start + len(same) < len(moves):
        dealt = _alike(
            moves, start, lambda move: (cells[move.source], _kind(places[move.destination]))
        )
        if len(dealt) > len(same) and (shares := _shares(vocabulary, dealt)):
            return d.Dealt(None, first.source, shares), len(dealt)
    gathered = _gathered(vocabulary, chooser, moves, start)
    if len(gathered) > len(same) and len({rows[move.source] for move in gathered}) > 1:
        return d.Gathered(None, gathered), len(gathered)
    is_own = chooser is not None and chooser in (source.owner, target.owner)
    return d.Moved(chooser if is_own else None, _verb(vocabulary, chooser, first), same), len(same)


def _gathered(vocabulary: Vocabulary, chooser: int | None, moves: d.Moves, start: int) -> d.Moves:
    """The moves that bring cards together in one place.

    The rules sweep them up from wherever they lie, but the cards of a trick by themselves; a player
    takes what lies in places of one kind before players.
    """
    cells, places = vocabulary.cells, vocabulary.places
    if chooser is None and places[moves[start].destination].owner is None:
        is_trick = vocabulary.is_trick
        return _alike(moves, start, lambda move: (is_trick(move.source), cells[move.destination]))
    if places[moves[start].source].owner is None:
        return ()
    return _alike(moves, start, lambda move: (_kind(places[move.source]), cells[move.destination]))


def _kind(place: Place) -> tuple[int, bool]:
    """What places have in common that differ only in which player they belong to."""
    return place.name, place.owner is None


def _alike(moves: d.Moves, start: int, trait: Callable[[ev.CardMoved], object]) -> d.Moves:
    """As many moves as share the trait of the one at `start`."""
    first = trait(moves[start])
    end = start + 1
    while end < len(moves) and trait(moves[end]) == first:
        end += 1
    return moves[start:end]


def _shares(vocabulary: Vocabulary, dealt: d.Moves) -> tuple[tuple[int, int], ...]:
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


def _verb(vocabulary: Vocabulary, chooser: int | None, move: ev.CardMoved) -> d.Verb:
    """What people call such a move when the chooser makes it."""
    source, target = vocabulary.places[move.source], vocabulary.places[move.destination]
    if vocabulary.cells[move.source] == vocabulary.cells[move.destination]:
        is_private = target.location_class is LocationClass.INVISIBLE
        return d.Verb.LOOK_AT if is_private else d.Verb.TURN_OVER
    if chooser is None or chooser not in (source.owner, target.owner):
        return d.Verb.MOVE
    if source.owner != chooser:
        return d.Verb.TAKE if chooser in vocabulary.sight[move.source] else d.Verb.DRAW
    if target.owner not in (None, chooser):
        return d.Verb.GIVE
    return d.Verb.DISCARD if vocabulary.is_discard(target.name) else d.Verb.PLAY


def _told_once(vocabulary: Vocabulary, deeds: Iterator[d.CardDeed]) -> list[d.CardDeed]:
    """The deeds, less those of the chooser that only prepare the next of theirs."""
    told: list[d.CardDeed] = []
    last = -1
    for deed in deeds:
        is_own = deed.seat is not None
        if is_own and last >= 0 and _goes_on(vocabulary, told[last], deed):
            del told[last]
        if is_own:
            last = len(told)
        told.append(deed)
    return told


def _goes_on(vocabulary: Vocabulary, before: d.CardDeed, deed: d.CardDeed) -> bool:
    """Whether the cards of the one deed only go on to another place of the chooser's."""
    match before, deed:
        case d.Moved(moves=[first]), d.Swapped(entered=entered):
            # Taken into the hand only to be put into a cell at once.
            return first.card is not None and first.destination == entered.source
        case d.Moved(moves=earlier), d.Moved(seat=chooser, moves=later):
            between, end = earlier[0].destination, later[0].destination
            owners = {vocabulary.places[between].owner, vocabulary.places[end].owner}
            return between == later[0].source and owners == {chooser} and len(earlier) == len(later)
        case _:
            return False
