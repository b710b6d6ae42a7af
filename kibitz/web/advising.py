"""Advice at the table: for whoever is to choose, from what their seat may know."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from kibitz import advisor
from kibitz.advisor import Advice, OptionAdvice, Question
from kibitz.recycle import BadArgument, KibitzError
from kibitz.web.connection import Connection
from kibitz.web.live_match import LiveMatch
from kibitz.web.messages import AdviceNow, OptionAdvised
from kibitz.web.refusal import Reason, Refused
from kibitz.web.services import Services
from kibitz.web.work_queue import Asker, WorkKind

_PAUSE_SECONDS = 0.12
"""Between two answers: nobody reads faster."""
_SHOWN = 30
"""Of the options, the best ones."""


class Counsel:
    """One decision that somebody wants advice on. Nothing is asked but a View."""

    def __init__(self, live: LiveMatch, aim: str, *, with_numbers: bool) -> None:
        """Raises Refused for an aim that there is not."""
        decision = live.match.decision
        view = live.match.view(decision.seat)
        try:
            self._question = Question.of(live.game, view, decision, aim or None)
        except BadArgument:
            raise Refused(Reason.NOT_UNDERSTOOD) from None
        self._live, self._version = live, live.version
        self._with_numbers = with_numbers

    async def prepare(self, asker: Asker, services: Services) -> None:
        """Have compiled what has to be compiled, before anybody asks."""
        with suppress(Refused):
            await services.preparations.compiled(asker, self._live.game)
            await services.work.done(asker, WorkKind.ADVICE, advisor.appraiser_for, self._question)

    async def give(self, connection: Connection, services: Services) -> None:
        """Say what to do, better and better, until it is known well or the match has gone on."""
        await self.prepare(connection.asker, services)
        asker, work = connection.asker, services.work
        loop = asyncio.get_running_loop()
        answers = map(self._told, advisor.improving(self._question))
        latest, due = None, 0.0
        while self._live.version == self._version and not connection.is_closed:
            try:
                advice = await work.done(asker, WorkKind.ADVICE, next, answers, None)
            except KibitzError:
                advice = None
            if advice is None:
                break
            latest = advice
            if loop.time() >= due:
                connection.answer(advice)
                due = loop.time() + _PAUSE_SECONDS
        if latest is not None:
            connection.answer(replace(latest, is_last=True))

    def _told(self, advice: Advice) -> AdviceNow:
        at = self._live.kept.number, self._version
        named = self._live.story.named
        return advice_now(advice, named, at, is_last=False, with_numbers=self._with_numbers)


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
        line=named(advisor.nudge(advice)),
        best=advice.best.key,
        close=[advice.option(index).key for index in advice.close],
        method=advice.method.value,
        confidence=advice.confidence.value,
        is_last=is_last,
        head=advisor.head(advice) if with_numbers else (),
        options=[_option(advice, option, named) for option in shown],
        reasons=[named(reason.text) for reason in advice.reasons] if shown else [],
        origin=advisor.origin(advice) if shown else "",
        unseen=dict(advice.unseen) if shown else {},
    )


def _option(advice: Advice, option: OptionAdvice, named: Callable[[str], str]) -> OptionAdvised:
    figures = [named(cell) for cell in advisor.cells(advice, option)]
    doubt = named(advisor.doubt(advice, option.index))
    return OptionAdvised(option.key, option.win if advice.has_rivals else None, figures, doubt)
