"""All figures of a game, drawn."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.analysis.figures.branching import draw_branching
from kibitz.analysis.figures.distributions import draw_lengths, draw_scores
from kibitz.analysis.figures.flow import draw_flow
from kibitz.analysis.figures.histories import draw_lead, draw_spread
from kibitz.analysis.figures.output import to_png, to_svg
from kibitz.analysis.figures.skill import draw_skill
from kibitz.analysis.measures.all import Measures
from kibitz.analysis.measures.skill import Skill
from kibitz.analysis.subject import Subject, sample_text


@dataclass(frozen=True, slots=True)
class Picture:
    """A figure as files."""

    name: str
    svg: str
    png: bytes
    caption: str
    """What it needs to be made again."""


def pictures(subject: Subject, measures: Measures) -> dict[str, Picture]:
    """By name; spread and lead are missing where nobody looked ahead or nobody can lead."""
    by_chance = sample_text(measures.branching.matches, "random")
    stopped = ", stopped when the time was up" if measures.is_cut else ""
    by_thought = sample_text(measures.seats_thinking.matches, measures.player) + stopped
    random, thinking = subject.caption(by_chance), subject.caption(by_thought)
    both = subject.caption(f"{by_chance}; {by_thought}")
    layout, players = subject.page.layout, measures.players
    watched = subject.caption(sample_text(measures.movement.matches, "random"))
    flow = draw_flow(measures.movement, layout, players, watched)
    figures = [("flow", flow, watched)]
    figures.append(("branching", draw_branching(measures.branching, random), random))
    if measures.spread is not None:
        figures.append(("spread", draw_spread(measures.spread, thinking), thinking))
    if measures.lead is not None:
        figures.append(("lead", draw_lead(measures.lead, thinking), thinking))
    if measures.skill is not None:
        ladder = subject.caption(_ladder_text(measures.skill))
        figures.append(("skill", draw_skill(measures.skill, ladder), ladder))
    figures.append(("lengths", draw_lengths(measures.lengths, both), both))
    scores = draw_scores(measures.scores_random, measures.scores_thinking, both)
    figures.append(("scores", scores, both))
    return {
        name: Picture(name, to_svg(figure), to_png(figure), caption)
        for name, figure, caption in figures
    }


def _ladder_text(measured: Skill) -> str:
    deals = ", ".join(str(rung.deals) for rung in measured.rungs)
    return f"mcts over the same deals in turn ({deals})" if deals else "No duel came to its end"
