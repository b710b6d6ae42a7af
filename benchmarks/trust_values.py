"""Rows of `trust` that hold advice beside what is known exactly, or beside itself."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from time import monotonic, process_time

import numpy as np

from benchmarks import blackjack_values, cribbage_values
from benchmarks.advice import questions
from benchmarks.honesty import unfair
from kibitz import load
from kibitz.advisor import HINT_SECONDS, Question, advise, laid_out, read_position
from kibitz.advisor.simulating import appraiser_for
from kibitz.analysis import SamplePlan
from kibitz.analysis.matches import play
from kibitz.analysis.measures.all import measure
from kibitz.analysis.page.reading import readings
from kibitz.engine import Decision, Rng, View, deal_slot, rounds_of
from kibitz.game import Game
from kibitz.games import names
from kibitz.kept_files import Cache
from kibitz.players import Mean, make_player, mean_of
from kibitz.solver import Aim, Policy, TooBig, best_response, option_values

LONGER = 100
ENDING: tuple[tuple[int, int, str], ...] = (
    (2, 1, "OFF"),
    (2, 9, "OFF"),
    (2, 18, "OFF"),
    (3, 3, "OFF"),
    (4, 9, "OFF"),
    (2, 9, "ON"),
    (4, 18, "ON"),
)
"""Players and holes of golf, and whether the first cards are turned in secret: then they lie face
down, and their owner knows them."""
_PEGGED = 2048
"""Deals in which the points of a discard at cribbage are counted, those of the play among them."""
_OTHER_DEALS = 1 << 20
"""What makes another seed."""
BLUFFING = {"kuhn-poker": 0.005, "leduc-poker": 0.03}
"""By game: what may be won against who follows the advice."""
BIDDING = ("spades", "skat", "oh-hell", "pitch", "euchre")
READ = ("golf-six", "hearts", "kuhn-poker", "president")


def verdict(holds: bool, misses: bool) -> str:
    """What is beyond doubt, and nothing else."""
    return "holds" if holds else "MISSED" if misses else "not refuted"


def _told(mean: Mean, most: float, unit: str) -> str:
    margin, is_told = mean.margin or 0.0, mean.margin is not None
    holds, misses = mean.value + margin <= most, mean.value - margin > most
    fits = verdict(is_told and holds, is_told and misses)
    return f"{mean.value:.4f} ± {margin:.4f} {unit} (≤ {most:g})  {fits}"


def endings(sample: int) -> Iterator[str]:
    """Last turns of golf with at most 3 unknown cards, any hole, known cards face down: loss to the
    exact value. What is too big to be counted out is counted here, and nowhere else."""
    for players, holes, secret in ENDING:
        game = load("golf", PLAYERS=players, HOLES=holes, SECRETFLIPS=secret)
        losses, exact, too_big = list[float](), 0, 0
        for question in _last_turns(game, sample):
            rounds = rounds_of(game.program)
            until = rounds.slot_to_watch(question.view.ints) if rounds else None
            try:
                values = option_values(
                    game.interpreter,
                    question.view,
                    len(question.decision.options),
                    budget=20_000_000,
                    until=until,
                )
            except TooBig:
                too_big += 1
                continue
            advice = advise(question, clock=process_time)
            own = [value.scores[question.view.seat] for value in values]
            losses.append(own[advice.best.index] - min(own))
            exact += advice.method == "exact"
        where = f"{players} players, {holes} holes{', known cards' * (secret == 'ON')}"
        found = _told(mean_of(losses), 0.1, "strokes") if losses else "none that was counted out"
        yield f"{where}: {found}, exact {exact} of {len(losses)}, {too_big} too big"


def _last_turns(game: Game, count: int) -> Iterator[Question]:
    found, seed = 0, 0
    while found < count:
        match, chance = game.match(seed), Rng(seed, stream=1)
        seed += 1
        while not match.is_over and found < count and match.decisions_made < 600:
            decision = match.decision
            view = match.view(decision.seat)
            hidden = sum(
                spot.card is None
                for place, pile in zip(game.vocabulary.places, view.piles, strict=True)
                if place.owner is not None
                for spot in pile
            )
            is_last = view.number("FINAL") == 1 or view.number("FINISHER") > 0
            if len(decision.options) > 1 and is_last and hidden <= 3 and chance.below(3) == 0:
                found += 1
                yield Question.of(game, view, decision, Aim.SCORE, seed=found)
            match.play(chance.below(len(decision.options)))


def blackjack(sample: int) -> Iterator[str]:
    """Starting hands against every card of the dealer: ≥ 98 % right, mean loss ≤ 0.002 bets."""
    game, chance = load("blackjack", PLAYERS=1), Rng(1)
    hands, losses = blackjack_values.starting_hands(), list[float]()
    order = list(range(len(hands)))
    chance.shuffle(order)
    for cards, up in (hands[number] for number in order[:sample]):
        first, second, dealer = (_face(value) for value in (*cards, up))
        text = (
            f'player = 1\n[table]\nDEALER = "{dealer}♠"\n[players.1]\nHAND = "{first}♥ {second}♦"\n'
        )
        seat = laid_out(game, read_position(text.encode()))
        question = Question.of(game, seat.view, seat.decision)
        best = advise(question, clock=process_time).best.index
        values = blackjack_values.values(cards, up)
        worths = [values[option.name.lower()] for option in seat.decision.options]
        losses.append((max(worths) - worths[best]) / 10)
    right = mean_of([float(loss < 1e-9) for loss in losses])
    fits = verdict(right.value >= 0.98, right.value + (right.margin or 0) < 0.98)
    yield f"right {right.value:.1%} ± {right.margin or 0:.1%} (≥ 98 %)  {fits}"
    yield f"loss {_told(mean_of(losses), 0.002, 'bets')}"


def _face(value: int) -> str:
    return "A" if value == 1 else str(value)


def poker(sample: int) -> Iterator[str]:
    """Exploitability of following the advice: Kuhn ≤ 0.005, Leduc ≤ 0.03."""
    for name, most in BLUFFING.items():
        game = load(name)
        policy = _follower(game)
        best = [best_response(game.program, n, policy, budget=10**6).scores[n] for n in (0, 1)]
        found = float(sum(best) / 2)
        yield f"{name:12} {found:.4f} (≤ {most:g})  {'holds' if found <= most else 'MISSED'}"


def _follower(game: Game) -> Policy:
    def policy(view: View, decision: Decision) -> Sequence[Fraction]:
        if len(decision.options) == 1:
            return [Fraction(1)]
        advice = advise(Question.of(game, view, decision), simulations=200)
        shares = [advice.option(n).share for n in range(len(decision.options))]
        exactly = [Fraction(share or 0) for share in shares]
        if not sum(exactly):
            exactly[advice.best.index] = Fraction(1)
        return [share / sum(exactly) for share in exactly]

    return policy


def cribbage(sample: int) -> Iterator[str]:
    """Two cards laid away, by both seats: loss to the exact value of hand and crib ≤ 0.05 points;
    and with what is pegged in the play, as the guide plays on, beside what is best in other deals
    (no goal)."""
    game = load("cribbage")
    losses, pegged = list[float](), list[float]()
    for seed in range(sample):
        match = game.match(seed)
        for _ in range(2):
            view, decision = match.view(match.decision.seat), match.decision
            is_dealer = decision.seat + 1 == view.number("DEALER")
            hand = [card_number(str(card)) for card in view.pile("HAND", decision.seat)]
            values = cribbage_values.laid_away(hand, is_dealer=is_dealer)
            question = Question.of(game, view, decision, Aim.SCORE, seed)
            best = advise(question, clock=process_time).best
            cards = re.findall(r"(?:10|[2-9AJQK])[♣♦♥♠]", best.label)
            losses.append(max(values.values()) - values[frozenset(map(card_number, cards))])
            pegged.append(_loss_with_the_play(question, best.index))
            match.play(best.index)
    yield _told(mean_of(losses), 0.05, "points")
    beside = mean_of(pegged)
    yield f"with the play {beside.value:+.4f} ± {beside.margin or 0:.4f} points"


def _loss_with_the_play(question: Question, chosen: int) -> float:
    """Points more than the other's that the option is behind the one that was best in the first
    half of the deals, in the second half; in none of those that the advice rests on."""
    appraiser, _ = appraiser_for(replace(question, seed=question.seed + _OTHER_DEALS))
    options, seat = range(len(question.decision.options)), question.view.seat
    until = deal_slot(question.program)
    scores = appraiser.trials(options, range(_PEGGED), until=until).scores.astype(np.float64)
    leads = scores[:, :, seat] - scores[:, :, 1 - seat]
    half = len(leads) // 2
    best = int(leads[:half].mean(axis=0).argmax())
    return float((leads[half:, best] - leads[half:, chosen]).mean())


def card_number(card: str) -> int:
    ranks = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
    return 4 * ranks.index(card[:-1]) + "♣♦♥♠".index(card[-1])


def bids(sample: int) -> Iterator[str]:
    """First bids: loss to the guide's own playout at 100 times the simulations ≤ 3 % of a game."""
    for name in BIDDING:
        game, losses = load(name), list[float]()
        for seed in range(sample):
            match = game.match(seed)
            while len(match.decision.options) == 1:
                match.play(0)
            question = Question.of(game, match.view(match.decision.seat), match.decision, seed=seed)
            short = advise(question, simulations=500).best.index
            long = advise(question, simulations=500 * LONGER)
            losses.append(max(0.0, long.behind(long.option(short))))
        way = 1.0 if long.aim is Aim.WIN else max(1.0, game.players - 1.0)
        yield f"{name:10} {_told(mean_of([loss / way for loss in losses]), 0.03, 'of a game')}"


def grades(sample: int) -> Iterator[str]:
    """Equal options with unequal grades, "best" that is worse than what is recommended: none."""
    faults, asked = Counter[str](), 0
    for name in names():
        for question in questions(load(name), sample):
            asked += 1
            fault = unfair(advise(question, simulations=300))
            if fault:
                faults[fault] += 1
    yield f"{sum(faults.values())} of {asked}  {'MISSED' if faults else 'holds'}"
    yield from faults


def sentences(sample: int) -> Iterator[str]:
    """Sentences of analysis that change with the seed: at most 1 of 100."""
    changed = told = 0
    for name in READ:
        game = load(name)
        said: dict[tuple[str, int], Counter[str]] = {}
        for seed in range(1, sample + 1):
            plan = SamplePlan("mcts:per_option=20", 20, seed)
            measures = measure(
                play(game.program, plan, make_player, Cache(None), lambda _what, _done: None),
                game.program,
            )
            for part, text in readings(measures, {}).items():
                for number, sentence in enumerate(re.split(r"(?<=[.;:]) ", text)):
                    plain = re.sub(r"[−\d.,±]+", "#", sentence)
                    said.setdefault((part, number), Counter())[plain] += 1
        for versions in said.values():
            told += versions.total()
            changed += versions.total() - versions.most_common(1)[0][1]
    yield f"{changed} of {told} sentences  {'holds' if changed <= 0.01 * told else 'MISSED'}"


def speed(sample: int) -> Iterator[str]:
    """Hint p95 ≤ 0.15 s and full advice p95 ≤ 1 s, all games; on a quiet machine."""
    hints, whole = list[float](), list[float]()
    for name in names():
        for question in questions(load(name), sample):
            for seconds, times in ((HINT_SECONDS, hints), (None, whole)):
                began = monotonic()
                advise(question, seconds=seconds)
                times.append(monotonic() - began)
    for what, times, most in (("hint", hints, 0.15), ("full", whole, 1.0)):
        late = float(np.quantile(times, 0.95))
        yield f"{what} {late:.3f} s (≤ {most:g})  {'holds' if late <= most else 'MISSED'}"
