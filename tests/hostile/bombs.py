"""Programs, pages and records that try to hurt their host: what they are, and what is said to them.

A bomb is a function that makes its files; its name says what is in them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import islice, product
from string import ascii_uppercase
from typing import TypeVar

Files = Mapping[str, str] | Mapping[str, bytes]
Maker = TypeVar("Maker", bound=Callable[[], str | Files])
CHECK = "check game.rcy"
SIMULATE = "simulate game.rcy -n 10 --seed 1"
REFERENCE = "simulate game.rcy -n 1 --seed 1 --engine reference"
SHOW = "show game.rcy"
FORMAT = "fmt --check game.rcy"
PASS = "(choice ((turn pass)))"
SMALL_DECK = "(create deck (game iloc STOCK) (deck (RANK (A, B, C))))"


@dataclass(frozen=True)
class Bomb:
    name: str
    command: str
    report: str
    """What is said; empty where nothing is wrong, and the command comes to its end."""
    make: Callable[[], str | Files]

    def files(self) -> dict[str, bytes]:
        made = self.make()
        files = {"game.rcy": made} if isinstance(made, str) else made
        return {
            name: data.encode() if isinstance(data, str) else data for name, data in files.items()
        }


BOMBS: list[Bomb] = []


def bomb(command: str, report: str = "") -> Callable[[Maker], Maker]:
    """Puts a function among the bombs; a report in small letters and dashes is an error's slug."""

    def noted(make: Maker) -> Maker:
        BOMBS.append(Bomb(f"{make.__name__}-{command.split(maxsplit=1)[0]}", command, report, make))
        return make

    return noted


def game(
    body: str = PASS,
    *,
    declared: str = "",
    players: int = 2,
    deck: str = SMALL_DECK,
    score: str = "0",
) -> str:
    setup = f"(setup (create players {players}) {deck})"
    return f"(game {declared}\n {setup}\n {body}\n (scoring max {score}))\n"


def names(count: int) -> list[str]:
    """AAA, AAB, AAC …"""
    return ["".join(letters) for letters in islice(product(ascii_uppercase, repeat=3), count)]


def listed(count: int) -> str:
    return ", ".join(names(count))


def deck(cards: int, place: str = "(game iloc STOCK)") -> str:
    return f"(create deck {place} (deck (RANK ({listed(cards)}))))"


def each(text: str, count: int) -> str:
    """The text once for every name, which stands for the `?` in it."""
    return "\n".join(text.replace("?", name) for name in names(count))


def nested(opening: str, inside: str, depth: int, closing: str = ")") -> str:
    openings = (opening.replace("?", name) for name in names(depth))
    return f"{' '.join(openings)} {inside} {closing * depth}"


def strings_of_the_program(count: int) -> str:
    return each("(set (game str NAME) ?)", count)
