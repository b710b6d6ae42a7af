"""What holds in every match of the golf games, whatever the house rules."""

from __future__ import annotations

from collections import Counter

import pytest
from card_table import Table, checked, engine_for

from kibitz.engine import Interpreter, Rng
from kibitz.engine.native import NativeEngine
from kibitz.engine.native.runtime.playouts import Noting
from kibitz.engine.places import layout
from kibitz.engine.records import Record, RecordedChoice, RecordedGame, replay
from kibitz.recycle import RecycleError
from kibitz.recycle.syntax import IntLiteralNode, OptionNode, RangeNode, StringsNode

pytestmark = pytest.mark.slow


FAMILY = ["golf", "par-golf", "lock-golf"]
SETTLEMENT = ["JACKED", "PENALTY", "BONUS", "UNDERDOG", "SHAME"]
LIMIT = 200_000
"""Decisions; far beyond any match that ends."""


def some_value(option: OptionNode, rng: Rng) -> int | str:
    match option.domain:
        case RangeNode(low=IntLiteralNode(value=low), high=IntLiteralNode(value=high)):
            return low + rng.below(high - low + 1)
        case StringsNode(values=values):
            return values[rng.below(len(values))]
        case _:
            raise AssertionError("an option is a number or a word")


def random_table(name: str, seed: int, **fixed: int | str) -> Interpreter:
    """A table with house rules at random; combinations that are refused are drawn again."""
    rng = Rng(seed, stream=7)
    options = [d for d in checked(name).game.declarations if isinstance(d, OptionNode)]
    while True:
        drawn = {o.binder.name: some_value(o, rng) for o in options}
        if name == "par-golf":
            drawn.update(random_course(rng))
        try:
            return engine_for(name, **{**drawn, **fixed})
        except RecycleError as refused:
            if refused.diagnostics[0].slug != "unmet-requirement":
                raise


def random_course(rng: Rng) -> dict[str, int | str]:
    """Two nines of pars that add up to 36: as many threes as fives, in any order."""
    course = []
    for _ in range(2):
        short = rng.below(5)
        nine = [3] * short + [5] * short + [4] * (9 - 2 * short)
        rng.shuffle(nine)
        course += nine
    options = [d for d in checked("par-golf").game.declarations if isinstance(d, OptionNode)]
    pars = [option.binder.name for option in options if option.binder.name.startswith("PAR")]
    return dict(zip(pars, course, strict=True))


def holes_of(name: str) -> int:
    return {"golf": 1, "par-golf": 9, "lock-golf": 3}[name]


def markers(table: Table) -> set[int]:
    """Cards that are none: they only name cells, and everybody knows them."""
    return {card for card, kind in enumerate(table.state.kinds) if table.faces[kind].islower()}


# ---------------------------------------------------------------------------- decision by decision


@pytest.mark.parametrize("name", FAMILY)
@pytest.mark.parametrize("seed", range(6))
def test_cards_are_neither_made_nor_lost_and_a_seat_only_knows_what_it_may(
    name: str, seed: int
) -> None:
    engine = random_table(name, seed, HOLES=holes_of(name))
    sight, choices = layout(engine.program).sight, Rng(seed, stream=1)
    table = Table(engine, Rng(seed))
    cards = Counter(range(len(table.state.kinds)))
    while not table.is_over:
        assert Counter(card for pile in table.state.cards for card in pile) == cards
        for seat in range(engine.program.players):
            piles = table.view(seat).piles
            known = {spot.card for pile in piles for spot in pile if spot.card is not None}
            in_sight, out_of_sight = (
                {
                    card
                    for pile, watching in zip(table.state.cards, sight, strict=True)
                    if (seat in watching) is is_seen
                    for card in pile
                }
                for is_seen in (True, False)
            )
            assert in_sight <= known
            # Whoever has seen all cards but one knows that one, too: the last of a stock made anew.
            assert len(out_of_sight & known - markers(table)) <= 1
        options = table.decision.options
        assert options
        table.play(choices.below(len(options)))


@pytest.mark.parametrize("name", FAMILY)
@pytest.mark.parametrize("seed", range(4))
def test_a_card_once_face_up_stays_so_until_it_is_shuffled(name: str, seed: int) -> None:
    engine = random_table(name, seed, HOLES=holes_of(name))
    sight, choices = layout(engine.program).sight, Rng(seed, stream=1)
    everybody = frozenset(range(engine.program.players))
    table = Table(engine, Rng(seed))
    stock = table.place("iloc STOCK")
    open_before: set[int] = set()
    while not table.is_over:
        place, hole = table.state.place, table.number("HOLE")
        now = {card for card, where in enumerate(place) if sight[where] == everybody}
        now -= markers(table)
        hidden = {card for card in open_before - now if place[card] != stock}
        assert not hidden, "only a shuffled card or one in a hand is out of sight again"
        table.play(choices.below(len(table.decision.options)))
        open_before = now if not table.is_over and table.number("HOLE") == hole else set()


@pytest.mark.parametrize("name", FAMILY)
@pytest.mark.parametrize("seed", range(4))
def test_totals_are_the_sum_of_the_holes_and_somebody_wins_every_hole(name: str, seed: int) -> None:
    engine = random_table(name, seed, HOLES={"golf": 3}.get(name, holes_of(name)))
    table, choices = Table(engine, Rng(seed)), Rng(seed, stream=1)
    sums = [0] * engine.program.players
    won = [0] * engine.program.players
    while not table.is_over:
        hole = table.number("HOLE")
        table.play(choices.below(len(table.decision.options)))
        if table.is_over or table.number("HOLE") > hole:
            scores = table.numbers("SCORE")
            sums = [total + score for total, score in zip(sums, scores, strict=True)]
            won = [n + (s == min(scores)) for n, s in zip(won, scores, strict=True)]
    assert table.numbers("TOTAL") == sums
    assert table.numbers("WON") == won
    strokes = 10 if engine.program.options["TIEBREAK"] == "COUNTBACK" else 1
    assert [score // strokes for score in table.outcome.scores] == sums


@pytest.mark.parametrize("seed", range(8))
def test_whoever_is_to_play_golf_has_a_card_face_down(seed: int) -> None:
    table = Table(random_table("golf", seed, HOLES=2), Rng(seed))
    choices = Rng(seed, stream=1)
    while not table.is_over:
        assert table.hidden(table.seat) > 0
        table.play(choices.below(len(table.decision.options)))


@pytest.mark.parametrize("seed", range(8))
def test_the_steps_of_the_settlement_add_up_to_the_score(seed: int) -> None:
    table = Table(random_table("golf", seed, HOLES=1), Rng(seed))
    choices = Rng(seed, stream=1)
    while not table.is_over:
        table.play(choices.below(len(table.decision.options)))
    steps = zip(*(table.numbers(step) for step in ["BASE", *SETTLEMENT]), strict=True)
    assert table.numbers("SCORE") == [sum(step) for step in steps]


def test_without_house_rules_a_score_is_what_the_cards_cost() -> None:
    for seed in range(10):
        table = Table(engine_for("golf", holes=1), Rng(seed))
        choices = Rng(seed, stream=1)
        while not table.is_over:
            table.play(choices.below(len(table.decision.options)))
        assert table.numbers("SCORE") == table.numbers("BASE")


@pytest.mark.parametrize("name", FAMILY)
@pytest.mark.parametrize("seed", range(3))
def test_a_record_gives_the_match_back(name: str, seed: int) -> None:
    engine = random_table(name, seed, HOLES=holes_of(name))
    choices, rng = Rng(seed, stream=1), Rng(seed)
    made: list[RecordedChoice] = []
    steps = [engine.deal(rng)]
    while not steps[-1].is_over:
        decision = Table.decision_of(steps[-1])
        option = choices.below(len(decision.options))
        made.append(RecordedChoice(decision.seat, option, decision.options[option].key))
        steps.append(engine.apply(steps[-1], option, rng))
    record = Record(
        game=RecordedGame(name),
        digest=engine.program.digest,
        options=dict(engine.program.options),
        seed=seed,
        players=("uniform",) * engine.program.players,
        choices=tuple(made),
        scores=engine.score(steps[-1].state).scores,
        fingerprint=steps[-1].state.fingerprint(),
    )
    replayed = [step.state.fingerprint() for step in replay(engine, record)]
    assert replayed == [step.state.fingerprint() for step in steps]


# ---------------------------------------------------------------------------- whole matches


def play_out(name: str, seed: int, matches: int) -> None:
    """So many matches under one set of house rules, as short as the game allows."""
    engine = random_table(name, seed, HOLES=holes_of(name))
    for match in range(matches):
        assert not engine.playout(Rng(seed, stream=match), LIMIT).capped


@pytest.mark.parametrize("name", FAMILY)
def test_countback_breaks_ties_and_changes_no_total(name: str) -> None:
    holes = max(3, holes_of(name))
    shared, broken = (
        NativeEngine(engine_for(name, holes=holes, tie_break=rule).program).playouts(1, 300).scores
        for rule in ("shared", "countback")
    )
    assert (broken // 10 == shared).all()
    breaks = 0
    for totals, results in zip(shared.tolist(), broken.tolist(), strict=True):
        ahead = [result % 10 for result in results]
        assert all(by < totals.count(total) for by, total in zip(ahead, totals, strict=True))
        breaks += any(ahead)
    assert breaks > 10


@pytest.mark.parametrize("name", FAMILY)
def test_matches_under_any_house_rules_come_to_an_end(name: str) -> None:
    for seed in range(40):
        play_out(name, seed, matches=1)


# ---------------------------------------------------------------------------- both engines


def agree(name: str, seed: int, matches: int) -> NativeEngine:
    """The same seed plays the same matches in both engines."""
    engine = random_table(name, seed, HOLES=holes_of(name))
    native = NativeEngine(engine.program)
    compiled = native.playouts(seed, matches, most_decisions=4_000, noting=Noting.TRACE)
    for match in range(matches):
        played = engine.playout(Rng(seed, stream=match))
        assert tuple(compiled.scores[match]) == played.outcome.scores
        assert compiled.trace(match) == list(played.decisions)
    return native


@pytest.mark.parametrize("seed", range(1, 13))
@pytest.mark.parametrize("name", FAMILY)
def test_both_engines_play_the_same_matches_and_a_thousand_more_end(name: str, seed: int) -> None:
    native = agree(name, seed, matches=20)
    assert not native.playouts(seed, 1_000, most_decisions=LIMIT).capped.any()


def test_uniform_players_need_30_84_strokes_a_hole_in_the_long_run() -> None:
    """Six random cards cost 3 x (1 - 1/17) x 2 x 71/13 = 30.84 strokes on average."""
    native = NativeEngine(engine_for("golf", players=4, holes=9).program)
    scores = native.playouts(1, 20_000).scores
    assert float(scores.mean()) / 9 == pytest.approx(30.84, abs=0.05)
