"""A table for tests of games: stacked packs, scripted players, storages by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, cached_property

from kibitz.engine import Decision, Interpreter, Outcome, Rng, View, lower
from kibitz.engine.places import kind_texts, places
from kibitz.engine.program import OwnerKind
from kibitz.engine.protocol import Step
from kibitz.engine.state import State
from kibitz.game import Game, load
from kibitz.games import Page, TableLayout, find
from kibitz.recycle.syntax import CheckedGame
from kibitz.words import Vocabulary, option_labels

Policy = Callable[[int, tuple[str, ...]], int]
"""Seat and labels of the options in; the option to choose out."""
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
SUITS = tuple(" ".join(rank + suit for rank in RANKS) for suit in "♣♦♥♠")
CLUBS, DIAMONDS, HEARTS, SPADES = SUITS
"""Thirteen cards each, as a pack is stacked with them."""


@cache
def checked(name: str) -> CheckedGame:
    game = find(name).checked.game
    assert game is not None
    return game


def engine_for(name: str, **options: int | str) -> Interpreter:
    return Interpreter(lower(checked(name), options))


class Stacked(Rng):
    """Shuffles, then brings the wanted cards to the top, the first one topmost."""

    __slots__ = ("_faces", "wanted")

    def __init__(self, engine: Interpreter, wanted: Sequence[str], seed: int = 1) -> None:
        super().__init__(seed)
        texts = kind_texts(engine.program)
        self._faces = [texts[kind] for kind in engine.deal(Rng(0)).state.kinds]
        self.wanted: Sequence[str] = wanted

    def shuffle(self, items: list[int]) -> None:
        super().shuffle(items)
        top = []
        for card in self.wanted:
            item = next(item for item in items if _fits(card, self._faces[item]))
            items.remove(item)
            top.append(item)
        items.extend(reversed(top))
        self.wanted = ()


def _fits(wanted: str, face: str) -> bool:
    """`7` is any seven, `7♥` that of hearts, `Jok` a joker."""
    if wanted == "Jok":
        return face == "Joker"
    return face == wanted or (face[-1] in "♣♦♥♠" and face[:-1] == wanted)


def dealt(*hands: Sequence[str], then: Sequence[str] = ()) -> list[str]:
    """The pack from its top so that each seat is dealt its hand; `then` comes after the deal."""
    return [*(card for round_ in zip(*hands, strict=True) for card in round_), *then]


@cache
def loaded(name: str, **options: int | str) -> Game:
    return load(name, **options)


def sit_down(name: str, *pack: str, **options: int | str) -> Table:
    """A library game in its own words, with a pack that is stacked from its top: `7♥ K♠`, `9♦`."""
    game = loaded(name, **options)
    wanted = " ".join(pack).split()
    return Table(game.interpreter, Stacked(game.interpreter, wanted), game.vocabulary)


def played_at_random(name: str, seed: int, **options: int | str) -> Table:
    """A whole match of a library game, dealt and played by chance."""
    game, chance = loaded(name, **options), Rng(seed, stream=1)
    table = Table(game.interpreter, Rng(seed), game.vocabulary)
    while not table.is_over:
        table.play(chance.below(len(table.decision.options)))
    return table


def walk(
    decisions: int,
    name: str,
    look: Callable[[Table], object],
    over: Callable[[Table], object] = lambda _: None,
    **options: int | str,
) -> None:
    """Looks at so many decisions of matches dealt and played by chance, and at their ends."""
    game, seed = loaded(name, **options), 0
    while decisions > 0:
        seed += 1
        table, chance = Table(game.interpreter, Rng(seed), game.vocabulary), Rng(seed, stream=1)
        while not table.is_over and decisions > 0:
            look(table)
            table.play(chance.below(len(table.decision.options)))
            decisions -= 1
        if table.is_over:
            over(table)


def assert_ends_within(decisions: int, name: str, **options: int | str) -> None:
    """No match at random takes more decisions, and no rule fails in one."""
    played = loaded(name, **options).playouts(2_000, most_decisions=decisions + 1)
    assert played.decisions.max() <= decisions
    assert not played.capped.any()


class Table:
    """A match in which a test chooses by what the options are called."""

    def __init__(self, engine: Interpreter, rng: Rng, words: Vocabulary | None = None) -> None:
        """Without other words, in those of golf."""
        self.engine = engine
        self.rng = rng
        names = {"STOCK": "stock", "DISCARD": "discard pile", "GRID": "cell", "HAND": "hand"}
        self.words = words or Vocabulary(engine.program, Page("", layout=TableLayout(names=names)))
        self.step = engine.deal(rng)
        self.seats: list[int] = []
        """Who decided, so far."""

    @property
    def state(self) -> State:
        return self.step.state

    @property
    def is_over(self) -> bool:
        return self.step.is_over

    @property
    def outcome(self) -> Outcome:
        return self.engine.score(self.state)

    @property
    def decision(self) -> Decision:
        return self.decision_of(self.step)

    @staticmethod
    def decision_of(step: Step) -> Decision:
        assert isinstance(step.status, Decision)
        return step.status

    @property
    def seat(self) -> int:
        return self.decision.seat

    def labels(self) -> tuple[str, ...]:
        decision = self.decision
        return option_labels(self.engine, self.view(decision.seat), decision, self.words)

    def view(self, seat: int) -> View:
        return self.engine.view(self.state, seat)

    def choose(self, label: str) -> None:
        """The first option whose label begins so."""
        labels = self.labels()
        self.play(next(n for n, text in enumerate(labels) if text.startswith(label)))

    def play(self, option: int) -> None:
        self.seats.append(self.seat)
        self.step = self.engine.apply(self.step, option, self.rng)

    def run(self, policy: Policy, until: Callable[[], bool] = lambda: False) -> None:
        while not self.is_over and not until():
            assert len(self.seats) < 5_000, "this hole has no end"
            self.play(policy(self.seat, self.labels()))

    def finish(self, until: Callable[[], bool] = lambda: False) -> None:
        """Everybody always takes the first option."""
        while not self.is_over and not until():
            self.play(0)

    def number(self, name: str, seat: int | None = None) -> int:
        """What is in an integer storage of the table, or of a seat."""
        kind = OwnerKind.TABLE if seat is None else OwnerKind.PLAYER
        return self.state.ints[self._slot(kind, name) + (seat or 0)]

    def lead_with(self, name: str, *numbers: int, teams: bool = False) -> None:
        """The match goes on as if the seats, or the teams, had stored these."""
        first = self._slot(OwnerKind.TEAM if teams else OwnerKind.PLAYER, name)
        self.state.ints[first : first + len(numbers)] = numbers

    def _slot(self, kind: OwnerKind, name: str) -> int:
        """The first of an integer storage."""
        program = self.engine.program
        return next(
            storage.first
            for storage in program.int_storages
            if (storage.owner, program.strings[storage.name]) == (kind, name)
        )

    def team_number(self, name: str, team: int) -> int:
        return self.view(0).number(name, team=team)

    def word(self, name: str) -> str:
        """What is in a text storage of the table."""
        return self.view(0).word(name)

    def numbers(self, name: str) -> list[int]:
        """What is in that storage of every seat."""
        return [self.number(name, seat) for seat in range(self.engine.program.players)]

    def pile(self, class_and_name: str, seat: int | None = None, index: int = 0) -> list[str]:
        """The cards of a location, bottom first: `vloc DISCARD`, or `hloc GRID` of a seat."""
        cards, kinds = self.cards(class_and_name, seat, index), self.state.kinds
        return [self.faces[kinds[card]] for card in cards]

    def cards(self, class_and_name: str, seat: int | None = None, index: int = 0) -> list[int]:
        return self.state.cards[self.place(class_and_name, seat, index)]

    def place(self, class_and_name: str, seat: int | None = None, index: int = 0) -> int:
        """Which number the location has."""
        return self._places[(*class_and_name.split(), seat, index)]

    @cached_property
    def faces(self) -> tuple[str, ...]:
        """The name of every kind of card."""
        return kind_texts(self.engine.program)

    @cached_property
    def _places(self) -> dict[tuple[str | int | None, ...], int]:
        strings = self.engine.program.strings
        return {
            (place.location_class.value, strings[place.name], place.owner, place.index): number
            for number, place in enumerate(places(self.engine.program))
        }

    def hidden(self, seat: int) -> int:
        """Cells of six that lie face down."""
        return sum(len(self.cards("hloc GRID", seat, cell)) for cell in range(1, 7))


def first_of(labels: Sequence[str], *beginnings: str) -> int:
    """The option to choose: the first whose label begins like one of these, in that order."""
    for beginning in beginnings:
        for number, label in enumerate(labels):
            if label.startswith(beginning):
                return number
    raise AssertionError(f"none of {beginnings} in {labels}")


def grid(text: str) -> list[str]:
    """`K 5 7 / K 3 9` as cells 1 to 6."""
    return text.replace("/", " ").split()
