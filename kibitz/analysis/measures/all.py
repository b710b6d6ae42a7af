"""All measures of one game."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.analysis.matches import Sample
from kibitz.analysis.measures.branching import Branching, branching
from kibitz.analysis.measures.character import Character, character
from kibitz.analysis.measures.lead import LeadHistory, lead_history
from kibitz.analysis.measures.movement import Category, Movement, information, movement
from kibitz.analysis.measures.results import (
    Distribution,
    SeatShares,
    lengths,
    scores_by_seat,
    scores_of,
    seat_shares,
)
from kibitz.analysis.measures.skill import Skill, skill
from kibitz.analysis.measures.spread import SpreadHistory, spread_history
from kibitz.engine import Program


@dataclass(frozen=True, slots=True)
class Measures:
    """What kind of game it is, in numbers."""

    players: int
    has_rivals: bool
    """Whether anybody wins against anybody."""
    player: str
    """Who thinks, by name and budget."""
    movement: Movement
    information: tuple[Category, ...]
    branching: Branching
    spread: SpreadHistory | None
    lead: LeadHistory | None
    """None where nobody looked ahead, or where there is nobody to lead."""
    skill: Skill | None
    """None where there is nobody to play against."""
    character: Character
    seats_random: SeatShares
    seats_thinking: SeatShares
    seats_mixed: SeatShares
    """The first seat thinks."""
    lengths: tuple[Distribution, ...]
    scores_random: tuple[Distribution, ...]
    scores_thinking: tuple[Distribution, ...]
    capped: int
    """Matches of all samples that were stopped before their end."""
    is_cut: bool
    """The time was up before thinkers finished two matches: how theirs end is not known."""


def measure(sample: Sample, program: Program) -> Measures:
    players, goal, has_rivals = program.players, program.goal, program.has_rivals
    graph = movement(sample.watched)
    seats = seat_shares(sample.results.scores, goal)
    thinking = seat_shares(scores_of(sample.thinking), goal)
    mixed = seat_shares(scores_of(sample.mixed), goal)
    thought = "thinking, stopped" if sample.is_cut else "thinking"
    samples = (sample.random, sample.thinking, sample.mixed if players > 1 else ())
    return Measures(
        players=players,
        has_rivals=has_rivals,
        player=sample.player,
        movement=graph,
        information=information(graph, sample.watched),
        branching=branching(sample.random, players),
        spread=spread_history(sample.thinking),
        lead=lead_history(sample.thinking, goal) if has_rivals else None,
        skill=skill(sample.duels, sample.by_chance, goal) if has_rivals else None,
        character=character(sample, seats, goal, has_rivals=has_rivals),
        seats_random=seats,
        seats_thinking=thinking.unknown() if sample.is_cut else thinking,
        seats_mixed=mixed.unknown() if sample.is_cut else mixed,
        lengths=(lengths("random", sample.random), lengths(thought, sample.thinking)),
        scores_random=scores_by_seat(sample.random),
        scores_thinking=scores_by_seat(sample.thinking),
        capped=sum(match.capped for matches in samples for match in matches),
        is_cut=sample.is_cut,
    )
