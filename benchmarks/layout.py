"""The laws of the table in a real browser, every game at every size; writes layout.md.

Frames of random matches are shown on the page as a server would send them; what lies on what, what
is cut, what is too small is looked up in the boxes of the page.
"""

from __future__ import annotations

import json
import shutil
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import click

from benchmarks.report import about
from benchmarks.visitors import served
from kibitz import Rng, load
from kibitz.game import Game
from kibitz.games import names
from kibitz.web.frames import frame_text
from kibitz.web.kept_match import KeptMatch
from kibitz.web.live_match import LiveMatch
from kibitz.web.offers import Offers

SIZES = ((360, 640), (390, 844), (412, 915), (844, 390), (1366, 768), (1920, 1080))
LAWS = (Path(__file__).parent / "laws.js").read_text("utf-8").partition("\n")[2]
RESULTS = Path(__file__).parent / "layout.md"
STILL = ("gin-rummy", "go-fish", "golf", "golf-patience", "golf-six", "hearts")
"""Games whose slots are all known from the deal; in others rows still grow with what lies there."""
NOTE = (
    "Positions of random matches, for the fewest and the most players of each game, shown in "
    "Chromium as the first seat sees them; at one position of each somebody is away. Counted is "
    "what lies on something, is cut or runs out of its place, moves when a card is picked or, in "
    f"{', '.join(STILL)}, when cards come or go, is too small to press or to read, cannot be "
    "reached by pointing, and every position with more than six buttons."
)
PEOPLE = ("Ann", "Blaise", "Kurt", "Emmy", "Sophie", "Grace", "Alan", "Bartholomew", "Ida", "Zoë")
MOST_CHOICES = 400
_SHOW = """async ([frame, room]) => {
    const { state, update } = await import('/static/store.js');
    const drawn = () => new Promise((done) => requestAnimationFrame(done));
    while (!state.games.length) await drawn(); // they say whether tricks are played
    Object.assign(state.settings, { pace: 'none' });
    update({ frame, room, person: 0, screen: 'table', code: `${room.code}`, log: [], sheet: null,
        picked: [], gathered: [], pending: false, isPlaying: false, worth: {}, hovered: null });
    for (let turn = 0; turn < 3; turn++) await drawn();
}"""
_PICK = """async () => {
    const boxes = () => new Map([...document.querySelectorAll('.spot, .plate, .status')]
        .map((node) => [node, node.getBoundingClientRect()]));
    const before = boxes();
    const target = document.querySelector('.card.glow');
    const { update } = await import('/static/store.js');
    const { candidates, placedAt } = await import('/static/scene.js');
    const id = Number(target?.dataset.id);
    const at = target?.dataset.id ? placedAt(id)?.at : null;
    if (!at || candidates(at).length < 2) return [];
    update({ picked: [at] });
    for (let turn = 0; turn < 3; turn++) await new Promise((done) => requestAnimationFrame(done));
    const faults = [];
    for (const [node, box] of boxes()) {
        const was = before.get(node);
        const by = was && Math.max(Math.abs(was.x - box.x), Math.abs(was.y - box.y),
            Math.abs(was.width - box.width), Math.abs(was.height - box.height));
        const name = node.ariaLabel ?? node.className;
        if (!was || by > 4) faults.push(`moves when something is picked: ${name}`);
    }
    update({ picked: [] });
    return faults;
}"""
"""The second law: nothing moves between the options and the choice."""
_STAYS = """(isFirst) => {
    const name = ({ dataset }) => [dataset.testid, dataset.owner].filter(Boolean).join(' of ');
    const boxes = new Map([...document.querySelectorAll('.spot, .plate, .status, .own-slot')]
        .map((node) => [name(node), node.getBoundingClientRect()]));
    const before = isFirst ? new Map() : window.__slots;
    window.__slots = boxes;
    return [...boxes].flatMap(([said, box]) => {
        const was = before.get(said);
        const by = was && Math.max(Math.abs(was.x - box.x), Math.abs(was.y - box.y),
            Math.abs(was.width - box.width), Math.abs(was.height - box.height));
        return by > 4 ? [`moves when cards come or go: ${said}`] : [];
    });
}"""
"""The second law, from one position to the next: slots stay where they are from the deal on."""
_REACH = """async () => {
    const { state } = await import('/static/store.js');
    const { isOpen, optionsNow } = await import('/static/scene.js');
    const { needed } = await import('/static/dock.js');
    const { picksFor } = await import('/static/pointing.js');
    if (!isOpen() || state.frame.together > 1) return [];
    const [options, buttons] = [optionsNow(), new Set(needed())];
    return options.filter((option) => !buttons.has(option)).flatMap((option) => {
        const picks = picksFor(options, option, state.frame.seat);
        if (picks === null) return [`cannot be pointed at: ${option.label}`];
        return picks > option.at.length + 1 ? [`takes ${picks} picks: ${option.label}`] : [];
    });
}"""
"""The third law: what has no button is reached by pointing. It is the same at every size."""


@dataclass(frozen=True, slots=True)
class Fault:
    game: str
    players: int
    size: tuple[int, int]
    position: int
    words: str


def positions(game: Game, name: str, count: int, seed: int) -> list[Any]:
    """Frames of a random match as its first seat sees them, spread over the match; first those in
    which it has something to choose."""
    people = PEOPLE[: game.players]
    kept = KeptMatch(1, 1, name, game.program.digest, dict(game.options), seed, people, ("",))
    live, chance = LiveMatch(game, kept), Rng(seed)
    told = [json.loads(frame_text(live, 0))]
    for _ in range(MOST_CHOICES):
        if live.match.is_over:
            break
        live.go_on(live.after(chance.below(len(live.match.options))))
        told.append(json.loads(frame_text(live, 0)))
    mine = [frame for frame in told if frame["options"]] or told
    shown = [
        *mine[:: max(1, len(mine) // (count - count // 3))],
        *told[:: max(1, len(told) * 3 // count)],
    ]
    return sorted(shown[:count], key=lambda frame: int(frame["version"]))


def room_of(game: Game, name: str, away: int | None = None) -> dict[str, Any]:
    """The table, with somebody who is not there for the moment."""
    chair = {"bot": None, "is_ready": True, "is_covered": False, "is_advised": False}
    people = PEOPLE[: game.players]
    return {
        "code": f"{name}-{game.players}",
        "game": name,
        "title": game.page.title,
        "rules": [],
        "conflict": "",
        "chairs": [
            {"name": who, "person": seat, "is_here": seat != away, **chair}
            for seat, who in enumerate(people)
        ],
        "people": [],
        "host": 0,
        "advice": "full",
        "match": 1,
        "turn_seconds": 0,
    }


def tables(name: str) -> Iterator[Game]:
    """The game for the fewest and for the most players."""
    seats = Offers().seats(name, {})
    for players in sorted({seats.fewest, seats.most}):
        yield load(name, **({} if seats.option is None else {seats.option.lower(): players}))


@contextmanager
def looking(address: str) -> Iterator[Any]:
    """A page of the server in a browser."""
    with import_module("playwright.sync_api").sync_playwright() as playwright:
        chromium = shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(base_url=f"http://{address}", service_workers="block")
        page.goto("/")
        page.wait_for_selector("[data-testid=screen-home]")
        yield page
        browser.close()


def show(page: Any, frame: Any, room: Mapping[str, Any]) -> None:
    """The frame on the page, with everything where it belongs."""
    page.evaluate(_SHOW, [frame, room])


def faults_of(
    page: Any,
    name: str,
    game: Game,
    frames: Sequence[Any],
    sizes: Sequence[tuple[int, int]],
    pictures: Path | None,
) -> Iterator[Fault]:
    """What is against the laws at these positions, with a picture of each."""
    room = room_of(game, name)
    waiting = next((n for n, frame in enumerate(frames) if frame["turn"] not in (None, 0)), None)
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        for number, frame in enumerate(frames):
            away = room_of(game, name, frame["turn"]) if number == waiting else room
            show(page, frame, {**away, "code": f"{away['code']}-{width}x{height}"})
            found = page.evaluate(_STAYS, number == 0) if name in STILL else []
            found += [*page.evaluate(LAWS), *page.evaluate(_PICK)]
            if (width, height) == sizes[0]:
                found += page.evaluate(_REACH)
            for words in found:
                yield Fault(name, game.players, (width, height), number, words)
            if found and pictures is not None:
                kept = f"{name}-{game.players}-{width}x{height}-{number}.png"
                page.screenshot(path=pictures / kept)


@click.command("layout")
@click.option("--positions", "count", default=30, show_default=True, help="Of each game and size.")
@click.option("--seed", default=1, show_default=True)
@click.option("--game", "chosen", multiple=True, help="Only this one; may be given again.")
@click.option(
    "--pictures",
    type=click.Path(file_okay=False, path_type=Path),
    default=None,
    help="Where pictures of what fails go.",
)
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    default=RESULTS,
    show_default="benchmarks/layout.md",
    help="Where the report goes, if it is of all games.",
)
def command(
    count: int, seed: int, chosen: tuple[str, ...], pictures: Path | None, output: Path
) -> None:
    """Look for what is against the laws of the table, in every game at six sizes.

    Writes benchmarks/layout.md, and exits with 1 if there is anything.
    """
    machine = about()
    folder = pictures or Path(mkdtemp(prefix="kibitz-layout-"))
    folder.mkdir(parents=True, exist_ok=True)
    faults: dict[str, list[Fault]] = {}
    looked = 0
    with served(Path(mkdtemp())) as address, looking(address) as page:
        for name in chosen or names():
            faults[name] = []
            for game in tables(name):
                frames = positions(game, name, count, seed)
                looked += len(frames) * len(SIZES)
                faults[name] += faults_of(page, name, game, frames, SIZES, folder)
            click.echo(f"{name}: {len(faults[name]) or 'nothing'}")
            for words, times in _counted(faults[name]).most_common(12):
                click.echo(f"    {times} × {words}")
    total = sum(map(len, faults.values()))
    click.echo(f"{total} against the laws at {looked} positions; pictures in {folder}")
    if not chosen:
        said = f"python -m benchmarks layout --positions {count} --seed {seed}"
        output.write_text(page_of(faults, looked, said, machine), encoding="utf-8")
    sys.exit(min(total, 1))


def page_of(
    faults: Mapping[str, Sequence[Fault]], looked: int, said: str, machine: Sequence[str]
) -> str:
    """The report: how often the laws are broken in which game at which size, and how."""
    total = sum(map(len, faults.values()))
    head = ("game", *(f"{width}×{height}" for width, height in SIZES))
    rows = [
        (name, *(str(sum(fault.size == size for fault in found)) for size in SIZES))
        for name, found in faults.items()
    ]
    parts = [
        "# The laws of the table",
        f"Written by `{said}`; a new run overwrites it.",
        "\n".join(f"- {fact}" for fact in machine),
        NOTE,
        f"{total} against the laws at {looked} positions.",
        "\n".join(f"| {' | '.join(cells)} |" for cells in (head, ("---",) * len(head), *rows)),
    ]
    for name, found in faults.items():
        if found:
            lines = [f"- {times} × {words}" for words, times in _counted(found).most_common()]
            parts += [f"## {name}", "\n".join(lines)]
    return "\n\n".join(parts) + "\n"


def _counted(faults: Sequence[Fault]) -> Counter[str]:
    return Counter(f"{f.size[0]}×{f.size[1]}, {f.players} players: {f.words}" for f in faults)
