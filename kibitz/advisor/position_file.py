"""A position written down: who decides, what lies where, and the numbers that matter.

It is TOML. `docs/advice.md` describes it, and has examples that the tests read.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, auto

from kibitz.games import NESTED_NAME
from kibitz.recycle import KibitzError

LARGEST_BYTES = 1 << 16
_MOST_CARDS = 1000
_PLAYER = re.compile(r"[1-9]\d?")
_MANY = re.compile(r"\?(?:[x×*](\d{1,3}))?")


class BadPosition(KibitzError):
    """A position that cannot be read, or that no match comes to; says why."""


class Sort(Enum):
    FACE = auto()
    """A card that the seat sees, or knows otherwise."""
    KNOWN = auto()
    """A card that lies face down, and the seat knows it: `(7♥)`."""
    UNKNOWN = auto()
    """`?`."""
    NONE = auto()
    """`-`: an empty cell."""


@dataclass(frozen=True, slots=True)
class Card:
    sort: Sort
    text: str = ""
    """What it is called, if it is called something."""


@dataclass(frozen=True, slots=True)
class Holdings:
    """What lies before a player, or on the table."""

    piles: Mapping[str, tuple[Card, ...] | None] = field(default_factory=dict)
    """By the name of the place, bottom first; None for all cards that lie nowhere else."""
    numbers: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Position:
    seat: int
    choosing: str = ""
    """Words of an option that there is."""
    table: Holdings = field(default_factory=Holdings)
    players: Mapping[int, Holdings] = field(default_factory=dict)
    """By seat."""
    settings: Mapping[str, int | str] = field(default_factory=dict)
    """Options of the game."""


def read_position(data: bytes) -> Position:
    """Raises BadPosition."""
    if len(data) > LARGEST_BYTES:
        raise BadPosition(f"a position has at most {LARGEST_BYTES} bytes")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise BadPosition("a position is text in UTF-8") from None
    if NESTED_NAME.search(text):
        raise BadPosition("a name in it has too many parts")
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        raise BadPosition(f"this is not TOML: {fault}") from None
    except RecursionError:
        raise BadPosition("lists in it are nested too deeply") from None
    except ValueError:
        raise BadPosition("a number in it has far too many digits") from None
    if not document:
        raise BadPosition(
            "it is empty: docs/advice.md says how to write who decides, and what lies where"
        )
    known = {"player", "choosing", "options", "table", "players"}
    for key in document.keys() - known:
        raise BadPosition(f"a position has no {key!r}; it has {', '.join(sorted(known))}")
    players = _table(document, "players")
    return Position(
        seat=_seat(document.get("player", 1)),
        choosing=_text(document.get("choosing", ""), "choosing"),
        table=_holdings(_table(document, "table"), "table"),
        players={
            _seat(int(name) if _PLAYER.fullmatch(name) else name): _holdings(
                _table(players, name), f"players.{name}"
            )
            for name in players
        },
        settings=_settings(_table(document, "options")),
    )


def _table(document: Mapping[str, object], name: str) -> Mapping[str, object]:
    found = document.get(name, {})
    if not isinstance(found, dict):
        raise BadPosition(f"`{name}` is a table, [{name}], not {found!r}")
    return found


def _seat(player: object) -> int:
    if isinstance(player, bool) or not isinstance(player, int) or player < 1:
        raise BadPosition(f"a player is a number from 1 on, not {player!r}")
    return player - 1


def _text(value: object, name: str) -> str:
    if not isinstance(value, str):
        raise BadPosition(f"`{name}` is a text, not {value!r}")
    return value


def _settings(table: Mapping[str, object]) -> dict[str, int | str]:
    for name, value in table.items():
        if isinstance(value, bool) or not isinstance(value, int | str):
            raise BadPosition(f"the option {name} is a number or a text, not {value!r}")
    return {name: value for name, value in table.items() if isinstance(value, int | str)}


def _holdings(table: Mapping[str, object], name: str) -> Holdings:
    piles: dict[str, tuple[Card, ...] | None] = {}
    numbers: dict[str, int] = {}
    for key, value in table.items():
        if isinstance(value, str):
            piles[key] = None if value.strip() == "rest" else _cards(value)
        elif isinstance(value, int) and not isinstance(value, bool) and abs(value) < 1 << 31:
            numbers[key] = value
        else:
            raise BadPosition(f"`{name}.{key}` is cards in quotes, or a number, not {value!r}")
    return Holdings(piles, numbers)


def _cards(text: str) -> tuple[Card, ...]:
    cards: list[Card] = []
    for word in text.replace(",", " ").replace("/", " ").split():
        many = _MANY.fullmatch(word)
        if many:
            cards += [Card(Sort.UNKNOWN)] * int(many[1] or 1)
        elif word == "-":
            cards.append(Card(Sort.NONE))
        elif word.startswith("(") and word.endswith(")"):
            cards.append(Card(Sort.KNOWN, word[1:-1]))
        else:
            cards.append(Card(Sort.FACE, word))
        if len(cards) > _MOST_CARDS:
            raise BadPosition(f"no place has more than {_MOST_CARDS} cards")
    return tuple(cards)
