"""The nearest word to a misspelt one."""

from __future__ import annotations

from collections.abc import Iterable

MOST_CANDIDATES = 80
"""Each costs the product of two lengths."""


def nearest(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate a writer most likely meant, or None when nothing is close enough.

    A third of the letters may be wrong; a word of three letters or fewer may have one wrong letter.
    Among equally close ones the first letter decides, and if it does not, nothing is close enough.
    Among very many nothing is looked for.
    """
    allowed = min(max(1, len(word) // 3), len(word) - 1)
    by_distance: dict[int, list[str]] = {}
    known = set(candidates)
    for candidate in sorted(known) if len(known) <= MOST_CANDIDATES else ():
        if abs(len(candidate) - len(word)) <= allowed:
            by_distance.setdefault(edit_distance(word, candidate), []).append(candidate)
    closest = by_distance[min(by_distance)] if by_distance else []
    if not closest or min(by_distance) > allowed:
        return None
    if len(closest) == 1:
        return closest[0]
    return next((candidate for candidate in closest if candidate[0] == word[0]), None)


def edit_distance(first: str, second: str) -> int:
    """How many letters to insert, drop, change or exchange with a neighbour."""
    before_last: list[int] = []
    last = list(range(len(second) + 1))
    for row, letter in enumerate(first, start=1):
        current = [row]
        for column, other in enumerate(second, start=1):
            cost = min(
                last[column] + 1, current[column - 1] + 1, last[column - 1] + (letter != other)
            )
            exchanged = row > 1 and column > 1 and letter == second[column - 2]
            if exchanged and first[row - 2] == other:
                cost = min(cost, before_last[column - 2] + 1)
            current.append(cost)
        before_last, last = last, current
    return last[-1]
