"""The names of a program that stand on its page: what each is there, and where it stands."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from kibitz.games.frontmatter import FrontMatter
from kibitz.games.page import BRACES, Page, parse_page
from kibitz.games.page_fields import Scorecard
from kibitz.recycle import ReadOutside, RecycleError, Source, Span


@dataclass(frozen=True, slots=True)
class PageName:
    """A name of the program on the page."""

    path: str
    """The key under which it stands."""
    kind: str
    """What it is in the program, in people's words; `value of NAME`, `pick of NAME`."""
    name: str
    occurrence: int = 0
    """Which of several like it in one text, from 0."""
    in_braces: bool = False

    def span(self, matter: FrontMatter) -> Span:
        """Where it stands; failing that, where its key does."""
        around = matter.stretch(self.path)
        name = re.escape(self.name)
        written = rf"(?<=\{{){name}(?=\}})" if self.in_braces else rf"(?<!\w){name}(?!\w)"
        found = list(re.finditer(written, matter.source.slice(around)))
        if self.occurrence >= len(found):
            return matter.span(self.path)
        place = found[self.occurrence]
        return Span(around.start + place.start(), around.start + place.end())


_OF_LAYOUT = {
    **dict.fromkeys(("names", "discards", "tricks", "melds", "aside", "locked"), "location"),
    **dict.fromkeys(("choices", "passes", "flags"), "number"),
    **dict.fromkeys(("dealer", "forehand", "leader", "finisher"), "number of the table"),
    **dict.fromkeys(("order", "trumps"), "point map"),
    "together": "number or move",
    "counters": "number or text",
}
"""What the names in the layout of a page are in the program."""
_OF_SCORECARD = {
    **dict.fromkeys(("hole", "par"), "number of the table"),
    **dict.fromkeys(("score", "total", "won"), "number of every player"),
    "holes": "option",
    **dict.fromkeys(("cards", "aside"), "location of every player"),
    "points": "point map",
}
_STORAGES = ("number", "text")
REASON = "number, location, point map or definition"
"""What something may count for."""


def page_names(page: Page) -> Iterator[PageName]:
    """All but those whose kind depends on the program: values of options, and picks."""
    yield from (PageName(f"options.{name}", "option", name) for name in page.options)
    for preset, said in page.presets.items():
        yield from (
            PageName(f"presets.{preset}.options.{name}", "option", name) for name in said.options
        )
    yield from (PageName(f"play.won.{name}", "location", name) for name in page.play.won)
    yield from _layout_names(page)
    yield from (PageName(f"cards.{value}", "value of a card", value) for value in page.cards)
    for table, words in (("moves", page.moves), ("told", page.told), ("confirm", page.confirm)):
        yield from (PageName(f"{table}.{name}", "move", name) for name in words)
    for number, caution in enumerate(page.cautions):
        for name in caution.unless:
            yield PageName(f"cautions#{number}.unless", "option", name)
    yield from (PageName(f"advice.{name}", "number or location", name) for name in page.advice)
    yield from (PageName(f"settlement.{name}", REASON, name) for name in page.settlement)
    for name, text in page.settlement.items():
        yield from braced(f"settlement.{name}", "number or text", text)
    yield from (PageName(f"news.{name}", "number", name) for name in page.news)
    for counter in page.counters:
        yield from (PageName("counters", kind, name) for kind, name in counter.names())
    if page.scorecard is not None:
        yield from _card_names(page.scorecard)


def _layout_names(page: Page) -> Iterator[PageName]:
    layout = page.layout
    for key, kind in _OF_LAYOUT.items():
        named = getattr(layout, key) or ()
        for name in (named,) if isinstance(named, str) else named:
            path = f"layout.{key}.{name}" if isinstance(named, Mapping) else f"layout.{key}"
            yield PageName(path, kind, name)
    for number, grid in enumerate(layout.grids):
        yield PageName(f"layout.grids#{number}.name", "location", grid.name)
    for number, worded in enumerate(layout.worded):
        path = f"layout.worded#{number}.number"
        yield PageName(path, "number of the table", worded.number)
    for number, remark in enumerate(layout.remarks):
        path = f"layout.remarks#{number}"
        yield PageName(f"{path}.when", "number of the table", remark.when)
        yield from braced(f"{path}.text", "number of the table", remark.text)
        for name in remark.unless:
            yield PageName(f"{path}.unless", "option", name)


def _card_names(card: Scorecard) -> Iterator[PageName]:
    for key, kind in _OF_SCORECARD.items():
        name = getattr(card, key)
        if name:
            yield PageName(f"scorecard.{key}", kind, name)
    of_player = "number of every player"
    yield from (PageName("scorecard.sums", of_player, name) for name in card.sums)
    yield from (PageName(f"scorecard.parts.{name}", of_player, name) for name in card.parts)


def braced(path: str, kind: str, text: str) -> Iterator[PageName]:
    """The names that stand in braces in a text of the page."""
    seen: dict[str, int] = {}
    for name in BRACES.findall(text):
        seen[name] = seen.get(name, -1) + 1
        yield PageName(path, kind, name, seen[name], in_braces=True)


# ---------------------------------------------------------------------------- what the table reads


_CAPITALS = re.compile(r"\b[A-Z]+\b")


def read_by_page(page: Page) -> ReadOutside:
    """What the table reads of a match because the page says so, or because of its usual name."""
    layout = page.layout
    usual = {*layout.pass_names, layout.dealer_name, layout.leader_name}
    named = (name for name in page_names(page) if name.kind.startswith(_STORAGES))
    texts = (*page.moves.values(), *page.told.values())
    told = frozenset(name for text in texts for name in BRACES.findall(text))
    return ReadOutside(frozenset(usual.union(name.name for name in named)), told)


def read_by_page_text(source: Source | None) -> ReadOutside:
    """The same of the text of a page, if there is one; with faults in it, whatever it names."""
    try:
        return read_by_page(Page("") if source is None else parse_page("", "", source.text))
    except RecycleError:
        assert source is not None
        names = frozenset(_CAPITALS.findall(source.text))
        return ReadOutside(names, names)
