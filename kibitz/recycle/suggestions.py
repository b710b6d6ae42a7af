"""The nearest word to a misspelt one."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate a writer most likely meant, or None when nothing is close enough.

    A third of the letters may be wrong; a word of three letters or fewer may have one wrong letter.
    """
    allowed = max(1, len(word) // 3)
    best: tuple[int, str] | None = None
    for candidate in sorted(set(candidates)):
        if abs(len(candidate) - len(word)) > allowed:
            continue
        distance = edit_distance(word, candidate)
        if distance <= allowed and (best is None or distance < best[0]):
            best = (distance, candidate)
    if best is None or best[0] >= len(word):
        return None
    return best[1]


def edit_distance(first: str, second: str) -> int:
    """How many letters to insert, drop, change or exchange with a neighbour."""
    before_last: list[int] = []
    last = list(range(len(second) + 1))
    for row, letter in enumerate(first, start=1):
        current = [row]
        for column, other in enumerate(second, start=1):
            cost = min(
                last[column] + 1,
                current[column - 1] + 1,
                last[column - 1] + (letter != other),
            )
            exchanged = row > 1 and column > 1 and letter == second[column - 2]
            if exchanged and first[row - 2] == other:
                cost = min(cost, before_last[column - 2] + 1)
            current.append(cost)
        before_last, last = last, current
    return last[-1]
