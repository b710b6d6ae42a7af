"""Nothing on the screen tells a card that the seat does not know."""

from __future__ import annotations

import re

import pytest
from commands import kibitz

from kibitz import Match, Rng, load, make_player
from kibitz.cli.table.screen import Sight, Size, screen
from kibitz.cli.table.tableau import Tableau
from kibitz.engine.names import card_texts
from kibitz.engine.protocol import Outcome
from kibitz.games import find

PROMPT = re.compile(r"^(?:Enter|1–\d+), \? for help: .*\n", re.MULTILINE)
CARD = re.compile(r"\b(?:10|[2-9AJQK])[♥♦♣♠]")


def known_before_each_decision(game: str, seed: int) -> list[set[str]]:
    """Every card seat 1 has been able to tell so far, at each of its decisions, and at the end.

    The match is the one that `kibitz play` plays when seat 1 always takes its first option.
    """
    engine = load(game)
    match = Match(engine, seed)
    bot = make_player("uniform", engine.program)
    chances = [Rng(seed, stream=seat + 1) for seat in match.seats]
    texts = card_texts(engine.program, list(match.kinds))
    seen: set[str] = set()
    known: list[set[str]] = []
    while True:
        seen |= {texts[s.card] for pile in match.view(0).piles for s in pile if s.card is not None}
        seen |= {
            texts[card]
            for sighting in match.sightings(0)
            if (card := getattr(sighting.event, "card", None)) is not None
        }
        if match.is_over:
            return [*known, set(seen)]
        decision = match.decision
        if decision.seat == 0:
            known.append(set(seen))
            match.play(0)
        else:
            view = match.view(decision.seat)
            match.play(bot.choose(view, decision, chances[decision.seat]).option)


@pytest.mark.parametrize("game", ["golf-six", "president"])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_screen_names_only_cards_the_seat_has_seen(game: str, seed: int) -> None:
    output = kibitz("play", game, "--seed", str(seed), typed="1\n" * 400).output
    screens = PROMPT.split(output)
    known = known_before_each_decision(game, seed)
    assert len(screens) == len(known)
    for shown, cards in zip(screens, known, strict=True):
        assert set(CARD.findall(shown)) <= cards
    assert len(known[0]) < 52
    assert len(set(CARD.findall(output))) > 20


@pytest.mark.parametrize("game", ["golf-six", "president"])
def test_a_screen_is_the_same_in_every_world_the_seat_could_be_in(game: str) -> None:
    """Deal the unseen cards anew: what the table draws may not change."""
    engine = load(game)
    tableau = Tableau(engine.program, find(game).page.layout)
    chance = Rng(5)
    state = engine.deal(chance).state
    for number in range(40):
        decision = engine.decision(state)
        assert not isinstance(decision, Outcome)
        view = engine.view(state, decision.seat)
        world = engine.view(engine.resample(view, Rng(number)), decision.seat)
        drawn = [
            screen(tableau, Sight("", "", seen, (), ()), Size(80, None)) for seen in (view, world)
        ]
        assert drawn[0] == drawn[1]
        state = engine.apply(state, number % len(decision.options), chance).state
