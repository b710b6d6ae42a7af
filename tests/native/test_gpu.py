"""Games on a GPU: the text for it everywhere, and the same matches where there is one."""

from __future__ import annotations

import re

import numpy as np
import pytest
from small_games import game, program_of

from kibitz import Rng, load, make_player
from kibitz.engine import MatchError
from kibitz.engine.cancellation import Stopped, time_limit
from kibitz.engine.errors import IllegalChoice
from kibitz.engine.native import native_engine, searcher
from kibitz.engine.native.gpu import cuda, gpu_batch
from kibitz.engine.native.gpu.gpu_engine import GpuEngine
from kibitz.engine.native.gpu.gpu_trials import GpuTrials
from kibitz.engine.native.layout import signatures
from kibitz.engine.native.layout.signatures import GRID_PLAYOUTS, Purpose
from kibitz.engine.native.llvm import nvptx
from kibitz.engine.native.passes import emit
from kibitz.engine.native.runtime.engine import NativeEngine
from kibitz.engine.native.runtime.playouts import UNPLAYED, Noting, Order, PlayoutSheet, shares
from kibitz.engine.playing import Device
from kibitz.games import names
from kibitz.players import UnknownPlayer
from kibitz.recycle.diagnostic import BadArgument


def has_gpu() -> bool:
    try:
        cuda.gpu()
    except cuda.NoGpu:
        return False
    return True


needs_gpu = pytest.mark.skipif(not has_gpu(), reason="there is no GPU here")

FAILING = game(
    """(do ((shuffle (game iloc STOCK))))
    (stage player (end (== (size (game iloc STOCK)) 0))
     (choice ((do ((move (top (game iloc STOCK)) (top (game vloc OUT)))
                   (inc (game sto R) (// 9 (random 40))))))))""",
    players=2,
)


def ptx_of(name: str, purpose: Purpose = Purpose.GRID) -> str:
    loaded = load(name)
    emitted = emit(loaded.program, loaded.interpreter.laid_out(), purpose)
    return nvptx.object_code(emitted.text).decode()


# ---------------------------------------------------------------------------- everywhere


def test_a_small_game_becomes_one_kernel_in_which_threads_meet() -> None:
    text = ptx_of("kuhn-poker")
    assert re.findall(r"\.entry (\w+)", text) == [GRID_PLAYOUTS.name]
    assert text.count(".param .") == len(GRID_PLAYOUTS.parameters)
    assert ".func" not in text, "everything has vanished in the kernel"
    assert "call" not in text.replace("callseq", "")
    assert "bar.warp.sync" in text
    assert "vote.sync.all" in text
    assert ".extern .shared" in text, "the state lies in the memory of the block"
    assert f".target {nvptx.PROCESSOR}" in text


@pytest.mark.slow
@pytest.mark.parametrize(
    ("purpose", "kernels"),
    [
        (Purpose.GRID_TRIALS, {"grid_trials"}),
        (
            Purpose.GRID_BATCH,
            {one.name for one in (*signatures.GRID_BATCH, *signatures.GRID_OBSERVED)},
        ),
    ],
)
def test_what_else_runs_on_a_gpu_is_compiled_everywhere(
    purpose: Purpose, kernels: set[str]
) -> None:
    assert set(re.findall(r"\.entry (\w+)", ptx_of("kuhn-poker", purpose))) == kernels


def test_numbers_lie_where_a_gpu_can_read_them() -> None:
    """Whole numbers at multiples of their width; else each becomes a load for every byte."""
    loads = re.findall(r"ld\.shared\.(\w+)", ptx_of("kuhn-poker"))
    assert "b32" in loads


def test_a_state_is_copied_by_words() -> None:
    """LLVM's own copy goes byte by byte, and the options of some games copy states."""
    text = ptx_of("kuhn-poker")
    assert text.count("st.shared.b32") + 2 * text.count("st.shared.v2.b32") > 20


def test_what_is_left_over_is_shared_among_workers() -> None:
    everything = np.full(1000, True)
    assert shares(everything, 4) == [range(250), range(250, 500), range(500, 750), range(750, 1000)]
    some = np.zeros(1000, bool)
    some[[0, 1, 7, 999]] = True
    assert shares(some, 4) == [range(2), range(7, 8), range(999, 1000)]
    assert shares(np.zeros(5, bool), 4) == []


class HalfEngine(NativeEngine):
    """Somebody else plays every second match."""

    def _play_ahead(self, order: Order, sheet: PlayoutSheet) -> None:
        self._run_playouts(order, sheet)
        sheet.last[::2] = UNPLAYED


def test_the_processor_plays_what_somebody_else_left() -> None:
    program = load("kuhn-poker").program
    alone, helped = (
        engine(program).playouts(3, 50, noting=Noting.TALLY)
        for engine in (NativeEngine, HalfEngine)
    )
    assert (alone.scores == helped.scores).all()
    assert (alone.decisions == helped.decisions).all()
    assert alone.tally is not None
    assert helped.tally is not None
    assert (alone.tally.options == helped.tally.options).all()


@pytest.mark.skipif(has_gpu(), reason="there is a GPU here")
def test_without_a_gpu_a_sentence_says_so() -> None:
    with pytest.raises(cuda.NoGpu, match=r"driver is installed|GPU can be used|extra cuda"):
        load("kuhn-poker").playouts(10, device="cuda")


def test_without_the_extra_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> object:
        raise ImportError(name)

    monkeypatch.setattr(cuda, "import_module", missing)
    with pytest.raises(cuda.NoGpu, match=r"pip install 'kibitz\[cuda\]'"):
        cuda.Gpu()


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("flat:device=tpu", "device is cpu or cuda, not 'tpu'"),
        ("flat:device=cuda,rollout=learned", "leave out device or rollout"),
    ],
)
def test_a_player_that_no_device_can_play_is_refused(name: str, told: str) -> None:
    with pytest.raises(UnknownPlayer, match=told):
        make_player(name, load("kuhn-poker").program)


def test_a_device_that_is_none_is_refused() -> None:
    with pytest.raises(BadArgument, match="the device is cpu or cuda, not 'tpu'"):
        load("kuhn-poker").playouts(10, device="tpu")


# ---------------------------------------------------------------------------- with a GPU


@needs_gpu
@pytest.mark.slow
@pytest.mark.parametrize("name", names())
def test_the_same_matches_as_the_processor(name: str) -> None:
    program = load(name).program
    on_gpu, here = native_engine(program, Device.CUDA), native_engine(program)
    for start in (None, here.interpreter.deal(Rng(7)).state):
        one = on_gpu.playouts(1, 10_000, start=start, most_decisions=2_000)
        other = here.playouts(1, 10_000, start=start, most_decisions=2_000)
        assert (one.scores == other.scores).all()
        assert (one.decisions == other.decisions).all()
        assert (one.capped == other.capped).all()


@needs_gpu
def test_traces_and_limits_are_the_processors() -> None:
    program = load("golf-six").program
    on_gpu, here = GpuEngine(program), NativeEngine(program)
    for limit in (0, 1, 40):
        one, other = (
            engine.playouts(5, 300, first=9, most_decisions=limit, noting=Noting.TRACE)
            for engine in (on_gpu, here)
        )
        assert one.traces is not None
        assert (one.traces == other.traces).all()
        assert (one.scores == other.scores).all()
        assert (one.capped == other.capped).all()


@needs_gpu
def test_tallies_are_the_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also of matches that go on in another launch."""
    monkeypatch.setattr(cuda, "LONGEST_LAUNCH", 0.002)
    program = load("president").program
    one, other = (
        engine.playouts(5, 200_000, noting=Noting.TALLY).tally
        for engine in (GpuEngine(program), NativeEngine(program))
    )
    assert one is not None
    assert other is not None
    for counted, expected in (
        (one.options, other.options),
        (one.most_options, other.most_options),
        (one.forced, other.forced),
        (one.moves["PASS"], other.moves["PASS"]),
    ):
        assert (counted == expected).all()


@needs_gpu
def test_matches_that_a_launch_could_not_finish_are_gone_on_with(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cuda, "LONGEST_LAUNCH", 0.002)
    program = load("hearts").program
    on_gpu, here = GpuEngine(program), NativeEngine(program)
    one, other = (
        engine.playouts(5, 200_000, most_decisions=300, noting=Noting.TRACE)
        for engine in (on_gpu, here)
    )
    assert on_gpu.launches > 1
    assert one.traces is not None
    assert (one.traces == other.traces).all()
    assert (one.scores == other.scores).all()
    assert (one.capped == other.capped).all()


@needs_gpu
def test_a_rule_that_fails_is_explained() -> None:
    program = program_of(FAILING)
    told = []
    for engine in (GpuEngine(program), NativeEngine(program)):
        with pytest.raises(MatchError) as failed:
            engine.playouts(1, 2_000, threads=1)
        told.append(str(failed.value))
    assert told[0] == told[1]
    assert "division" in told[0]


@needs_gpu
def test_trials_are_those_of_the_interpreter() -> None:
    """World, option and match of a trial come from one generator, draw for draw."""
    program = load("hearts").program
    engine = NativeEngine(program).interpreter
    position = engine.deal(Rng(3))
    options = len(engine.find_options(position.state))
    view = engine.view(position.state, position.seat)
    prospect = searcher(program).prospect(view, options)
    trials = GpuTrials(program)
    results = trials.results(prospect, 5, range(40, 80), 100)
    again = [trials.replayed(prospect, 5, number, 100) for number in range(40, 80)]
    assert results.tolist() == [list(row) for row in again]


@needs_gpu
def test_flat_on_a_gpu_chooses_and_counts() -> None:
    match = load("golf-six").match(3)
    seat = match.decision.seat
    chosen = [
        make_player(f"flat:sims=20000,device={device}", match.game.program).choose(
            match.view(seat), match.decision, Rng(1)
        )
        for device in Device
    ]
    for here, there in zip(*(choice.estimates for choice in chosen), strict=True):
        assert here.visits == there.visits
        assert abs(here.reward - there.reward) < 5 * (here.stderr + there.stderr)


@needs_gpu
def test_a_batch_on_a_gpu_is_the_processors() -> None:
    game, chance = load("golf-six"), np.random.default_rng(1)
    here, there = game.batch(300, seed=4), game.gpu_batch(300, seed=4)
    for _ in range(30):
        assert (here.counts == there.counts.fetched()).all()
        assert (here.seats == there.seats.fetched()).all()
        assert (here.states == there.states.fetched()).all()
        choices = chance.integers(0, np.maximum(here.counts, 1), dtype=np.int32)
        here.step(choices)
        there.step(choices)
    assert (here.rngs == there.rngs.fetched()).all()
    assert (here.scores() == there.scores().fetched()).all()
    assert repr(there) == "<GpuBatch of 300 matches on a GPU>"
    with pytest.raises(IllegalChoice):
        there.step(np.full(300, 99, np.int32))


@needs_gpu
@pytest.mark.parametrize("name", ["golf-six", "leduc-poker", "hearts"])
def test_a_gpu_observes_masks_and_acts_as_the_processor_does(name: str) -> None:
    game, chance = load(name), np.random.default_rng(1)
    here, there = game.batch(300, seed=4), game.gpu_batch(300, seed=4)
    for _ in range(40):
        mask = here.mask()
        assert (mask == there.mask().fetched()).all()
        assert (here.observe() == there.observe().fetched()).all()
        actions = (mask * (1 + chance.random(mask.shape))).argmax(axis=1).astype(np.int32)
        here.act(actions)
        there.act(actions)
        here.restart()
        there.restart()
        assert (here.states == there.states.fetched()).all()
    with pytest.raises(IllegalChoice, match="no action"):
        there.act(np.full(300, -1, np.int32))


@needs_gpu
def test_a_batch_larger_than_a_launch_is_the_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpu_batch, "_TOGETHER", 128)
    game, first = load("golf-six"), np.zeros(300, np.int32)
    here, there = game.batch(300, seed=4), game.gpu_batch(300, seed=4)
    here.step(first)
    there.step(first)
    assert (here.states == there.states.fetched()).all()
    assert (here.scores() == there.scores().fetched()).all()


@needs_gpu
def test_a_batch_that_is_stopped_says_so() -> None:
    batch = load("golf-six").gpu_batch(300, seed=4)
    with time_limit(0.0), pytest.raises(Stopped):
        batch.step(np.zeros(300, np.int32))
    batch.reset(4)
    batch.step(np.zeros(300, np.int32))


@needs_gpu
def test_a_batch_is_shared_with_others_on_the_gpu() -> None:
    torch = pytest.importorskip("torch")
    batch = load("golf-six").gpu_batch(64, seed=4)
    counts = torch.as_tensor(batch.counts, device="cuda")
    assert (counts.cpu().numpy() == batch.counts.fetched()).all()
    assert (torch.from_dlpack(batch.seats).cpu().numpy() == batch.seats.fetched()).all()
    batch.step(torch.zeros(64, dtype=torch.int32, device="cuda"))
    other = load("golf-six").batch(64, seed=4)
    other.step(np.zeros(64, np.int32))
    assert (other.states == batch.states.fetched()).all()
