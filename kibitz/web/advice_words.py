"""Advice as a browser is told it, at a server and in a page."""

from __future__ import annotations

from collections.abc import Callable

from kibitz.advisor.advice import Advice, OptionAdvice
from kibitz.advisor.wording import cells, doubt, head, nudge, origin
from kibitz.web.messages import AdviceNow, OptionAdvised

_SHOWN = 30
"""Of the options, the best ones."""


def advice_now(
    advice: Advice,
    named: Callable[[str], str],
    at: tuple[int, int],
    *,
    is_last: bool,
    with_numbers: bool,
) -> AdviceNow:
    """The advice as a browser is told it; `at` are the match and its version."""
    match, version = at
    shown = advice.options[:_SHOWN] if with_numbers else ()
    return AdviceNow(
        type="advice",
        match=match,
        version=version,
        aim=advice.aim.value,
        line=named(nudge(advice)),
        best=advice.best.key,
        close=[advice.option(index).key for index in advice.close],
        method=advice.method.value,
        confidence=advice.confidence.value,
        is_last=is_last,
        head=head(advice) if with_numbers else (),
        options=[_option(advice, option, named) for option in shown],
        reasons=[named(reason.text) for reason in advice.reasons] if shown else [],
        origin=origin(advice) if shown else "",
        unseen=dict(advice.unseen) if shown else {},
    )


def _option(advice: Advice, option: OptionAdvice, named: Callable[[str], str]) -> OptionAdvised:
    figures = [named(cell) for cell in cells(advice, option)]
    words = named(doubt(advice, option.index))
    return OptionAdvised(option.key, option.win if advice.has_rivals else None, figures, words)
