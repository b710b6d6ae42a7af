"""Cautions: what a player who wants to be warned is warned of before a move."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from kibitz.games.frontmatter import Table


class Peril(StrEnum):
    """What a move may do that somebody regrets."""

    PARTS = "parts"
    """It parts open cards that cancel each other."""
    BEHIND = "behind"
    """It leaves the player no card face down while somebody else's open cards come to less, or to
    more where the most win."""


@dataclass(frozen=True, slots=True)
class Caution:
    when: Peril
    text: str
    unless: Mapping[str, int | str] = field(default_factory=lambda: MappingProxyType({}))
    """Options: where one of them has this value, nobody is warned."""


def parse_caution(table: Table) -> Caution:
    caution = Caution(
        when=Peril(table.one_of("when", tuple(Peril))),
        text=table.text("text"),
        unless=table.table("unless").all_values(),
    )
    table.finish()
    return caution
