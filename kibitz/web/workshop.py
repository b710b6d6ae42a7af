"""A game that is being written, in a page: what is wrong with it, what words mean, its table, and
what comes of it by chance. Texts in, JSON out; nothing raises, whatever the text.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from kibitz.engine import Interpreter, MatchError, Playing, Playout, Rng, Traced, TracingRules
from kibitz.game import Game
from kibitz.games import PAGE, PROGRAM
from kibitz.lsp import Pair, complete, explain, page_words, program_words
from kibitz.recycle import Diagnostic, KibitzError, RecycleError, Source, format_text
from kibitz.web.offers import Offers
from kibitz.web.offline_table import OfflineTable
from kibitz.web.refusal import Refused
from kibitz.web.wire import dumped
from kibitz.words import what_it_did

NAME, BOT = "yours", "novice"
MOST_DECISIONS = 1_000
_MOST_PROPOSALS, _MOST_STATEMENTS = 60, 400
_SEED = 1


@dataclass
class ByChance:
    """What matches at random came to."""

    matches: int = 0
    decisions: int = 0
    options: int = 0
    cut: int = 0
    firsts: list[float] = field(default_factory=list)
    scores: list[float] = field(default_factory=list)
    fault: str = ""

    def add(self, played: Playout) -> None:
        """One match more."""
        scores, ranks = played.outcome.scores, played.outcome.ranks
        self.firsts = self.firsts or [0.0] * len(scores)
        self.scores = self.scores or [0.0] * len(scores)
        best = [seat for seat, rank in enumerate(ranks) if rank == min(ranks)]
        for seat, score in enumerate(scores):
            self.scores[seat] += score
            self.firsts[seat] += (seat in best) / len(best)
        self.matches += 1
        self.decisions += len(played.decisions)
        self.options += sum(options for _, options in played.decisions)
        self.cut += played.capped


class Workshop:
    """One program and its page, as they are now."""

    def __init__(self, folder: str) -> None:
        self._folder = Path(folder)
        self._program, self._page = Source(f"{NAME}{PROGRAM}", ""), Source(f"{NAME}{PAGE}", "")
        self._game: Game | None = None
        self._chances = ByChance()
        self.dealt: OfflineTable | None = None

    def write(self, program: str, page: str) -> str:
        """What is wrong with the texts, of what sort their words are, and whether they can be
        played."""
        self._program = Source(f"{NAME}{PROGRAM}", program)
        self._page = Source(f"{NAME}{PAGE}", page)
        self._game, self._chances = None, ByChance()
        pair = Pair(self._program, self._page if page.strip() else None)
        faults = {"program": pair.program_reports(), "page": pair.page_reports()}
        trouble = ""
        if not any(one.is_error for found in faults.values() for one in found):
            trouble = self._load()
        told = {
            name: [_told(one, source) for one in faults[name]]
            for name, source in (("program", self._program), ("page", self._page))
        }
        sorts = {"program": program_words(pair), "page": page_words(pair)}
        shades = {
            name: [(span.start, span.end, sort) for span, sort in words]
            for name, words in sorts.items()
        }
        return dumped(
            {**told, "shades": shades, "plays": self._game is not None, "trouble": trouble}
        )

    def _load(self) -> str:
        """Why it cannot be played, if it cannot."""
        try:
            for source in (self._program, self._page):
                (self._folder / source.name).write_text(source.text, "utf-8")
            offers = Offers([str(self._folder / self._program.name)])
            self._game = offers.game(NAME, {})
        except KibitzError as fault:
            return str(fault)
        return ""

    def deal(self, kept: str) -> str:
        """Why the cards cannot be dealt; nothing where they are, at the table in `dealt`."""
        self.dealt = None
        try:
            self.dealt = self.table(kept)
        except MatchError as fault:
            return fault.diagnostic.headline
        except Refused as fault:
            return str(fault)
        return ""

    def table(self, kept: str) -> OfflineTable:
        """A table of the game as it is now, dealt to its writer and to bots; it stands as the one
        that was kept, where the same choices can still be made.

        Raises MatchError where a rule fails, and Refused.
        """
        assert self._game is not None, "there is a table where there is a game"
        offers = Offers([str(self._folder / self._program.name)])
        if kept:
            left = json.loads(kept)
            if left["match"]:
                left["match"]["kept"]["digest"] = self._game.program.digest
                kept = json.dumps(left)
        table = OfflineTable.opened(offers, NAME, "{}", kept)
        if not table.is_dealt:
            table = OfflineTable(offers, NAME, {})
        table.begin(BOT)
        return table

    def format(self) -> str:
        """The program laid out afresh; as it is where its parentheses do not match."""
        try:
            return format_text(self._program)
        except RecycleError:
            return self._program.text

    def explain(self, offset: int) -> str:
        """What the word there means, as Markdown; nothing where there is nothing to say."""
        found = explain(self._program, offset)
        return found.text if found else ""

    def complete(self, offset: int) -> str:
        """What could stand there."""
        found = complete(self._program, offset)
        begun = self._program.text[found.span.start : found.span.end]
        fitting = [one for one in found.proposals if one.text.startswith(begun)]
        words = [{"text": one.text, "detail": one.detail} for one in fitting[:_MOST_PROPOSALS]]
        return dumped({"start": found.span.start, "end": found.span.end, "words": words})

    def trace(self, kept: str) -> str:
        """What every statement has done since the last choice at a table, or since the deal.
        Nothing is kept secret: this is for whoever writes the game."""
        match = json.loads(kept)["match"] if kept else None
        if match is None or self._game is None:
            return dumped([])
        program, found = self._game.program, list[Traced]()
        rules = TracingRules(program, found.append)
        try:
            playing = Playing(Interpreter(program, rules), Rng(match["kept"]["seed"]))
            for option in match["choices"]:
                found.clear()
                playing.play(option)
        except (KibitzError, IndexError):
            pass  # the last statement is the one that failed
        return dumped([self._ran(one) for one in found[-_MOST_STATEMENTS:]])

    def _ran(self, traced: Traced) -> dict[str, object]:
        assert self._game is not None, "what has run is a game's"
        done = what_it_did(self._game.vocabulary, traced)
        span = traced.span.use or traced.span
        line = self._program.position(min(span.start, len(self._program.text))).line
        text = " ".join(self._game.program.source.slice(traced.span).split())
        return {"line": line, "start": span.start, "end": span.end, "text": text, "done": done}

    def chance(self, matches: int) -> str:
        """What so many more matches at random have come to, with those before."""
        told = self._chances
        if self._game is not None and not told.fault:
            engine = self._game.interpreter
            try:
                for number in range(told.matches, told.matches + matches):
                    told.add(engine.playout(Rng(_SEED, number), MOST_DECISIONS))
            except MatchError as fault:
                told.fault = fault.diagnostic.headline
        return dumped(_figures(told))


def _figures(told: ByChance) -> dict[str, object]:
    matches = max(1, told.matches)
    return {
        "matches": told.matches,
        "decisions": told.decisions / matches,
        "options": told.options / max(1, told.decisions),
        "cut": told.cut,
        "firsts": _shares(told.firsts, matches),
        "scores": _shares(told.scores, matches),
        "fault": told.fault,
    }


def _shares(values: Iterable[float], matches: int) -> list[float]:
    return [value / matches for value in values]


def _told(report: Diagnostic, source: Source) -> dict[str, object]:
    span = report.primary.span
    place = source.position(min(span.start, len(source.text)))
    return {
        "slug": report.slug,
        "error": report.is_error,
        "start": span.start,
        "end": max(span.start + 1, span.end),
        "line": place.line,
        "headline": report.headline,
        "text": "\n".join(filter(None, (report.primary.text, *report.notes))),
        "help": report.help or "",
        "edits": [
            {"start": one.span.start, "end": one.span.end, "text": one.replacement}
            for one in report.edits
        ],
    }
