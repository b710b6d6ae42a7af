"""The pages of the site: the index, with every game's shape, and two games side by side."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from html import escape
from importlib.resources import files
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from kibitz.analysis.figures.style import dashes
from kibitz.analysis.page.html import WORKSHOP, document, pills, play_links
from kibitz.analysis.page.sections import FIGURES
from kibitz.games import OTHER_GAMES, by_kind

if TYPE_CHECKING:
    from kibitz.analysis.site.build import Line, Summary


def script(name: str) -> str:
    text = files("kibitz.analysis.site").joinpath(name).read_text(encoding="utf-8")
    return f"<script>\n{text}</script>"


def index_page(summaries: Sequence[Summary]) -> str:
    tags = sorted({tag for summary in summaries for tag in summary.tags})
    options = "".join(f'<option value="{escape(tag)}">' for tag in tags)
    seats = sorted({number for summary in summaries for number in summary.seats})
    any_number = '<option value="">any number</option>'
    numbers = any_number + "".join(f"<option>{number}</option>" for number in seats)
    kinds = list(enumerate(by_kind(summaries).items()))
    sections = "\n".join(
        f'<section class="kind" aria-labelledby="kind-{number}">\n'
        f'<h2 id="kind-{number}">{escape(heading)}</h2>\n'
        f'<ul class="cards">\n{_lines(map(_card, games))}\n</ul>\n</section>'
        for number, (heading, games) in kinds
    )
    contents = "".join(
        f'<li><a href="#kind-{number}">{escape(heading)} ({len(games)})</a></li>'
        for number, (heading, games) in kinds
    )
    count = "1 game" if len(summaries) == 1 else f"{len(summaries)} games"
    body = f"""<header>
<h1>Card games, measured</h1>
<p class="summary">{count}, each with its rules, its pictures and its numbers. The small drawings
show how many options players have, how much hangs on a decision, and when the winner emerges,
from the first decision to the last.</p>
<div class="controls" hidden id="search-box">
<label><span>Search by title, kind or tag</span>
<input type="search" id="search" list="tags" autocomplete="off"></label>
<datalist id="tags">{options}</datalist>
<label><span>Players</span> <select id="players">{numbers}</select></label>
<p id="found" role="status"></p>
</div>
<nav class="contents" aria-label="Kinds of games"><ul>{contents}</ul></nav>
<p><a href="compare.html">Compare two games</a>{_workshop_link(summaries)}</p>
</header>
<main id="content">
{_table(summaries)}
{sections}
</main>
{script("search.js")}
{script("sort.js")}"""
    return document("Card games, measured – kibitz", "Card games and their shapes.", body, "wide")


def _workshop_link(summaries: Sequence[Summary]) -> str:
    """To where games are written, if they can be played here."""
    found = {str(PurePosixPath(one.play).with_stem(WORKSHOP)) for one in summaries if one.play}
    return "".join(f' · <a href="{escape(address)}">Write a game</a>' for address in found)


COLUMNS = (
    ("players", "Players"),
    ("decisions", "Decisions a match, thinking"),
    ("minutes", "Minutes a match"),
    ("options", "Options a decision"),
    ("spread", "Meaningful moves"),
    ("open until", "Decisiveness"),
    ("skill", "Thinking beats chance"),
    ("tenfold", "Ten times as much beats it"),
    ("luck", "Luck of the deal, random"),
    ("seat", "Seat advantage, random"),
)
"""Headings of the table, and the facts below them."""


def _table(summaries: Sequence[Summary]) -> str:
    """All games, a row each; the headings sort where there are scripts."""
    headings = ("game", *(heading for heading, _ in COLUMNS), "information")
    heads = "".join(
        f'<th scope="col"{"" if heading in ("game", "information") else _NUMBER} '
        f'data-sort="{number}">{escape(heading)}</th>'
        for number, heading in enumerate(headings)
    )
    rows = _lines(map(_row, sorted(summaries, key=lambda one: one.title.casefold())))
    return f"""<section aria-labelledby="all-games"><h2 id="all-games">All games</h2>
<div class="scroll" tabindex="0" role="region" aria-label="All games in numbers">
<table class="games" id="games"><caption><span>{_TABLE}</span></caption>
<thead><tr>{heads}</tr></thead>
<tbody>
{rows}
</tbody></table></div></section>"""


_TABLE = (
    "Decisions a match of thinking players, and minutes at four seconds each; options a decision; "
    "spread from last (0) to first place (1); the part of the match before it is decided; how "
    "often thinking beats chance, and ten times as much thinking beats that; what the first deal "
    "decides; the most that a seat wins beside its share."
)


_NUMBER = ' class="number"'


def _lines(parts: Iterable[str]) -> str:
    return "\n".join(parts)


def _row(game: Summary) -> str:
    facts = {name: (text, value) for name, text, value in game.facts}
    cells = ""
    for _, name in COLUMNS:
        text, value = facts[name]
        sorted_by = "" if value is None else f' data-value="{value:.6g}"'
        cells += f"<td{_NUMBER}{sorted_by}>{escape(text)}</td>"
    kinds = ", ".join(game.information) or "everything lies open"
    return (
        f'<tr {_found_by(game)}><th scope="row"><a '
        f'href="{escape(game.name)}.html">{escape(game.title)}</a></th>{cells}'
        f"<td>{escape(kinds)}</td></tr>"
    )


def _found_by(game: Summary) -> str:
    """The attributes by which the script finds a game: its words, and how many may play it."""
    kind = OTHER_GAMES if game.kind is None else game.kind.heading
    words = " ".join((game.title, game.name, kind, *game.tags)).casefold()
    players = " ".join(map(str, game.seats))
    return f'data-words="{escape(words)}" data-players="{players}"'


def _card(game: Summary) -> str:
    players = "1 player" if game.players == 1 else f"{game.players} players"
    return (
        f'<li {_found_by(game)}><h3><a href="{escape(game.name)}.html">'
        f"{escape(game.title)}</a></h3>\n"
        f"<p>{escape(game.summary)}</p>\n{thumbnail(game)}\n"
        f"{pills('Players and tags', (players, *game.tags))}"
        f"{play_links(game.play, game.title) if game.play else ''}</li>"
    )


WIDTH, HEIGHT, GAP = 96.0, 44.0, 12.0
"""Of each of the three panels."""


def thumbnail(summary: Summary) -> str:
    """A drawing without any colours of its own, the page's apply; its names stand below it."""
    most = max(summary.spread, default=0.0)
    spread = [max(0.0, value / most) if most > 0 else 0.0 for value in summary.spread]
    panels = [
        ("options", _options(summary)),
        ("spread", _area(spread)),
        ("lead", "".join(_lead(number, line) for number, line in enumerate(summary.lead))),
    ]
    width = 3 * WIDTH + 2 * GAP
    drawn = "".join(
        f'<g transform="translate({number * (WIDTH + GAP):g} 0)">'
        f'<path d="M0 {HEIGHT:g}H{WIDTH:g}" stroke="var(--line)"/>{shape}</g>'
        for number, (_, shape) in enumerate(panels)
    )
    names = "".join(f"<span>{name}</span>" for name, _ in panels)
    words = escape(f"Shape of {summary.title}: {summary.readings['branching']}")
    return (
        f'<div class="shape" role="img" aria-label="{words}">'
        f'<svg viewBox="0 0 {width:g} {HEIGHT + 1:g}">{drawn}</svg>{names}</div>'
    )


def _polyline(points: str, style: str) -> str:
    return f'<polyline points="{points}" fill="none" {style}/>'


_BLUE = 'stroke="var(--blue)" stroke-width="1.8"'


def _options(summary: Summary) -> str:
    """A line for every kind of decision."""
    most = max(options for curve in summary.branching for _, options in curve)
    curves = ([(x, y / most) for x, y in curve] for curve in summary.branching)
    return "".join(_polyline(_placed(curve), _BLUE) for curve in curves)


def _placed(curve: Iterable[tuple[float, float]]) -> str:
    """Points of a panel, by portions of its width and height."""
    return " ".join(f"{x * WIDTH:.1f},{HEIGHT - 2 - y * (HEIGHT - 4):.1f}" for x, y in curve)


def _points(line: Sequence[float]) -> str:
    last = max(1, len(line) - 1)
    return _placed((n / last, value) for n, value in enumerate(line))


def _area(line: Sequence[float]) -> str:
    if not line:
        return ""
    points = _points(line)
    corners = f"0,{HEIGHT:g} {points} {WIDTH:g},{HEIGHT:g}"
    return (
        f'<polygon points="{corners}" fill="var(--blue)" opacity=".18"/>{_polyline(points, _BLUE)}'
    )


def _lead(number: int, line: Line) -> str:
    colours = ("var(--blue)", "var(--grey)", "var(--green)", "var(--vermilion)")
    _, pattern = dashes(number)
    dashed = f' stroke-dasharray="{" ".join(f"{part:g}" for part in pattern)}"' if pattern else ""
    stroke = f'stroke="{colours[number % len(colours)]}" stroke-width="1.6"{dashed}'
    return _polyline(_points(line), stroke)


def compare_page(summaries: Sequence[Summary]) -> str:
    """Shows the first two games without any script, and any two with it."""
    games = sorted(summaries, key=lambda one: one.title.casefold())
    left, right = games[0], games[1 % len(games)]
    figures = "".join(
        f'<section aria-labelledby="{name}"><h2 id="{name}">{FIGURES[name][0]}</h2>'
        f'<div class="pair">{_figure(name, "left", left)}{_figure(name, "right", right)}</div>'
        "</section>\n"
        for name in ("flow", "branching", "spread", "lead")
    )
    body = f"""<header>
<p><a href="index.html">All games</a></p>
<h1>Two games side by side</h1>
<div class="controls" hidden id="choose">
{_select("left", "One game", games, left)}
{_select("right", "The other", games, right)}
</div>
</header>
<main id="content">
{_facts(left, right)}
{figures}
</main>
<script type="application/json" id="games">{_data(games)}</script>
{script("compare.js")}"""
    return document("Two games side by side – kibitz", "Compare two card games.", body, "wide")


def _select(side: str, label: str, games: Sequence[Summary], chosen: Summary) -> str:
    options = "".join(
        f'<option value="{escape(game.name)}"{" selected" if game is chosen else ""}>'
        f"{escape(game.title)}</option>"
        for game in games
    )
    return f'<label><span>{label}</span> <select id="{side}">{options}</select></label>'


def _facts(left: Summary, right: Summary) -> str:
    values = {name: text for name, text, _ in right.facts}
    rows = "\n".join(
        f'<tr><th scope="row">{escape(name)}</th>'
        f'<td class="number" data-side="left" data-fact="{escape(name)}">{escape(value)}</td>'
        f'<td class="number" data-side="right" data-fact="{escape(name)}">'
        f"{escape(values.get(name, '–'))}</td></tr>"
        for name, value, _ in left.facts
    )
    return f"""<section aria-labelledby="numbers"><h2 id="numbers">Numbers</h2>
<div class="scroll" tabindex="0" role="region" aria-label="Numbers of both games"><table>
<caption><span>What each number means is said on the pages of the games</span></caption>
<thead><tr><th scope="col">measure</th>
<th scope="col" class="number" data-side="left" data-title>{escape(left.title)}</th>
<th scope="col" class="number" data-side="right" data-title>{escape(right.title)}</th></tr></thead>
<tbody>
{rows}
</tbody></table></div></section>"""


def _figure(name: str, side: str, game: Summary) -> str:
    words = game.readings.get(name, "")
    hidden = "" if words else " hidden"
    return (
        f'<div><h3><a data-side="{side}" data-title href="{escape(game.name)}.html">'
        f"{escape(game.title)}</a></h3>"
        f'<figure data-side="{side}" data-figure="{name}"><img alt="{escape(words)}" '
        f'src="{escape(game.name)}/{name}.svg"{hidden}>'
        f"<figcaption>{escape(words or 'Not measured.')}</figcaption></figure></div>"
    )


def _data(games: Sequence[Summary]) -> str:
    """What the script needs; nothing in it can end the element it stands in."""
    wanted = ("name", "title", "facts", "readings")
    data = {game.name: {key: asdict(game)[key] for key in wanted} for game in games}
    return json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")
