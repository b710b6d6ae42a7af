"""`kibitz ladder`: players rated against each other."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from kibitz import __version__
from kibitz.cli import arguments
from kibitz.cli.deals import line_up, play_all
from kibitz.cli.failing import as_said, deals_told
from kibitz.cli.faults import Refusal
from kibitz.cli.presets import load_settled
from kibitz.cli.report import figure_table, print_json
from kibitz.cli.terminal import interrupted, output_console
from kibitz.engine import reason, write_atomically
from kibitz.game import Game
from kibitz.games import Objective
from kibitz.learning import Net, kept_net
from kibitz.players import BadLineUp, PlayedDeal, Tournament, TournamentFile
from kibitz.players.ladder import Pair, Rating, pairings, ratings
from kibitz.players.nets import net_for

USUAL_PLAYERS = "uniform,beginner,casual,club,expert"
USUAL_SEED = 1
NEED_NETS = ("learned", "expert")
COLUMNS = ("player", "rating", "low", "high", "gain", "gain_low", "gain_high")


@click.command("ladder")
@arguments.game_argument
@arguments.players_option(
    default=USUAL_PLAYERS, help="Who is rated, the weakest first; the first one is rated 0."
)
@arguments.count_option(
    "-n", "--deals", "count", least=2, default=30, help="How many deals every duel has."
)
@click.option(
    "--minutes",
    type=click.FloatRange(min=0, min_open=True),
    default=1.0,
    show_default=True,
    metavar="M",
    help="How long a net is trained first, where there is none.",
)
@arguments.house_rules
@arguments.seed_option
@arguments.threads_option
@click.option(
    "--out",
    type=arguments.NamedPath(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Keep duels, picture and CSV there; the same command goes on where it stopped. "
    "[default: GAME-ladder]",
)
@arguments.json_flag("the ratings as one JSON object")
def command(
    game: str,
    players: str,
    count: int,
    minutes: float,
    preset: str | None,
    settings: dict[str, int | str],
    seed: int | None,
    threads: int | None,
    out: Path | None,
    as_json: bool,
) -> int:
    """Rate players by duels over the same deals.

    Everybody meets the two who stand next above and below. Whoever is rated 100 higher comes out
    ahead in 64 of 100 comparisons, 200 higher in 76. Intervals hold the truth 95 times out of 100.

    \b
    kibitz ladder golf-six
    """
    loaded = load_settled(game, preset, settings)
    names = line_up(players, loaded, _refuse)
    folder = out or Path(f"{loaded.name}-ladder")
    _begin(folder)
    net = _net_of(loaded, names, minutes)
    ladder = Ladder(loaded, names, USUAL_SEED if seed is None else seed, folder, net)
    with deals_told(loaded.vocabulary, as_said(game, preset, settings), names):
        duels = ladder.played(count, threads)
    done, wanted = sum(map(len, duels.values())), count * len(duels)
    if all(duels.values()):
        found = ratings(names, duels, loaded.program.goal)
        least = min(map(len, duels.values()))
        _write(folder, found, ladder.caption(least))
        if as_json:
            print_json(_figures(ladder, found, least))
        else:
            _print(loaded, found, folder)
    return interrupted(done, wanted, "deals") if done < wanted else 0


def _refuse(names: tuple[str, ...]) -> None:
    if len(set(names)) < max(2, len(names)):
        raise BadLineUp("name at least two players, each once")


def _begin(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise Refusal(f"{folder} cannot be made: {reason(fault)}") from None


def _net_of(game: Game, names: Sequence[str], minutes: float) -> Net | None:
    """The net that players use from the first deal on; one is trained where somebody needs it."""
    by_score = game.objective is Objective.SCORE
    if any(name.partition(":")[0] in NEED_NETS for name in names):
        values = {"net": "", "minutes": str(minutes), "reward": "score" if by_score else ""}
        return net_for(game.program, values)()
    return kept_net(game.program, by_score=by_score)


@dataclass(frozen=True, slots=True)
class Ladder:
    """Who is rated, and where their duels are kept."""

    game: Game
    names: tuple[str, ...]
    seed: int
    folder: Path
    net: Net | None

    @property
    def made_with(self) -> str:
        """Results of another version, or with another net, cannot be gone on with."""
        return __version__ if self.net is None else f"{__version__}, {self.net.matches} matches"

    def played(self, count: int, threads: int | None) -> dict[Pair, list[PlayedDeal]]:
        """The deals of every duel, those that were kept and those still to be played; after Ctrl-C
        those that are finished."""
        files = {pair: self._file(pair) for pair in pairings(self.names)}
        deals = play_all(list(files.values()), count, threads)
        for file in files.values():
            file.close()
        return dict(zip(files, deals, strict=True))

    def _file(self, pair: Pair) -> TournamentFile:
        name = "-".join(re.sub(r"[^\w.=]+", "-", player) for player in pair)
        tournament = Tournament(self.game.program, pair, self.seed)
        return TournamentFile(self.folder / f"{name}.jsonl", tournament, self.made_with)

    def caption(self, deals: int) -> str:
        """What the picture needs to be made again."""
        return (
            f"{self.game.page.title}. {deals} deals a duel, seed {self.seed}, "
            f"kibitz {self.made_with}."
        )


def _figures(ladder: Ladder, found: Sequence[Rating], deals: int) -> dict[str, Any]:
    return {
        "game": ladder.game.name,
        "kibitz": __version__,
        "digest": ladder.game.program.digest,
        "options": dict(ladder.game.program.options),
        "seed": ladder.seed,
        "deals": deals,
        "net_matches": None if ladder.net is None else ladder.net.matches,
        "ratings": [dict(zip(COLUMNS, _row(one), strict=True)) for one in found],
    }


def _row(one: Rating) -> tuple[str | float | None, ...]:
    gain = (None,) * 3 if one.gain is None else (one.gain.value, one.gain.low, one.gain.high)
    return (one.player, one.rating, one.low, one.high, *gain)


def _write(folder: Path, found: Sequence[Rating], caption: str) -> None:
    """Picture and CSV. Raises Refusal if they cannot be written."""
    from kibitz.analysis.figures.output import to_png, to_svg
    from kibitz.analysis.figures.skill import draw_ladder

    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(COLUMNS)
    rows.writerows(_row(one) for one in found)
    figure = draw_ladder(found, caption)
    files = {
        "ladder.csv": text.getvalue().encode(),
        "ladder.svg": to_svg(figure).encode(),
        "ladder.png": to_png(figure),
    }
    for name, data in files.items():
        try:
            write_atomically(folder / name, data)
        except OSError as fault:
            raise Refusal(f"{folder / name} cannot be written: {reason(fault)}") from None


def _print(game: Game, found: Sequence[Rating], folder: Path) -> None:
    table = figure_table("player", "rating", "interval", "gain over the one before", gap=2)
    for one in found:
        gain = "" if one.gain is None else f"{one.gain.value:+.2f} ± {one.gain.margin or 0:.2f}"
        table.add_row(one.player, f"{one.rating:+.0f}", f"{one.low:+.0f} … {one.high:+.0f}", gain)
    console = output_console()
    console.print(f"{game.page.title}: ratings\n")
    console.print(table)
    console.print(f"\npicture and numbers are in {folder}")
