"""What one game’s cards, places, storages and players are called, and which of them mean what.

A Vocabulary is made once for a program; nothing is looked for again when something is told. What
a place or a number means is said by the page of the game, `[layout]` of its front matter, what
moves are called by `[moves]` and `[told]`; for a game without a page the usual names decide.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import chain

from kibitz.engine import (
    Interpreter,
    OwnerKind,
    Program,
    Rng,
    StorageKind,
    View,
    layout,
    said_by_picks,
)
from kibitz.engine import events as ev
from kibitz.engine import program as p
from kibitz.games import Page
from kibitz.recycle import LocationClass
from kibitz.words.faces import RANK, FaceWords, alike, face_words, hand_order, rank_order
from kibitz.words.grammar import SECOND_PERSON

_NUMBER = re.compile(r"\{([A-Z]+)\}")
"""A number of the table in a remark."""

_SUITS = {"h": "♥", "d": "♦", "c": "♣", "s": "♠"}

_TRUMP = 200
"""What trumps are worth more than other cards in a point map of tricks."""
_BEHIND = 1_000_000

_UNSEEN = frozenset({LocationClass.MEMORY, LocationClass.HIDDEN})

Cell = tuple[int | None, int, int]
"""A place on the table: owner, name, index."""


class Vocabulary:
    """The words of one program at one table."""

    def __init__(self, program: Program, page: Page | None = None) -> None:
        """In the words that the page has for the program, or the usual ones."""
        page = page or Page("")
        card = page.scorecard
        self.program = program
        self.settlement = {**(card.parts if card else {}), **page.settlement}
        """By the name of a definition, a storage, a point map or a place: what people call that for
        which it counts."""
        self.scorecard = card
        self.counters = page.counters
        self.news = page.news
        """By the name of a number: what is told when the rules change it."""
        self.moves = page.moves
        """By the name of a move: what somebody does who makes it."""
        self.told = page.told
        """And what somebody did."""
        self.page = page.layout
        found = layout(program)
        self.places = found.places
        self.sight = found.sight
        """By location: the seats that see the faces of the cards there."""
        self.cells: tuple[Cell, ...] = tuple((p.owner, p.name, p.index) for p in found.places)
        """By location: locations that differ only in who may look are one place on the table."""
        self.rows = tuple((place.owner, place.name) for place in found.places)
        """By location: whose it is and what it is called, whatever its index."""
        self._cards = page.cards
        self.faces = face_words(program, self._cards)
        """By kind of card."""
        self.kind_texts = tuple(face.text for face in self.faces)
        self._texts_by_listener: dict[int | None, tuple[str, ...]] = {}
        self.orders: dict[tuple[int, int, str], str] = {}
        """By seat, position and key: the words of options of which the picks say everything."""
        piles, tricks = self.page.discard_names, self.page.trick_names
        self._discards = frozenset(
            number for number, name in enumerate(program.strings) if name in piles
        )
        self._passes = frozenset(name.lower() for name in self.page.pass_names)
        self._tricks, self._aside = (
            frozenset(
                location
                for location, place in enumerate(self.places)
                if program.strings[place.name] in named
            )
            for named in (tricks, self.page.aside)
        )

    # ------------------------------------------------------------------ cards

    @cached_property
    def alike(self) -> tuple[int, ...] | None:
        """By kind: a number that faces share which the rules never tell apart; or None."""
        return alike(self.program)

    @cached_property
    def hand_order(self) -> tuple[int, ...]:
        """By kind: its place in a hand."""
        return hand_order(self.program, self.page.order)

    def in_hand_order(
        self, moves: Sequence[ev.CardMoved], kinds: Sequence[int]
    ) -> list[ev.CardMoved]:
        """Moves of cards as these stand in a hand, those first that nobody can tell."""
        order = self.hand_order
        return sorted(moves, key=lambda m: -1 if m.card is None else order[kinds[m.card]])

    @cached_property
    def rank_order(self) -> Sequence[int]:
        """By kind: how high the rank is, as the game ranks cards."""
        return rank_order(self.program, self.page.order)

    def order_now(self, view: View) -> Sequence[int]:
        """By kind: its place in a hand as things stand. Trumps are together behind the others, by
        the point map that puts them above these."""
        if self._strength is None:
            return self.hand_order
        scores = view.points[self._strength].scores
        return [
            _BEHIND + score if score >= _TRUMP else place
            for place, score in zip(self.hand_order, scores, strict=True)
        ]

    @cached_property
    def _strength(self) -> int | None:
        """Which point map says what is a trump."""
        named = (
            storage.first
            for storage in self.program.point_storages
            if storage.owner is OwnerKind.TABLE
            and self.program.strings[storage.name] == self.page.trumps_name
        )
        return next(named, None)

    @cached_property
    def ranks(self) -> tuple[int, ...]:
        """By kind: its rank, as a string of the program; 0 for a card without one."""
        rank = self.program.strings.index(RANK) if RANK in self.program.strings else -1
        return tuple(kind.value(rank) for kind in self.program.kinds)

    @cached_property
    def cards_in(self) -> re.Pattern[str]:
        """Finds the names of cards in a text, and which of several copies it is."""
        names = sorted(map(re.escape, {*self.kind_texts}), key=len, reverse=True)
        return re.compile(rf"(?<![\w])({'|'.join(names)})(/\d+)?(?![\w])")

    def kinds_named(self, word: str) -> list[int]:
        """The kinds of card that are meant: `7♥` and `7h` are that card, `7` is every seven."""
        wanted, texts = word.casefold(), [text.casefold() for text in self.kind_texts]
        by_sign = wanted[:-1] + _SUITS.get(wanted[-1:], wanted[-1:])
        ranks = [text.rstrip("♠♣♥♦") for text in texts]
        tries = ((texts, by_sign), (texts, wanted), (ranks, wanted))
        found = ([kind for kind, name in enumerate(there) if name == say] for there, say in tries)
        return next(filter(None, found), [])

    def text_word(self, string: int) -> str:
        """A text of the program as people say it."""
        text = self.program.strings[string]
        return self._cards[text].word if text in self._cards else text.lower()

    @cached_property
    def own_faces(self) -> dict[str, FaceWords]:
        """By the text of a card: those that the page has words for."""
        return {face.text: face for face in self.faces if face.is_own}

    # ------------------------------------------------------------------ places

    def place(self, location: int, listener: int | None) -> str:
        """`DISCARD`, `LOC 3`, `player 2's HAND`; where people have words `the discard pile`."""
        texts = self._texts_by_listener.get(listener)
        if texts is None:
            every = range(len(self.places))
            texts = tuple(self._place(number, listener) for number in every)
            self._texts_by_listener[listener] = texts
        return texts[location]

    def _place(self, location: int, listener: int | None) -> str:
        place, called = self.places[location], self.called[location]
        if place.owner is not None and place.owner != listener:
            return f"player {place.owner + 1}'s {called}"
        return self.with_article(location, "the" if place.owner is None else "your")

    def with_article(self, location: int, article: str) -> str:
        """`the stock`; a place with a number, or without a word of people's, needs none."""
        place, called = self.places[location], self.called[location]
        is_name = place.index or called == self.program.strings[place.name]
        return called if is_name else f"{article} {called}"

    @cached_property
    def called(self) -> tuple[str, ...]:
        """By location: what it is called by those who know whose it is; `cell 3`, `hand`."""
        strings = self.program.strings
        words = [self.word(strings[place.name]) for place in self.places]
        return tuple(
            f"{word} {place.index}" if place.index else word
            for word, place in zip(words, self.places, strict=True)
        )

    def word(self, name: str) -> str:
        """What people call the places of that name; those of a grid are cells."""
        return "cell" if self.page.grid(name) else self.page.names.get(name, name)

    def is_discard(self, name: int) -> bool:
        """Whether the places of that name (a string of the program) are discard piles."""
        return name in self._discards

    def is_meld(self, name: int) -> bool:
        """Whether the places of that name (a string of the program) hold melds."""
        return self.program.strings[name] in self.page.meld_names

    @cached_property
    def has_melds(self) -> bool:
        """Whether there are places where melds lie."""
        return any(self.is_meld(place.name) for place in self.places)

    @cached_property
    def columns(self) -> Mapping[int, frozenset[int]]:
        """By name of a place of the table (a string of the program): the numbers of those that the
        deal fills."""
        dealt = Interpreter(self.program).dealt_unseen(Rng(0))
        filled: dict[int, set[int]] = {}
        for place, cards in zip(self.places, dealt.cards if dealt else (), strict=False):
            if cards and place.owner is None:
                filled.setdefault(place.name, set()).add(place.index)
        return {name: frozenset(numbers) for name, numbers in filled.items()}

    @property
    def has_tricks(self) -> bool:
        return bool(self._tricks)

    @cached_property
    def trick_places(self) -> Sequence[int]:
        """Where the cards of tricks lie."""
        return sorted(self._tricks)

    def is_trick(self, location: int) -> bool:
        """Whether the cards of a trick lie there."""
        return location in self._tricks

    def lays_open(self, move: ev.CardMoved) -> bool:
        """Whether more people see the card where it goes."""
        return len(self.sight[move.source]) < len(self.sight[move.destination])

    def laid_open_by(self, move: ev.CardMoved) -> int | None:
        """Whose card it was, if it lies open now."""
        return self.places[move.source].owner if self.lays_open(move) else None

    def is_aside(self, location: int) -> bool:
        """Whether only the rules need the place."""
        return location in self._aside

    def is_one_card(self, location: int) -> bool:
        """Whether the place is called after the one card that lies there: `trump card`."""
        return not {"card", "upcard"}.isdisjoint(self.called[location].split())

    def is_drawn(self, location: int) -> bool:
        """Whether the place is one of a table: not the trick, which is shown by itself, and nothing
        aside that nobody sees or that is only remembered."""
        unseen = self.places[location].location_class in _UNSEEN
        return not self.is_trick(location) and not (unseen and self.is_aside(location))

    # ------------------------------------------------------------------ storages

    def storage(self, stored: ev.Stored) -> tuple[str, int | None]:
        """The name of the storage in small letters, and the seat that owns it, if one does."""
        return self._storages[stored.kind][stored.slot]

    @cached_property
    def owners(self) -> tuple[Sequence[int], ...]:
        """By slot: the seats whose number it is, several of a team's; none of the table's."""
        program = self.program
        seats: dict[OwnerKind, Sequence[Sequence[int]]] = {
            OwnerKind.TABLE: ((),),
            OwnerKind.PLAYER: [(seat,) for seat in range(program.players)],
            OwnerKind.TEAM: program.teams,
        }
        return tuple(chain.from_iterable(seats[one.owner] for one in program.int_storages))

    @cached_property
    def int_names(self) -> tuple[str, ...]:
        """By slot: what the program calls the number."""
        program = self.program
        return tuple(
            program.strings[storage.name]
            for storage in program.int_storages
            for _ in range(program.owners(storage.owner))
        )

    @cached_property
    def _storages(self) -> dict[StorageKind, list[tuple[str, int | None]]]:
        """By kind and slot."""
        program = self.program
        storages = {
            StorageKind.INT: program.int_storages,
            StorageKind.STR: program.str_storages,
            StorageKind.POINTS: program.point_storages,
        }
        return {
            kind: [
                (
                    program.called(storage).lower(),
                    owner if storage.owner is OwnerKind.PLAYER else None,
                )
                for storage in of_kind
                for owner in range(program.owners(storage.owner))
            ]
            for kind, of_kind in storages.items()
        }

    def stored(self, name: str, value: int) -> str:
        """`bid 3`; of a number that is only yes or no, `folded` or `not folded`."""
        if name.upper() not in self.page.flags:
            return f"{name} {value}"
        word = self.page.flags[name.upper()]
        return word if value else f"not {word}"

    def is_pass(self, name: str) -> bool:
        """Whether the number of that name counts passes."""
        return name in self._passes

    @cached_property
    def _choices(self) -> dict[str, str]:
        return {name.lower(): text for name, text in self.page.choices.items()}

    def choice(self, name: str, value: int) -> str | None:
        """`turn up cell 3`: what it means to store that number, if people have words for it."""
        text = self._choices.get(name, "")
        return text.replace("{}", str(value)) if value or "{}" in text else None

    def duty(self, stored: ev.Stored) -> str | None:
        """`deal` or `lead`, if the number says who does."""
        return next((duty for duty, slot in self.duty_slots.items() if slot == stored.slot), None)

    @cached_property
    def duty_slots(self) -> dict[str, int]:
        """The numbers of the table that say who deals and who leads, those that there are."""
        names = {self.page.dealer_name: "deal", self.page.leader_name: "lead"}
        slots = self.table_slots
        return {duty: slots[name] for name, duty in names.items() if name in slots}

    @cached_property
    def table_slots(self) -> dict[str, int]:
        """By name: where the numbers of the table are."""
        return {
            self.program.called(storage): storage.first
            for storage in self.program.int_storages
            if storage.owner is OwnerKind.TABLE and not storage.is_secret
        }

    @cached_property
    def table_texts(self) -> dict[str, int]:
        """By name: where the texts of the table are."""
        return {
            self.program.called(storage): storage.first
            for storage in self.program.str_storages
            if storage.owner is OwnerKind.TABLE and not storage.is_secret
        }

    def worded(self, name: str, value: int) -> str:
        """The value of a number of the table as the page says it; nothing for a value without words
        where others have some."""
        texts = {one.value: one.text for one in self.page.worded if one.number == name}
        return texts.get(value, "") if texts else signed(value)

    @cached_property
    def remarks(self) -> tuple[tuple[int, str], ...]:
        """What the page may have to say about the table with these options: the number of the table
        that makes it true, and the text.
        """
        slots, options = self.table_slots, self.program.options
        return tuple(
            (slots[said.when], said.text)
            for said in self.page.remarks
            if said.when in slots
            and not any(options.get(name) == value for name, value in said.unless.items())
        )

    @cached_property
    def said_by_picks(self) -> Mapping[int, frozenset[int]]:
        """By position: the alternatives of which the picks say everything."""
        return {
            position: said_by_picks(step)
            for position, step in enumerate(self.program.code)
            if isinstance(step, p.Decide)
        }

    def remark(self, view: View) -> str:
        """The first remark that is true, as the view's seat would hear it; empty if none is."""
        slots = self.table_slots

        def number(found: re.Match[str]) -> str:
            return str(view.ints[slots[found[1]]]) if found[1] in slots else found[0]

        for slot, said in self.remarks:
            if view.ints[slot]:
                text = _NUMBER.sub(number, said)
                return addressed(text, view.seat)
        return ""

    @cached_property
    def silent(self) -> frozenset[int]:
        """The strings that say nothing to people: names of places, and that there is none."""
        none = {number for number, text in enumerate(self.program.strings) if text == "NONE"}
        return self.place_names | none

    @cached_property
    def place_names(self) -> frozenset[int]:
        """The strings that are names of places."""
        return frozenset(family.name for family in self.program.families)


def signed(number: int) -> str:
    """With the sign that people write."""
    return f"−{-number}" if number < 0 else str(number)


def player_name(seat: int, listener: int | None) -> str:
    return "you" if seat == listener else f"player {seat + 1}"


def addressed(text: str, listener: int | None) -> str:
    """The text as said to a player whom it may speak of: `you` and `your` for `player 2`."""
    if listener is None:
        return text
    text = re.sub(rf"\bplayer {listener + 1}'s\b", "your", text)
    you_do = rf"\bplayer {listener + 1} ({'|'.join(SECOND_PERSON)})\b"
    text = re.sub(you_do, lambda found: f"you {SECOND_PERSON[found[1]]}", text)
    return re.sub(rf"\bplayer {listener + 1}\b", "you", text)
