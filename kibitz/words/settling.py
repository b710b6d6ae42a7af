"""How every score came about: what was booked, line by line, from the rules themselves.

The engine says of every number that the score is made of what its parts are (`Reckoned`). Here the
numbers are followed from one storage into the next, up to the score, and said in words: the page's
where it has some, else by the cards that counted and what the program calls a number. It is told
events as one seat saw them, and so says no more than that seat may know.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from kibitz.engine import Event, OwnerKind, Program, Storage, StorageKind, View
from kibitz.engine import events as ev
from kibitz.engine import program as p
from kibitz.games import BRACES
from kibitz.words.counting import team_name
from kibitz.words.grammar import COUNTED, agreeing, so_many
from kibitz.words.scorekeeping import Term
from kibitz.words.vocabulary import Vocabulary, player_name, signed

_MOST = 48
"""Parts of one number that are followed; earlier ones become one."""
_NAMED_CARDS = 10
"""More cards that counted are not named but counted."""
_NUMBERS_AND_SUITS = tuple("♣♦♥♠0123456789")


@dataclass(frozen=True, slots=True)
class Account:
    """Whose score it is: a player's, a team's, or with neither everybody's."""

    seat: int | None = None
    team: int | None = None


@dataclass(frozen=True, slots=True)
class Booking:
    """What was added to a score, and how it came about."""

    account: Account
    terms: tuple[Term, ...]
    """Together they are the change."""
    total: int

    @property
    def change(self) -> int:
        return sum(term.value for term in self.terms)


class Bookkeeper:
    """Books the scores of one match, as one seat may know them."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._words = vocabulary
        card = vocabulary.scorecard
        self._accounts = _accounts(vocabulary.program, card.total if card else "")
        self._whole = card.score if card else ""
        """What a hand came to: it says nothing of how."""
        self._parts: dict[int, list[_TracedPart]] = {}
        """By slot: what the number is made up of."""
        self._numbers: dict[int, int] = {}
        self._texts: dict[int, int] = {}
        """By slot, of numbers and of texts: what is stored there."""
        self._reckoned: ev.Reckoned | None = None
        self._hand: dict[Account, tuple[list[_TracedPart], int]] = {}
        self._kinds: Sequence[int] = ()
        self.settled: tuple[Booking, ...] = ()
        """The hand before this one: one booking for everybody who has a score, in order."""

    def hear(self, events: Sequence[Event], kinds: Sequence[int]) -> list[tuple[int, Booking]]:
        """What these events booked, each with the number of its event; `kinds` are the faces of the
        cards in play. Of one account, what is booked without a card being moved in between is one
        booking."""
        self._kinds = kinds
        told: list[tuple[int, Booking]] = []
        booked: list[_Booked] = []
        goes_on = False
        for number, event in enumerate(events):
            match event:
                case ev.Reckoned(slot=None, seat=int(seat)):
                    booked += self._final(number, seat, event)
                case ev.Reckoned():
                    self._reckoned = event
                case ev.Stored(kind=StorageKind.INT):
                    change, account = self._stored(event), self._accounts.get(event.slot)
                    if account is None or not change:
                        continue
                    if not (goes_on and booked[-1].account == account):
                        booked.append(_Booked(number, account, [], 0))
                    booked[-1].parts.extend(map(self._said_now, change))
                    booked[-1].total = event.value
                    goes_on = True
                case ev.Stored(kind=StorageKind.STR, slot=slot, value=text):
                    self._texts[slot] = text
                case ev.CardMoved():
                    goes_on = False
                case ev.Shuffled():
                    told += self._book_all(booked)
                    booked, goes_on = [], False
                    self._close_hand()
                case _:
                    pass
        return told + self._book_all(booked)

    def begin_at(self, view: View) -> None:
        """In the middle of a match: what numbers are made up of until then is not known."""
        self._numbers, self._texts = dict(enumerate(view.ints)), dict(enumerate(view.strs))
        self._parts = {slot: _plain(number) for slot, number in self._numbers.items()}

    def of_seat(self, booked: Iterable[tuple[int, Booking]], seat: int) -> list[Booking]:
        """Those of a score that is the seat's, alone or with others."""
        return [booking for _, booking in booked if seat in self._seats(booking.account)]

    def _final(self, number: int, seat: int, event: ev.Reckoned) -> list[_Booked]:
        """The score of a seat at the end: all of it or, where a number has been booked for it, what
        it differs by."""
        parts = self._made_of(event)
        score = _sum(parts)
        own = [account for account in self._accounts.values() if seat in self._seats(account)]
        if not own:
            return [_Booked(number, Account(seat), parts, score)]
        change = _plain(score - self._total(own[0]))
        is_first = own[0].seat is not None or seat == min(self._seats(own[0]))
        return [_Booked(number, own[0], change, score)] if change and is_first else []

    def _seats(self, account: Account) -> Sequence[int]:
        program = self._words.program
        if account.seat is not None:
            return (account.seat,)
        return range(program.players) if account.team is None else program.teams[account.team]

    @property
    def hand(self) -> tuple[Booking, ...]:
        """What has been booked since cards were last dealt, one booking for every account."""
        accounts = dict.fromkeys(self._accounts.values()) | dict.fromkeys(self._hand)
        return tuple(
            self._booking(account, *self._hand.get(account, ([], self._total(account))))
            for account in accounts
        )

    def _book_all(self, booked: Iterable[_Booked]) -> list[tuple[int, Booking]]:
        return [(made.number, self._book(made)) for made in booked if made.parts]

    def _book(self, made: _Booked) -> Booking:
        before = self._hand.get(made.account, ([], 0))[0]
        self._hand[made.account] = [*before, *made.parts], made.total
        return self._booking(made.account, made.parts, made.total)

    def _close_hand(self) -> None:
        if self._hand:
            self.settled = self.hand
            self._hand = {}

    def _total(self, account: Account) -> int:
        slots = (slot for slot, whose in self._accounts.items() if whose == account)
        return self._numbers.get(next(slots, -1), 0)

    # ------------------------------------------------------------------ following numbers

    def _stored(self, event: ev.Stored) -> list[_TracedPart]:
        """What has come to the number."""
        slot, reckoned = event.slot, self._reckoned
        before = self._parts.get(slot, [])
        change = event.value - self._numbers.get(slot, 0)
        self._numbers[slot], self._reckoned = event.value, None
        if reckoned is not None and reckoned.slot == slot:
            made_of = self._made_of(reckoned)
            after = [*before, *made_of] if reckoned.is_added else made_of
        else:
            after = [*before, *_plain(change)]
        if _sum(after) != event.value:
            self._parts[slot] = _plain(event.value)
            return _plain(change)
        kept = [*_plain(_sum(after[:-_MOST])), *after[-_MOST:]] if len(after) > _MOST else after
        self._parts[slot] = kept
        return _difference(before, after, change)

    def _made_of(self, reckoned: ev.Reckoned) -> list[_TracedPart]:
        through = () if reckoned.slot is None else (self._words.int_names[reckoned.slot],)
        return [
            replace(traced, is_theirs=True) if self._is_theirs(part, reckoned.slot) else traced
            for part in reckoned.parts
            for traced in self._opened(_TracedPart(part, through))
        ]

    def _is_theirs(self, part: ev.Constituent, slot: int | None) -> bool:
        """Whether it is read from a number of one side, and goes to the other."""
        if slot is None or part.slot is None or len(self._words.program.teams) != 2:
            return False
        owners = [self._words.owners[one] for one in (part.slot, slot)]
        return all(len(seats) > 1 for seats in owners) and owners[0] != owners[1]

    def _opened(self, traced: _TracedPart) -> list[_TracedPart]:
        """The part, or what the number is made up of that it was read from."""
        part = traced.part
        known = [] if part.slot is None else self._parts.get(part.slot, [])
        times = part.value // _sum(known) if _sum(known) else 0
        is_followed = _sum(known) * times == part.value and any(map(self._is_telling, known))
        if self._word(traced, is_near=True) or not is_followed:
            return [traced]
        return known if times == 1 else [_times(one, part.factors, times) for one in known]

    def _is_telling(self, traced: _TracedPart) -> bool:
        """Whether it says more than a number does."""
        return bool(traced.part.read or traced.part.groups or self._word(traced))

    # ------------------------------------------------------------------ what parts are called

    def _booking(self, account: Account, parts: Sequence[_TracedPart], total: int) -> Booking:
        values: dict[str, int] = {}
        for traced in _merged(parts):
            label = self._label(traced)
            values[label] = values.get(label, 0) + traced.part.value
        terms = (Term(label, value) for label, value in values.items() if value)
        return Booking(account, tuple(terms), total)

    def _word(self, traced: _TracedPart, *, is_near: bool = False) -> str:
        """What the page calls it; empty where it has no word for it. The near names are those of
        what was read itself."""
        if traced.word:
            return traced.word
        part, words = traced.part, self._words.settlement
        names = part.definitions + part.read
        if not is_near:
            names += part.under + traced.through
        return next((words[name] for name in names if name in words), "")

    def _said_now(self, traced: _TracedPart) -> _TracedPart:
        """With the numbers of the table in its word as they are while it is booked."""
        word = self._word(traced)
        counted = COUNTED.sub(self._counted, word)
        text = " ".join(BRACES.sub(lambda found: self._on_the_table(found[1]), counted).split())
        return traced if text == word else replace(traced, word=text)

    def _counted(self, braces: re.Match[str]) -> str:
        """A number of the table, and the text that it counts."""
        number, text = self._on_the_table(braces[1]), self._on_the_table(braces[2])
        is_counted = braces[1] in self._words.table_slots and braces[2] in self._words.table_texts
        return so_many(number, text) if is_counted else f"{number} {text}"

    def _on_the_table(self, name: str) -> str:
        """A number or text of the table, in the page's words for its value if it has some."""
        words = self._words
        if name not in words.table_slots:
            slot = words.table_texts.get(name, -1)
            return words.text_word(self._texts[slot]) if slot in self._texts else ""
        value = self._numbers.get(words.table_slots[name], 0)
        return words.worded(name, value)

    def _label(self, traced: _TracedPart) -> str:
        part = traced.part
        word = self._word(traced)
        cards = self._cards(part, word)
        base = part.value
        for factor in part.factors:
            base //= factor
        count = len(part.groups) if len(part.groups) > 1 else abs(base)
        if not word and not cards:
            word = self._read(part)
        whose = "the others'" if traced.is_theirs else ""
        text = " ".join(filter(None, [whose, agreeing(word.replace("{}", str(count))), cards]))
        if not part.factors or abs(base) == 1 or (part.groups and part.value > 0):
            return text
        told = "" if "{}" in word else str(abs(base))
        first, *others = part.factors
        factors = first if base >= 0 else -first, *others
        return " × ".join([_with_number(text, told), *map(signed, factors)])

    def _read(self, part: ev.Constituent) -> str:
        """By what the program calls that from which it was read: `tricks`."""
        if not part.read:
            return ""
        name = part.read[-1]
        word = self._words.word(name)
        if word != name:
            return word
        return "" if name == self._whole else name.lower()

    def _cards(self, part: ev.Constituent, word: str) -> str:
        """Those that counted; too many to name are counted, unless there is a word for them."""
        texts, order = self._words.kind_texts, self._words.hand_order
        groups = [sorted((self._kinds[card] for card in group), key=order.__getitem__)
                  for group in part.groups if group]  # fmt: skip
        count = sum(map(len, groups))
        if count > _NAMED_CARDS * max(1, len(groups) // 2):
            return "" if word else f"{count} cards"
        return " / ".join(" ".join(texts[kind] for kind in group) for group in groups)


@dataclass(slots=True)
class _Booked:
    """What the events up to this number have brought an account."""

    number: int
    account: Account
    parts: list[_TracedPart]
    total: int


@dataclass(eq=False, frozen=True, slots=True)
class _TracedPart:
    """A part of a number, wherever it has come to: the same object in all numbers made of it."""

    part: ev.Constituent
    through: tuple[str, ...] = ()
    """The storages that it was stored in."""
    word: str = ""
    """What it is called, where that tells of how the table was then."""
    is_theirs: bool = False
    """The other side has made it, and it goes to this one."""


def _accounts(program: Program, kept: str) -> dict[int, Account]:
    """By slot: whose score the number is: that of every player which the scorecard keeps as the
    total or, without one, what the score of the match is read from."""
    if kept:
        named = (s for s in program.int_storages if program.called(s) == kept)
        storage = next((one for one in named if one.owner is OwnerKind.PLAYER), None)
        return _owned(program, storage) if storage is not None else {}
    read = set(_counted(program.score))
    return _owned(program, *read) if len(read) == 1 else {}


def _counted(value: p.Value) -> Iterator[Storage]:
    """The numbers that are part of the value; none that says which, whether or how many times."""
    match value:
        case p.Load(slot=slot) if slot.kind is StorageKind.INT:
            yield from slot.storages
        case p.Arithmetic(operator="+", operands=operands):
            for operand in operands:
                yield from _counted(operand)
        case p.Arithmetic(operator="-", operands=(left, _)):
            yield from _counted(left)
        case p.Either(yes=yes, no=no):
            yield from _counted(yes)
            yield from _counted(no)
        case _:
            pass


def _owned(program: Program, storage: Storage) -> dict[int, Account]:
    match storage.owner:
        case OwnerKind.TABLE:
            return {storage.first: Account()}
        case OwnerKind.PLAYER:
            return {storage.first + seat: Account(seat) for seat in range(program.players)}
        case OwnerKind.TEAM:
            teams = range(len(program.teams))
            return {storage.first + team: Account(team=team) for team in teams}


def _plain(value: int) -> list[_TracedPart]:
    return [_TracedPart(ev.Constituent(value))] if value else []


def _sum(parts: Iterable[_TracedPart]) -> int:
    return sum(traced.part.value for traced in parts)


def _times(traced: _TracedPart, factors: tuple[int, ...], times: int) -> _TracedPart:
    part = traced.part
    scaled = replace(part, value=part.value * times, factors=(*part.factors, *factors))
    return _TracedPart(scaled, traced.through, is_theirs=traced.is_theirs)


def _difference(
    before: list[_TracedPart], after: list[_TracedPart], change: int
) -> list[_TracedPart]:
    """What is in the number now and was not before; what was in it and is not, the other way."""
    old, new = {id(one) for one in before}, {id(one) for one in after}
    come = [one for one in after if id(one) not in old]
    gone = [_times(one, (), -1) for one in before if id(one) not in new]
    found = [*gone, *come]
    return found if _sum(found) == change else _plain(change)


def _merged(parts: Sequence[_TracedPart]) -> list[_TracedPart]:
    """What counts for the same reason is one."""
    found: dict[object, _TracedPart] = {}
    for traced in parts:
        part = traced.part
        one_group = len(part.groups) == 1 and not part.factors
        what = replace(part, value=0, slot=None, groups=())
        key = (what, part.value < 0, traced.through, traced.is_theirs)
        before = found.get(key)
        if before is None:
            found[key] = traced
            continue
        groups = before.part.groups + part.groups
        if one_group and len(before.part.groups) == 1 and part.read:
            groups = (tuple(dict.fromkeys(chain.from_iterable(groups))),)
        whole = replace(part, value=before.part.value + part.value, groups=groups)
        found[key] = replace(traced, part=whole)
    return [traced for traced in found.values() if traced.part.value]


# ---------------------------------------------------------------------------- in words


def told_booking(program: Program, booking: Booking, listener: int | None) -> str:
    """`player 2 scored 13 (bid made 10, tricks 3), 40 in all`; `lost 1 (a move)` of one player
    alone, whose score is all there is to see."""
    is_alone, change = program.players == 1, booking.change
    who = "" if is_alone else f"{_owner(program, booking.account, listener)} "
    verb = "lost" if change < 0 else "scored"
    how = told_terms(booking.terms)
    total = "" if is_alone or booking.total == change else f", {signed(booking.total)} in all"
    return f"{who}{verb} {abs(change)}{f' ({how})' if how else ''}{total}"


def told_terms(terms: Sequence[Term]) -> str:
    """`bid made 10, tricks 3`, `8 tricks, the first six −6`; of one alone only what it is for."""
    if len(terms) == 1:
        return terms[0].label
    return ", ".join(map(_told_term, terms))


def _told_term(term: Term) -> str:
    value = signed(term.value)
    if term.label.startswith(f"{value} "):
        return term.label
    return _with_number(term.label, value)


def _with_number(label: str, number: str) -> str:
    """`tricks 3`, but `tricks 3 × −10 = −30` and `times 4 = 108`, behind a number or a card."""
    equals = " = " if label.endswith(_NUMBERS_AND_SUITS) and number else " "
    return f"{label}{equals}{number}".strip()


def _owner(program: Program, account: Account, listener: int | None) -> str:
    if account.seat is not None:
        return player_name(account.seat, listener)
    if account.team is None:
        return "everybody"
    seats = program.teams[account.team]
    if len(seats) == 1:
        return player_name(seats[0], listener)
    return "your team" if listener in seats else team_name(seats)
