"""How many choices of one player belong together, so that all of them are made at once."""

from __future__ import annotations

from kibitz.engine import Decision, Interpreter, MatchError, Option, Rng, Stored, View
from kibitz.words.labels import Rehearsals
from kibitz.words.vocabulary import Vocabulary


def made_together(
    engine: Interpreter,
    vocabulary: Vocabulary,
    view: View,
    decision: Decision,
    foreseen: Rehearsals,
) -> int:
    """How many choices of these options follow each other, this one included.

    They are counted in a made-up world that the view allows, so that the number tells nothing.
    """
    named = {name.lower() for name in vocabulary.page.together}
    if not named or not all(_is_one(vocabulary, named, o, foreseen) for o in decision.options):
        return 1
    step, count = engine.at(engine.imagine(view)), 1
    left = {option.key for option in decision.options}
    try:
        while count < len(decision.options):
            step = engine.apply(step, 0, Rng(0))
            status = step.status
            if not isinstance(status, Decision) or status.seat != decision.seat:
                break
            keys = {option.key for option in status.options}
            if not keys < left:
                break
            left, count = keys, count + 1
    except MatchError:
        return 1
    return count


def _is_one(vocabulary: Vocabulary, named: set[str], option: Option, foreseen: Rehearsals) -> bool:
    stored = (event for event in foreseen.get(option.key, ()) if isinstance(event, Stored))
    return option.name.lower() in named or any(vocabulary.storage(e)[0] in named for e in stored)
