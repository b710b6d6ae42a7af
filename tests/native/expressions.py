"""Random RECYCLE expressions of every type that the language has, as text.

Every choice takes one byte of a string of bytes, 0 where it has run out, and the first of several
ways is always the plainest one. So a failing program shrinks towards plain ones as its bytes shrink
towards 0. A strategy drawn piece by piece would shrink as well, but Hypothesis would spend five of
six programs on small changes to the sixth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from string import ascii_uppercase

RANKS = ("A", "B", "C", "D")
SUITS = ("R", "S")
STRINGS = (*RANKS, *SUITS, "RANK", "SUIT", "N")
NUMBERS = ("1", "2", "0", "3", "5", "-1", "40", "65536", "2147483647", "-2147483648")
INT_NAMES = ("N", "A")
STR_NAMES = ("S", "B")
POINT_NAMES = ("V", "W")
COMPARISONS = ("==", "<", ">", "<=", ">=", "!=")


@dataclass(frozen=True)
class Scope:
    """The variables that may be named here, by type."""

    variables: dict[str, tuple[str, ...]] = field(default_factory=dict)
    count: int = 0

    def with_variable(self, kind: str) -> tuple[str, Scope]:
        """A new variable of that type, and the scope that has it."""
        name = f"'X{ascii_uppercase[self.count // 26]}{ascii_uppercase[self.count % 26]}"
        known = {**self.variables, kind: (*self.variables.get(kind, ()), name)}
        return name, Scope(known, self.count + 1)

    def of(self, *kinds: str) -> list[str]:
        """The variables of these types, the newest first."""
        return [name for kind in kinds for name in reversed(self.variables.get(kind, ()))]


Way = Callable[[], str]

ELEMENTS = {
    "card list": "card",
    "groups": "list",
    "places": "place",
    "memories": "memory",
    "ints": "int",
    "strs": "str",
    "players": "player",
    "teams": "team",
}
"""What a variable holds that runs over a collection."""


class Expressions:
    """Writes expressions; `depth` bounds how deep they are nested."""

    def __init__(self, choices: Iterator[int], players: int, teams: int) -> None:
        self._choices = choices
        self.players = players
        self.teams = teams

    def number(self, low: int, high: int) -> int:
        """One of these numbers; the lowest is the plainest."""
        return low + next(self._choices, 0) % (high - low + 1)

    def one_of(self, choices: Sequence[str]) -> str:
        return choices[self.number(0, len(choices) - 1)]

    def chance(self, of: int) -> bool:
        """True once in so many times; false is the plainer answer."""
        return self.number(0, of - 1) == of - 1

    def way(self, depth: int, plain: Sequence[Way], nested: Sequence[Way] = ()) -> str:
        """One of the ways to write something; nested ones only while there is depth left."""
        ways = [*plain, *nested] if depth > 0 else plain
        return ways[self.number(0, len(ways) - 1)]()

    # ------------------------------------------------------------------ numbers

    def integer(self, scope: Scope, depth: int) -> str:
        deeper = depth - 1
        known = [lambda: self.one_of(scope.of("int"))] if scope.of("int") else []
        return self.way(
            depth,
            [*known, self._number, lambda: self.int_storage(scope, deeper)],
            [
                lambda: f"(size {self.collection(scope, deeper)[0]})",
                lambda: self._arithmetic(scope, deeper),
                lambda: self._arithmetic(scope, deeper),
                lambda: f"(sum {self.cards(scope, deeper)} using {self.map(scope, deeper)})",
                lambda: f"(score {self.card(scope, deeper)} using {self.map(scope, deeper)})",
                lambda: f"(value {self.card(scope, deeper)} HIGH)",
                lambda: self._extreme(scope, deeper),
                lambda: self._random(scope, deeper),
                lambda: f"(pid {self.player(scope, deeper)})",
                lambda: f"(tid {self.team(scope, deeper)})",
                lambda: self._sum_over(scope, deeper),
                lambda: f"(CLAMPED {self.integer(scope, deeper)})",
                lambda: "(ALL HAND)",
                lambda: self.either(self.integer, scope, deeper),
                lambda: f"(count {self.condition(scope, deeper)})",
                lambda: self._most(scope, deeper),
                lambda: self.best("ints", scope, deeper),
                lambda: self._at("ints", scope, deeper),
            ],
        )

    def best(self, kind: str, scope: Scope, depth: int) -> str:
        """The best element of a collection of that kind."""
        name, inner = scope.with_variable(ELEMENTS[kind])
        collection = self.collection_of(kind, scope, depth)
        return f"(best {collection} {name} {self.integer(inner, depth)})"

    def _at(self, kind: str, scope: Scope, depth: int) -> str:
        return f"(at {self.small(scope, depth)} {self.collection_of(kind, scope, depth)})"

    def _most(self, scope: Scope, depth: int) -> str:
        collection, kind = self.collection(scope, depth)
        name, inner = scope.with_variable(kind)
        word = self.one_of(("most", "least"))
        return f"({word} {collection} {name} {self.integer(inner, depth)})"

    def either(self, write: Callable[[Scope, int], str], scope: Scope, depth: int) -> str:
        """`(if BOOL X Y)`, with sides of the same kind."""
        return f"(if {self.condition(scope, depth)} {self._two(write, scope, depth)})"

    def _number(self) -> str:
        return self.one_of(NUMBERS)

    def small(self, scope: Scope, depth: int) -> str:
        """A number that is often one a table has use for."""
        known = [lambda: self.one_of(scope.of("int"))] if scope.of("int") else []
        return self.way(
            depth,
            [*known, lambda: self.one_of("1203")],
            [lambda: f"(random {self.one_of('12')})", lambda: self.integer(scope, depth - 1)],
        )

    def _ordinal(self, scope: Scope, depth: int) -> str:
        """The number of a player or team; the checker knows that none has the literal 0."""
        number = self.small(scope, depth)
        return "1" if number == "0" or number.startswith("-") else number

    def _index(self, scope: Scope, depth: int) -> str:
        """The index of a location; the checker knows that a literal must be below 64."""
        number = self.small(scope, depth)
        is_literal = number.lstrip("-").isdecimal()
        return "1" if is_literal and not 0 <= int(number) < 64 else number

    def _arithmetic(self, scope: Scope, depth: int) -> str:
        left, right = self.integer(scope, depth), self.integer(scope, depth)
        return self.way(
            1,
            [
                lambda: f"(+ {left} {right})",
                lambda: f"(- {left} {right})",
                lambda: f"(* {left} {right})",
                lambda: f"(// {left} {right})",
                lambda: f"(% {left} {right})",
                lambda: f"(^ {left} {right})",
                lambda: f"(min {left} {right})",
                lambda: f"(max {left} {right} 2)",
                lambda: f"(tri {left})",
                lambda: f"(fib {left})",
                lambda: f"(+ {left} {right} 1)",
            ],
        )

    def _random(self, scope: Scope, depth: int) -> str:
        high = self.integer(scope, depth)
        return self.way(
            depth, [lambda: f"(random {high})", lambda: f"(random {self.one_of('01')}..{high})"]
        )

    def _extreme(self, scope: Scope, depth: int) -> str:
        word = self.one_of(("scoremax", "scoremin"))
        return f"({word} {self.cards(scope, depth)} using {self.map(scope, depth)})"

    def _sum_over(self, scope: Scope, depth: int) -> str:
        collection, kind = self.collection(scope, depth)
        name, inner = scope.with_variable(kind)
        return f"(all {collection} {name} {self.integer(inner, depth)})"

    def int_storage(self, scope: Scope, depth: int) -> str:
        if depth > 0 and self.chance(of=4):
            return f"({self.owner(scope, depth)} {self._open('sto')} N {self._index(scope, depth)})"
        name = self.name(scope, depth, INT_NAMES)
        return f"({self.owner(scope, depth)} {self._open('sto')} {name})"

    def _open(self, word: str) -> str:
        """The storage that everybody sees, now and then a secret one."""
        return f"i{word}" if self.chance(of=4) else word

    def str_storage(self, scope: Scope, depth: int) -> str:
        if depth > 0 and self.chance(of=4):
            return f"({self.owner(scope, depth)} {self._open('str')} S {self._index(scope, depth)})"
        name = self.name(scope, depth, STR_NAMES)
        return f"({self.owner(scope, depth)} {self._open('str')} {name})"

    def map(self, scope: Scope, depth: int) -> str:
        """What cards are worth: a point map or an order."""
        return "HIGH" if self.chance(of=5) else self.points(scope, depth)

    def points(self, scope: Scope, depth: int) -> str:
        return f"({self.owner(scope, depth)} points {self.name(scope, depth, POINT_NAMES)})"

    def name(self, scope: Scope, depth: int, names: Sequence[str]) -> str:
        """Nearly always one of the names; now and then a computed one."""
        if depth > 0 and self.chance(of=12):
            return self.string(scope, depth - 1)
        return self.one_of(names)

    def owner(self, scope: Scope, depth: int) -> str:
        return self.way(
            depth,
            [lambda: "game", lambda: self.player(scope, depth - 1)],
            [lambda: self.team(scope, depth - 1)],
        )

    # ------------------------------------------------------------------ strings, conditions

    def string(self, scope: Scope, depth: int) -> str:
        known = [lambda: self.one_of(scope.of("str"))] if scope.of("str") else []
        return self.way(
            depth,
            [*known, lambda: self.one_of(STRINGS)],
            [
                lambda: self.str_storage(scope, depth - 1),
                lambda: f"(cardatt {self._attribute(scope, depth)} {self.card(scope, depth - 1)})",
                lambda: self.either(self.string, scope, depth - 1),
                lambda: self.best("strs", scope, depth - 1),
                lambda: self._at("strs", scope, depth - 1),
            ],
        )

    def _attribute(self, scope: Scope, depth: int) -> str:
        return self.name(scope, depth, ("RANK", "SUIT"))

    def condition(self, scope: Scope, depth: int) -> str:
        deeper = depth - 1
        return self.way(
            depth,
            [lambda: f"({self.one_of(COMPARISONS)} {self._two(self.integer, scope, deeper)})"],
            [
                lambda: self._filled(scope, deeper),
                lambda: f"({self._equal()} {self._two(self.string, scope, deeper)})",
                lambda: f"({self._equal()} {self._two(self.card, scope, deeper)})",
                lambda: f"({self._equal()} {self._two(self.player, scope, deeper)})",
                lambda: f"({self._equal()} {self._two(self.team, scope, deeper)})",
                lambda: f"(not {self.condition(scope, deeper)})",
                lambda: f"(and {self._two(self.condition, scope, deeper)})",
                lambda: f"(or {self._two(self.condition, scope, deeper)})",
                lambda: self._quantified(scope, deeper),
                lambda: self._quantified(scope, deeper),
                lambda: "(== 0 (random 1))",
                lambda: f"(AMONG {self.integer(scope, deeper)} 2)",
                lambda: f"(ISMELD {self.cards(scope, deeper)} {self.map(scope, deeper)})",
                lambda: self._fits(scope, deeper),
                lambda: f"(STAYS {self.player(scope, deeper)})",
                lambda: self.either(self.condition, scope, deeper),
            ],
        )

    def _fits(self, scope: Scope, depth: int) -> str:
        card, meld = self.card(scope, depth), self.place(scope, depth)
        return f"(and (> (size {meld}) 0) (FITS {card} {meld} {self.map(scope, depth)}))"

    def _filled(self, scope: Scope, depth: int) -> str:
        return f"(> (size {self.cards(scope, depth)}) 0)"

    def _equal(self) -> str:
        return self.one_of(("==", "!="))

    def _two(self, write: Callable[[Scope, int], str], scope: Scope, depth: int) -> str:
        return f"{write(scope, depth)} {write(scope, depth)}"

    def _quantified(self, scope: Scope, depth: int) -> str:
        collection, kind = self.collection(scope, depth)
        name, inner = scope.with_variable(kind)
        word = self.one_of(("any", "all"))
        return f"({word} {collection} {name} {self.condition(inner, depth)})"

    # ------------------------------------------------------------------ owners

    def player(self, scope: Scope, depth: int) -> str:
        known = [lambda: self.one_of(scope.of("player"))] if scope.of("player") else []
        number = self.number(1, self.players)
        return self.way(
            depth,
            [
                *known,
                lambda: "(current player)",
                lambda: "(next player)",
                lambda: "(previous player)",
                lambda: f"({number} player)",
            ],
            [
                lambda: f"({self._ordinal(scope, depth - 1)} player)",
                lambda: f"(owner {self.card(scope, depth - 1)})",
                lambda: self._found_player(scope, depth - 1),
                lambda: self._found_player(scope, depth - 1),
                lambda: self._player_away(scope, depth - 1),
                lambda: self.either(self.player, scope, depth - 1),
                lambda: self.best("players", scope, depth - 1),
                lambda: self._at("players", scope, depth - 1),
            ],
        )

    def _found_player(self, scope: Scope, depth: int) -> str:
        name, inner = scope.with_variable("player")
        start, condition = self.player(scope, depth), self.condition(inner, depth)
        return f"({self.one_of(('next', 'previous'))} player {start} {name} {condition})"

    def _player_away(self, scope: Scope, depth: int) -> str:
        distance = f" {self.integer(scope, depth)}" if self.chance(of=2) else ""
        word = self.one_of(("next", "previous"))
        return f"({word} player {self.player(scope, depth)}{distance})"

    def team(self, scope: Scope, depth: int) -> str:
        known = [lambda: self.one_of(scope.of("team"))] if scope.of("team") else []
        return self.way(
            depth,
            [
                *known,
                lambda: "(current team)",
                lambda: "(next team)",
                lambda: "(previous team)",
                lambda: f"(team {self.player(scope, depth - 1)})",
            ],
            [
                lambda: f"({self._ordinal(scope, depth - 1)} team)",
                lambda: self.either(self.team, scope, depth - 1),
                lambda: self.best("teams", scope, depth - 1),
                lambda: self._at("teams", scope, depth - 1),
            ],
        )

    # ------------------------------------------------------------------ cards

    def place(self, scope: Scope, depth: int) -> str:
        """A location that cards lie in."""
        known = [lambda: self.one_of(scope.of("place"))] if scope.of("place") else []
        return self.way(
            depth,
            [
                *known,
                lambda: self.written_place(scope, depth),
                lambda: self.written_place(scope, depth),
            ],
            [
                lambda: f"({self.end(scope, depth - 1)} {self.groups(scope, depth - 1, 'places')})",
                lambda: self.either(self._hidden_place, scope, depth - 1),
                lambda: self.best("places", scope, depth - 1),
            ],
        )

    def _hidden_place(self, scope: Scope, depth: int) -> str:
        """One of several of the same class."""
        return self.way(
            depth,
            [lambda: "(game iloc STOCK)", lambda: f"({self.player(scope, depth - 1)} iloc HAND)"],
        )

    def written_place(self, scope: Scope, depth: int) -> str:
        """A location with its owner, class and name."""
        deeper = depth - 1
        return self.way(
            depth,
            [
                lambda: "(game iloc STOCK)",
                lambda: "(game vloc PILE)",
                lambda: f"({self.player(scope, deeper)} iloc HAND)",
            ],
            [
                lambda: f"(game vloc ROW {self._index(scope, deeper)})",
                lambda: f"({self.player(scope, deeper)} hloc ROW {self._index(scope, deeper)})",
                lambda: f"(game oloc {self.name(scope, depth, ('A', 'B'))})",
            ],
        )

    def memory(self, scope: Scope, depth: int) -> str:
        known = [lambda: self.one_of(scope.of("memory"))] if scope.of("memory") else []
        deeper = depth - 1
        return self.way(
            depth,
            [*known, lambda: "(game mem M)", lambda: f"({self.player(scope, deeper)} mem M)"],
            [
                lambda: f"(game mem M {self._index(scope, deeper)})",
                lambda: f"({self.end(scope, deeper)} {self.groups(scope, deeper, 'memories')})",
                lambda: self.either(self.memory, scope, deeper),
                lambda: self.best("memories", scope, deeper),
            ],
        )

    def end(self, scope: Scope, depth: int) -> str:
        if depth > 0 and self.chance(of=5):
            number = self.small(scope, depth)  # a minus sign at the head of a list subtracts
            return "1" if number.startswith("-") else number
        return self.one_of(("top", "bottom"))

    def card(self, scope: Scope, depth: int) -> str:
        known = [lambda: self.one_of(scope.of("card"))] if scope.of("card") else []
        return self.way(
            depth,
            [*known, lambda: f"({self.end(scope, depth)} {self.cards(scope, depth - 1)})"],
            [
                lambda: (
                    f"({self.one_of(('max', 'min'))} {self.cards(scope, depth - 1)}"
                    f" using {self.map(scope, depth - 1)})"
                ),
                lambda: self.either(self.card, scope, depth - 1),
                lambda: self.best("card list", scope, depth - 1),
            ],
        )

    def cards(self, scope: Scope, depth: int) -> str:
        known = [lambda: self.one_of(scope.of("list"))] if scope.of("list") else []
        return self.way(
            depth,
            [*known, lambda: self.place(scope, depth - 1)],
            [
                lambda: self.virtual(scope, depth),
                lambda: self.virtual(scope, depth),
                lambda: self.memory(scope, depth - 1),
            ],
        )

    def virtual(self, scope: Scope, depth: int) -> str:
        """A card list that is no location."""
        deeper = depth - 1
        return self.way(
            depth,
            [lambda: self._filter(self.cards(scope, deeper), "card", scope, deeper)],
            [
                lambda: self._by_face(scope, deeper),
                lambda: f"({self._operator()} {self._two(self.cards, scope, deeper)})",
                lambda: f"({self._operator()} {self._any_groups(scope, deeper)})",
                lambda: self._sequence(scope, deeper),
                lambda: self._run(scope, deeper),
                lambda: f"({self.end(scope, deeper)} {self.groups(scope, deeper, 'groups')})",
                lambda: self._either_list(scope, deeper),
                lambda: self.best("groups", scope, deeper),
            ],
        )

    def _either_list(self, scope: Scope, depth: int) -> str:
        sides = f"{self.cards(scope, depth)} {self.virtual(scope, depth)}"
        return f"(if {self.condition(scope, depth)} {sides})"

    def _operator(self) -> str:
        return self.one_of(("union", "intersect", "disjunction"))

    def _sequence(self, scope: Scope, depth: int) -> str:
        word = self.one_of(("top", "bottom"))
        return f"({word} {self.small(scope, depth)} {self.cards(scope, depth)})"

    def _run(self, scope: Scope, depth: int) -> str:
        word = self.one_of(("top", "bottom"))
        least, cards = self.small(scope, depth), self.cards(scope, depth)
        return f"(run {word} {least} {cards} using {self.map(scope, depth)})"

    def _filter(self, collection: str, kind: str, scope: Scope, depth: int) -> str:
        name, inner = scope.with_variable(kind)
        return f"(filter {collection} {name} {self.condition(inner, depth)})"

    def _by_face(self, scope: Scope, depth: int) -> str:
        """The cards of a place with some rank or suit."""
        name, _ = scope.with_variable("card")
        face = f"(cardatt {self.one_of(('RANK', 'SUIT'))} {name})"
        condition = f"({self._equal()} {face} {self.string(scope, depth)})"
        return f"(filter {self.place(scope, depth)} {name} {condition})"

    # ------------------------------------------------------------------ groups

    def _any_groups(self, scope: Scope, depth: int) -> str:
        return self.groups(scope, depth, self.one_of(("groups", "places", "memories")))

    def groups(self, scope: Scope, depth: int, kind: str) -> str:
        known = [lambda: self.one_of(scope.of(kind))] if scope.of(kind) else []
        plain: dict[str, Way] = {
            "groups": lambda: f"(partition {self._attribute(scope, 0)} {self.place(scope, 0)})",
            "places": lambda: self._collected(scope, depth - 1, "place", self.place),
            "memories": lambda: self._collected(scope, depth - 1, "memory", self.memory),
        }
        nested: dict[str, list[Way]] = {
            "groups": self._virtual_groups(scope, depth - 1),
            "places": [
                lambda: "(indexed game vloc ROW)",
                lambda: f"(indexed {self.player(scope, depth - 1)} hloc ROW)",
                lambda: self.either(self._rows, scope, depth - 1),
            ],
            "memories": [
                lambda: "(indexed game mem M)",
                lambda: f"(union (indexed game mem M) {self.groups(scope, depth - 1, kind)})",
                lambda: self.either(
                    lambda inner, deep: self.groups(inner, deep, kind), scope, depth - 1
                ),
            ],
        }
        element = ELEMENTS[kind]
        return self.way(
            depth,
            [*known, plain[kind]],
            [
                *nested[kind],
                lambda: self._filter(
                    self.groups(scope, depth - 1, kind), element, scope, depth - 1
                ),
            ],
        )

    def _rows(self, scope: Scope, depth: int) -> str:
        """Places of one class."""
        name, _ = scope.with_variable("int")
        return self.one_of(
            ("(indexed game vloc ROW)", f"(all (range 0..1) {name} (game vloc ROW {name}))")
        )

    def _virtual_groups(self, scope: Scope, depth: int) -> list[Way]:
        return [
            lambda: f"(partition {self._attribute(scope, depth)} {self.cards(scope, depth)})",
            lambda: f"(partition {self._attribute(scope, depth)} {self._any_groups(scope, depth)})",
            lambda: f"(subsets {self.cards(scope, depth)})",
            lambda: (
                f"(subsets {self.cards(scope, depth)}"
                f" {self.one_of(COMPARISONS)} {self.small(scope, depth)})"
            ),
            lambda: (
                f"(subsets {self.cards(scope, depth)}"
                f" {self.one_of(COMPARISONS)} {self.small(scope, depth)}"
                f" using {self.map(scope, depth)})"
            ),
            lambda: self._runs(scope, depth),
            lambda: self._collected(scope, depth, "list", self.virtual),
            lambda: (
                f"(if {self.condition(scope, depth)} {self._any_groups(scope, depth)}"
                f" {self.groups(scope, depth, 'groups')})"
            ),
            lambda: (
                f"(union {self._any_groups(scope, depth)} {self.groups(scope, depth, 'groups')})"
            ),
        ]

    def _runs(self, scope: Scope, depth: int) -> str:
        word = self.one_of(("all", "largest"))
        least, cards = self.small(scope, depth), self.cards(scope, depth)
        return f"(runs {word} {least} {cards} using {self.map(scope, depth)})"

    def _collected(
        self, scope: Scope, depth: int, kind: str, write: Callable[[Scope, int], str]
    ) -> str:
        """`(all COLLECTION 'V CARDS)`: a location or a list for every element."""
        collection, element = self.collection(scope, depth) if depth > 0 else ("player", "player")
        name, inner = scope.with_variable(element)
        if element == "player" and kind != "list":
            location = {"place": f"({name} iloc HAND)", "memory": f"({name} mem M)"}[kind]
            return f"(all {collection} {name} {location})"
        return f"(all {collection} {name} {write(inner, depth)})"

    # ------------------------------------------------------------------ any collection

    def collection(self, scope: Scope, depth: int) -> tuple[str, str]:
        """A collection, and the type of its elements."""
        kind = self.one_of(tuple(ELEMENTS) if depth > 0 else ("card list", "players", "ints"))
        return self.collection_of(kind, scope, depth), ELEMENTS[kind]

    def collection_of(self, kind: str, scope: Scope, depth: int) -> str:
        match kind:
            case "card list":
                return self.cards(scope, depth)
            case "groups" | "places" | "memories":
                return self.groups(scope, depth, kind)
        known = [lambda: self.one_of(scope.of(kind))] if scope.of(kind) else []
        deeper = depth - 1
        element = ELEMENTS[kind]
        ways: dict[str, list[Way]] = {
            "players": [
                lambda: "player",
                lambda: "(other player)",
                lambda: f"({self.one_of(('others', 'partners'))} {self.player(scope, deeper)})",
                lambda: self.team(scope, deeper),
            ],
            "teams": [lambda: "team", lambda: "(other team)"],
            "strs": [
                lambda: "(A, B)",
                lambda: "(R, S, RANK)",
                lambda: f"({self.string(scope, deeper)}, {self.string(scope, deeper)}, A)",
            ],
            "ints": [
                lambda: f"(range {self.one_of('01')}..{self.small(scope, deeper)})",
                lambda: f"(range -1..{self.small(scope, deeper)} backwards)",
                lambda: "(3, -1, 3)",
                lambda: f"({self.integer(scope, deeper)}, {self.integer(scope, deeper)})",
            ],
        }
        return self.way(
            depth,
            [*known, *ways[kind]],
            [
                lambda: self._filter(
                    self.collection_of(kind, scope, deeper), element, scope, deeper
                ),
                lambda: self.either(
                    lambda inner, deep: self._plain_side(kind, inner, deep), scope, deeper
                ),
            ],
        )

    def _plain_side(self, kind: str, scope: Scope, depth: int) -> str:
        """A collection of that type; a team would be of another."""
        if kind == "players":
            return self.one_of(("player", "(other player)"))
        return self.collection_of(kind, scope, depth)
