"""What people do at each choice of a program: `discard …, knock or go gin …`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import takewhile

from kibitz.analysis.matches import choice_line, choices
from kibitz.analysis.subject import Subject
from kibitz.engine import Decision, Interpreter, Playing, Rng, Step, at_random
from kibitz.games import BRACES
from kibitz.words import Vocabulary, option_labels

MOST_NAMED = 3
"""Kinds of moves that are named for a choice; of more, it is said that there are others."""
ENOUGH = 8
"""Labels by which a move without a name is known."""
MOST_DECISIONS = 300
"""Of a random match in which moves without names are looked for."""

Alternative = tuple[int, int]
"""A step of the code, and which of its alternatives."""


def choice_names(subject: Subject) -> dict[int, str]:
    """By line of the program where a choice is written; choices never seen have no name."""
    seen = _seen_labels(subject)
    names: dict[int, dict[str, None]] = {}
    for number, choice in choices(subject.program).items():
        found = names.setdefault(choice_line(subject.program, choice), {})
        for alternative, name in enumerate(choice.names):
            labels = seen.get((number, alternative), ())
            text = _of_page(name, subject.page.moves) if name else common_words(labels)
            if text:
                found[text] = None
    return {line: listed(list(found)) for line, found in names.items() if found}


def _of_page(name: str, moves: Mapping[str, str]) -> str:
    """`knock` of `knock, discarding {C}`."""
    text = moves.get(name, name.lower()).partition(",")[0]
    verb, brace, _ = text.partition("{") if BRACES.search(text) else (text, "", "")
    return f"{verb.strip()} …" if brace else text


def common_words(labels: Sequence[str]) -> str:
    """`take … from the discard pile`: what the labels of one alternative have in common."""
    rows = [label.split() for label in dict.fromkeys(labels)]
    if len(rows) < 2:
        return " ".join(rows[0]) if rows else ""
    start = _alike(rows)
    end = _alike([row[len(start) :][::-1] for row in rows])[::-1]
    if start or end:
        return " ".join([*start, "…", *end])
    return listed(list(dict.fromkeys(row[0] for row in rows)))


def _alike(rows: Sequence[Sequence[str]]) -> list[str]:
    """The words with which all rows begin."""
    columns = zip(*rows, strict=False)
    return [column[0] for column in takewhile(lambda words: len(set(words)) == 1, columns)]


def listed(words: Sequence[str]) -> str:
    """`bid, hold or pass`; `bid, hold, pass and others`."""
    if len(words) > MOST_NAMED:
        return f"{', '.join(words[:MOST_NAMED])} and others"
    return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def _seen_labels(subject: Subject) -> dict[Alternative, list[str]]:
    """Of options whose moves have no names, in a random match."""
    engine, seed = Interpreter(subject.program), subject.plan.seed
    nameless = {n for n, one in choices(subject.program).items() if not all(one.names)}
    found: dict[Alternative, list[str]] = {}
    if not nameless:
        return found
    page, rng = subject.page, Rng(seed)
    words = Vocabulary(subject.program, page.layout, page.moves, page.told)
    for step in Playing(engine, rng, MOST_DECISIONS).steps(at_random(rng)):
        number = step.state.position
        if number in nameless and not step.is_over and _is_wanted(found, number, step):
            decision = step.status
            assert isinstance(decision, Decision), "a match goes on while somebody chooses"
            labels = option_labels(engine, engine.view(step.state, step.seat), decision, words)
            for option, label in zip(decision.options, labels, strict=True):
                found.setdefault((number, option.path[0]), []).append(label)
    return found


def _is_wanted(found: Mapping[Alternative, Sequence[str]], number: int, step: Step) -> bool:
    alternatives = {path[0] for path, _ in step.found}
    return any(len(found.get((number, one), ())) < ENOUGH for one in alternatives)
