"""One match at the terminal: asks whoever is to choose, and tells everybody the news."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from types import MappingProxyType
from typing import TypeVar

from rich.table import Table
from rich.text import Text

from kibitz.cli.recordfile import LiveRecord
from kibitz.cli.seating import made
from kibitz.cli.table.aids import Kibitzer, Mode, Recollection
from kibitz.cli.table.drawing import Block
from kibitz.cli.table.person import TakenBack, TerminalPerson
from kibitz.cli.table.scorecard import ScoreLines
from kibitz.cli.table.screen import Sight
from kibitz.engine import Decision, Event, Outcome, Program, Record, Rng, records
from kibitz.game import Game
from kibitz.games import differences, in_one_line, matching_preset
from kibitz.match import Match
from kibitz.players import ask
from kibitz.words import ChosenNumbers, Hole, Offer, Teller, offers, signed


class Chronicle:
    """Lines of news; what a player does in one go is one line."""

    def __init__(self, teller: Teller) -> None:
        self._teller = teller
        self._entries: list[tuple[int | None, list[str]]] = []
        """Who did it, and what in one go."""
        self._read = 0

    def hear(
        self,
        chooser: int | None,
        events: Sequence[Event],
        kinds: Sequence[int],
        *,
        is_next_hand: bool = False,
    ) -> None:
        tales = self._teller.tell(chooser, events, kinds, is_next_hand=is_next_hand)
        for tale in (tale for tale in tales if tale.parts):
            # The same player goes on doing what nobody has read yet.
            is_unread = len(self._entries) > self._read
            goes_on = is_unread and tale.seat is not None and self._entries[-1][0] == tale.seat
            if not goes_on:
                self._entries.append((tale.seat, []))
            self._entries[-1][1].extend(tale.parts)

    def note(self, seat: int | None, deed: str) -> None:
        """Something a player did, or that happened, that the rules know nothing of."""
        self._entries.append((seat, [deed]))

    def news(self) -> list[str]:
        """The lines since this was asked last."""
        lines = self.everything()[self._read :]
        self._read = len(self._entries)
        return lines

    def everything(self) -> list[str]:
        return [
            ("" if seat is None else f"{self._teller.player(seat)} ") + ", ".join(_counted(parts))
            for seat, parts in self._entries
        ]


def _counted(parts: Sequence[str]) -> Iterator[str]:
    """`passed 3 cards` for `passed a card` three times."""
    for part, alike in groupby(parts):
        count = len(list(alike))
        said = part.replace(" a card", f" {count} cards", 1)
        yield from [said] if count > 1 and said != part else [part] * count


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
        advice: Mode,
        must_remember: bool,
    ) -> None:
        """A match just dealt, to be gone on with from where the record ends.

        Those who must remember are not shown for long what they have looked at. Raises Refusal for
        a page whose scorecard does not fit the program.
        """
        self._game = game
        self._match = match
        self._record = record
        self._players = record.players
        self._person = person
        self._advice = advice
        self._bots = made(record.players, game.program)
        self._humans = [seat for seat in match.seats if seat not in self._bots]
        self._last_human: int | None = None
        self._trouble = ""
        remembering = self._humans if must_remember else ()
        page = game.page.layout
        self._recollections = {seat: Recollection(game.program, page) for seat in remembering}
        self._forget_news()

    def _forget_news(self) -> None:
        """As if nobody had heard anything of the match yet."""
        words = self._game.vocabulary
        self._chronicles = {seat: Chronicle(Teller(words, seat)) for seat in self._humans}
        self._onlooker = Chronicle(Teller(words, None))
        # A person alone among bots is `you`.
        alone = self._humans if len(self._humans) == 1 else []
        names = ["you" if seat in alone else f"player {seat + 1}" for seat in self._match.seats]
        self._scoring = self._person.scoring(names)
        self._chosen = ChosenNumbers()

    def play(self, live: LiveRecord) -> None:
        """Play to the end; every choice is written down before anybody hears of it.

        Raises BadRecord if the record does not fit, PersonLeft, MatchError if a rule fails, and
        PlayerFault if a bot does.
        """
        self._catch_up(self._match)
        while not self._match.is_over:
            self._tell_trouble(live)
            try:
                for choice in self._match.choices(self._choose):
                    live.append(records.choice_entry(choice), sync=choice.seat not in self._bots)
                    self._spread_news(self._match, choice.seat)
                    self._tell_trouble(live)
            except TakenBack:
                self._go_back(live)

    def _go_back(self, live: LiveRecord) -> None:
        """To where the only person last chose; the news are told anew up to there."""
        (seat,) = self._humans
        self._match.undo()
        live.append(records.UNDO)
        while self._match.decision.seat != seat:
            self._match.undo()
            live.append(records.UNDO)
        self._record = self._match.record(self._players)
        self._forget_news()
        self._catch_up(self._game.match(self._record.seed))

    def _tell_trouble(self, live: LiveRecord) -> None:
        """The trouble with the record, told to all unless it was said before."""
        if live.trouble != self._trouble:
            now = f"cannot be written: {live.trouble}" if live.trouble else "can be written again"
            self._note(f"the record {now}")
        self._trouble = live.trouble

    def _choose(self, decision: Decision) -> int:
        seat = decision.seat
        if seat not in self._bots:
            return self._ask(seat)
        # Each decision has chance of its own, so that bots go on as if nothing had happened.
        chance = Rng(self._record.seed, stream=self._match.decisions_made + 1)
        view, name = self._match.view(seat), self._players[seat]
        with self._person.kept_company(f"player {seat + 1} is thinking …"):
            return ask(self._bots[seat], name, view, decision, chance).option

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
            player = scoring.keeper.on_duty(duty)
            if player is None:
                continue
            self._note(f"player {player + 1} {duty}s", {player: f"you {duty}"})

    def _note(self, text: str, own: Mapping[int, str] = MappingProxyType({})) -> None:
        """Tell everybody the text, or by seat what it is for themselves."""
        for seat, chronicle in self._chronicles.items():
            chronicle.note(None, own.get(seat, text))
        if not self._humans:
            self._person.tell([text])

    def _ask(self, seat: int) -> int:
        if self._last_human not in (None, seat):
            self._person.hand_over(seat)
        self._last_human = seat
        game, view, self.options = self._game, self._match.view(seat), self._match.options
        self._kibitzer = Kibitzer(game, self._advice, view, self.options)
        offered = offers(game.interpreter, view, self.options, game.vocabulary)
        return self._person.choose(self._sight(seat, offered), self)

    # ------------------------------------------------------------------ helping who is to choose

    @property
    def log(self) -> list[str]:
        return self._chronicles[self._match.decision.seat].everything()

    @property
    def card(self) -> Block:
        """The scorecard; empty in a game without one."""
        return self._scoring.card() if self._scoring else []

    @property
    def shows_numbers(self) -> bool:
        """They are told unasked."""
        return self._advice is Mode.FULL

    def hint(self) -> str:
        return self._advised(self._kibitzer.hint)

    def numbers(self) -> list[str]:
        return self._advised(self._kibitzer.numbers)

    def doubt(self, option: int) -> str:
        with self._person.kept_company("thinking …"):
            return self._kibitzer.doubt(option)

    def _advised(self, advice: Callable[[], Said]) -> Said:
        """Advice that is asked for: where others play, too, they are told."""
        if len(self._humans) > 1 and self._advice is not Mode.OFF:
            self._note_deed("asked for advice")
        with self._person.kept_company("thinking …"):
            return advice()

    def why_not_back(self) -> str:
        """Why no move can be taken back; empty if one can."""
        if len(self._humans) > 1:
            return "other people play here: what is done is done"
        made = self._match.record().choices
        is_possible = any(choice.seat in self._humans for choice in made)
        return "" if is_possible else "you have made no move yet that you could take back"

    def look_again(self) -> str:
        """Use up a mulligan; why not, if there is none."""
        recollection = self._recollections.get(self._match.decision.seat)
        if recollection is None:
            return "you are shown all you know; --memory manual is for those who want to remember"
        refusal = recollection.look_again()
        if not refusal:
            self._note_deed("used a mulligan")
        return refusal

    def _note_deed(self, deed: str) -> None:
        for chronicle in self._chronicles.values():
            chronicle.note(self._match.decision.seat, deed)

    def _sight(self, seat: int, offered: Sequence[Offer]) -> Sight:
        place = f"seed {self._record.seed}"
        if len(self._players) > 1:
            place = f"you are player {seat + 1} of {len(self._players)} · {place}"
        scoring = self._scoring
        sight = Sight(
            title=self._game.page.title,
            remark=f"{scoring.progress} · {place}" if scoring else place,
            view=self._match.view(seat),
            news=self._chronicles[seat].news(),
            offers=offered,
            rules=rules_line(self._game),
            standings=scoring.standings(seat) if scoring else {},
            leader=scoring.keeper.on_duty("lead") if scoring else None,
            dealer=scoring.keeper.on_duty("deal") if scoring else None,
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
        cut = scoring.keeper.next_hole(events)
        holes = scoring.keeper.hear(events)
        self._tell(match, chooser, slice(cut))
        if match is self._match:
            for hole in holes:
                self._pause(scoring, hole)
        if cut < len(events):
            self._tell(match, None, slice(cut, None), is_next_hand=True)
        if chooser is None or cut < len(events):
            self._note_duties(scoring)

    def _tell(
        self, match: Match, chooser: int | None, part: slice, *, is_next_hand: bool = False
    ) -> None:
        kinds = match.kinds
        for seat, chronicle in self._chronicles.items():
            seen = [sighting.event for sighting in match.sightings(seat)[part]]
            if seat in self._recollections:
                seen = [self._recollections[seat].untold(event) for event in seen]
            chronicle.hear(chooser, seen, kinds, is_next_hand=is_next_hand)
        if not self._humans:
            self._onlooker.hear(chooser, match.events[part], kinds, is_next_hand=is_next_hand)
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

    def show_end(self) -> None:
        """The table as it was left, or the scorecard; and the scores."""
        end: Sight | Block | None = self._scoring.card() if self._scoring else None
        if end is None and len(self._humans) == 1:
            end = self._sight(self._humans[0], ())
        program, outcome = self._match.game.program, self._match.outcome
        self._person.show_end(end, result_table(program, outcome, self._players, self._humans))


def _kind_of_player(players: Sequence[str], seat: int) -> str:
    """Without its parameters, where nobody else plays with others."""
    kind = players[seat].split(":")[0]
    alike = {name for name in players if name.split(":")[0] == kind}
    return kind if len(alike) == 1 else players[seat]


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
        name = f"player {seat + 1} ({_kind_of_player(players, seat)})"
        if humans == [seat]:
            name = "you"
        style = "bold" if outcome.ranks[seat] == 1 else ""
        rank = [str(outcome.ranks[seat])] if program.has_rivals else []
        table.add_row(*rank, Text(name), signed(outcome.scores[seat]), style=style)
    return table
