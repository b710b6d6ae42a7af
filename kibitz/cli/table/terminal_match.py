"""One match at the terminal: asks whoever is to choose, and tells everybody the news."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from rich.table import Table
from rich.text import Text

from kibitz.cli.recordfile import LiveRecord
from kibitz.cli.seating import made
from kibitz.cli.table.chronicle import Chronicle
from kibitz.cli.table.hints import Kibitzer, Mode
from kibitz.cli.table.memory import PrivateLooks, Recollection
from kibitz.cli.table.person import Aids, TakenBack, TerminalPerson
from kibitz.cli.table.scorecard import ScoreLines, scoring_of
from kibitz.cli.table.screen import Sight
from kibitz.engine import Decision, Event, Outcome, Program, Record, Rng, Shuffled
from kibitz.game import Game
from kibitz.games import differences, in_one_line, matching_preset
from kibitz.match import Match
from kibitz.players import ask
from kibitz.words import ChosenNumbers, Hole, Offer, Teller, offers

NOBODY = -1
Said = TypeVar("Said")


def rules_line(game: Game) -> str:
    """The house rules in one line; empty for a game that has no options to speak of."""
    if not game.house_rules:
        return ""
    line = in_one_line(game.house_rules)
    preset = matching_preset(game.page, game.house_rules)
    if preset is None or len(differences(game.house_rules)) < 2:
        return line
    return f"{game.page.presets[preset].label}: {line}"


class TerminalMatch:
    """A match, the players at its seats, and the person or people at this terminal."""

    def __init__(
        self,
        game: Game,
        match: Match,
        record: Record,
        person: TerminalPerson,
        advice: Mode = Mode.HINT,
    ) -> None:
        """A match just dealt, to be gone on with from where the record ends.

        Raises Refusal for a page whose scorecard does not fit the program.
        """
        self._game = game
        self._match = match
        self._record = record
        self._players = record.players
        self._person = person
        self._kibitzer = Kibitzer(game, advice)
        program = game.program
        self._bots = made(record.players, program)
        self._humans = [seat for seat in match.seats if seat not in self._bots]
        self._last_human: int | None = None
        self._trouble = ""
        self._recollections: dict[int, Recollection] = {}
        self._looks = PrivateLooks(program, game.page.layout)
        self._forget_news()

    def _forget_news(self) -> None:
        """As if nobody had heard anything of the match yet."""
        words = self._game.vocabulary
        self._chronicles = {seat: Chronicle(Teller(words, seat)) for seat in self._humans}
        self._onlooker = Chronicle(Teller(words, None))
        self._scoring = scoring_of(self._game, self._names())
        self._chosen = ChosenNumbers()

    def forget_looks(self) -> None:
        """From now on nobody is shown for long what they have looked at."""
        mulligans = self._game.page.layout.mulligans
        self._recollections = {seat: Recollection(mulligans) for seat in self._humans}

    def _names(self) -> list[str]:
        """Of all players; a person alone among bots is `you`."""
        alone = self._humans if len(self._humans) == 1 else []
        return ["you" if seat in alone else f"player {seat + 1}" for seat in self._match.seats]

    def play(self, live: LiveRecord) -> None:
        """Play to the end; every choice is written down before anybody hears of it.

        Raises BadRecord if the record does not fit, PersonLeft, MatchError if a rule fails, and
        PlayerFault if a bot does.
        """
        self._catch_up(self._match)
        while not self._match.is_over:
            self._tell_trouble(live)
            try:
                self._play_on(live)
            except TakenBack:
                self._go_back(live)

    def _play_on(self, live: LiveRecord) -> None:
        for choice in self._match.run(self._choose):
            live.keep(choice, sync=choice.seat not in self._bots)
            self._spread_news(self._match, choice.seat)
            self._tell_trouble(live)

    def _go_back(self, live: LiveRecord) -> None:
        """To where the only person last chose; the news are told anew up to there."""
        (seat,) = self._humans
        self._match.undo()
        live.take_back()
        while self._match.decision.seat != seat:
            self._match.undo()
            live.take_back()
        self._record = self._match.record(self._players)
        self._forget_news()
        self._catch_up(self._game.match(self._record.seed))

    def _why_not_back(self) -> str:
        """Why no move can be taken back; empty if one can."""
        if len(self._humans) > 1:
            return "other people play here: what is done is done"
        made = self._match.record().choices
        is_possible = any(choice.seat in self._humans for choice in made)
        return "" if is_possible else "you have made no move yet that you could take back"

    def _tell_trouble(self, live: LiveRecord) -> None:
        """The trouble with the record, told to all unless it was said before."""
        if live.trouble != self._trouble:
            now = f"cannot be written: {live.trouble}" if live.trouble else "can be written again"
            self._note(f"the record {now}")
        self._trouble = live.trouble

    def _choose(self, decision: Decision) -> int:
        seat = decision.seat
        return self._bot(decision) if seat in self._bots else self._ask(seat)

    def _catch_up(self, match: Match) -> None:
        """Hear everything up to where the record ends, from a match just dealt."""
        self._spread_news(match, None)
        for choice in match.follow(self._record):
            if choice.seat in self._chronicles:
                self._chronicles[choice.seat].news()
            self._spread_news(match, choice.seat)
        if self._record.choices and len(self._humans) > 1:
            self._last_human = NOBODY

    def _note_duties(self, scoring: ScoreLines) -> None:
        """Who leads or deals in the hole that begins."""
        for duty in ("deal", "lead"):
            player = scoring.on_duty(duty)
            if player is None:
                continue
            told = f"player {player + 1} {duty}s"
            for seat, chronicle in self._chronicles.items():
                chronicle.note(None, f"you {duty}" if seat == player else told)
            if not self._humans:
                self._person.tell([told])

    def _note(self, text: str) -> None:
        for chronicle in self._chronicles.values():
            chronicle.note(None, text)
        if not self._humans:
            self._person.tell([text])

    def _bot(self, decision: Decision) -> int:
        # Each decision has chance of its own, so that bots go on as if nothing had happened.
        seat = decision.seat
        chance = Rng(self._record.seed, stream=self._match.decisions_made + 1)
        view, name = self._match.view(seat), self._players[seat]
        with self._person.kept_company(f"player {seat + 1} is thinking …"):
            return ask(self._bots[seat], name, view, decision, chance).option

    def _ask(self, seat: int) -> int:
        if self._last_human not in (None, seat):
            self._person.hand_over(seat)
        self._last_human = seat
        options, view = self._match.options, self._match.view(seat)
        game = self._game
        sight = self._sight(seat, offers(game.interpreter, view, options, game.vocabulary))
        aids = Aids(
            options=options,
            log=self._chronicles[seat].everything(),
            card=self._scoring.card() if self._scoring else [],
            hint=lambda: self._advised(seat, lambda: self._kibitzer.nudge(view, options)),
            numbers=lambda: self._advised(seat, lambda: self._kibitzer.numbers(view, options)),
            shows_numbers=self._kibitzer.mode is Mode.FULL,
            doubt=lambda option: self._thinking(
                lambda: self._kibitzer.doubt(view, options, option)
            ),
            take_back=self._why_not_back,
            look_again=lambda: self._look_again(seat),
        )
        return self._person.choose(sight, aids)

    def _thinking(self, advice: Callable[[], Said]) -> Said:
        with self._person.kept_company("thinking …"):
            return advice()

    def _advised(self, seat: int, advice: Callable[[], Said]) -> Said:
        """Advice that is asked for: where others play, too, they are told."""
        if len(self._humans) > 1 and self._kibitzer.mode is not Mode.OFF:
            for chronicle in self._chronicles.values():
                chronicle.note(seat, "asked for advice")
        return self._thinking(advice)

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

    def _sight(self, seat: int, offered: Sequence[Offer]) -> Sight:
        place = f"you are player {seat + 1} of {len(self._players)} · seed {self._record.seed}"
        scoring = self._scoring
        sight = Sight(
            title=self._game.page.title,
            remark=f"{scoring.progress} · {place}" if scoring else place,
            view=self._match.view(seat),
            news=self._chronicles[seat].news(),
            offers=offered,
            rules=rules_line(self._game),
            standings=scoring.standings(seat) if scoring else {},
            leader=scoring.on_duty("lead") if scoring else None,
            dealer=scoring.on_duty("deal") if scoring else None,
            chosen=frozenset(self._chosen.slots),
        )
        recollection = self._recollections.get(seat)
        return self._person.veiled(sight, recollection) if recollection else sight

    def _spread_news(self, match: Match, chooser: int | None) -> None:
        """Tell everybody what happened; between two holes, show how the first was scored."""
        events, scoring = match.events, self._scoring
        self._chosen.hear(events)
        if scoring is None:
            self._tell(match, chooser, slice(None))
            return
        cut = scoring.next_hole(events)
        holes = scoring.hear(events)
        self._tell(match, chooser, slice(cut))
        if match is self._match:
            for hole in holes:
                self._pause(scoring, hole)
        if cut < len(events):
            self._tell(match, None, slice(_new_deal(events, cut), None))
        if chooser is None or cut < len(events):
            self._note_duties(scoring)

    def _tell(self, match: Match, chooser: int | None, part: slice) -> None:
        kinds = match.kinds
        for seat, chronicle in self._chronicles.items():
            seen = [sighting.event for sighting in match.sightings(seat)[part]]
            if seat in self._recollections:
                seen = [self._looks.untold(event) for event in seen]
            chronicle.hear(chooser, seen, kinds)
        if not self._humans:
            self._onlooker.hear(chooser, match.events[part], kinds)
            self._person.tell(self._onlooker.news())

    def _pause(self, scoring: ScoreLines, hole: Hole) -> None:
        if self._match.decisions_made < len(self._record.choices):
            return
        news = self._chronicles[self._humans[0]].news() if len(self._humans) == 1 else []
        points = self._match.view(0).points
        lines = scoring.hole(hole, self._match.kinds, points, self._person.width)
        if self._humans:
            self._person.pause(news, lines, scoring.card())
        else:
            self._person.show_lines([Text(), *lines, Text()])

    # ------------------------------------------------------------------ the end

    def show_end(self) -> None:
        """The table as it was left, or the scorecard; and the scores."""
        if self._scoring:
            self._person.show_end_card(self._scoring.card())
        elif len(self._humans) == 1:
            self._person.show_end(self._sight(self._humans[0], ()))
        program, outcome = self._match.game.program, self._match.outcome
        self._person.show_result(result_table(program, outcome, self._players, self._humans))


def _new_deal(events: Sequence[Event], start: int) -> int:
    """Where the next hole becomes news: clearing the table is none."""
    shuffles = [n for n, event in enumerate(events) if n >= start and isinstance(event, Shuffled)]
    return shuffles[-1] if shuffles else start


def result_table(
    program: Program, outcome: Outcome, players: Sequence[str], humans: Sequence[int]
) -> Table:
    """Ranks and scores, the best first; where nobody is a rival, the scores alone."""
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 3, 0, 0))
    if program.has_rivals:
        table.add_column("rank", justify="right")
    table.add_column("player")
    table.add_column("score", justify="right")
    for seat in sorted(range(len(players)), key=lambda seat: (outcome.ranks[seat], seat)):
        name = f"player {seat + 1} ({players[seat]})"
        if humans == [seat]:
            name = "you"
        style = "bold" if outcome.ranks[seat] == 1 else ""
        rank = [str(outcome.ranks[seat])] if program.has_rivals else []
        table.add_row(*rank, Text(name), str(outcome.scores[seat]), style=style)
    return table
