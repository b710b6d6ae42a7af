"""Two games side by side: any two, chosen on the page itself."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from html import escape

from kibitz.analysis.page.html import document
from kibitz.analysis.site.index_page import script
from kibitz.analysis.site.summary import Summary

FIGURES = (
    ("flow", "Information flow"),
    ("branching", "Branching factor"),
    ("spread", "Decision spread"),
    ("lead", "Lead history"),
)


def compare_page(summaries: Sequence[Summary]) -> str:
    """Shows the first two games without any script, and any two with it."""
    games = sorted(summaries, key=lambda one: one.title.casefold())
    left, right = games[0], games[1 % len(games)]
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
{"".join(_figures(name, heading, left, right) for name, heading in FIGURES)}
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


def _figures(name: str, heading: str, left: Summary, right: Summary) -> str:
    sides = "".join(_figure(name, side, game) for side, game in (("left", left), ("right", right)))
    return (
        f'<section aria-labelledby="{name}"><h2 id="{name}">{heading}</h2>'
        f'<div class="pair">{sides}</div></section>\n'
    )


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
