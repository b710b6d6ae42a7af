"""The bots of a page, which think about what their seat may know and nothing else.

Where the page has the game as WebAssembly, they are those of a server: they ask the same net, or
make the same search. A game that nobody has compiled, as in a workshop, the interpreter plays:
options are tried in worlds that the seat could be in, for which there is time in few of them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from math import exp
from pathlib import Path
from time import monotonic
from typing import Any, cast

from kibitz.engine import Interpreter, MatchError, Outcome, Program, Rng, View, player_settings
from kibitz.engine.native.search.module_search import (
    ModuleFailed,
    ModuleSearch,
    ModuleSearcher,
    OpenModule,
    PageNet,
    unpacked,
    weighed,
    weighed_in_tree,
)
from kibitz.web.live_match import LiveMatch
from kibitz.web.messages import AdviceNow
from kibitz.web.offline_advice import advised

SECONDS = {"novice": 0.0, "regular": 0.5, "expert": 2.0}
"""By strength: how long the interpreter deals worlds for a decision; who has no time takes any
option. A search by a module takes no longer than the expert has."""
BOTS, MODULE, NET = "bots.json", "module.wasm", "net.bin"
"""The files of a page."""
_WEAKER = (
    "nothing was made ready for these rules, so bots try their options for as long as they have "
    "time, and are weaker than those of that name elsewhere"
)
_FAR = 60
"""Decisions after which a match that the interpreter plays is scored as it stands."""
_MOST = 1 << 15
"""Simulations of a decision that there is memory for."""
_BATCHES = 10
"""Parts of a search without a tree, by which its noise is told."""
_SILLY = 3.0
"""An option that is worse by so many slips is never taken."""


@dataclass(frozen=True)
class ModuleBots:
    """The bots of one game and its rules, with the module that knows them."""

    told: Mapping[str, Any]
    """As `page_bots.py` wrote it."""
    net: PageNet | None
    opened: OpenModule

    @staticmethod
    def of(folder: str, opened: Callable[[int, int], object]) -> ModuleBots | None:
        """Those whose files lie there; None if none do. `opened` opens the module."""
        path = Path(folder)
        if not (path / BOTS).is_file():
            return None
        told = json.loads((path / BOTS).read_text("utf-8"))
        net = told["net"]
        if net:
            weights = unpacked((path / NET).read_bytes(), net["numbers"])
            net = PageNet(weights, tuple(net["wants"]), net["mean"], net["scale"])
        return ModuleBots(told, net or None, cast(OpenModule, opened))

    def know(self, program: Program) -> bool:
        """Whether these are the rules."""
        rules = self.told["digest"], self.told["options"]
        return rules == (program.digest, dict(program.options))

    def searcher(self, program: Program) -> ModuleSearcher:
        """The module, opened."""
        return ModuleSearcher(program, self.told["module"], self.opened, self.net)


class PageBots:
    """Whoever plays at a table of a page."""

    def __init__(self, with_module: ModuleBots | None = None) -> None:
        self._with_module = with_module
        self._searcher: ModuleSearcher | None = None

    def thought(self, live: LiveMatch, strength: str) -> int:
        """The option that the bot takes, from what its seat may know."""
        decision = live.match.decision
        options = len(decision.options)
        # Each decision has chance of its own, so that bots go on as if nothing had happened.
        chance = Rng(live.kept.seed, stream=live.version + 1)
        view, known = live.match.view(decision.seat), self._known(live.game.program)
        if options > 1 and known is not None:
            told, searcher = known
            try:
                return _by_module(searcher, told["strengths"][strength], view, options, chance)
            except ModuleFailed:
                pass  # the interpreter leaves out worlds in which a rule fails
        return _by_interpreter(live.game.interpreter, strength, view, options, chance)

    def advise(self, live: LiveMatch, aim: str) -> AdviceNow:
        """What whoever is to choose should do, by rules for which there is advice."""
        known = self._known(live.game.program)
        assert known is not None, "it was offered"
        told, searcher = known
        return advised(live, searcher, told, aim)

    def told_of(self, program: Program, strengths: Iterable[str]) -> str:
        """What is to be known of bots of these strengths; nothing where they search as usual."""
        searching = sorted({one for one in strengths if SECONDS[one]}, key=list(SECONDS).index)
        if not searching or self.can_advise(program):
            return ""
        return f"{' and '.join(searching)}: {_WEAKER}"

    def can_advise(self, program: Program) -> bool:
        """Whether the page was made with these rules."""
        return self._with_module is not None and self._with_module.know(program)

    def _known(self, program: Program) -> tuple[Mapping[str, Any], ModuleSearcher] | None:
        """What is known of these rules."""
        bots = self._with_module
        if bots is None or not bots.know(program):
            return None
        self._searcher = self._searcher or bots.searcher(program)
        return bots.told, self._searcher


# ---------------------------------------------------------------------------- by the module


def _by_module(
    searcher: ModuleSearcher, bot: Mapping[str, Any], view: View, options: int, chance: Rng
) -> int:
    if bot["search"] is None:
        return _slipping(searcher.said(view, options), bot["slip"], chance)
    how = player_settings.read_settings(bot["search"])
    said = searcher.said(view, options) if how.is_guided else None
    most = min(_MOST, max(1, bot["per_option"] * options))
    search, until = (
        ModuleSearch(searcher, view, options, how, most, chance.next()),
        monotonic() + SECONDS["expert"],
    )
    batches, before = [], search.statistics
    while search.done < most and (not search.done or monotonic() < until):
        search.run(-(-most // _BATCHES))
        now = search.statistics
        batches.append([_less(*rows) for rows in zip(now, before, strict=True)])
        before = now
    if how.kind == "flat":
        worths = [row[1] / row[0] if row[0] else -1e9 for row in before]
        worths = worths if said is None else weighed(batches, said)
    else:
        worths = [row[0] for row in before] if said is None else weighed_in_tree(before, said)
    return worths.index(max(worths))


def _less(now: tuple[float, ...], before: tuple[float, ...]) -> list[float]:
    return [one - other for one, other in zip(now, before, strict=True)]


def _slipping(worths: list[float], slip: float, chance: Rng) -> int:
    """An option; one that is worth a slip less is taken e times more rarely."""
    best, slip = max(worths), max(slip, 1e-9)
    lost = [(best - worth) / slip for worth in worths]
    weights = [exp(-loss) if loss <= _SILLY else 0.0 for loss in lost]
    left = chance.next() / 2**64 * sum(weights)
    for option, weight in enumerate(weights):
        left -= weight
        if left < 0:
            return option
    return worths.index(best)


# ---------------------------------------------------------------------------- by the interpreter


def _by_interpreter(
    engine: Interpreter, strength: str, view: View, options: int, chance: Rng
) -> int:
    until = monotonic() + SECONDS[strength]
    totals = [0.0] * options
    while options > 1 and monotonic() < until:
        try:
            for option, reward in enumerate(_rewards(engine, view, options, chance)):
                totals[option] += reward
        except MatchError:  # a rule that fails in a world says nothing of any option
            continue
    best = [option for option in range(options) if totals[option] == max(totals)]
    return best[chance.below(len(best))]


def _rewards(engine: Interpreter, view: View, options: int, chance: Rng) -> list[float]:
    """By option, in a world that the view allows; nothing in one that does not offer them."""
    step = engine.at(engine.resample(view, chance))
    if len(step.found) != options:
        return []
    after = [engine.apply(step, option, chance).state for option in range(options)]
    played = [engine.playout(chance, _FAR, state).outcome for state in after]
    return [_reward(outcome, view.seat) for outcome in played]


def _reward(outcome: Outcome, seat: int) -> float:
    """1 for the first place, 0 for the last."""
    return 1 - (outcome.ranks[seat] - 1) / max(1, len(outcome.scores) - 1)
