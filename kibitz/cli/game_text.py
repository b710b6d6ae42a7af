"""A game in the terminal: its program in colours, and the rules of one table in plain words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from kibitz.games import HouseRule, Page, by_group, differences, matching_preset
from kibitz.recycle import Shade, shaded_tokens

_STYLES = {
    Shade.COMMENT: "italic dim",
    Shade.PARENTHESIS: "dim",
    Shade.OPERATOR: "bold",
    Shade.KEYWORD: "bold",
    Shade.VARIABLE: "magenta",
    Shade.NUMBER: "green",
    Shade.PLAIN: "",
    Shade.STRAY: "reverse",
}


def highlighted(program: str) -> Text:
    """The program, every token in the style of its shade; the characters stay as they are."""
    text = Text(program)
    for token, shade in shaded_tokens(program):
        style = _STYLES[shade]
        if style:
            text.stylize(style, token.start, token.end)
    return text


def table_title(page: Page, players: int, rules: Sequence[HouseRule]) -> str:
    """`At this table, 4 players: Race`."""
    preset = matching_preset(page, rules)
    name = f": {page.presets[preset].label}" if preset else ""
    return f"At this table, {players} players{name}"


def table_rules(rules: Sequence[HouseRule]) -> Group:
    """What is not standard, then everything else under its headings."""
    return Group(*_lines(rules))


def _lines(rules: Sequence[HouseRule]) -> Iterator[RenderableType]:
    changed = differences(rules)
    if changed:
        yield Text("Not standard", style="bold")
    else:
        yield Text("These are the standard rules.")
    for rule in changed:
        item = _item(rule.rule)
        item.add_row("", Text(f"usually: {rule.standard}", style="dim"))
        yield item
    for group, same in by_group([rule for rule in rules if rule not in changed]).items():
        yield Text()
        yield Text(capital(group) or "As usual", style="bold")
        yield from (_item(rule.rule) for rule in same)


def _item(text: str) -> Table:
    """The text behind a bullet, its later lines as far in as its first."""
    item = Table.grid(padding=(0, 1, 0, 0))
    item.add_row("•", Text(text))
    return item


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]
