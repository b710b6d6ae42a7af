"""Advice at the table: for whoever is to choose, from what their seat may know."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace

from kibitz import advisor
from kibitz.advisor import Advice, Question
from kibitz.recycle import BadArgument, KibitzError
from kibitz.web.advice_words import advice_now
from kibitz.web.connection import Connection
from kibitz.web.live_match import LiveMatch
from kibitz.web.messages import AdviceNow
from kibitz.web.refusal import Reason, Refused
from kibitz.web.services import Services
from kibitz.web.work_queue import Asker, WorkKind

_PAUSE_SECONDS = 0.12
"""Between two answers: nobody reads faster."""


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
