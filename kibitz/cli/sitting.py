"""One match at the terminal: asks whoever is to choose, and tells everybody the news."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.table import Table
from rich.text import Text

from kibitz.cli.chronicle import Chronicle
from kibitz.cli.person import Person
from kibitz.cli.seating import made
from kibitz.cli.table.screen import Sight
from kibitz.engine import Outcome, Rng
from kibitz.engine.match import Match
from kibitz.engine.telling import Teller
from kibitz.games import Layout
from kibitz.loading import LoadedGame
from kibitz.players.asking import ask


def place_words(layout: Layout) -> Mapping[str, str]:
    """What people call locations; the places of a grid are cells."""
    return {**layout.names, **{grid.name: "cell" for grid in layout.grids}}


class Sitting:
    """A match, the players at its seats, and the person or people at this terminal."""

    def __init__(
        self, game: LoadedGame, match: Match, players: Sequence[str], seed: int, person: Person
    ) -> None:
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
        chronicle = self._chronicles[seat]
        sight = self._sight(seat, self._match.labels(self._words))
        return self._person.choose(sight, chronicle.everything())

    def _sight(self, seat: int, labels: Sequence[str]) -> Sight:
        return Sight(
            title=self._game.page.title,
            remark=f"you are player {seat + 1} of {len(self._players)} · seed {self._seed}",
            view=self._match.view(seat),
            news=self._chronicles[seat].news(),
            labels=labels,
        )

    def _spread_news(self, chooser: int | None) -> None:
        kinds = self._match.kinds
        for seat, chronicle in self._chronicles.items():
            seen = [sighting.event for sighting in self._match.sightings(seat)]
            chronicle.hear(chooser, seen, kinds)
        if not self._humans:
            self._onlooker.hear(chooser, self._match.events, kinds)
            self._person.tell(self._onlooker.news())

    # ------------------------------------------------------------------ the end

    def show_end(self) -> Table:
        """The table as it was left; and the scores, yet to be printed."""
        if len(self._humans) == 1:
            self._person.show_end(self._sight(self._humans[0], ()))
        return result_table(self._match.outcome, self._players, self._humans)


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
