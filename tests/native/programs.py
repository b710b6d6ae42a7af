"""Small random RECYCLE programs that the checker accepts, as text.

A program deals a few cards, then plays stages of statements and choices that were drawn at
random. Stages end by a counter that nothing else touches. Many programs meet a fault sooner or
later, which both engines must then meet at the same point.
"""

from __future__ import annotations

from collections.abc import Callable

from expressions import ELEMENTS, POINT_NAMES, RANKS, SUITS, Expressions, Scope, Way
from hypothesis import strategies as st

DECKS = (
    "(create deck (game iloc STOCK) (deck (RANK (A, B, C, D)) (SUIT (R, S))))",
    "(create deck (game iloc STOCK) (deck (RANK (A, B, C, D)) (SUIT (R, S))))\n"
    "  (create deck OTHER (game vloc PILE) (deck (RANK (A, B, D))))",
    "(repeat 4 (create deck (game iloc STOCK) (deck (RANK (B, C)) (SUIT (R)))))",
    "(create deck (game iloc STOCK) (deck PIQUET))",
)
MANY = "(repeat 33 (create deck (game iloc STOCK) (deck (RANK (A, B, C, D)) (SUIT (R, S)))))"
"""More than 255 cards, now and then."""
CHOICES = 1_000
"""More than all but the longest programs take."""
JOKERS = "(deck (RANK (A)) (SUIT (T)))"
TEAMS = (
    "(create teams (1, 3) (2))",
    "((> 1 2) (create teams (1) (2, 3))) ((> 2 1) (create teams (1, 3) (2)))",
)
"""Written plainly, and under conditions."""
TOGETHER = "(scoring together max (+ (game sto N) (size (game vloc PILE))))"
DEAL = """(do (
  (set (game points V) (((RANK : A) 1) ((RANK : B) 2) ((RANK : C) 3) ((SUIT : S) 1)))
  (shuffle (game iloc STOCK))
  (all player 'P (repeat 2 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))
  (move (top (game iloc STOCK)) (top (game vloc PILE)))))"""
KEPT = ("card list", "groups", "places", "memories", "ints", "strs", "players", "teams")


class Statements(Expressions):
    """Writes statements, inside choices and outside."""

    in_once_stage = False
    """Whether `cycle` is refused here: everybody has exactly one turn."""

    def statement(self, scope: Scope, depth: int, *, picks: int) -> str:
        """A statement with at most so many `any`s one in the other."""
        deeper = depth - 1
        pick: list[Way] = [lambda: self._loop("any", scope, deeper, picks - 1)] * 3
        return self.way(
            depth,
            [lambda: self.action(scope, 2)],
            [
                lambda: self._filled_move(scope, 2),
                *(pick if picks > 0 else []),
                lambda: (
                    f"({self.condition(scope, 2)} {self.statement(scope, deeper, picks=picks)})"
                ),
                lambda: self._block(scope, deeper, picks),
                lambda: self._block(scope, deeper, picks),
                lambda: self._let(scope, deeper, picks),
                lambda: self._let(scope, deeper, picks),
                lambda: self._loop("all", scope, deeper, min(picks, 1)),
                lambda: self._used(scope),
            ],
        )

    def _used(self, scope: Scope) -> str:
        """What definitions that come with kibitz do."""
        return self.way(
            1,
            [
                lambda: f"(DEAL {self.small(scope, 1)})",
                lambda: f"(RESTOCK {self.place(scope, 1)})",
                lambda: f"(PIPS {self.one_of(POINT_NAMES)})",
                lambda: "(PAYOUT)",
            ],
        )

    def _block(self, scope: Scope, depth: int, picks: int) -> str:
        number = self.number(1, 3)
        parts = [self.statement(scope, depth, picks=picks) for _ in range(number)]
        if self.chance(of=3):
            parts += self._cases(scope, depth, picks)
        return f"(do ({' '.join(parts)}))"

    def _cases(self, scope: Scope, depth: int, picks: int) -> list[str]:
        """Statements under conditions, and one under `else`."""
        guarded = [
            f"({self.condition(scope, 2)} {self.statement(scope, depth, picks=picks)})"
            for _ in range(self.number(1, 2))
        ]
        return [*guarded, f"(else {self.statement(scope, depth, picks=picks)})"]

    def _loop(self, word: str, scope: Scope, depth: int, picks: int) -> str:
        collection, kind = self.collection(scope, 2)
        name, inner = scope.with_variable(kind)
        body = self._use(name, kind, inner, depth, picks)
        return f"({word} {collection} {name} {body})"

    def _let(self, scope: Scope, depth: int, picks: int) -> str:
        kind, value = self._kept(scope)
        name, inner = scope.with_variable(kind)
        return f"(let {value} {name} {self._use(name, kind, inner, depth, picks)})"

    def _kept(self, scope: Scope) -> tuple[str, str]:
        """The type and the value of a variable."""
        write: dict[str, Callable[[Scope, int], str]] = {
            "card": self.card,
            "list": self.virtual,
            "place": self.place,
            "memory": self.memory,
            "int": self.integer,
            "str": self.string,
            "player": self.player,
            "team": self.team,
        }
        kind = self.one_of((*write, *KEPT[1:]))
        if kind in write:
            return kind, write[kind](scope, 2)
        return kind, self.collection_of(kind, scope, 2)

    def _use(self, name: str, kind: str, scope: Scope, depth: int, picks: int) -> str:
        """A statement that does something with the variable, more often than not."""
        uses: dict[str, list[Way]] = {
            "card": [lambda: f"(move {name} {self.target(scope, 1)})"],
            "list": [
                lambda: f"(move ({self.one_of(('top', 'bottom'))} {name}) {self.target(scope, 1)})",
                lambda: f"(repeat all (move (top {name}) {self.target(scope, 1)}))",
                lambda: (
                    f"((> (size {name}) 1)"
                    f" (repeat all (move (top {name}) {self.target(scope, 1)})))"
                ),
                lambda: (
                    f"(do ((move (top {name}) {self.target(scope, 1)})"
                    f" (set (game sto N) (size {name}))))"
                ),
            ],
            "place": [
                lambda: f"(repeat all (move (top {name}) {self.target(scope, 1)}))",
                lambda: f"(shuffle {name})",
            ],
            "int": [lambda: f"(inc (game sto N) {name})"],
            "str": [lambda: f"(set (game str S) {name})"],
            "player": [lambda: f"(inc ({name} sto N))"],
            "team": [lambda: f"(inc ({name} sto N))"],
            "groups": [
                lambda: f"(all {name} 'Y (move (top 'Y) {self.target(scope, 1)}))",
                lambda: f"(move (top (top {name})) {self.target(scope, 1)})",
                lambda: (
                    f"(let (filter {name} 'Y (> (size 'Y) 1)) 'Z"
                    f" (do ((all 'Z 'W (move (top 'W) {self.target(scope, 1)}))"
                    f" (set (game sto N) (size (union {name}))))))"
                ),
                lambda: (
                    f"(any {name} 'Y (do ((move (top 'Y) {self.target(scope, 1)})"
                    f" (set (game sto N) (size (union {name}))))))"
                ),
            ],
        }
        anything: Way = lambda: self.statement(scope, depth, picks=picks)  # noqa: E731
        return self.way(1, [*uses.get(kind, []), anything, anything])

    # ------------------------------------------------------------------ actions

    def target(self, scope: Scope, depth: int) -> str:
        return f"({self.end(scope, depth)} {self.place(scope, depth)})"

    def source(self, scope: Scope, depth: int) -> str:
        """A card to be moved: not an entry of a memory."""
        known = [lambda: self.one_of(scope.of("card"))] if scope.of("card") else []
        lists = scope.of("list")
        through = [lambda: f"({self.end(scope, depth)} {self.one_of(lists)})"] if lists else []
        return self.way(
            depth,
            [*known, *through, lambda: f"({self.end(scope, depth)} {self.place(scope, depth)})"],
            [
                lambda: f"({self.end(scope, depth)} {self.virtual(scope, depth)})",
                lambda: f"(max {self.cards(scope, depth)} using {self.map(scope, depth)})",
                lambda: self.either(self.source, scope, depth - 1),
            ],
        )

    def _filled_move(self, scope: Scope, depth: int) -> str:
        place = self.place(scope, depth)
        return f"((> (size {place}) 0) (move (top {place}) {self.target(scope, depth)}))"

    def action(self, scope: Scope, depth: int) -> str:
        return self.way(
            depth,
            [
                lambda: "(turn pass)",
                lambda: f"(inc {self.int_storage(scope, depth)})",
                lambda: f"(move {self.source(scope, depth)} {self.target(scope, depth)})",
            ],
            [
                lambda: f"(set {self.int_storage(scope, depth)} {self.integer(scope, depth)})",
                lambda: f"(set {self.str_storage(scope, depth)} {self.string(scope, depth)})",
                lambda: f"(dec {self.int_storage(scope, depth)} {self.integer(scope, depth)})",
                lambda: self._points_action(scope, depth),
                lambda: self._points_action(scope, depth),
                lambda: f"(swap {self.source(scope, depth)} {self.source(scope, depth)})",
                lambda: f"(swap {self.place(scope, depth)} {self.place(scope, depth)})",
                lambda: self._remember(scope, depth),
                lambda: self._remember(scope, depth),
                lambda: f"(forget ({self.end(scope, depth)} {self.memory(scope, depth)}))",
                lambda: f"(shuffle {self.cards(scope, depth)})",
                lambda: self._gather(scope, depth),
                lambda: self._show(scope, depth),
                lambda: self._cycle(scope, depth),
                lambda: f"(repeat {self.small(scope, depth)} {self.action(scope, depth - 1)})",
                lambda: self._repeat_all(scope, depth),
                lambda: (
                    f"(create deck {self.name(scope, depth, ('OTHER',))}"
                    f" {self.written_place(scope, depth)} {JOKERS})"
                ),
            ],
        )

    def _show(self, scope: Scope, depth: int) -> str:
        cards = self.card(scope, depth) if self.chance(of=2) else self.cards(scope, depth)
        seats = self.collection_of("players", scope, depth)
        return f"(show {cards} {seats if self.chance(of=2) else self.player(scope, depth)})"

    def _gather(self, scope: Scope, depth: int) -> str:
        sources = [
            self.place(scope, depth - 1)
            if self.chance(of=2)
            else self.groups(scope, depth - 1, "places")
            for _ in range(self.number(0, 2))
        ]
        return f"(gather {' '.join([self.place(scope, depth), *sources])})"

    def _remember(self, scope: Scope, depth: int) -> str:
        place = f"({self.end(scope, depth)} {self.memory(scope, depth)})"
        return f"(remember {self.card(scope, depth)} {place})"

    def _repeat_all(self, scope: Scope, depth: int) -> str:
        if self.chance(of=4):
            return f"(repeat all (forget (top {self.memory(scope, depth)})))"
        lists = [*scope.of("list"), self.place(scope, depth)]
        return f"(repeat all (move (top {self.one_of(lists)}) {self.target(scope, depth)}))"

    def _points_action(self, scope: Scope, depth: int) -> str:
        word = self.one_of(("set", "update"))
        write = self._free_award if word == "set" and self.chance(of=3) else self._award
        awards = [write(scope, depth) for _ in range(self.number(1, 2))]
        awards += ["HIGH"] if self.chance(of=4) else []
        return f"({word} {self.points(scope, depth - 1)} ({' '.join(awards)}))"

    def _award(self, scope: Scope, depth: int) -> str:
        values = {"RANK": RANKS, "SUIT": SUITS}
        attribute = self.one_of(tuple(values))
        value = self.name(scope, depth, values[attribute])
        return f"(({attribute} : {value}) {self.integer(scope, depth - 1)})"

    def _free_award(self, scope: Scope, depth: int) -> str:
        """An award of which every part may be computed."""
        attribute, value = self.string(scope, depth - 1), self.string(scope, depth - 1)
        return f"(({attribute} : {value}) (RANK : A) {self.integer(scope, depth - 1)})"

    def _cycle(self, scope: Scope, depth: int) -> str:
        if self.in_once_stage:
            return "(turn pass)"
        if self.chance(of=3):
            return "(turn back)"
        return f"(cycle {self.one_of(('next', 'current'))} {self.player(scope, depth)})"


ORDER = "(order HIGH RANK (D, B, A))"
USED = "(use rummy) (use cards) (use betting)"
DEFINITIONS = (
    "(define CLAMPED ('N) (max 0 (min 'N 3)))",
    "(define ALL ('WHAT) (all player 'P (size ('P iloc 'WHAT))))",
    "(define AMONG ('N 'M) (any (range 0..'M) 'I (== 'I (CLAMPED 'N))))",
)
"""What every program may use."""


class Programs(Statements):
    """Writes whole programs."""

    def program(self) -> str:
        declarations, rules = self._house_rules()
        nodes = [DEAL, *rules, *(self._node(2) for _ in range(self.number(0, 1))), self._choice()]
        teams = "" if self.teams == self.players else self.one_of(TEAMS)
        goal = self.one_of(("max", "min"))
        scoring = TOGETHER
        if not self.chance(of=6):
            scoring = f"(scoring {goal} {self.integer(Scope(), 2)})"
        lines = [
            "(game",
            ORDER,
            USED,
            *declarations,
            *DEFINITIONS,
            f"(setup (create players {self.players}) {teams}",
            f" {MANY if self.chance(of=16) else self.one_of(DECKS)})",
            *nodes,
            scoring,
        ]
        return "\n ".join(lines) + ")"

    def _house_rules(self) -> tuple[list[str], list[str]]:
        """Declarations of options, and nodes that depend on them."""
        if not self.chance(of=4):
            return [], []
        declarations = [
            f"(declare (option {self.one_of('012')} (range 0..2)) 'LIMIT)",
            f"(declare (option {self.one_of(RANKS)} (A, B, C, D)) 'WILD)",
            "(declare (+ 'LIMIT 1) 'MORE)",
            "(require (<= 'MORE 3))",
        ]
        known = Scope({"int": ("'LIMIT", "'MORE"), "str": ("'WILD",)})
        node = f"(do (((== 'WILD A) {self.statement(known, 2, picks=0)})))"
        return declarations, [node]

    def _node(self, depth: int) -> str:
        return self.way(
            depth,
            [self._choice, lambda: f"(do ({self.statement(Scope(), 2, picks=0)}))"],
            [
                lambda: self._stage(depth - 1),
                lambda: self._stage(depth - 1),
                lambda: self._guarded_node(depth - 1),
                self._betting,
            ],
        )

    def _betting(self) -> str:
        """A round of bets, anew each time."""
        chips, most = self.number(1, 2), self.number(1, 3)
        return f"(do ((ANTE {chips}) (OPEN)))\n  (BETTING {chips} {most})"

    def _guarded_node(self, depth: int) -> str:
        """Nodes under conditions, perhaps with one under `else`."""
        guarded = [
            f"({self.condition(Scope(), 2)} {self._plain_node(depth)})"
            for _ in range(self.number(1, 2))
        ]
        otherwise = [f"(else {self._plain_node(depth)})"] if self.chance(of=2) else []
        return "\n  ".join([*guarded, *otherwise])

    def _plain_node(self, depth: int) -> str:
        return self._stage(depth - 1) if depth > 0 and self.chance(of=2) else self._choice()

    def _choice(self) -> str:
        alternatives = [self._alternative() for _ in range(self.number(0, 1))]
        alternatives += [self._begun() for _ in range(self.number(1, 3))]
        if self.chance(of=4):
            alternatives += self._cases(Scope(), 2, 1)
        if not self.chance(of=8):
            alternatives.append("(turn pass)")
        named = [
            f"(as MOVE {each})" if self.chance(of=4) and not each.startswith("(else") else each
            for each in alternatives
        ]
        return f"(choice ({' '.join(named)}))"

    def _begun(self) -> str:
        """An alternative that acts at once, so that no fault in it can spoil the decision."""
        return f"(do ((turn pass) {self.statement(Scope(), 3, picks=self.number(0, 2))}))"

    def _alternative(self) -> str:
        if self.chance(of=3):
            return self.statement(Scope(), 3, picks=2)
        picked = self._loop("any", Scope(), 2, 1)
        if self.chance(of=2):
            return picked
        others = [self.statement(Scope(), 2, picks=1) for _ in range(self.number(1, 2))]
        parts = [picked, *others] if self.chance(of=2) else [*others, picked]
        return f"(do ({' '.join(parts)}))"

    def _stage(self, depth: int) -> str:
        kind = self.one_of(("player", "player", "team"))
        if kind == "player":
            kind += self._way_round()
        if kind.startswith("player") and self.chance(of=2):
            return f"(stage {kind} together {self._choice_together()})"
        if self.chance(of=4):
            outside, self.in_once_stage = self.in_once_stage, True
            body = self._turn(depth)
            self.in_once_stage = outside
            return f"(stage {kind} once {self._fresh()}\n  {body})"
        clock = f"(game sto CLOCK{'AB'[depth]})"
        end = f"(>= {clock} 3)"
        if self.chance(of=2):
            end = f"(or {end} {self.condition(Scope(), 2)})"
        head = f"(stage {kind} (end {end}) {self._fresh()}"
        return f"{head}\n  (do ((inc {clock})))\n  {self._turn(depth)})"

    def _choice_together(self) -> str:
        """Picks that can be kept, one in the other, before anything is done."""
        outside, self.in_once_stage = self.in_once_stage, True
        alternatives = [self._kept_alternative() for _ in range(self.number(1, 3))]
        self.in_once_stage = outside
        return f"(choice ({' '.join(alternatives)} (turn pass)))"

    def _kept_alternative(self) -> str:
        scope, heads = Scope(), list[str]()
        for _ in range(self.number(0, 2)):
            kind = self.one_of(("card list", "ints", "strs", "players", "teams"))
            collection = self.collection_of(kind, scope, 1)
            name, scope = scope.with_variable(ELEMENTS[kind])
            heads.append(f"(any {collection} {name} ")
        if self.chance(of=3):
            heads.append(f"({self.condition(scope, 1)} ")
        body = f"(do ({self.action(scope, 1)} {self.action(scope, 1)}))"
        named = f"(as MOVE {body})" if self.chance(of=2) else body
        return "".join(heads) + named + ")" * len(heads)

    def _fresh(self) -> str:
        return f"(fresh {self.one_of(('N', 'N S', 'A B'))})" if self.chance(of=3) else ""

    def _way_round(self) -> str:
        """Who begins a stage, and which way it goes."""
        start = f" from {self.player(Scope(), 2)}" if self.chance(of=3) else ""
        return start + (" backwards" if self.chance(of=2) else "")

    def _turn(self, depth: int) -> str:
        others = [self._node(depth) for _ in range(self.number(0, 1))]
        return "\n  ".join([self._choice(), *others])


def written(choices: bytes) -> str:
    """The program that these choices make, for two or three players."""
    source = iter(choices)
    players, teams = ((2, 2), (3, 2), (3, 3))[next(source, 0) % 3]
    return Programs(source, players, teams).program()


def programs() -> st.SearchStrategy[str]:
    """Programs that the checker accepts."""
    return st.binary(min_size=CHOICES, max_size=CHOICES).map(written)
