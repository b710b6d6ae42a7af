"""Deeds in words: as something to do (`swap 7♥ into cell 1`), and as something done. And moves with
names: `knock, discarding 4♠` to do, `knocked, discarding 4♠` when done.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import assert_never

from kibitz.engine import events as ev
from kibitz.games import BRACES
from kibitz.recycle import Type
from kibitz.words import describing as d
from kibitz.words.grammar import (
    COUNTED,
    cards_counted,
    in_digits,
    past,
    plural,
    second_person,
    so_many,
    to_oneself,
    to_you,
)
from kibitz.words.vocabulary import Vocabulary, addressed, player_name, signed

_NAMED_CARDS = 4
"""More cards than this that go a way of their own are counted, not named, if they were seen."""
_SHOWN = 10
"""More are not named to one alone, in whose hand they now are."""
_MANY = 3
"""So many places that are numbered one after the other are told as a row."""
_OVER = "the trick is over"
_UNSEEN = {Type.CARD: "a card", Type.CARDS: "cards"}


@dataclass(frozen=True, slots=True)
class Phrasing:
    """Speaks to one listener; None is somebody who sits at no seat."""

    vocabulary: Vocabulary
    listener: int | None
    kinds: Sequence[int]
    """By card: which face it has."""
    before: Mapping[int, int] = field(default_factory=dict)
    """By the identity of an event that stores a number: what the number was before."""

    # ------------------------------------------------------------------ something to do

    def order(self, deed: d.Deed) -> str:
        """What the listener would do: `take 7♥ from the discard pile`."""
        match deed:
            case d.Swapped(entered=entered):
                return f"swap {self._cards([entered])} into {self.place(entered.destination)}"
            case d.Moved(verb=d.Verb.TURN_OVER | d.Verb.LOOK_AT as verb, moves=moves):
                return f"{verb.value[0]} {self._sources(moves)}"
            case d.Moved(verb=d.Verb.MOVE, moves=moves):
                ways = f"from {self._sources(moves)} to {self._targets(moves)}"
                return f"move {self._cards(moves)} {ways}"
            case d.Moved(verb=verb, moves=moves):
                return self._with_verb(verb, verb.value[0], moves)
            case d.Dealt(moves=moves):
                source, shares = self.place(moves[0].source), self._shares(deed)
                if len(shares) == 1:
                    return f"deal {' '.join(*shares)} from {source}"
                each = ", ".join(f"{cards} to {players}" for players, cards in shares)
                return f"deal {each} from {source}"
            case d.Gathered(moves=moves):
                return f"move {self._cards(moves)} to {self.place(moves[0].destination)}"
            case d.PilesSwapped(first=first, second=second):
                return f"swap {self.place(first)} and {self.place(second)}"
            case d.PileShuffled(place=place):
                return f"shuffle {self.place(place)}"
            case d.LetSee(seats=seats):
                return f"show {self._let_see(deed)} to {self._players(seats)}"
            case d.TrickTaken():
                return "take the trick"
            case d.Appointed(player=player, duty=duty):
                return f"let {self.player(player)} {duty}"
            case d.Changed(event=event):
                return self.vocabulary.stored(self.vocabulary.storage(event)[0], event.value)
            case d.TurnedTo(player=player):
                return f"turn to {self.player(player)}"
            case d.WentBack():
                return "turn play the other way round"
            case d.PassedOn():
                return "pass"
            case d.Decided(text=text):
                return text
            case d.Said(string=string):
                return f"{self._storage(deed)} {self.vocabulary.text_word(string)}"
            case d.Counted(storage=storage, value=value):
                said = self.vocabulary.stored(storage, value)
                return (
                    said if deed.owner in (None, self.listener) else f"{self._whose(deed)} {said}"
                )
            case undecided:
                assert_never(undecided)

    # ------------------------------------------------------------------ something done

    def report(self, deed: d.Deed) -> str:
        """What was done: `swapped 7♥ into cell 1, discarding Q♠`.

        The chooser's deeds lack who did them, the others are whole sentences.
        """
        match deed:
            case d.TurnedTo(player=player):
                return f"turned to {self.player(player)}"
            case d.WentBack():
                return "turned play the other way round"
            case d.PassedOn():
                return "passed"
            case d.Decided(text=text):
                return f"chose to {text}"
            case d.Said(storage=storage, string=string):
                return f"chose {storage} {self.vocabulary.text_word(string)}"
            case d.Counted(storage=storage, value=value):
                return f"made {self.vocabulary.stored(storage, value)}"
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
            case d.Moved(verb=d.Verb.TURN_OVER | d.Verb.LOOK_AT as verb, moves=[move]):
                seen = "" if move.card is None else f": {self.card(move.card)}"
                return f"{verb.value[1]} {self._own_place(move.destination)}{seen}"
            case d.Moved(verb=verb, moves=moves):
                return self._with_verb(verb, verb.value[1], moves)
            case d.Dealt(moves=moves):
                source, mine = self.place(moves[0].source), self._mine(moves)
                return f"{', and '.join(map(' got '.join, self._shares(deed)))} from {source}{mine}"
            case d.Gathered(moves=moves):
                return f"{self._few_cards(moves)} went to {self.place(moves[0].destination)}"
            case d.PilesSwapped(first=first, second=second, cards=cards):
                faces = [" ".join(map(self.card, pile)) for pile in cards or ()]
                seen = f": {' against '.join(faces)}" if faces else ""
                return f"{self.place(first)} and {self.place(second)} changed places{seen}"
            case d.PileShuffled(place=place):
                return f"{self.place(place)} {self._was(place)} shuffled"
            case d.LetSee(seat=None, seats=seats):
                if owner := self._who_shows(deed):
                    return f"{owner} showed {self._let_see(deed)} to {self._players(seats)}"
                players = self._players(seats)
                is_one = players == "everybody" or (seats[0] != self.listener and len(seats) == 1)
                return f"{players} {'was' if is_one else 'were'} shown {self._let_see(deed)}"
            case d.LetSee(seats=seats):
                return f"showed {self._let_see(deed)} to {self._players(seats)}"
            case d.TrickTaken(winner=winner):
                return f"{self.player(winner)} took the trick" if winner is not None else _OVER
            case d.Appointed(player=player, duty=duty):
                return f"{self.player(player)} {duty if player == self.listener else duty + 's'}"
            case d.Changed(event=event):
                return self._news_of(event)

    def _with_verb(self, verb: d.Verb, said: str, moves: d.Moves) -> str:
        match verb:
            case d.Verb.GIVE:
                return f"{said} {self._cards(moves)} to {self._targets(moves)}"
            case d.Verb.TAKE | d.Verb.DRAW:
                return f"{said} {self._drawn(moves)}from {self._sources(moves)}"
            case _:
                return f"{said} {self._cards(moves)}"

    def _went(self, deed: d.Moved) -> str:
        """What the rules did with cards."""
        cards, moves = self._few_cards(deed.moves), deed.moves
        source = self.vocabulary.places[moves[0].source].owner
        target = self.vocabulary.places[moves[0].destination].owner
        if source is not None and deed.verb is d.Verb.TURN_OVER:
            return f"{self.of(source, moves)} {'was' if len(moves) == 1 else 'were'} turned over"
        if source is not None and deed.verb is d.Verb.LOOK_AT:
            were = "were" if source == self.listener else "was"
            return f"{self.player(source)} {were} shown {cards}"
        if source is not None:
            own = self.vocabulary.with_article(moves[0].destination, "their")
            to = own if source == target != self.listener else self._targets(moves)
            return f"{self.of(source, moves)} went to {to}"
        if deed.verb is d.Verb.TURN_OVER:
            turned = moves[0].destination
            return f"{self.place(turned)} {self._was(turned)} turned over: {cards}"
        if len(moves) == 1 and (said := self._one_card(moves[0], cards)):
            return said
        if target is not None:
            return f"{self.player(target)} got {cards} from {self._sources(moves)}"
        melds = all(self.vocabulary.is_meld(self.vocabulary.places[m.source].name) for m in moves)
        start = "" if melds else f"from {self._sources(moves)} "
        return f"{cards} went {start}to {self._targets(moves)}"

    def _one_card(self, move: ev.CardMoved, cards: str) -> str:
        """Of a place that is called after the one card there: `the trump card is 7♥`, and `player 2
        got the trump card, 7♥`. Empty where neither place is."""
        words, target = self.vocabulary, self.place(move.destination)
        owner = words.places[move.destination].owner
        if words.is_one_card(move.source):
            card = self.place(move.source) + ("" if move.card is None else f", {cards}")
            got = f"{self.player(owner)} got {card}" if owner is not None else ""
            return got or f"{card}{'' if move.card is None else ','} went to {target}"
        if owner is not None or not words.is_one_card(move.destination):
            return ""
        return f"{target} lies face down" if move.card is None else f"{target} is {cards}"

    def _news_of(self, event: ev.Stored) -> str:
        """What the page tells of a number that the rules changed; empty where that is nothing."""
        news = self.vocabulary.news[self.vocabulary.int_names[event.slot]]
        change = event.value - self.before[id(event)]
        fell = news.zero if event.value == 0 and news.zero else news.fell
        text = news.rose if change > 0 else fell if change < 0 else ""
        said = text.replace("{}", signed(event.value))
        seats = self.vocabulary.owners[event.slot]
        if not said or not seats:
            return addressed(said, self.listener)
        if len(seats) > 1 or self.listener in seats:
            verb, *rest = said.split(maxsplit=1)
            return " ".join([self._players(seats), second_person(verb), *rest])
        return addressed(f"{player_name(seats[0], None)} {said}", self.listener)

    # ------------------------------------------------------------------ moves with names

    def order_of(self, move: ev.Chosen, events: Sequence[ev.Event] = ()) -> str:
        """What the listener would do: in words of the page, with what was picked in braces; else
        made from the name. A numbered place is named by the cards that leave it in the events."""
        text = self.vocabulary.moves.get(move.name)
        unknown = {let.variable for let in move.lets if not self._picked(let)}
        if text is None or unknown.intersection(BRACES.findall(text)):
            return " ".join([move.name.lower(), *map(self._picked, move.picks)])
        for pick in move.picks:
            if pick.type is Type.LOCATION and isinstance(pick.value, int):
                place = self._by_cards(pick.value, events)
                text = text.replace(f"{{{pick.variable}}}", place)
        return self._filled(text, move, self.listener)

    def _by_cards(self, location: int, events: Sequence[ev.Event]) -> str:
        """`player 2's build 5♣ 4♦`, not `player 2's build 3`, where all cards leave it."""
        place, name = self.vocabulary.places[location], self.place(location)
        leaving = [e for e in events if isinstance(e, ev.CardMoved) and e.source == location]
        is_cell = self.vocabulary.page.grid(self.vocabulary.program.strings[place.name])
        if not place.index or is_cell or len(leaving) < 2 or any(e.card is None for e in leaving):
            return name
        whose = "your " if place.owner is not None and place.owner == self.listener else ""
        return f"{whose}{name.removesuffix(str(place.index))}{self._cards(leaving)}"

    def with_drawn(self, parts: Sequence[str], deeds: Sequence[d.Deed]) -> tuple[str, ...]:
        """What was done, and behind it the cards that were drawn, if they are not said and the
        listener can tell; those that were taken only where no card is said."""
        said = {name for name, _ in self.vocabulary.cards_in.findall(" ".join(parts))}
        moves = [move for deed in deeds for move in self._drawn_in(deed, is_said=bool(said))]
        drawn = [self.card(move.card) for move in moves if move.card is not None]
        unsaid = " ".join(card for card in drawn if card not in said)
        if not unsaid:
            return tuple(parts)
        *before, last = parts
        return (*parts, f"drew {unsaid}") if said else (*before, f"{last}: {unsaid}")

    def with_turned_up(self, parts: Sequence[str], deeds: Sequence[d.Deed]) -> Sequence[str]:
        """`turned up a card from the stock: Q♠`, where the rules have put it in the middle."""
        moves = [move for deed in deeds if isinstance(deed, d.Moved) for move in deed.moves]
        turned = [move for move in moves if not self.vocabulary.sight[move.source]]
        if not turned or not parts or not parts[-1].startswith("turned up"):
            return parts
        return (*parts[:-1], f"{parts[-1]}: {self._few_cards(turned)}")

    def _drawn_in(self, deed: d.Deed, *, is_said: bool) -> Sequence[ev.CardMoved]:
        match deed:
            case d.Moved(verb=d.Verb.DRAW, moves=moves):
                return moves
            case d.Moved(verb=d.Verb.TAKE, moves=moves) if not is_said:
                return moves
            case d.Swapped(seat=seat, entered=entered):
                is_unseen = seat not in self.vocabulary.sight[entered.source]
                return [entered] if is_unseen else []
            case _:
                return []

    def report_of(
        self, move: ev.Chosen, deeds: Sequence[str], chooser: int | None, unseen: int = 0
    ) -> tuple[str, ...]:
        """What was done by its name; where the page has no words for it, or the listener cannot
        tell what they name, with what was done with cards, so many of them unseen."""
        words = self.vocabulary
        text = words.told.get(move.name, past(words.moves.get(move.name, "")))
        named = *move.picks, *move.lets
        secret = {pick.variable for pick in named if not self._picked(pick)}
        if text and not secret.intersection(BRACES.findall(text)):
            sets = [pick for pick in move.picks if pick.type is Type.CARDS]
            if unseen and len(sets) == 1 and sets[0].value is None:  # these are they that moved
                text = text.replace(f"{{{sets[0].variable}}}", cards_counted(unseen))
            return (self._filled(text, move, chooser),)
        said = [self._picked(pick) for pick in move.picks if pick.type not in _UNSEEN]
        plain = " ".join([past(move.name.lower()), *filter(None, said)])
        is_said = any(f"{deed} ".startswith(f"{plain} ") for deed in deeds)
        return tuple(dict.fromkeys(deeds if is_said else [plain, *deeds]))

    def _filled(self, text: str, move: ev.Chosen, chooser: int | None) -> str:
        """With what was picked: `say 2 aces` of `say {N} {R}`; the listener is `you`, and who
        chose themselves is said to have."""
        named = *move.picks, *move.lets
        said = {pick.variable: self._picked(pick, chooser) for pick in named}
        for pick in named:
            if pick.type is not Type.PLAYER or pick.value is None:
                continue
            if pick.value == chooser:
                text = to_oneself(text, pick.variable, is_you=chooser == self.listener)
            elif pick.value == self.listener:
                text = to_you(text, pick.variable)
        types = {pick.variable: pick.type for pick in named}

        def counted(braces: re.Match[str]) -> str:
            number, word = braces[1], braces[2]
            is_number = (types.get(number), types.get(word)) == (Type.INT, Type.STR)
            if not is_number or not said[number]:
                return braces[0]
            return so_many(said[number], said[word])

        text = BRACES.sub(lambda brace: said.get(brace[1], brace[0]), COUNTED.sub(counted, text))
        return addressed(in_digits(text), self.listener)

    def _picked(self, pick: ev.Picked, chooser: int | None = None) -> str:
        """Empty where the listener cannot tell; a place of the chooser's as theirs."""
        match pick.type, pick.value:
            case kind, None:
                return _UNSEEN.get(kind, "")
            case Type.CARD, int(card):
                return self.card(card)
            case _, tuple(cards):
                return " ".join(map(self.card, self._in_a_row(cards)))
            case Type.LOCATION, int(location):
                is_own = chooser is not None and self.vocabulary.places[location].owner == chooser
                own = f"their own {self.vocabulary.called[location]}"
                return own if is_own and chooser != self.listener else self.place(location)
            case Type.STR, int(string):
                return self.vocabulary.text_word(string)
            case Type.PLAYER, int(seat):
                return self.player(seat)
            case Type.TEAM, int(team):
                return f"team {team + 1}"
            case _:
                return str(pick.value)

    def _in_a_row(self, cards: Sequence[int]) -> Sequence[int]:
        """From the lowest to the highest, if no two are of a rank; a meld stays as it lies."""
        words, kinds = self.vocabulary, self.kinds
        is_row = len({words.ranks[kinds[card]] for card in cards}) == len(cards)
        if words.has_melds or not is_row:
            return cards
        return sorted(cards, key=lambda card: words.rank_order[kinds[card]])

    # ------------------------------------------------------------------ cards

    def card(self, card: int) -> str:
        return self.vocabulary.kind_texts[self.kinds[card]]

    def _cards(self, moves: d.Moves) -> str:
        """`7♥ 8♥`, `7♥ and a card`, `3 cards`."""
        known = [self.card(move.card) for move in moves if move.card is not None]
        hidden = len(moves) - len(known)
        if not hidden:
            return " ".join(known)
        return f"{' '.join(known)} and {cards_counted(hidden)}" if known else cards_counted(hidden)

    def _few_cards(self, moves: d.Moves) -> str:
        return cards_counted(len(moves)) if self._are_counted(moves) else self._cards(moves)

    def _are_counted(self, moves: d.Moves) -> bool:
        """Whether they are too many to name; cards that are now shown to more people are named, to
        one alone unless they are very many."""
        sight, players = self.vocabulary.sight, self.vocabulary.program.players
        shown = all(map(self.vocabulary.lays_open, moves))
        is_public = all(len(sight[m.destination]) == players for m in moves)
        return len(moves) > _NAMED_CARDS and not (shown and (is_public or len(moves) <= _SHOWN))

    def of(self, owner: int, moves: d.Moves) -> str:
        """`player 2's 7♥ 8♥`, `3 cards of player 2`; a whole hand in its order."""
        if len(moves) > _NAMED_CARDS:
            moves = self.vocabulary.in_hand_order(moves, self.kinds)
        cards, is_mine = self._few_cards(moves), owner == self.listener
        if self._are_counted(moves) or any(move.card is None for move in moves):
            return f"{cards} of {'yours' if is_mine else self.player(owner)}"
        return f"your {cards}" if is_mine else f"{self.player(owner)}'s {cards}"

    def taken_as_said(self, seat: int, said: str, deed: d.CardDeed) -> str:
        """`took the pile: 8 cards` of somebody who `took the pile` and gets its cards."""
        if not isinstance(deed, d.Moved) or deed.seat is not None:
            return ""
        source, targets = deed.moves[0].source, {move.destination for move in deed.moves}
        is_it = {self.vocabulary.places[place].owner for place in targets} == {seat}
        is_said = said == f"took {self.place(source)}"
        return f"{said}: {self._few_cards(deed.moves)}" if is_it and is_said else ""

    def handed_on(self, giver: int, taker: int, moves: d.Moves) -> str:
        """`you got 7♥ 7♠ from player 2`."""
        return f"{self.player(taker)} got {self._few_cards(moves)} from {self.player(giver)}"

    def _let_see(self, deed: d.LetSee) -> str:
        """`7♥ 8♥`; `2 cards of the stock`."""
        if deed.cards:
            return " ".join(map(self.card, deed.cards))
        if not deed.places:
            return "nothing"
        return f"{cards_counted(len(deed.places))} of {self._places(deed.places)}"

    def _who_shows(self, deed: d.LetSee) -> str:
        """Whose cards are shown, if all are one player's."""
        owners = {self.vocabulary.places[place].owner for place in deed.places}
        owner = owners.pop() if len(owners) == 1 else None
        return "" if owner is None else self.player(owner)

    def _drawn(self, moves: d.Moves) -> str:
        """What is drawn, with a space behind it; a single card that nobody can tell goes unsaid."""
        is_plain = len(moves) == 1 and moves[0].card is None
        return "" if is_plain else f"{self._cards(moves)} "

    def _shares(self, deed: d.Dealt) -> list[tuple[str, str]]:
        """`everybody`, `5 cards`; `you`, `2 cards` and `player 2 and player 3`, `3 cards each`."""
        shares: dict[int, list[int]] = {}
        place = self.vocabulary.called[deed.moves[0].destination]
        for seat, count in deed.count_by_seat:
            shares.setdefault(count, []).append(seat)
        told = []
        for count, seats in shares.items():
            players, cards = self._players(seats), cards_counted(count, place)
            is_each = len(seats) > 1 and players != "everybody"
            told.append((players, f"{cards} each" if is_each else cards))
        return told

    def _mine(self, moves: d.Moves) -> str:
        """`: yours 7♥ 8♥`, unless they are too many to name."""
        places, listener = self.vocabulary.places, self.listener
        own = [move for move in moves if places[move.destination].owner == listener is not None]
        is_named = 0 < len(own) <= _NAMED_CARDS and all(move.card is not None for move in own)
        return f", yours {self._cards(own)}" if is_named else ""

    # ------------------------------------------------------------------ places, people

    def player(self, seat: int) -> str:
        return player_name(seat, self.listener)

    def _players(self, seats: Sequence[int]) -> str:
        if len(seats) == self.vocabulary.program.players > 1:
            return "everybody"
        *others, last = map(self.player, seats) if seats else ["nobody"]
        return f"{', '.join(others)} and {last}" if others else last

    def place(self, location: int) -> str:
        return self.vocabulary.place(location, self.listener)

    def _was(self, location: int) -> str:
        """`was` or `were`, as the place is called: `the stock`, `the prizes to come`."""
        words = self.vocabulary.called[location].split()
        is_many = any(word.endswith("s") and word[-2:] != "ss" for word in (words[0], words[-1]))
        return "were" if is_many else "was"

    def _own_place(self, location: int) -> str:
        """The place as its owner's deed names it: the owner is said already."""
        is_mine = self.vocabulary.places[location].owner == self.listener
        return self.place(location) if is_mine else self.vocabulary.called[location]

    def _places(self, locations: Iterable[int]) -> str:
        """`cell 2`, `cell 2 and cell 5`, `cells 1 to 6`."""
        found = list(dict.fromkeys(locations))
        *others, last = dict.fromkeys(map(self.place, found))
        if len(found) >= _MANY and (row := self._row(found)):
            return row
        return f"{', '.join(others)} and {last}" if others else last

    def _row(self, locations: Sequence[int]) -> str:
        """`columns 1 to 10`, of one owner; empty where they are not one after the other."""
        places, first = self.vocabulary.places, locations[0]
        kind = {(places[one].owner, places[one].name) for one in locations}
        indices = list(dict.fromkeys(places[one].index for one in locations))
        if len(kind) > 1 or indices != list(range(max(1, indices[0]), indices[-1] + 1)):
            return ""
        word, _, number = self.place(first).rpartition(" ")
        return f"{plural(word)} {number} to {indices[-1]}"

    def _sources(self, moves: d.Moves) -> str:
        return self._places(move.source for move in moves)

    def _targets(self, moves: d.Moves) -> str:
        return self._places(move.destination for move in moves)

    def _storage(self, deed: d.Said) -> str:
        if deed.owner is None or deed.owner == self.listener:
            return deed.storage
        return f"{self._whose(deed)} {deed.storage}"

    def _whose(self, deed: d.Said | d.Counted) -> str:
        assert deed.owner is not None
        return f"{self.player(deed.owner)}'s"
