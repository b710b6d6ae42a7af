"""Games as WebAssembly: the same matches, searches and nets as everywhere else, in Node."""

from __future__ import annotations

import ctypes
import subprocess
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from gathered_games import game_names, interpreter_of, program_named

from benchmarks.in_node import NODE, ModuleMemory, NodeMemory
from kibitz import Rng
from kibitz.cli.main import main
from kibitz.engine import Interpreter, Step
from kibitz.engine.native import Appraiser, Guide, Purpose, WebModule, learner, searcher, web_module
from kibitz.engine.native.layout import context, signatures
from kibitz.engine.native.layout.net_layout import net_size
from kibitz.engine.native.learning.learner import aligned_zeros
from kibitz.engine.native.llvm import wasm
from kibitz.engine.native.search import search_layout
from kibitz.engine.native.search.module_search import (
    ModuleSearch,
    ModuleSearcher,
    ModuleTrials,
    PageNet,
    unpacked,
)
from kibitz.engine.native.search.searcher import Search, Searcher, Statistics
from kibitz.engine.player_settings import read_settings
from kibitz.learning import Net
from kibitz.learning.net import as_kept

needs_node = pytest.mark.skipif(NODE is None, reason="there is no node here to run WebAssembly")
MATCHES = 300
MOST = 400
"""Decisions of a match."""
SIMULATIONS = 100
WITH_NETS = ("golf-six", "hearts", "kuhn-poker", "go-fish", "cheat", "casino")


def test_a_module_asks_for_nothing_but_memory() -> None:
    """It cannot reach anything that it is not given: imports are memory, stack and a number."""
    sections = dict(wasm._sections(web_module(program_named("golf-six"), Purpose.PLAY).code))
    reader = wasm._Reader(sections[2])
    names = []
    for _ in range(reader.number()):
        reader.block()
        names.append(reader.block().decode())
        reader.at += 3
    assert names == ["__linear_memory", "__stack_pointer", "__memory_base"]


def test_the_description_is_that_of_the_tables_python_packs_by() -> None:
    made = web_module(program_named("golf-six"), Purpose.LEARN).description
    assert made["context"]["fields"]["ROWS"] == {"at": context.ROWS, "kind": "Q", "count": 1}
    assert made["tables"]["search"]["NODE_SIZE"] == search_layout.NODE_SIZE
    assert made["functions"]["search"] == signatures.SEARCH.parameters
    assert set(made["functions"]) >= {"deal", "options", "perform", "advance", "score", "consider"}


@needs_node
@pytest.mark.slow
@pytest.mark.parametrize("name", game_names())
def test_the_same_matches_and_searches(name: str) -> None:
    """Matches as native code plays them, the first as the interpreter does; searches of every
    kind."""
    code, module = searcher(program_named(name)), web_module(program_named(name), Purpose.SEARCH)
    _compare_matches(name, code, module)
    step = _decision(name)
    for how in ("ismcts", "flat", "mcts"):
        native, there = (_searched(step, how, code, None, where) for where in (None, module))
        assert native.tobytes() == there.tobytes(), how


@needs_node
@pytest.mark.slow
@pytest.mark.parametrize("name", WITH_NETS)
def test_the_same_searches_with_a_net(name: str) -> None:
    """To the last digit: every sum of a net is made in the order in which it is written."""
    code, module = learner(program_named(name)), web_module(program_named(name), Purpose.LEARN)
    weights = aligned_zeros(net_size(code.plan.rows))
    weights[:] = np.random.default_rng(1).normal(0, 0.1, len(weights))
    net = Net(weights, "", False, 1, 1, 1, 1.0, mean=0.0, scale=1.0)
    step = _decision(name)
    native, there = (
        _searched(step, "ismcts", code.searcher, net, where) for where in (None, module)
    )
    assert native.tobytes() == there.tobytes()
    assert native[:, 0].sum() == SIMULATIONS


@needs_node
@pytest.mark.parametrize(("name", "how"), [("golf-six", "ismcts"), ("hearts", "flat")])
def test_a_page_lays_out_the_same_search(name: str, how: str) -> None:
    """In plain Python, and in several pieces."""
    module, step = web_module(program_named(name), Purpose.SEARCH), _decision(name)
    there = ModuleSearcher(program_named(name), module.description, partial(NodeMemory, module))
    view = interpreter_of(name).view(step.state, step.seat)
    native = searcher(program_named(name)).prospect(view, len(step.found)).search(seed=3)
    paged = ModuleSearch(there, view, len(step.found), read_settings(how), SIMULATIONS, seed=3)
    for simulations in (SIMULATIONS // 3, SIMULATIONS):
        native.run(read_settings(how), min(simulations, SIMULATIONS - paged.done))
        paged.run(simulations)
    assert paged.done == SIMULATIONS
    assert np.array(paged.statistics).tobytes() == native.statistics.tobytes()


@needs_node
@pytest.mark.parametrize("name", ["golf-six", "hearts"])
def test_a_page_tries_options_in_the_same_worlds(name: str) -> None:
    module, step = web_module(program_named(name), Purpose.SEARCH), _decision(name)
    there = ModuleSearcher(program_named(name), module.description, partial(NodeMemory, module))
    view, options = interpreter_of(name).view(step.state, step.seat), len(step.found)
    native = Appraiser(searcher(program_named(name)).prospect(view, options), seed=1)
    found = ModuleTrials(there, view, options, seed=1).tried(range(12))
    assert found
    trials = native.trials(range(options), range(12))
    assert np.array(found).tolist() == trials.scores.tolist()


@needs_node
@pytest.mark.slow
@pytest.mark.parametrize("name", WITH_NETS)
def test_a_page_asks_a_net_the_same(name: str) -> None:
    code, module = learner(program_named(name)), web_module(program_named(name), Purpose.LEARN)
    weights = aligned_zeros(net_size(code.plan.rows))
    weights[:] = np.random.default_rng(1).normal(0, 0.1, len(weights))
    net = Net(weights, "", False, 1, 1, 1, 1.0, mean=0.0, scale=1.0)
    net = replace(net, weights=as_kept(weights))
    weights, packed = net.weights, unpacked(net.packed, len(weights))
    assert packed == weights.tobytes(), "to the last digit"
    carried = PageNet(packed, net.wants, net.mean, net.scale)
    opened = partial(NodeMemory, module)
    there = ModuleSearcher(program_named(name), module.description, opened, carried)
    step = _decision(name)
    view, options = interpreter_of(name).view(step.state, step.seat), len(step.found)
    said = code.said(view, weights, options) @ np.array(net.wants)
    assert there.said(view, options) == pytest.approx(said.tolist(), abs=0)
    how = read_settings("ismcts:rollout=learned")
    native = code.searcher.prospect(view, options).search(seed=3)
    native.run(how, SIMULATIONS, net)
    paged = ModuleSearch(there, view, options, how, SIMULATIONS, seed=3)
    paged.run(SIMULATIONS)
    assert np.array(paged.statistics).tobytes() == native.statistics.tobytes()


def _compare_matches(name: str, code: Searcher, module: WebModule) -> None:
    program, seed = code.program, 7
    memory = ModuleMemory(module)
    results = memory.block(bytes(4 * MATCHES * (program.players + 1)))
    memory.call(*(signatures.PLAYOUTS, 0, memory.context, seed, 0, MATCHES, MOST), *(results, 0, 0))
    (done,) = memory.run()
    there = np.zeros((MATCHES, program.players + 1), np.int32)
    play = code.code.function(signatures.PLAYOUTS)
    assert done == play(
        *(None, code.code.context.address, seed, 0, MATCHES, MOST), *(there.ctypes.data, None, None)
    ), "as many matches before a rule fails"
    assert memory.read(results, there.nbytes) == there.tobytes()
    if done:
        told = interpreter_of(name).playout(Rng(seed, 0), MOST)
        assert told.outcome.scores == tuple(there[0, :-1].tolist())


def _decision(name: str) -> Step:
    """Some way into a match."""
    engine, rng, made = interpreter_of(name), Rng(5), 0
    step = engine.deal(rng)
    while made < 4 or len(step.found) < 2:
        after = engine.apply(step, rng.below(len(step.found)), rng)
        if after.is_over:
            break
        step, made = after, made + 1
    return step


def _searched(
    step: Step, how: str, code: Searcher, guide: Guide | None, module: WebModule | None
) -> Statistics:
    """What a search of a decision finds, here or in Node."""
    view = Interpreter(code.program).view(step.state, step.seat)
    search = code.prospect(view, len(step.found)).search(seed=3)
    with pytest.MonkeyPatch.context() as patch:
        if module is not None:
            patch.setattr(code, "search_code", _search_in_node(code, search, guide, module))
        search.run(read_settings(how), SIMULATIONS, guide, MOST)
    return search.statistics


def _search_in_node(
    code: Searcher, search: Search, guide: Guide | None, module: WebModule
) -> Callable[..., int]:
    """What `search` is to the native code, with the same memory laid out for a module."""
    program, prospect = code.program, search._prospect

    def called(*native: int) -> int:
        memory, there = ModuleMemory(module), dict[int, tuple[int, int]]()

        def moved(address: int, size: int) -> int:
            """The block of that address here is laid out there, and fetched afterwards."""
            place = memory.block(ctypes.string_at(address, size)) if address else 0
            there[address] = place, size
            return place

        base, scratch, worlds, tree, statistics, parameters, logarithms = native
        told = bytearray(ctypes.string_at(parameters, search_layout.VALUES + 8 * program.players))
        for field, array in (
            (search_layout.NET, None if guide is None else guide.weights),
            (search_layout.PAST, prospect._past),
            (search_layout.WALK, search._walk),
            (search_layout.LISTS, search._lists),
        ):
            field.put(told, 0 if array is None else moved(array.ctypes.data, array.nbytes))
        memory.write(memory.context, ctypes.string_at(scratch, context.SIZE))
        told_at = memory.block(bytes(told))
        arguments = [
            moved(base, code.code.state_bytes),
            memory.context,
            moved(worlds, prospect.worlds.nbytes),
            moved(tree, search._tree.nbytes),
            moved(statistics, search.statistics.nbytes),
            told_at,
            moved(logarithms, 8 * (SIMULATIONS + 2)),
        ]
        memory.call(signatures.SEARCH, *arguments)
        (done,) = memory.run()
        for address, (place, size) in there.items():
            if address:
                ctypes.memmove(address, memory.read(place, size), size)
        ctypes.memmove(parameters, memory.read(told_at, len(told)), len(told))
        return done

    return called


@pytest.mark.slow
@needs_node
def test_the_example_plays_the_matches_of_the_interpreter(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["compile", "golf-six", "--out", str(tmp_path)])
    assert done.exit_code == 0, done.output
    assert NODE is not None
    played = subprocess.run(
        [NODE, str(tmp_path / "play.mjs"), "3", "7"], capture_output=True, text=True, check=True
    )
    engine, chance, lines = interpreter_of("golf-six"), 1, []
    for number in range(3):
        rng = Rng(7, number)
        step = engine.deal(rng)
        while not step.is_over:
            chance = chance * 48271 % 0x7FFFFFFF
            step = engine.apply(step, chance % len(step.found), rng)
        lines.append(" ".join(map(str, engine.score(step.state).scores)))
    assert played.stdout.splitlines() == lines
    page = Path("docs/embedding.md").read_text(encoding="utf-8")
    assert (tmp_path / "play.mjs").read_text(encoding="utf-8") in page
    assert "\n".join(lines[:2]) in page
