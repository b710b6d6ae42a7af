"""One match at the terminal: asks whoever is to choose, and tells everybody the news."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.table import Table
from rich.text import Text

from kibitz.cli.seating import made
from kibitz.cli.table.chronicle import Chronicle
from kibitz.cli.table.memory import PrivateLooks, Recollection
from kibitz.cli.table.person import Aids, Person
from kibitz.cli.table.scoring import Scoring, scoring_of
from kibitz.cli.table.screen import Sight
from kibitz.engine import Outcome, Rng
from kibitz.engine.events import Event, Shuffled
from kibitz.games import Layout
from kibitz.games.house_rules import differences, in_one_line, matching_preset
from kibitz.loading import LoadedGame
from kibitz.match import Match
from kibitz.players.asking import ask
from kibitz.words.scorekeeping import Hole
from kibitz.words.telling import Teller


def place_words(layout: Layout) -> Mapping[str, str]:
    """What people call locations and numbers they choose; the places of a grid are cells."""
    cells = {grid.name: "cell" for grid in layout.grids}
    return {**layout.names, **layout.choices, **cells}


def rules_line(game: LoadedGame) -> str:
    """The house rules in one line; empty for a game that has no options to speak of."""
    if not game.rules:
        return ""
    line = in_one_line(game.rules)
    preset = matching_preset(game.page, game.rules)
    if preset is None or len(differences(game.rules)) < 2:
        return line
    return f"{game.page.presets[preset].label}: {line}"


class TerminalMatch:
    """A match, the players at its seats, and the person or people at this terminal."""

    def __init__(
        self, game: LoadedGame, match: Match, players: Sequence[str], seed: int, person: Person
    ) -> None:
        """Raises Refusal for a page whose scorecard does not fit the program."""
        self._game = game
        self._match = match
        self._players = players
        self._seed = seed
        self._person = person
        self._words = place_words(game.page.layout)
        program = game.engine.program
        self._bots = made(players, program)
        self._chances = {seat: Rng(seed, stream=seat + 1) for seat in self._bots}
        self._humans = [seat for seat in match.seats if seat not in self._bots]
        self._chronicles = {s: Chronicle(Teller(program, s, self._words)) for s in self._humans}
        self._onlooker = Chronicle(Teller(program, None, self._words))
        self._last_human: int | None = None
        self._scoring = scoring_of(game, self._names())
        self._recollections: dict[int, Recollection] = {}
        self._looks = PrivateLooks(program, game.page.layout)

    def forget_looks(self) -> None:
        """From now on nobody is shown for long what they have looked at."""
        mulligans = self._game.page.layout.mulligans
        self._recollections = {seat: Recollection(mulligans) for seat in self._humans}

    def _names(self) -> list[str]:
        """Of all players; a person alone among bots is `you`."""
        alone = self._humans if len(self._humans) == 1 else []
        return ["you" if seat in alone else f"player {seat + 1}" for seat in self._match.seats]

    def play(self) -> None:
        """Play to the end.

        Raises PersonLeft, MatchError if a rule fails, and PlayerFault if a bot does.
        """
        self._spread_news(None)
        while not self._match.is_over:
            seat = self._match.decision.seat
            self._match.play(self._bot(seat) if seat in self._bots else self._ask(seat))
            self._spread_news(seat)

    def _bot(self, seat: int) -> int:
        view, decision = self._match.view(seat), self._match.decision
        chance, name = self._chances[seat], self._players[seat]
        with self._person.kept_company(f"player {seat + 1} is thinking …"):
            return ask(self._bots[seat], name, view, decision, chance).option

    def _ask(self, seat: int) -> int:
        if self._last_human not in (None, seat):
            self._person.hand_over(seat)
        self._last_human = seat
        sight = self._sight(seat, self._match.labels(self._words))
        aids = Aids(
            log=self._chronicles[seat].everything(),
            card=self._scoring.card() if self._scoring else [],
            look_again=lambda: self._look_again(seat),
        )
        return self._person.choose(sight, aids)

    def _look_again(self, seat: int) -> str:
        """Use up a mulligan of the seat; why not, if it has none."""
        recollection = self._recollections.get(seat)
        if recollection is None:
            return "you are shown all you know; --memory manual is for those who want to remember"
        refusal = recollection.look_again()
        if not refusal:
            for chronicle in self._chronicles.values():
                chronicle.note(seat, "used a mulligan")
        return refusal

    def _sight(self, seat: int, labels: Sequence[str]) -> Sight:
        place = f"you are player {seat + 1} of {len(self._players)} · seed {self._seed}"
        scoring = self._scoring
        sight = Sight(
            title=self._game.page.title,
            remark=f"{scoring.progress} · {place}" if scoring else place,
            view=self._match.view(seat),
            news=self._chronicles[seat].news(),
            labels=labels,
            rules=rules_line(self._game),
            standings=scoring.standings(seat) if scoring else {},
        )
        recollection = self._recollections.get(seat)
        return self._person.veiled(sight, recollection) if recollection else sight

    def _spread_news(self, chooser: int | None) -> None:
        """Tell everybody what happened; between two holes, show how the first was scored."""
        events, scoring = self._match.events, self._scoring
        if scoring is None:
            self._tell(chooser, slice(None))
            return
        cut = scoring.next_hole(events)
        holes = scoring.hear(events)
        self._tell(chooser, slice(cut))
        for hole in holes:
            self._pause(scoring, hole)
        if cut < len(events):
            self._tell(None, slice(_new_deal(events, cut), None))

    def _tell(self, chooser: int | None, part: slice) -> None:
        kinds = self._match.kinds
        for seat, chronicle in self._chronicles.items():
            seen = [sighting.event for sighting in self._match.sightings(seat)[part]]
            if seat in self._recollections:
                seen = [self._looks.untold(event) for event in seen]
            chronicle.hear(chooser, seen, kinds)
        if not self._humans:
            self._onlooker.hear(chooser, self._match.events[part], kinds)
            self._person.tell(self._onlooker.news())

    def _pause(self, scoring: Scoring, hole: Hole) -> None:
        news = self._chronicles[self._humans[0]].news() if len(self._humans) == 1 else []
        points = self._match.view(0).points
        lines = scoring.hole(hole, self._match.kinds, points, self._person.width)
        if self._humans:
            self._person.pause(news, lines, scoring.card())
        else:
            self._person.show_lines([Text(), *lines, Text()])

    # ------------------------------------------------------------------ the end

    def show_end(self) -> Table:
        """The table as it was left, or the scorecard; and the scores, yet to be printed."""
        if self._scoring:
            self._person.show_end_card(self._scoring.card())
        elif len(self._humans) == 1:
            self._person.show_end(self._sight(self._humans[0], ()))
        return result_table(self._match.outcome, self._players, self._humans)


def _new_deal(events: Sequence[Event], start: int) -> int:
    """Where the next hole becomes news: clearing the table is none."""
    shuffles = [n for n, event in enumerate(events) if n >= start and isinstance(event, Shuffled)]
    return shuffles[-1] if shuffles else start


def result_table(outcome: Outcome, players: Sequence[str], humans: Sequence[int]) -> Table:
    """Ranks and scores, the best first."""
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 3, 0, 0))
    table.add_column("rank", justify="right")
    table.add_column("player")
    table.add_column("score", justify="right")
    for seat in sorted(range(len(players)), key=lambda seat: (outcome.ranks[seat], seat)):
        name = f"player {seat + 1} ({players[seat]})"
        if humans == [seat]:
            name = "you"
        style = "bold" if outcome.ranks[seat] == 1 else ""
        rank, score = str(outcome.ranks[seat]), str(outcome.scores[seat])
        table.add_row(rank, Text(name), score, style=style)
    return table
