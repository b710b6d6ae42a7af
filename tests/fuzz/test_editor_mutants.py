"""An editor has programs in it that are nearly right: whatever they are, it is answered."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest
from mutants import mutant

from kibitz.lsp.completion import complete
from kibitz.lsp.hover import explain
from kibitz.lsp.names import CannotRename, rename
from kibitz.recycle import Source, check
from kibitz.recycle.checker.check import edited, fixed

SEEDS = range(3000, 3030)


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_every_question_about_a_mutant_has_an_answer(seed: int) -> None:
    chance = random.Random(seed)
    text = mutant(seed)
    source = Source("mutant.rcy", text[: chance.choice((len(text), chance.randrange(len(text))))])
    before = check(source).diagnostics
    for _ in range(3):
        offset = chance.randrange(len(source.text) + 1)
        assert complete(source, offset).span.end == offset
        explain(source, offset)
        with suppress(CannotRename):
            after = Source("", edited(source.text, rename(source, offset, "QQQ")))
            assert len(check(after).diagnostics) <= len(before)
    cured, errors = fixed(source)
    assert bool(errors) == (cured.text != source.text)
    assert not errors or check(cured).diagnostics != before
