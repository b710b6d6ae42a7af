"""Records as strangers and full disks leave them: nothing is opened, nothing is hidden."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from commands import ANYTHING, TINY, kibitz, written
from full_disk import FullDisk

from kibitz.cli.recordfile import read
from kibitz.engine import limits
from kibitz.engine.journal import checked_line, read_checked
from kibitz.engine.records import FORMAT

pytestmark = pytest.mark.slow

SECRET = "root:x:0:0:the first line of a file that is nobody else's business"
BOTS = ("--players", "uniform", "--seed", "3")


def forged(path: Path, entries: list[dict[str, Any]]) -> Path:
    """A record with these lines, all of whose checks are right."""
    lines, check = [], ""
    for entry in entries:
        line, check = checked_line(entry, check)
        lines.append(line)
    path.write_text("".join(lines), encoding="utf-8")
    return path


def entries_of(path: Path) -> list[dict[str, Any]]:
    return [dict(entry) for entry in read_checked(path.read_bytes()).entries]


def recorded(folder: Path, game: str | Path = "golf-six") -> Path:
    path = folder / "match.jsonl"
    assert kibitz("play", game, *BOTS, "--record", path).exit_code == 0
    return path


# ---------------------------------------------------------------------------- what replay opens

_opened: list[str] | None = None


def _listen(event: str, arguments: tuple[object, ...]) -> None:
    if event == "open" and _opened is not None:
        _opened.append(str(arguments[0]))


sys.addaudithook(_listen)


@pytest.fixture
def opened() -> Iterator[list[str]]:
    """Every file that anybody opens."""
    global _opened  # noqa: PLW0603
    _opened = []
    yield _opened
    _opened = None


@pytest.mark.parametrize("format_number", [1, 2])
@pytest.mark.parametrize("name", ["secret", "secret.rcy", "../secret.rcy", "./secret"])
def test_a_record_opens_no_file_that_it_names(
    name: str,
    format_number: int,
    tmp_path: Path,
    opened: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (tmp_path / "inner").mkdir()
    monkeypatch.chdir(tmp_path / "inner")
    for place in (tmp_path, tmp_path / "inner"):
        for file in ("secret", "secret.rcy", "secret.md"):
            written(place, SECRET, file)
    game = str(tmp_path / name) if name == "secret" else name
    fields: dict[str, Any] = {
        "format": f"kibitz record {format_number}",
        "game": game,
        "digest": "0",
        "options": {},
        "seed": 1,
        "players": [],
    }
    if format_number == 1:
        end: dict[str, Any] = {"choices": [], "scores": None, "fingerprint": "0"}
        record = written(tmp_path, json.dumps({**fields, **end}), "match.json")
    else:
        record = forged(tmp_path / "match.json", [fields])
    commands: list[list[str | Path]] = [["replay", record], ["play", "--resume", record]]
    for command in commands:
        opened.clear()
        result = kibitz(*command)
        assert result.exit_code == 1
        assert "root:x" not in result.output
        assert not [path for path in opened if "secret" in path]
    assert "opens no file" in kibitz("replay", record).stderr


def test_a_record_carries_a_game_of_one_s_own(tmp_path: Path) -> None:
    game, page = written(tmp_path, TINY), written(tmp_path, "# Mine\n", "tiny.md")
    page.write_text('+++\ntitle = "Ace of Mine"\n+++\nKeep it.\n', encoding="utf-8")
    record = recorded(tmp_path, game)
    told = kibitz("replay", record).output
    assert "Ace of Mine, seed 3" in told
    for path in (game, page):
        path.unlink()
    assert kibitz("replay", record).output == told
    changed = written(tmp_path, TINY.replace("WORTH", "VALUE"), "changed.rcy")
    refused = kibitz("replay", record, "--game", changed)
    assert refused.exit_code == 1
    assert "the record is of another version of tiny" in refused.stderr


def test_a_program_in_a_record_is_checked_like_any_other(tmp_path: Path) -> None:
    header, *rest = entries_of(recorded(tmp_path, written(tmp_path, TINY)))
    broken = forged(tmp_path / "broken.jsonl", [{**header, "program": "(game"}, *rest])
    result = kibitz("replay", broken)
    assert result.exit_code == 1
    assert "error[" in result.stderr


NONSENSE: list[object] = [
    None, True, -1, 0, 3, 77, 2**64 - 1, 2**70, 10**4000, 0.5, "", "x", "golf", "\x1b[2J", "(game)",
    [], [[]], [1, 2, 3, 4], ["uniform"] * 99, {}, {"PLAYERS": 9}, {"PLAYERS": "x"}, {"X": 1},
    {"PLAYERS": 10**4000}, "+++\ntitle = 3\n+++\n", "+++\nx = [[[[\n+++\n",
]  # fmt: skip


def test_a_forged_record_is_told_or_refused_in_words(tmp_path: Path) -> None:
    path, chance = recorded(tmp_path, written(tmp_path, TINY)), random.Random(3)
    whole, forgery = entries_of(path), tmp_path / "forged.jsonl"
    codes = set()
    for _ in range(300):
        entries = [dict(entry) for entry in whole]
        entry = chance.choice(entries)
        entry[chance.choice(list(entry))] = chance.choice(NONSENSE)
        if chance.random() < 0.2:
            entries.insert(chance.randrange(1, len(entries)), chance.choice(entries))
        result = kibitz("replay", forged(forgery, entries))
        assert result.exit_code in (0, 1), result.output
        assert result.exit_code == 0 or result.stderr
        codes.add(result.exit_code)
    assert 1 in codes


MEASURED = """
import pathlib, re, sys, time
from kibitz.cli.main import main
try:
    main(["replay", sys.argv[1]])
finally:
    status = pathlib.Path("/proc/self/status").read_text()
    print(int(re.search(r"VmHWM:\\s+(\\d+)", status)[1]) // 1024, time.process_time())
"""
"""The most memory of this process alone: `ru_maxrss` begins with that of whoever started it."""


@pytest.mark.parametrize(
    ("field", "value", "line"),
    [
        ("players", [], {"seat": 0, "option": 0, "key": "1"}),
        ("players", [], {"scores": None, "fingerprint": ""}),
        ("players", [[]] * (limits.RECORD_BYTES // 4), None),
        ("players", [10**4000] * (limits.RECORD_BYTES // 4100), None),
        ("options", {f"X{number}": number for number in range(limits.RECORD_BYTES // 20)}, None),
    ],
    ids=["choices", "standings", "lists", "digits", "options"],
)
def test_the_largest_record_is_refused_before_long(
    field: str, value: object, line: dict[str, object] | None, tmp_path: Path
) -> None:
    header = {"format": FORMAT, "game": "golf-six", "digest": "0", "options": {}, "seed": 1}
    entries: list[dict[str, Any]] = [{**header, "players": [], field: value}]
    lines = [] if line is None else [line] * (limits.RECORD_BYTES // 100)
    record = forged(tmp_path / "bomb.jsonl", entries + lines)
    assert limits.RECORD_BYTES // 2 < record.stat().st_size <= limits.RECORD_BYTES
    command = [sys.executable, "-c", MEASURED, str(record)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (ran.returncode, "Traceback" in ran.stderr) == (1, False)
    megabytes, seconds = map(float, ran.stdout.split()[-2:])
    assert megabytes < 512
    assert seconds < 5


def test_a_seed_has_64_bits() -> None:
    assert kibitz("play", "golf-six", "--seed", str(1 << 64)).exit_code == 2


# ---------------------------------------------------------------------------- disks


def test_a_disk_that_fills_up_is_told_at_once_and_the_match_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    FullDisk(monkeypatch, room=700)
    path = tmp_path / "match.jsonl"
    people = ("--players", "human,uniform,uniform,uniform", "--seed", "3")
    result = kibitz("play", "golf-six", *people, "--record", path, typed=ANYTHING)
    assert result.exit_code == 1
    assert result.stdout.count("the record cannot be written: ") == 1
    assert "the match is over; the record could not be saved" in result.stderr
    assert "no space left on device" in result.stderr
    kept = read(path)
    assert kept.choices
    assert path.stat().st_size <= 700
    assert kibitz("replay", path).exit_code == 0


def test_room_that_comes_back_saves_the_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = FullDisk(monkeypatch, room=600)
    ftruncate, writes = os.ftruncate, count()

    def make_room(handle: int, length: int) -> None:
        disk.room = 600 if next(writes) < 9 else 1 << 20
        ftruncate(handle, length)

    monkeypatch.setattr(os, "ftruncate", make_room)
    path = tmp_path / "match.jsonl"
    result = kibitz("play", "golf-six", *BOTS, "--record", path)
    assert result.exit_code == 0
    assert "the record cannot be written: " in result.stdout
    assert "the record can be written again" in result.stdout
    assert read(path) == read(recorded_again(tmp_path))


def recorded_again(folder: Path) -> Path:
    path = folder / "again.jsonl"
    kibitz("play", "golf-six", *BOTS, "--record", path)
    return path


def test_a_full_disk_is_no_trouble_before_anything_was_done(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    FullDisk(monkeypatch, room=0)
    assert kibitz("play", "golf-six", typed="q\n").exit_code == 0


def test_a_full_disk_leaves_no_empty_record(
    own_data_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    FullDisk(monkeypatch, room=0)
    result = kibitz("play", "golf-six", *BOTS)
    assert result.exit_code == 1
    assert "no space left on device" in result.stderr
    assert list(own_data_folder.iterdir()) == []


def run(
    *arguments: str | Path, shell: str = "", **environment: str
) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own, after the shell's words."""
    command = ["sh", "-c", f'{shell} exec "$@"', "sh", sys.executable, "-m", "kibitz"]
    return subprocess.run(
        [*command, *map(str, arguments)],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )


def test_a_file_that_may_not_grow_holds_whole_lines(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    result = run("play", "golf-six", *BOTS, "--record", path, shell="ulimit -f 4;")
    assert result.returncode == 1
    assert "the match is over; the record could not be saved" in result.stderr
    assert "Traceback" not in result.stderr
    assert read(path).choices


def nowhere(place: str, scraps: Path) -> Mapping[str, str]:
    """Nothing of ours can be kept there; Matplotlib keeps its own wherever it can."""
    homes = dict.fromkeys(("XDG_DATA_HOME", "XDG_CACHE_HOME", "HOME"), place)
    return {**homes, "MPLCONFIGDIR": str(scraps)}


QUICK = ("--games", "3", "--players", "flat:per_option=4")


@pytest.mark.parametrize("place", ["/proc/nowhere", "relative"])
def test_a_home_that_cannot_be_written_stops_nobody(place: str, tmp_path: Path) -> None:
    game = written(tmp_path, TINY)
    commands = {
        "analyze": ("--out", str(tmp_path), *QUICK),
        "simulate": ("-n", "5"),
        "tournament": ("--players", "flat:sims=4,uniform", "-n", "2"),
    }
    for command, arguments in commands.items():
        result = run(command, game, *arguments, **nowhere(place, tmp_path))
        assert result.returncode == 0, result.stderr
        assert result.stderr.count("nothing is kept for next time") <= 1
        assert "Traceback" not in result.stderr
    played = run("play", game, *BOTS, **nowhere(place, tmp_path))
    assert played.returncode == 1
    assert "the match is over; the record could not be saved" in played.stderr
