"""What the figures show, in numbers and words: for those who cannot see them, and all others."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from math import floor, log10
from typing import Any

from kibitz.analysis.measures.all import Measures
from kibitz.analysis.measures.branching import Branching, DecisionKind
from kibitz.analysis.measures.histories import LeadHistory, SpreadHistory
from kibitz.analysis.measures.movement import Flow, Movement, MovementNode, Openness
from kibitz.analysis.measures.results import SeatShares
from kibitz.analysis.measures.skill import Rung, Skill
from kibitz.players import Mean
from kibitz.words import decimal, percent


def mean_text(mean: Mean | None) -> str:
    """`0.52 ± 0.03`: no more digits than the interval allows, no fewer than two.

    An interval is never told as 0 if it is not.
    """
    if mean is None or mean.margin is None:
        return decimal(None if mean is None else mean.value, 2)
    digits = _digits(mean.margin)
    margin = max(mean.margin, 10**-digits) if mean.margin else 0.0
    return f"{decimal(mean.value, digits)} ± {decimal(margin, digits)}"


def share_text(mean: Mean) -> str:
    """`25.1 ± 0.3 %`; a margin of half of everything or more tells nothing, and that is said."""
    if mean.margin is None:
        return percent(mean.value)
    if mean.margin >= 0.5:
        return "too few to tell"
    digits = max(0, _digits(mean.margin) - 2)
    return f"{decimal(100 * mean.value, digits)} ± {100 * mean.margin:.{digits}f} %"


def part_text(mean: Mean) -> str:
    """The same of a part of something, which is not less than nothing: `at most 4 %`."""
    if mean.value >= 0 or mean.high is None:
        return share_text(mean)
    return f"at most {max(1.0, 100 * mean.high):.0f} %"


def _digits(margin: float) -> int:
    """Behind the point, so that the margin has one digit that counts."""
    return max(2, min(4, -floor(log10(margin)))) if margin > 0 else 2


def points_text(mean: Mean) -> str:
    """`1 point`, `3.2 ± 0.4 points`."""
    text = f"{mean.value:.3g}" if mean.margin is None else mean_text(mean)
    return f"{text.replace('-', '−')} {'point' if text == '1' else 'points'}"


def is_sure(mean: Mean, caution: float = 1.0) -> bool:
    """Whether the interval, made wider by `caution`, leaves 0 out."""
    return mean.margin is not None and abs(mean.value) > caution * mean.margin


_LITTLE = 0.1
"""A change by so much of the mean, or less, is not worth a word."""
_APART = 0.15
"""Winner and last are told apart once so much of the scale lies between them."""
_THE_END = 0.99
FEWEST = 10
"""Matches that something can be said about."""
CAUTION = 1.5
"""Where several seats are looked at, one of them would often be outside its 95 % by chance."""


def readings(measures: Measures, words: Mapping[str, str]) -> dict[str, str]:
    """By figure, what it shows; nothing of what was not measured. `words` name the places."""
    read: tuple[tuple[str, Any, Callable[[Any], str]], ...] = (
        ("flow", measures.movement, lambda graph: read_flow(graph, words)),
        ("branching", measures.branching, read_branching),
        ("spread", measures.spread, read_spread),
        ("lead", measures.lead, read_lead),
        ("skill", measures.skill, read_skill),
    )
    return {name: say(of) for name, of, say in read if of is not None}


def read_branching(table: Branching) -> str:
    whole = (
        f"A decision has {table.mean:.1f} options on average and at most {table.most}; "
        f"{_share(table.forced)} of the decisions have only one."
    )
    if len(table.kinds) == 1:
        trend = _trend(table.kinds[0])
        return f"{whole} Over the match their number {trend}." if trend else whole
    lines = dict.fromkeys(kind.line for kind in table.kinds)
    kinds = f"ecisions of {len(lines)} kinds"
    said = f" D{kinds} take turns." if table.take_turns else f" There are d{kinds}."
    told = (_told([kind for kind in table.kinds if kind.line == line]) for line in lines)
    return f"{whole}{said if len(lines) > 1 else ''} {' '.join(told)}"


def _told(kinds: Sequence[DecisionKind]) -> str:
    """Of the kinds of one choice."""
    what = f"To {kinds[0].choice}"
    if len(kinds) > 1:
        means = ", ".join(f"{kind.mean:.1f}" for kind in kinds)
        return f"{what}, the number of options comes round every {len(kinds)} decisions: {means}."
    trend = _trend(kinds[0])
    more = f", and their number {trend}" if trend else ""
    return f"{what}, there are {kinds[0].mean:.1f} options{more}."


def _trend(kind: DecisionKind) -> str:
    """`grows from 2.0 to 4.3`, if that is sure and more than a little; empty if it is not known."""
    early, late, change = kind.early, kind.late, kind.change
    if early is None or late is None or change is None or change.margin is None:
        return ""
    if is_sure(change) and abs(change.value) > _LITTLE * kind.mean:
        verb = "grows" if change.value > 0 else "shrinks"
        return f"{verb} from {early.value:.1f} in the first quarter to {late.value:.1f} in the last"
    return "stays much the same" if change.margin < _LITTLE * kind.mean else ""


def read_spread(history: SpreadHistory) -> str:
    early, late = points_text(history.early), points_text(history.late)
    if len(history.runs) < FEWEST:
        return f"{len(history.runs)} matches are too few to say how much hangs on a decision."
    if is_sure(history.change):
        trend = "rises" if history.change.value > 0 else "falls"
        return (
            f"How much hangs on a decision {trend} over the match: in its first quarter the spread "
            f"is {early}, in its last quarter {late}."
        )
    if not is_sure(history.early) and not is_sure(history.late):
        return (
            "Nothing can be seen to hang on a decision: the spread is "
            f"{early} in the first quarter of the match and {late} in the last."
        )
    return (
        f"The spread is {early} in the first quarter of the match and {late} in the last; whether "
        "it rises or falls cannot be told from these matches."
    )


def read_lead(history: LeadHistory) -> str:
    if history.matches < FEWEST:
        return f"{history.matches} matches are too few to say when winners emerge."
    first, last = history.curves[0], history.curves[-1]
    surely = _parting(first.x, first.low, last.high)
    perhaps = _parting(first.x, first.high, last.low)
    if surely is None:
        return (
            "Whoever wins is ahead from the start: the curves of winners and of those who end "
            "last are apart all the time."
        )
    if surely >= _THE_END:
        return (
            "Until the very end winners and those who end last cannot be told apart by their "
            "prospects."
        )
    span = f"{100 * surely:.0f}"
    if perhaps is None:
        span = f"at most {span}"
    elif round(100 * perhaps) < round(100 * surely):
        span = f"{100 * perhaps:.0f} to {span}"
    return (
        "Winners and those who end last cannot be told apart by their prospects until "
        f"{span}\u00a0% of the match are over; from then on their curves part for good."
    )


def _parting(x: Sequence[float], upper: Sequence[float], lower: Sequence[float]) -> float | None:
    """The last moment at which the curves are close; None if they never are."""
    gaps = [high - low for high, low in zip(upper, lower, strict=True)]
    close = (moment for moment, gap in zip(x, gaps, strict=True) if gap < _APART)
    return max(close, default=None)


def read_seats(shares: SeatShares, who: str) -> str:
    """`who` plays: `random players`, `thinking players`."""
    even = 1 / len(shares.by_seat)
    off = {
        seat: one
        for seat, one in enumerate(shares.by_seat, start=1)
        if is_sure(Mean(one.value - even, one.margin), CAUTION)
    }
    if not off:
        return f"Between {who}, no seat is seen to win more or less than its share."
    told = "; ".join(
        f"seat {seat} wins {share_text(one)}, {'more' if one.value > even else 'less'} than its "
        "share"
        for seat, one in off.items()
    )
    return f"Between {who}, {told} of {100 * even:.3g} %."


def rung_text(rung: Rung, unit: str = " simulations") -> str:
    """`1,000 simulations against 100`."""
    return f"{_mind(rung.stronger)}{unit} against {_mind(rung.weaker)}"


def _mind(player: str) -> str:
    """How much a player of the ladder thinks."""
    found = re.search(r"sims=(\d+)", player)
    return f"{int(found[1]):,}" if found else "chance"


def read_skill(measured: Skill) -> str:
    known = [rung for rung in measured.rungs if rung.is_known]
    duels = "; ".join(f"{rung_text(rung)}: {share_text(rung.share)}" for rung in known)
    levels = "1 level" if measured.levels == 1 else f"{measured.levels} levels"
    skill = (
        f"How often the better one wins a duel: {duels}. So {levels} of play can be told apart "
        "here, chance being the first."
        if known
        else "Too few duels were played to say how often the better one wins."
    )
    thinking = measured.luck_thinking
    more = "" if thinking is None else f", and {part_text(thinking)} between thinkers"
    return (
        f"{skill} The first deal decides {part_text(measured.luck)} of where random players "
        f"end{more}."
    )


def read_scores(random: Mean, thinking: Mean | None) -> str:
    """What a game comes to in which nobody is a rival."""
    thought = "" if thinking is None else f", those who think {mean_text(thinking)}"
    return f"Random players score {mean_text(random)}{thought}."


def read_flow(graph: Movement, words: Mapping[str, str]) -> str:
    """`words` are what people call the places."""
    flows = {flow: _places(graph, flow, words) for flow in Flow}
    parts = [f"{flow.value}: {', '.join(routes)}" for flow, routes in flows.items() if routes]
    return "Cards are " + "; ".join(parts) + "."


def _places(graph: Movement, flow: Flow, words: Mapping[str, str]) -> list[str]:
    """`stock to hand`, each once, whoever the seats are."""

    def word(node: MovementNode) -> str:
        return words.get(node.name, node.name.lower())

    return list(
        dict.fromkeys(
            f"{word(edge.source)} to {word(edge.destination)}"
            + (" (memory)" if edge.destination.openness is Openness.MEMORY else "")
            for edge in graph.edges
            if edge.flow is flow
        )
    )


def _share(part: float) -> str:
    """`12 %`; `none` and `hardly any` instead of 0 %."""
    if part >= 0.005:
        return f"{100 * part:.0f}\u00a0%"
    return "hardly any" if part else "none"
