"""The index: all games by kind, each with its shape, to be searched by title, kind and tag."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib.resources import files

from kibitz.analysis.figures.style import dashes
from kibitz.analysis.page.html import document, pills
from kibitz.analysis.site.summary import Line, Summary
from kibitz.games import OTHER_GAMES, by_kind


def script(name: str) -> str:
    text = files("kibitz.analysis.site").joinpath(name).read_text(encoding="utf-8")
    return f"<script>\n{text}</script>"


def index_page(summaries: Sequence[Summary]) -> str:
    tags = sorted({tag for summary in summaries for tag in summary.tags})
    options = "".join(f'<option value="{escape(tag)}">' for tag in tags)
    kinds = by_kind(summaries)
    sections = "\n".join(
        _kind(number, heading, games) for number, (heading, games) in enumerate(kinds.items())
    )
    contents = "".join(
        f'<li><a href="#kind-{number}">{escape(heading)} ({len(games)})</a></li>'
        for number, (heading, games) in enumerate(kinds.items())
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
<label><span>Players</span> <select id="players">{_numbers(summaries)}</select></label>
<p id="found" role="status"></p>
</div>
<nav class="contents" aria-label="Kinds of games"><ul>{contents}</ul></nav>
<p><a href="compare.html">Compare two games</a></p>
</header>
<main id="content">
{_table(summaries)}
{sections}
</main>
{script("search.js")}
{script("sort.js")}"""
    return document("Card games, measured – kibitz", "Card games and their shapes.", body, "wide")


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
        f'<th scope="col"{_number(heading)} data-sort="{number}">{escape(heading)}</th>'
        for number, heading in enumerate(headings)
    )
    rows = "\n".join(_row(game) for game in sorted(summaries, key=lambda one: one.title.casefold()))
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


def _number(heading: str) -> str:
    return "" if heading in ("game", "information") else ' class="number"'


def _row(game: Summary) -> str:
    facts = {name: (text, value) for name, text, value in game.facts}
    cells = "".join(_cell(*facts[name]) for _, name in COLUMNS)
    kinds = ", ".join(game.information) or "everything lies open"
    return (
        f'<tr {_found_by(game)}><th scope="row"><a '
        f'href="{escape(game.name)}.html">{escape(game.title)}</a></th>{cells}'
        f"<td>{escape(kinds)}</td></tr>"
    )


def _cell(text: str, value: float | None) -> str:
    sorted_by = "" if value is None else f' data-value="{value:.6g}"'
    return f'<td class="number"{sorted_by}>{escape(text)}</td>'


def _numbers(summaries: Sequence[Summary]) -> str:
    """The numbers of players that can be chosen."""
    numbers = sorted({number for summary in summaries for number in summary.seats})
    any_number = '<option value="">any number</option>'
    return any_number + "".join(f"<option>{number}</option>" for number in numbers)


def _found_by(game: Summary) -> str:
    """The attributes by which the script finds a game: its words, and how many may play it."""
    players = " ".join(map(str, game.seats))
    return f'data-words="{escape(_words(game))}" data-players="{players}"'


def _words(game: Summary) -> str:
    kind = OTHER_GAMES if game.kind is None else game.kind.heading
    return " ".join((game.title, game.name, kind, *game.tags)).casefold()


def _kind(number: int, heading: str, games: list[Summary]) -> str:
    cards = "\n".join(_card(game) for game in games)
    return (
        f'<section class="kind" aria-labelledby="kind-{number}">\n'
        f'<h2 id="kind-{number}">{escape(heading)}</h2>\n'
        f'<ul class="cards">\n{cards}\n</ul>\n</section>'
    )


def _card(game: Summary) -> str:
    players = "1 player" if game.players == 1 else f"{game.players} players"
    return (
        f'<li {_found_by(game)}><h3><a href="{escape(game.name)}.html">'
        f"{escape(game.title)}</a></h3>\n"
        f"<p>{escape(game.summary)}</p>\n{thumbnail(game)}\n"
        f"{pills('Players and tags', (players, *game.tags))}</li>"
    )


# ---------------------------------------------------------------------------- thumbnails


WIDTH, HEIGHT, GAP = 96.0, 44.0, 12.0
"""Of each of the three panels."""


def thumbnail(summary: Summary) -> str:
    """A drawing without any colours of its own, the page's apply; its names stand below it."""
    panels = [
        ("options", _options(summary)),
        ("spread", _area(_to_one(summary.spread))),
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


def _options(summary: Summary) -> str:
    """A line for every kind of decision."""
    most = max(options for curve in summary.branching for _, options in curve)
    lines = (
        " ".join(f"{x * WIDTH:.1f},{HEIGHT - 2 - y / most * (HEIGHT - 4):.1f}" for x, y in curve)
        for curve in summary.branching
    )
    return "".join(
        f'<polyline points="{line}" fill="none" stroke="var(--blue)" stroke-width="1.8"/>'
        for line in lines
    )


def _to_one(line: Line) -> Line:
    most = max(line, default=0.0)
    return tuple(max(0.0, value / most) for value in line) if most > 0 else (0.0,) * len(line)


def _points(line: Line) -> str:
    last = max(1, len(line) - 1)
    return " ".join(
        f"{n * WIDTH / last:.1f},{HEIGHT - 2 - value * (HEIGHT - 4):.1f}"
        for n, value in enumerate(line)
    )


def _area(line: Line) -> str:
    if not line:
        return ""
    points = _points(line)
    return (
        f'<polygon points="0,{HEIGHT:g} {points} {WIDTH:g},{HEIGHT:g}" fill="var(--blue)" '
        f'opacity=".18"/><polyline points="{points}" fill="none" stroke="var(--blue)" '
        'stroke-width="1.8"/>'
    )


def _lead(number: int, line: Line) -> str:
    colours = ("var(--blue)", "var(--grey)", "var(--green)", "var(--vermilion)")
    _, pattern = dashes(number)
    dashed = f' stroke-dasharray="{" ".join(f"{part:g}" for part in pattern)}"' if pattern else ""
    return (
        f'<polyline points="{_points(line)}" fill="none" '
        f'stroke="{colours[number % len(colours)]}" stroke-width="1.6"{dashed}/>'
    )
