"""Words in as many as there are of them: `1 club`, `3 clubs`, `2 sixes`, `7 no trump`."""

from __future__ import annotations

import re

COUNTED = re.compile(r"\{([A-Z]+)\} \{([A-Z]+)\}")
"""A number and what it counts, in a text of the page."""
_ONE = re.compile(r"(?<![−\w])1 (\w*[^\Wus])s\b")


def so_many(number: str, word: str) -> str:
    """`1 ace`, `2 aces`."""
    return f"{number} {behind(number, word)}"


def agreeing(text: str) -> str:
    """`bid of 1 trick`, not `1 tricks`."""
    return _ONE.sub(r"1 \1", text)


def behind(number: str, word: str) -> str:
    """The word as it stands behind the number."""
    return _singular(word) if number == "1" else plural(word)


def _is_plural(word: str) -> bool:
    """`spades`, not `six` nor `pass`."""
    return word.endswith("s") and not word.endswith("ss")


def plural(word: str) -> str:
    """`aces`, `sixes`; `spades` and `no trump` as they are."""
    if _is_plural(word) or word.startswith("no "):
        return word
    return f"{word}es" if word.endswith(("ss", "x", "z", "ch", "sh")) else f"{word}s"


def _singular(word: str) -> str:
    """`ace`, and one of the `spades`."""
    return word[:-1] if _is_plural(word) else word
