"""Programs that are nearly right: mutants of real ones."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

from kibitz.games import find, names

CORPUS = Path(__file__).parents[3] / "shared" / "corpus"
CONFORMANCE = Path(__file__).parents[1] / "conformance" / "programs"
TOKEN = re.compile(r"'?[A-Z]+|[a-z]+|\d+|\.\.|//|[<>=!]=|[^\s]")
NUMBERS = ("0", "1", "2", "5", "17", "63", "64", "255", "256", "65536", "99999", "2147483647")


@cache
def originals() -> tuple[tuple[str, ...], ...]:
    """The tokens of every published program at hand, of the library and the conformance suite."""
    texts = [find(name).source.text for name in names()]
    for folder in (CORPUS, CONFORMANCE):
        for path in sorted(folder.glob("*.rcy")):
            texts.append(path.read_text(encoding="utf-8-sig"))
    return tuple(tuple(TOKEN.findall(re.sub(r";;.*", "", text))) for text in texts)


@cache
def vocabulary() -> tuple[str, ...]:
    return tuple(sorted({token for program in originals() for token in program}))


Tokens = list[str]
Mutation = Callable[[Tokens, random.Random], None]


def _delete(tokens: Tokens, chance: random.Random) -> None:
    del tokens[chance.randrange(len(tokens))]


def _duplicate(tokens: Tokens, chance: random.Random) -> None:
    place = chance.randrange(len(tokens))
    tokens.insert(place, tokens[place])


def _swap(tokens: Tokens, chance: random.Random) -> None:
    one, other = chance.randrange(len(tokens)), chance.randrange(len(tokens))
    tokens[one], tokens[other] = tokens[other], tokens[one]


def _replace(tokens: Tokens, chance: random.Random) -> None:
    tokens[chance.randrange(len(tokens))] = chance.choice(vocabulary())


def _replace_in_kind(tokens: Tokens, chance: random.Random) -> None:
    """A name by a name, a word by a word: what still reads as a program."""
    place = chance.randrange(len(tokens))
    like = [token for token in vocabulary() if _kind(token) == _kind(tokens[place])]
    tokens[place] = chance.choice(like)


def _kind(token: str) -> str:
    if token[0] == "'":
        return "variable"
    if token.isdigit():
        return "number"
    if token.isalpha():
        return "name" if token.isupper() else "word"
    return token if token in "()" else "sign"


def _change_number(tokens: Tokens, chance: random.Random) -> None:
    places = [place for place, token in enumerate(tokens) if token.isdigit()]
    if places:
        tokens[chance.choice(places)] = chance.choice(NUMBERS)


def _list_at(tokens: Tokens, start: int) -> int:
    """Where the list that opens at `start` ends."""
    depth = 0
    for place in range(start, len(tokens)):
        depth += (tokens[place] == "(") - (tokens[place] == ")")
        if depth == 0:
            return place + 1
    return len(tokens)


def _some_list(tokens: Tokens, chance: random.Random) -> tuple[int, int]:
    places = [place for place, token in enumerate(tokens) if token == "(" and place]
    start = chance.choice(places) if places else 0
    return start, _list_at(tokens, start)


def _move_list(tokens: Tokens, chance: random.Random) -> None:
    start, end = _some_list(tokens, chance)
    taken = tokens[start:end]
    del tokens[start:end]
    place = chance.randrange(len(tokens) + 1)
    tokens[place:place] = taken


def _swap_lists(tokens: Tokens, chance: random.Random) -> None:
    """A list in place of another one, which keeps the parentheses in balance."""
    start, end = _some_list(tokens, chance)
    taken = tokens[start:end]
    start, end = _some_list(tokens, chance)
    tokens[start:end] = taken


def _drop_list(tokens: Tokens, chance: random.Random) -> None:
    start, end = _some_list(tokens, chance)
    del tokens[start:end]


_MUTATIONS: tuple[Mutation, ...] = (
    _delete,
    _duplicate,
    _swap,
    _replace,
    _replace_in_kind,
    _replace_in_kind,
    _change_number,
    _change_number,
    _move_list,
    _swap_lists,
    _swap_lists,
    _drop_list,
)


def mutant(seed: int) -> str:
    """A real program with one to three slips in it."""
    chance = random.Random(seed)
    tokens = list(chance.choice(originals()))
    for _ in range(chance.choice((1, 1, 2, 3))):
        if len(tokens) > 3:
            chance.choice(_MUTATIONS)(tokens, chance)
    return " ".join(tokens)


def original_text(number: int) -> str:
    return " ".join(originals()[number % len(originals())])
