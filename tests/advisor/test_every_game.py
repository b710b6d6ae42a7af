"""Advice in every game of the library and the corpus: no fault, right sums, nothing given away."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from itertools import takewhile
from pathlib import Path

import pytest

from benchmarks.honesty import unsound
from kibitz import Advice, load
from kibitz.advisor import Question, advise
from kibitz.advisor.wording import numbers
from kibitz.engine import Decision, Rng
from kibitz.games import names

pytestmark = pytest.mark.slow

CORPUS = Path(__file__).parents[3] / "shared" / "corpus"
GAMES = [*names(), *map(str, sorted(CORPUS.glob("*.rcy")))]
POSITIONS = 2


@pytest.mark.parametrize("name", GAMES, ids=lambda name: Path(name).stem)
def test_advice_is_sound_and_rests_on_the_view_alone(name: str) -> None:
    for question in positions(name):
        game, view = question.game, question.view
        advice = advise(question, simulations=150)
        check_sums(advice, len(question.decision.options))
        text = check_words(advice)
        seen = {spot.card for pile in view.piles for spot in pile if spot.card is not None}
        known = {game.vocabulary.kind_texts[view.kinds[card]] for card in seen}
        offered = " ".join(question.labels)
        named = {card for card, _ in game.vocabulary.cards_in.findall(text)}
        assert {card for card in named if card not in offered} <= known
        assert advice.to_json() == twin(question).to_json()


@pytest.mark.parametrize(
    "name", [name for name in names() if load(name).page.scorecard is not None]
)
def test_no_number_depends_on_the_scorecard(name: str) -> None:
    for question in positions(name)[:1]:
        page = replace(question.game.page, scorecard=None)
        plain = replace(question, game=replace(question.game, page=page))
        with_card, without = (advise(one, simulations=150).to_json() for one in (question, plain))
        for told in (with_card, without):  # reasons are told line by line, as the card has them
            del told["reasons"]
        assert with_card == without


def positions(name: str) -> list[Question]:
    """Some decisions with a choice, early and late, in matches at random."""
    game = load(name)
    found: list[Question] = []
    for seed in range(20):
        match, chance = game.match(seed), Rng(seed, stream=1)
        wait = chance.below(50 if seed % 2 else 4)
        while not match.is_over and match.decisions_made < 300:
            decision = match.decision
            if match.decisions_made >= wait and len(decision.options) > 1:
                found.append(Question.of(game, match.view(decision.seat), decision))
                break
            match.play(chance.below(len(decision.options)))
        if len(found) == POSITIONS:
            return found
    return found


def twin(question: Question) -> Advice:
    """Advice in another world that looks the same to the seat."""
    engine, seat = question.game.interpreter, question.view.seat
    world = engine.resample(question.view, Rng(99))
    status = engine.at(world).status
    assert isinstance(status, Decision)
    same = Question.of(question.game, engine.view(world, seat), status)
    return advise(same, simulations=150)


def check_sums(advice: Advice, options: int) -> None:
    """What holds of every advice."""
    assert not unsound(advice)
    assert len(advice.options) == options
    json.dumps(advice.to_json(), allow_nan=False)


def check_words(advice: Advice) -> str:
    """Every number that is said is one of the JSON, rounded. The text."""
    lines, found = numbers(advice), advice.to_json()
    rows = list(takewhile(lambda line: not line.startswith("… and "), lines[3:]))
    for line, option in zip(rows, found["options"], strict=False):
        score = f"{option['score']:.1f}".replace("-", "−")
        assert line.startswith(f"{option['label']} ")
        rest = line.removeprefix(option["label"]).split()
        assert rest[0] == option["class"]
        if option["share"] is not None:
            assert rest[1:3] == [f"{100 * option['share']:.0f}", "%"]
            del rest[1:3]
        assert rest[1] in (score, score.replace("−0.0", "0.0"))
        assert option["win"] is None or f"{100 * option['win']:.0f} %" in line
    for reason in found["reasons"]:
        assert f"why: {reason['text']}" in lines
        told = re.findall(r"(−?\d+\.\d|\d+ %)", reason["text"])
        values = list(reason["numbers"].values())
        rounded = {f"{value:.1f}".replace("-", "−") for value in values}
        rounded |= {f"{100 * value:.0f} %" for value in values}
        assert len(told) >= 2
        assert set(told) <= rounded
    return "\n".join(lines)
