"""Deeds in words: as something to do (`swap 7♥ into cell 1`), and as something done."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import assert_never

from kibitz.words import deeds as d
from kibitz.words.vocabulary import Vocabulary, player_name

_NAMED_CARDS = 4
"""More cards than this that go a way of their own are counted, not named, if they were seen."""
_OVER = "the trick is over"


@dataclass(frozen=True, slots=True)
class Phrasing:
    """Speaks to one listener; None is somebody who sits at no seat."""

    vocabulary: Vocabulary
    listener: int | None
    kinds: Sequence[int]
    """By card: which face it has."""

    # ------------------------------------------------------------------ something to do

    def order(self, deed: d.Deed) -> str:
        """What the listener would do: `take 7♥ from the discard pile`."""
        match deed:
            case d.Swapped(entered=entered):
                return f"swap {self._cards([entered])} into {self.place(entered.destination)}"
            case d.Moved():
                return self._order_to_move(deed)
            case d.Dealt(source=source):
                share = self._even_share(deed)
                shares = f"everybody {share}" if share else self._shares(deed)
                return f"deal {shares} from {self.place(source)}"
            case d.Gathered(moves=moves):
                return f"move {self._cards(moves)} to {self.place(moves[0].destination)}"
            case d.PilesSwapped(first=first, second=second):
                return f"swap {self.place(first)} and {self.place(second)}"
            case d.PileShuffled(place=place):
                return f"shuffle {self.place(place)}"
            case d.TrickTaken():
                return "take the trick"
            case d.Appointed(player=player, duty=duty):
                return f"let {self.player(player)} {duty}"
            case d.TurnedTo(player=player):
                return f"turn to {self.player(player)}"
            case d.PassedOn():
                return "pass"
            case d.Decided(text=text):
                return text
            case d.Said(string=string):
                return f"{self._storage(deed)} {self.vocabulary.program.strings[string].lower()}"
            case d.Counted(value=value):
                return f"{self._storage(deed)} {value}"
            case undecided:
                assert_never(undecided)

    def _order_to_move(self, deed: d.Moved) -> str:
        verb, moves = deed.verb.value[0], deed.moves
        match deed.verb:
            case d.Verb.TURN_OVER | d.Verb.LOOK_AT:
                return f"{verb} {self._places(move.source for move in moves)}"
            case d.Verb.DISCARD | d.Verb.PLAY:
                return f"{verb} {self._cards(moves)}"
            case d.Verb.GIVE:
                return f"{verb} {self._cards(moves)} to {self._targets(moves)}"
            case d.Verb.TAKE | d.Verb.DRAW:
                return f"{verb} {self._drawn(moves)}from {self._sources(moves)}"
            case d.Verb.MOVE:
                ways = f"from {self._sources(moves)} to {self._targets(moves)}"
                return f"{verb} {self._cards(moves)} {ways}"

    # ------------------------------------------------------------------ something done

    def report(self, deed: d.Deed) -> str:
        """What was done: `swapped 7♥ into cell 1, discarding Q♠`.

        The chooser's deeds lack who did them, the others are whole sentences.
        """
        match deed:
            case d.TurnedTo(player=player):
                return f"turned to {self.player(player)}"
            case d.PassedOn():
                return "passed"
            case d.Decided(text=text):
                return f"chose to {text}"
            case d.Said(storage=storage, string=string):
                return f"chose {storage} {self.vocabulary.program.strings[string].lower()}"
            case d.Counted(storage=storage, value=value):
                return f"made {storage} {value}"
            case _:
                return self._report_of_cards(deed)

    def _report_of_cards(self, deed: d.CardDeed) -> str:
        match deed:
            case d.Swapped(left=left, entered=entered):
                target = self.vocabulary.places[left.destination]
                verb = "discarding" if self.vocabulary.is_discard(target.name) else "giving up"
                into = self._own_place(entered.destination)
                return f"swapped {self._cards([entered])} into {into}, {verb} {self._cards([left])}"
            case d.Moved(seat=None):
                return self._went(deed)
            case d.Moved():
                return self._report_of_move(deed)
            case d.Dealt(source=source):
                if share := self._even_share(deed):
                    return f"everybody got {share} from {self.place(source)}"
                return f"cards were dealt from {self.place(source)}: {self._shares(deed)}"
            case d.Gathered(moves=moves):
                return f"{self._few_cards(moves)} went to {self.place(moves[0].destination)}"
            case d.PilesSwapped(first=first, second=second, cards=cards):
                faces = [" ".join(map(self.card, pile)) for pile in cards or ()]
                seen = f": {' against '.join(faces)}" if faces else ""
                return f"{self.place(first)} and {self.place(second)} changed places{seen}"
            case d.PileShuffled(place=place):
                return f"{self.place(place)} was shuffled"
            case d.TrickTaken(winner=winner):
                return f"{self.player(winner)} took the trick" if winner is not None else _OVER
            case d.Appointed(player=player, duty=duty):
                return f"{self.player(player)} {duty if player == self.listener else duty + 's'}"

    def _report_of_move(self, deed: d.Moved) -> str:
        verb, moves = deed.verb.value[1], deed.moves
        match deed.verb:
            case d.Verb.TURN_OVER | d.Verb.LOOK_AT if len(moves) == 1:
                place = self._own_place(moves[0].destination)
                seen = "" if moves[0].card is None else f": {self._cards(moves)}"
                return f"{verb} {place}{seen}"
            case d.Verb.GIVE:
                return f"{verb} {self._cards(moves)} to {self._targets(moves)}"
            case d.Verb.TAKE | d.Verb.DRAW:
                return f"{verb} {self._drawn(moves)}from {self._sources(moves)}"
            case _:
                return f"{verb} {self._cards(moves)}"

    def _went(self, deed: d.Moved) -> str:
        """What the rules did with cards."""
        cards, moves = self._few_cards(deed.moves), deed.moves
        source = self.vocabulary.places[moves[0].source].owner
        target = self.vocabulary.places[moves[0].destination].owner
        if source is not None and deed.verb is d.Verb.TURN_OVER:
            return f"{self._of(source, moves)} {'was' if len(moves) == 1 else 'were'} turned over"
        if source is not None and deed.verb is d.Verb.LOOK_AT:
            were = "were" if source == self.listener else "was"
            return f"{self.player(source)} {were} shown {cards}"
        if source is not None:
            own = self.vocabulary.with_article(moves[0].destination, "the")
            to = own if source == target != self.listener else self._targets(moves)
            return f"{self._of(source, moves)} went to {to}"
        if target is not None:
            return f"{self.player(target)} got {cards} from {self._sources(moves)}"
        return f"{cards} went from {self._sources(moves)} to {self._targets(moves)}"

    # ------------------------------------------------------------------ cards

    def card(self, card: int) -> str:
        return self.vocabulary.kind_texts[self.kinds[card]]

    def _cards(self, moves: d.Moves) -> str:
        """`7♥ 8♥`, `7♥ and a card`, `3 cards`."""
        known = [self.card(move.card) for move in moves if move.card is not None]
        hidden = len(moves) - len(known)
        if not hidden:
            return " ".join(known)
        return f"{' '.join(known)} and {_counted(hidden)}" if known else _counted(hidden)

    def _few_cards(self, moves: d.Moves) -> str:
        return _counted(len(moves)) if self._are_counted(moves) else self._cards(moves)

    def _are_counted(self, moves: d.Moves) -> bool:
        """Whether they are too many to name; cards that are now shown to more people are named."""
        sight = self.vocabulary.sight
        shown = all(len(sight[m.source]) < len(sight[m.destination]) for m in moves)
        return len(moves) > _NAMED_CARDS and not shown

    def _of(self, owner: int, moves: d.Moves) -> str:
        """`player 2's 7♥ 8♥`, `3 cards of player 2`."""
        cards, is_mine = self._few_cards(moves), owner == self.listener
        if self._are_counted(moves) or any(move.card is None for move in moves):
            return f"{cards} of {'yours' if is_mine else self.player(owner)}"
        return f"your {cards}" if is_mine else f"{self.player(owner)}'s {cards}"

    def _drawn(self, moves: d.Moves) -> str:
        """What is drawn, with a space behind it; a single card that nobody can tell goes unsaid."""
        is_plain = len(moves) == 1 and moves[0].card is None
        return "" if is_plain else f"{self._cards(moves)} "

    def _even_share(self, deed: d.Dealt) -> str:
        """`5 cards` where everybody gets as many; else nothing."""
        counts = [count for _, count in deed.count_by_seat]
        is_even = len(counts) == self.vocabulary.program.players and len(set(counts)) == 1
        return _counted(counts[0]) if is_even else ""

    def _shares(self, deed: d.Dealt) -> str:
        """`player 1 11, player 2 10`."""
        return ", ".join(f"{self.player(seat)} {count}" for seat, count in deed.count_by_seat)

    # ------------------------------------------------------------------ places, people

    def player(self, seat: int) -> str:
        return player_name(seat, self.listener)

    def place(self, location: int) -> str:
        return self.vocabulary.place(location, self.listener)

    def _own_place(self, location: int) -> str:
        """The place as its owner's deed names it: the owner is said already."""
        is_mine = self.vocabulary.places[location].owner == self.listener
        return self.place(location) if is_mine else self.vocabulary.called[location]

    def _places(self, locations: Iterable[int]) -> str:
        """`cell 2`, `cell 2 and cell 5`."""
        *others, last = dict.fromkeys(self.place(location) for location in locations)
        return f"{', '.join(others)} and {last}" if others else last

    def _sources(self, moves: d.Moves) -> str:
        return self._places(move.source for move in moves)

    def _targets(self, moves: d.Moves) -> str:
        return self._places(move.destination for move in moves)

    def _storage(self, deed: d.Said | d.Counted) -> str:
        if deed.owner is None or deed.owner == self.listener:
            return deed.storage
        return f"{self.player(deed.owner)}'s {deed.storage}"


def _counted(cards: int) -> str:
    return "a card" if cards == 1 else f"{cards} cards"
