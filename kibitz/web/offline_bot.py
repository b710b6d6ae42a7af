"""The bots of a page: options are tried in worlds that the seat could be in, played on at random.

The interpreter plays them, as a page has no compiler: so there is time for few of them.
"""

from __future__ import annotations

from time import monotonic

from kibitz.engine import Interpreter, MatchError, Outcome, Rng, View
from kibitz.web.live_match import LiveMatch

SECONDS = {"novice": 0.0, "regular": 0.5, "expert": 2.0}
"""By strength: how long worlds are dealt for a decision; who has no time takes any option."""
_FAR = 60
"""Decisions after which a match is scored as it stands."""


def thought(live: LiveMatch, strength: str) -> int:
    """The option that the bot takes, from what its seat may know."""
    decision = live.match.decision
    options, until = len(decision.options), monotonic() + SECONDS[strength]
    # Each decision has chance of its own, so that bots go on as if nothing had happened.
    chance = Rng(live.kept.seed, stream=live.version + 1)
    view, engine = live.match.view(decision.seat), live.game.interpreter
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
