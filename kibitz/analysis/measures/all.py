"""All measures of one game."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.analysis.matches import Sample
from kibitz.analysis.measures import histories, results
from kibitz.analysis.measures.branching import Branching, branching
from kibitz.analysis.measures.character import Character, character
from kibitz.analysis.measures.movement import Category, Movement, information, movement
from kibitz.analysis.measures.skill import Skill, skill
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
    spread: histories.SpreadHistory | None
    lead: histories.LeadHistory | None
    """None where nobody looked ahead, or where there is nobody to lead."""
    skill: Skill | None
    """None where there is nobody to play against."""
    character: Character
    seats_random: results.SeatShares
    seats_thinking: results.SeatShares
    seats_mixed: results.SeatShares
    """The first seat thinks."""
    lengths: tuple[results.Distribution, ...]
    scores_random: tuple[results.Distribution, ...]
    scores_thinking: tuple[results.Distribution, ...]
    capped: int
    """Matches of all samples that were stopped before their end."""
    is_cut: bool
    """The time was up before thinkers finished two matches: how theirs end is not known."""


def measure(sample: Sample, program: Program) -> Measures:
    players, goal, has_rivals = program.players, program.goal, program.has_rivals
    graph = movement(sample.watched)
    seats = results.seat_shares(sample.results.scores, goal)
    thinking = results.seat_shares(results.scores_of(sample.thinking), goal)
    mixed = results.seat_shares(results.scores_of(sample.mixed), goal)
    thought = "thinking, stopped" if sample.is_cut else "thinking"
    samples = (sample.random, sample.thinking, sample.mixed if players > 1 else ())
    return Measures(
        players=players,
        has_rivals=has_rivals,
        player=sample.player,
        movement=graph,
        information=information(graph, sample.watched),
        branching=branching(sample.random, players),
        spread=histories.spread_history(sample.thinking),
        lead=histories.lead_history(sample.thinking, goal) if has_rivals else None,
        skill=skill(sample.duels, sample.by_chance, goal) if has_rivals else None,
        character=character(sample, seats, goal, has_rivals=has_rivals),
        seats_random=seats,
        seats_thinking=thinking.unknown() if sample.is_cut else thinking,
        seats_mixed=mixed.unknown() if sample.is_cut else mixed,
        lengths=tuple(
            results.lengths(name, of)
            for name, of in (("random", sample.random), (thought, sample.thinking))
        ),
        scores_random=results.scores_by_seat(sample.random),
        scores_thinking=results.scores_by_seat(sample.thinking),
        capped=sum(match.capped for matches in samples for match in matches),
        is_cut=sample.is_cut,
    )
