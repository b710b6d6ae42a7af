"""What one game's cards, places, storages and players are called, and which of them mean what.

A Vocabulary is made once for a program; nothing is looked for again when something is told. What
a place or a number means is said by the game's page, `[layout]` of its front matter, what moves
are called by `[moves]` and `[told]`; for a game without a page the names below decide.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property

from kibitz.engine import OwnerKind, Program, StorageKind, Stored, View, kind_texts, layout
from kibitz.games import TableLayout
from kibitz.words.faces import RANK, alike, hand_order

DISCARD_PILES = ("DISCARD", "DISCARDS", "DISCARDPILE")
"""Places onto which cards are discarded, not played, where the page does not say `discards`."""
PASSES = ("PASS", "PASSED", "PASSES", "PASSING")
"""Numbers that count passes, where the page does not say `passes`."""
TRICKS = ("TRICK", "TRICKS")
"""Places where the cards of a trick lie, where the page does not say `tricks`."""
MELDS = ("MELD", "MELDS")
"""Places where melds lie one after the other, where the page does not say `melds`."""
DEALER, LEADER = "DEALER", "LEADER"
"""Numbers of the table that name a player, where the page does not say `dealer` or `leader`."""

_NUMBER = re.compile(r"\{([A-Z]+)\}")
"""A number of the table in a remark."""

Cell = tuple[int | None, int, int]
"""A place on the table: owner, name, index."""


class Vocabulary:
    """The words of one program at one table."""

    def __init__(
        self,
        program: Program,
        page: TableLayout | None = None,
        moves: Mapping[str, str] | None = None,
        told: Mapping[str, str] | None = None,
    ) -> None:
        self.program = program
        self.moves = moves or {}
        """By the name of a move: what somebody does who makes it."""
        self.told = told or {}
        """And what somebody did."""
        self.page = page = page or TableLayout()
        found = layout(program)
        self.places = found.places
        self.sight = found.sight
        """By location: the seats that see the faces of the cards there."""
        self.cells: tuple[Cell, ...] = tuple((p.owner, p.name, p.index) for p in found.places)
        """By location: locations that differ only in who may look are one place on the table."""
        self.rows = tuple((place.owner, place.name) for place in found.places)
        """By location: whose it is and what it is called, whatever its index."""
        self.kind_texts = kind_texts(program)
        self._texts_by_listener: dict[int | None, tuple[str, ...]] = {}
        piles = DISCARD_PILES if page.discards is None else page.discards
        self._discards = frozenset(
            number for number, name in enumerate(program.strings) if name in piles
        )
        passes = PASSES if page.passes is None else page.passes
        self._passes = frozenset(name.lower() for name in passes)
        tricks = TRICKS if page.tricks is None else page.tricks
        self._tricks = frozenset(
            location
            for location, place in enumerate(self.places)
            if program.strings[place.name] in tricks
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
        melds = MELDS if self.page.melds is None else self.page.melds
        return self.program.strings[name] in melds

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

    # ------------------------------------------------------------------ storages

    def storage(self, stored: Stored) -> tuple[str, int | None]:
        """The name of the storage in small letters, and the seat that owns it, if one does."""
        return self._storages[stored.kind][stored.slot]

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
                    program.strings[storage.name].lower(),
                    owner if storage.owner is OwnerKind.PLAYER else None,
                )
                for storage in of_kind
                for owner in range(program.owners(storage.owner))
            ]
            for kind, of_kind in storages.items()
        }

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

    def duty(self, stored: Stored) -> str | None:
        """`deal` or `lead`, if the number says who does."""
        return next((duty for duty, slot in self.duty_slots.items() if slot == stored.slot), None)

    @cached_property
    def duty_slots(self) -> dict[str, int]:
        """The numbers of the table that say who deals and who leads, those that there are."""
        names = {self.page.dealer or DEALER: "deal", self.page.leader or LEADER: "lead"}
        slots = self.table_slots
        return {duty: slots[name] for name, duty in names.items() if name in slots}

    @cached_property
    def table_slots(self) -> dict[str, int]:
        """By name: where the numbers of the table are."""
        return {
            self.program.strings[storage.name]: storage.first
            for storage in self.program.int_storages
            if storage.owner is OwnerKind.TABLE
        }

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

    def remark(self, view: View) -> str:
        """The first remark that is true, as the view's seat would hear it; empty if none is."""
        slots = self.table_slots

        def number(found: re.Match[str]) -> str:
            return str(view.ints[slots[found[1]]]) if found[1] in slots else found[0]

        for slot, said in self.remarks:
            if view.ints[slot]:
                text = _NUMBER.sub(number, said)
                return re.sub(rf"\bplayer {view.seat + 1}\b", "you", text)
        return ""

    @cached_property
    def place_names(self) -> frozenset[int]:
        """The strings that are names of places."""
        return frozenset(family.name for family in self.program.families)


def player_name(seat: int, listener: int | None) -> str:
    return "you" if seat == listener else f"player {seat + 1}"
