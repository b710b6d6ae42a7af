"""Experiments in pieces, on a cluster of two machines: the same figures, also when one dies."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from pickle import dumps
from typing import Any

import pytest
from commands import kibitz

from kibitz import kept_files, load
from kibitz.players import PlayedDeal, PlayerFault, Tournament, done_at, play_deals, side_by_side
from kibitz.players.cluster import NoCluster, _done, connected
from kibitz.players.pieces import Workplace

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]


@pytest.fixture
def machines(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A cluster of two nodes, each a process of its own with a core."""
    pytest.importorskip("ray", reason="the extra `ray` is not installed")
    from ray.cluster_utils import Cluster  # noqa: PLC0415

    made: Any = Cluster(
        initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False}
    )
    made.second = made.add_node(num_cpus=1)
    monkeypatch.setenv("RAY_ADDRESS", made.address)
    yield made
    made.shutdown()


def told(deals: Iterator[PlayedDeal]) -> list[str]:
    return sorted(map(str, deals))


def test_a_tournament_on_a_cluster_is_that_of_this_machine_though_a_node_is_killed(
    machines: Any,
) -> None:
    program = load("golf-six", players=2).program
    tournament = Tournament(program, ("mcts:sims=300", "uniform"), seed=3)
    here, numbers = told(play_deals(tournament, range(12))), list[PlayedDeal]()
    with connected("ray") as place, done_at(place):
        for deal in play_deals(tournament, range(12)):
            numbers.append(deal)
            if len(numbers) == 2:
                machines.remove_node(machines.second, allow_graceful=False)
    assert told(iter(numbers)) == here


def test_commands_say_the_same_on_a_cluster(machines: Any) -> None:
    commands = [
        ("simulate", "kuhn-poker", "-n", "3000000", "--seed", "1", "--json"),
        ("tournament", "kuhn-poker", "--players", "mcts:sims=20,uniform", "-n", "4", "--seed", "1"),
    ]
    for command in commands:
        here, there = kibitz(*command), kibitz(*command, "--on", "ray")
        assert there.exit_code == 0, there.stderr
        if "--json" in command:
            figures = [json.loads(one.stdout) for one in (here, there)]
            for one in figures:
                one.pop("decisions_per_second")
                one.pop("seconds")
            assert figures[0] == figures[1]
        else:
            assert here.stdout == there.stdout


THINKING = "mcts:sims=8"
SEED = ("--seed", "3", "--json")
LADDER = ("ladder", "kuhn-poker", "--players", f"uniform,{THINKING}", "-n", "4", *SEED)
MEASURED = ("--games", "4", "--players", THINKING, *SEED)


@pytest.mark.parametrize(
    ("command", "has_folder"),
    [
        (LADDER, True),
        (("analyze", "kuhn-poker", *MEASURED), True),
        (("compare", "kuhn-poker", "leduc-poker", *MEASURED), False),
    ],
)
def test_what_is_measured_on_a_cluster_is_what_is_measured_here(
    machines: Any,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    command: tuple[str, ...],
    has_folder: bool,
) -> None:
    """Each with a cache of its own, so that no match is found where the other kept it."""
    figures = []
    for place, on in (("here", ()), ("there", ("--on", "ray"))):
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / place))
        folder = ("--out", str(tmp_path / f"{place}-pages")) if has_folder else ()
        told = kibitz(*command, *folder, *on)
        assert told.exit_code == 0, told.stderr
        figures.append(without_times(json.loads(told.stdout)))
    assert figures[0] == figures[1]


def test_pages_made_on_a_cluster_are_those_made_here(
    machines: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    games = ("kuhn-poker", "leduc-poker")
    for place, on in (("here", ()), ("there", ("--on", "ray"))):
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / f"{place}-kept"))
        measured = ("--games", "3", "--players", "flat:per_option=4", "--seed", "3")
        told = kibitz("site", *games, *measured, "--out", tmp_path / place, *on)
        assert told.exit_code == 0, told.stderr
    here, there = (pages(tmp_path / place) for place in ("here", "there"))
    assert {"index.html", "compare.html", "kuhn-poker.html", "leduc-poker.html"} <= {*here}
    assert here == there


def pages(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*.html")}


class Interrupted:
    """A place where somebody presses Ctrl-C after so many pieces."""

    def __init__(self, place: Workplace, pieces: int) -> None:
        self.place, self.pieces = place, pieces

    def results(self, tasks: Iterable[Any], work: Callable[[Any], Any]) -> Iterator[Any]:
        yield from islice(self.place.results(tasks, work), self.pieces)
        raise KeyboardInterrupt


def test_a_tournament_that_was_interrupted_goes_on_at_a_cluster(
    machines: Any, tmp_path: Path
) -> None:
    out = tmp_path / "kept.jsonl"
    said = ("tournament", "kuhn-poker", "--players", f"{THINKING},uniform", "-n", "8", *SEED)
    with connected("ray") as place:
        with done_at(Interrupted(place, 3)):
            assert kibitz(*said, "--out", out).exit_code != 0
        kept = out.read_text(encoding="utf-8").splitlines()
        assert len(kept) <= 4, "what tournament it is, and deals, the first ones of three"
        with done_at(place):
            gone_on = kibitz(*said, "--out", out)
    assert gone_on.exit_code == 0, gone_on.stderr
    lines = out.read_text(encoding="utf-8").splitlines()
    assert (lines[: len(kept)], len(lines)) == (kept, 9)
    assert json.loads(gone_on.stdout) == json.loads(kibitz(*said).stdout)


def without_times(told: Any) -> Any:
    """The figures that the seed decides."""
    match told:
        case dict():
            return {
                key: without_times(one)
                for key, one in told.items()
                if not re.search("second|folder|page", key)
            }
        case list():
            return [without_times(one) for one in told]
        case _:
            return told


def test_a_piece_that_fails_there_is_told_of_here(machines: Any) -> None:
    def work(task: int) -> int:
        if task == 2:
            raise PlayerFault("nobody knows what to do")
        return task

    with (
        connected("ray") as place,
        done_at(place),
        pytest.raises(PlayerFault, match="nobody knows"),
    ):
        list(side_by_side(range(4), work))


def found_net(name: str) -> bytes | None:
    """A piece that says which net it plays with."""
    return kept_files.user_cache("nets").find(name)


def test_a_machine_plays_with_the_nets_that_are_sent_and_keeps_its_own(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    own = kept_files.user_cache("nets")
    own.keep("hearts.net", b"learnt for a week")
    own.keep("whist.net", b"nobody sent one")
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(kept_files, "_apart", {})
        sent = {"hearts.net": b"learnt for a minute"}
        assert _done(dumps(found_net), sent, "hearts.net", None) == (True, sent["hearts.net"])
        assert _done(dumps(found_net), sent, "whist.net", None) == (True, None)
    assert own.find("hearts.net") == b"learnt for a week"
    assert own.names() == ["hearts.net", "whist.net"]


class LazyMachine:
    """Remembers what it was asked to do, and does nothing."""

    def __init__(self) -> None:
        self.asked: list[Any] = []

    def results(self, tasks: Iterable[Any], work: Callable[[Any], Any]) -> Iterator[Any]:
        self.asked.append(work)
        return iter(())


def test_a_training_elsewhere_is_told_on_how_many_threads(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    machine, net = LazyMachine(), str(tmp_path / "kuhn.net")
    with done_at(machine):
        told = kibitz("train", "kuhn-poker", "--matches", "20", "--seed", "1", "--out", net)
    assert told.exit_code == 0, told.stderr
    [work] = machine.asked
    assert work.args[1].threads == 2


def test_a_cluster_that_is_not_there_is_said_to_be_missing() -> None:
    pytest.importorskip("ray", reason="the extra `ray` is not installed")
    with pytest.raises(NoCluster, match="say `ray` or `ray://HOST`"), connected("somewhere"):
        pass
