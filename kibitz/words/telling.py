"""What happened, in people's words: `player 3 swapped 7♥ into cell 2, discarding Q♠`.

It is told from events. Handed the sightings of a seat it says only what that seat saw; handed the
events themselves it tells everything.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kibitz.engine import CardMoved, Chosen, Event, Shuffled
from kibitz.words import deeds as d
from kibitz.words import moves
from kibitz.words.describing import describe
from kibitz.words.phrasing import Phrasing
from kibitz.words.vocabulary import Vocabulary, player_name


@dataclass(frozen=True, slots=True)
class Tale:
    """Something that happened: who did it (None: nobody, the rules did), and what, in pieces."""

    seat: int | None
    parts: tuple[str, ...]


class Teller:
    """Tells one seat, or with None somebody who sees everything, what happened from the deal on."""

    def __init__(self, vocabulary: Vocabulary, seat: int | None) -> None:
        self.vocabulary = vocabulary
        self.seat = seat
        self._in_trick = 0
        """So many cards of a trick lie on the table."""

    def player(self, seat: int) -> str:
        return player_name(seat, self.seat)

    def tell(
        self, chooser: int | None, events: Sequence[Event], kinds: Sequence[int]
    ) -> list[Tale]:
        """What the chooser's option brought about; `kinds` are the faces of the cards in play.

        Without a chooser it is the deal.
        """
        account = describe(self.vocabulary, chooser, events)
        phrasing = Phrasing(self.vocabulary, self.seat, kinds)
        report = phrasing.report
        leads = not self._in_trick
        self._count(events)
        rules = [Tale(None, (report(deed),)) for deed in account.with_cards if deed.seat is None]
        if chooser is None:
            return rules
        own = [deed for deed in account.with_cards if deed.seat is not None]
        parts = [report(deed) for deed in own]
        named = [event for event in events if isinstance(event, Chosen)]
        if named:
            parts = list(_called(phrasing, named[0], parts))
        if leads and any(map(self._is_led, own)):
            parts = list(map(_led, parts))
        if named:
            return [Tale(chooser, tuple(parts)), *rules]
        spoken = [deed for deed in account.spoken if _concerns(chooser, deed)]
        parts += map(report, self._remarks(spoken, events, kinds))
        if not parts:
            parts = [report(deed) for deed in _without_cards(spoken)] or ["made a choice"]
        return [Tale(chooser, tuple(dict.fromkeys(parts))), *rules]

    def _count(self, events: Sequence[Event]) -> None:
        """Follow the cards into the trick and out of it."""
        is_trick = self.vocabulary.is_trick
        for event in events:
            if isinstance(event, CardMoved):
                self._in_trick += is_trick(event.destination) - is_trick(event.source)
            elif isinstance(event, Shuffled):
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
        return [*(deed for deed in turned if deed.player != deed.seat), *told]

    def _evident(self, events: Sequence[Event], kinds: Sequence[int]) -> set[int]:
        """The words that say nothing, or nothing that the cards and places do not say."""
        program = self.vocabulary.program
        evident = {0, *self.vocabulary.place_names}
        evident |= {number for number, text in enumerate(program.strings) if text == "NONE"}
        for event in events:
            if isinstance(event, CardMoved) and event.card is not None:
                evident |= {value for _, value in program.kinds[kinds[event.card]].attributes}
        return evident


def _concerns(chooser: int, deed: d.SpokenDeed) -> bool:
    """Whether it was done to the chooser or the table, not to somebody else."""
    return not isinstance(deed, d.Said | d.Counted) or deed.owner in (None, chooser)


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


def _called(phrasing: Phrasing, move: Chosen, deeds: Sequence[str]) -> tuple[str, ...]:
    """A move by its name; where the page has no words for it, with what was done with cards."""
    told = moves.report(phrasing, move)
    if told is not None:
        return (told,)
    plain = moves.plain_report(phrasing, move)
    is_said = any(f"{deed} ".startswith(f"{plain} ") for deed in deeds)
    return tuple(dict.fromkeys(deeds if is_said else [plain, *deeds]))
