"""Whether what kibitz says can be trusted, row by row: who follows its advice wins, what it
foretells comes true, luck is nobody's merit. At tables it has never been trained for, too.

`python -m benchmarks trust --row poker --sample 20` runs one row with a small sample; `--page
docs/trust.md` keeps what it said there, and leaves what other rows have said as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import click

from benchmarks import calibration, trust_values
from benchmarks.house_bots import Bold, Careful
from benchmarks.table_bot import Table
from kibitz import load
from kibitz.advisor import Question, advise
from kibitz.drill import Watching, line_rows
from kibitz.engine import Decision, Rng, View
from kibitz.game import Game
from kibitz.games import names
from kibitz.match import Match
from kibitz.players import Choice, Mean, Player, Uniform, make_player, mean_of, wanting
from kibitz.recycle import Goal
from kibitz.review import Reviewing

TABLES: tuple[tuple[str, Mapping[str, str | int]], ...] = (
    ("standard", {"PLAYERS": 2, "HOLES": 1}),
    ("standard", {"PLAYERS": 2, "HOLES": 3}),
    ("standard", {"PLAYERS": 3, "HOLES": 1}),
    ("standard", {"PLAYERS": 4, "HOLES": 1}),
    ("standard", {"PLAYERS": 5, "HOLES": 1}),
    ("standard", {"PLAYERS": 6, "HOLES": 1}),
    ("standard", {"PLAYERS": 2, "HOLES": 9}),
    ("standard", {"PLAYERS": 3, "HOLES": 18}),
    ("flip-on-discard", {"PLAYERS": 3, "HOLES": 1}),
    ("race", {"PLAYERS": 4, "HOLES": 1}),
    ("family-wild", {"PLAYERS": 4, "HOLES": 1}),
    ("clubhouse", {"PLAYERS": 2, "HOLES": 1}),
)
"""Of golf: the preset, and what else is set."""
BOTS = (Table, Careful, Bold)
"""The first knows the strokes of the standard rules alone."""
SIMULATIONS = 1_500
LEVELS = ("uniform", "casual", "club", "expert:training=kept")
WANTED = {"uniform": (0, 25), "casual": (50, 70), "club": (70, 85), "expert": (92, 100)}
"""By level: between what its accuracy is to lie."""
REVIEWED = ("golf-six", "hearts", "president", "gin-rummy", "kuhn-poker", "cribbage")
SHEETS = ("golf-six", "golf", "kuhn-poker")
FORETOLD = 20
"""Library games whose intervals are held beside what came, the first ones by name."""


@dataclass(frozen=True, slots=True)
class Follower:
    """Does what advice says."""

    game: Game
    simulations: int

    def choose(self, view: View, decision: Decision, rng: Rng) -> Choice:
        if len(decision.options) == 1:
            return Choice(0)
        question = Question.of(self.game, view, decision, seed=rng.below(1 << 30))
        return Choice(advise(question, simulations=self.simulations).best.index)


def table(preset: str, more: Mapping[str, str | int]) -> Game:
    """Golf as the preset has it, but for what else is set."""
    presets = load("golf").page.presets
    return load("golf", **{**presets[preset].options, **more})


def followed(sample: int) -> Iterator[str]:
    """Golf at 12 tables: strokes a hole that a follower of advice is better than a bot; > 0."""
    for preset, options in TABLES:
        game = table(preset, options)
        told = f"{preset} {options['PLAYERS']} players {options['HOLES']} holes"
        for bot in BOTS if preset == "standard" else BOTS[1:]:
            gain = advantage(game, Follower(game, SIMULATIONS), bot(game.program), sample)
            each, margin = int(options["HOLES"]), gain.margin or 0.0
            verdict = trust_values.verdict(gain.value - margin > 0, gain.value + margin < 0)
            yield (
                f"{told:40} {bot.__name__:8} {gain.value / each:+6.2f} ± {margin / each:.2f}"
                f"  {verdict}"
            )


def advantage(game: Game, ours: Player, theirs: Player, deals: int) -> Mean:
    """What a seat scores less than the others: every deal once with us in each seat."""
    by_deal = []
    for seed in range(deals):
        gains = []
        for seat in range(game.players):
            line_up = [ours if one == seat else theirs for one in range(game.players)]
            scores = played(game, line_up, seed).outcome.scores
            others = sum(scores) - scores[seat]
            gains.append(others / (game.players - 1) - scores[seat])
        by_deal.append(sum(gains) / len(gains))
    return mean_of(by_deal)


def foretold(sample: int) -> Iterator[str]:
    """Results inside "5 to 95 %", at those tables and in 20 library games: 86 to 94 %."""
    tables = [(f"golf {preset} {dict(more)}", table(preset, more)) for preset, more in TABLES]
    games = [(name, load(name)) for name in islice(names(), FORETOLD)]
    for name, game in (*tables, *games):
        found = list(calibration.foretold(game, range(sample), SIMULATIONS))
        if found:
            inside = mean_of([calibration.is_inside(one) for one in found])
            low, high = inside.value - (inside.margin or 0), inside.value + (inside.margin or 0)
            verdict = trust_values.verdict(low >= 0.86 and high <= 0.94, high < 0.86 or low > 0.94)
            yield f"{name:60} {inside.value:5.1%} ± {inside.margin or 0:.1%}  {verdict}"


def luck(sample: int) -> Iterator[str]:
    """Mean luck by seat: nothing, whoever plays."""
    for name in REVIEWED:
        for level, lucky, own, _ in reviewed(load(name), sample):
            margin = lucky.margin or 0.0
            verdict = "holds" if abs(lucky.value) <= 1.02 * margin else "MISSED"
            yield (
                f"{name:12} {level:22} luck {lucky.value:+7.2f} ± {margin:5.2f} {verdict}  "
                f"own {own.value:+7.2f}"
            )


def accuracy(sample: int) -> Iterator[str]:
    """Uniform ≤ 25, casual 50 to 70, club 70 to 85, expert ≥ 92, in every library game."""
    for name in names():
        game = load(name)
        if not game.program.has_rivals:
            continue
        means = {
            level.partition(":")[0]: mean_of(
                [
                    one
                    for seed in range(sample)
                    for one in _accuracies(game, [_player(level, game)], seed)
                ]
                or [0.0]
            )
            for level in LEVELS
        }
        told = ", ".join(f"{level} {mean.value:3.0f}" for level, mean in means.items())
        values = [mean.value for mean in means.values()]
        fits = all(low <= means[level].value <= high for level, (low, high) in WANTED.items())
        order = "rising" if values == sorted(values) else "NOT rising"
        yield f"{name:16} {told}  {order}, {'holds' if fits else 'MISSED'}"


def _accuracies(game: Game, players: list[Player], seed: int) -> list[float]:
    line_up = [players[seat % len(players)] for seat in range(game.players)]
    reviewing = Reviewing(game, played(game, line_up, seed).record(), simulations=100)
    for _ in reviewing.decisions():
        pass
    found = (account.accuracy for account in reviewing.review().accounts)
    return [one for one in found if one is not None]


def reviewed(game: Game, matches: int) -> list[tuple[str, Mean, Mean, float]]:
    """By seat: who plays, its luck, its own doing and its mean accuracy."""
    level_names = [LEVELS[seat % len(LEVELS)] for seat in range(game.players)]
    players = [_player(name, game) for name in level_names]
    accounts = []
    for seed in range(matches):
        reviewing = Reviewing(game, played(game, players, seed).record(), simulations=100)
        for _ in reviewing.decisions():
            pass
        accounts.append(reviewing.review().accounts)
    by_seat = zip(level_names, zip(*accounts, strict=True), strict=True)
    return [
        (
            name,
            mean_of([one.luck.score for one in own]),
            mean_of([one.own.score for one in own]),
            mean_of([one.accuracy for one in own if one.accuracy is not None] or [0.0]).value,
        )
        for name, own in by_seat
    ]


def _player(level: str, game: Game) -> Player:
    """Who wants what the game is played for."""
    return make_player(wanting(level, game.page.play.objective), game.program)


def played(game: Game, line_up: list[Player], seed: int) -> Match:
    match, chance = game.match(seed), Rng(seed, stream=1)
    while not match.is_over:
        seat = match.decision.seat
        match.play(line_up[seat].choose(match.view(seat), match.decision, chance).option)
    return match


def sheets(sample: int) -> Iterator[str]:
    """What it is worth to follow the sheet of a game, in points a match against uniform seats; > 0,
    as far as the sheet has lines."""
    for name in SHEETS:
        game = load(name)
        watching = Watching(game, "casual", seed=1)
        for _ in watching.matches(10):
            pass
        sheet = watching.sheet()
        lower = advantage(game, sheet.follower(game), Uniform(), sample)
        gain, margin = lower.value, lower.margin or 0.0
        if game.program.goal is Goal.MAX:
            gain = -gain
        verdict = trust_values.verdict(gain - margin > 0, gain + margin < 0)
        yield f"{name:12} {len(sheet.lines):2} lines {gain:+7.2f} ± {margin:.2f}  {verdict}"
        for what, better, right, possible in line_rows(sheet)[1:]:
            yield f"    {what}: {better}, right {right} of {possible}"


Row = Callable[[int], Iterator[str]]
ROWS: Mapping[str, tuple[Row, int]] = {
    "followed": (followed, 60),
    "foretold": (foretold, 300),
    "endings": (trust_values.endings, 25),
    "blackjack": (trust_values.blackjack, 100),
    "poker": (trust_values.poker, 1),
    "cribbage": (trust_values.cribbage, 50),
    "bids": (trust_values.bids, 300),
    "luck": (luck, 400),
    "accuracy": (accuracy, 20),
    "grades": (trust_values.grades, 10),
    "sentences": (trust_values.sentences, 20),
    "speed": (trust_values.speed, 10),
    "sheet": (sheets, 40),
}
"""By name: the row, and how large its sample is unless said."""


PREFACE = """# How far kibitz can be trusted

What advice, review and analysis say, held beside what is known exactly or beside what came of it
(`benchmarks/trust.py`). Every row with the command that was run; `±` is half of a 95 % interval. A
row `holds` or is `MISSED` where that is beyond doubt; what is not here has not been measured.
Advice has 0.8 seconds. Where it is held beside exact values they are the processor's, so that a
busy machine, as this was, gives the answers of a quiet one; threads count together.
"""
_HEAD = "\n## "


def section(name: str, sample: int, lines: Iterable[str]) -> str:
    """What the page has of a row."""
    told = " ".join((ROWS[name][0].__doc__ or "").split())
    command = f"python -m benchmarks trust --row {name} --sample {sample}"
    return "\n".join((f"{name}\n", told, "", "```text", f"$ {command}", *lines, "```", ""))


def sections_of(text: str) -> dict[str, str]:
    """By row: what a page that was written before has of it."""
    parts = text.split(_HEAD)[1:]
    return {part.partition("\n")[0]: part for part in parts}


def page(sections: Mapping[str, str]) -> str:
    return _HEAD.join((PREFACE, *(sections[name] for name in ROWS if name in sections)))


@click.command("trust")
@click.option(
    "--row", "rows", multiple=True, type=click.Choice(tuple(ROWS)), help="All unless said."
)
@click.option("--sample", type=int, help="Deals, matches or positions; each row has its own.")
@click.option(
    "--page", "file", type=click.Path(path_type=Path), help="Where what they say is kept, too."
)
def command(rows: tuple[str, ...], sample: int | None, file: Path | None) -> None:
    """Measure whether advice, review and analysis can be trusted."""
    for name in rows or ROWS:
        row, usual = ROWS[name]
        count = usual if sample is None else sample
        click.echo(f"{name}, sample {count}. {(row.__doc__ or '').strip()}")
        lines = []
        for line in row(count):
            click.echo(f"  {line}")
            lines.append(line)
        if file is not None:
            known = sections_of(file.read_text(encoding="utf-8")) if file.exists() else {}
            written = page({**known, name: section(name, count, lines)})
            file.write_text(written, encoding="utf-8")
