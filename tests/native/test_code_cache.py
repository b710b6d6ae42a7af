"""Code is compiled once: not again in the next process, nor twice in this one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from small_games import game, program_of

from kibitz.engine import by_rules
from kibitz.engine.native import native_engine, searcher
from kibitz.engine.native.llvm import host
from kibitz.engine.native.runtime.engine import NativeEngine
from kibitz.engine.program import Program

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("nothing_kept")]

GAME = game(
    """(do ((shuffle (game iloc STOCK))))
    (stage player (end (== (size (game iloc STOCK)) 0))
     (choice ((do ((move (top (game iloc STOCK)) (top (game vloc OUT)))
                   (inc (game sto R) (random 9)))))))""",
    players=2,
)


def program(text: str = GAME) -> Program:
    return program_of(text)


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that were compiled."""
    texts: list[str] = []
    real = host.object_code

    def counted(text: str, patience: int = 1) -> bytes:
        texts.append(text)
        return real(text, patience)

    monkeypatch.setattr(host, "object_code", counted)
    return texts


@pytest.fixture
def folder(own_home: Path) -> Path:
    """Where the code of this test is kept."""
    return own_home / "cache" / "kibitz" / "code"


def results(engine: NativeEngine) -> list[list[int]]:
    scores: list[list[int]] = engine.playouts(1, 50).scores.tolist()
    return scores


# ---------------------------------------------------------------------------- one process


def test_a_game_that_was_compiled_is_not_compiled_again(compiled: list[str]) -> None:
    first, second = NativeEngine(program()), NativeEngine(program())
    assert len(compiled) == 1
    assert results(first) == results(second)


def test_another_game_purpose_or_check_is_other_code(compiled: list[str]) -> None:
    NativeEngine(program())
    NativeEngine(program(GAME.replace("9", "8")))
    NativeEngine(program(), checked=True)
    searcher(program())
    assert len(compiled) == 4


@pytest.mark.parametrize(
    "other", ["native.runtime.code.host.name", "by_rules._digest_of_rooms", "by_rules.__version__"]
)
def test_another_processor_compiler_or_version_of_ours_compiles_anew(
    other: str, compiled: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    NativeEngine(program())
    answer = "0.0" if other.endswith("__version__") else lambda: "another"
    monkeypatch.setattr(f"kibitz.engine.{other}", answer)
    NativeEngine(program())
    assert len(compiled) == 2


def test_whoever_edits_the_emitters_never_runs_old_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for room in ("engine", "recycle"):
        (tmp_path / room).mkdir()
        (tmp_path / room / "file.py").write_text("1")
    monkeypatch.setattr(by_rules, "__file__", str(tmp_path / "engine" / "by_rules.py"))
    digest = by_rules._digest_of_rooms.__wrapped__
    before = digest()
    (tmp_path / "recycle" / "file.py").write_text("2")
    assert digest() != before


def test_threads_that_want_the_same_game_wait_for_one_that_compiles(compiled: list[str]) -> None:
    text = GAME.replace("9", "7")
    with ThreadPoolExecutor(8) as pool:
        engines = set(pool.map(lambda _: native_engine(program(text)), range(8)))
    assert len(engines) == 1
    assert len(compiled) == 1


# ---------------------------------------------------------------------------- spoilt files


def kept_file(folder: Path) -> Path:
    NativeEngine(program())
    (file,) = folder.iterdir()
    return file


@pytest.mark.parametrize("share", [0.0, 0.01, 0.5, 0.999])
def test_a_torn_file_is_replaced(share: float, folder: Path, compiled: list[str]) -> None:
    file = kept_file(folder)
    whole = file.read_bytes()
    file.write_bytes(whole[: int(len(whole) * share)])
    expected = results(NativeEngine(program()))
    assert len(compiled) == 2
    assert results(NativeEngine(program())) == expected
    assert len(compiled) == 2
    assert file.read_bytes() == whole


@pytest.mark.parametrize("share", [0.0, 0.001, 0.01, 0.3, 0.7, 0.9999])
def test_a_flipped_bit_is_noticed(share: float, folder: Path, compiled: list[str]) -> None:
    file = kept_file(folder)
    data = bytearray(file.read_bytes())
    data[int(len(data) * share)] ^= 16
    file.write_bytes(data)
    NativeEngine(program())
    assert len(compiled) == 2


def test_the_file_of_another_game_under_this_name_is_not_believed(
    folder: Path, compiled: list[str]
) -> None:
    file = kept_file(folder)
    NativeEngine(program(GAME.replace("9", "8")))
    (other,) = (path for path in folder.iterdir() if path != file)
    file.write_bytes(other.read_bytes())
    NativeEngine(program())
    assert len(compiled) == 3


# ---------------------------------------------------------------------------- whose files


def test_the_files_of_another_user_are_not_run(
    folder: Path, compiled: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept_file(folder)
    somebody_else = os.geteuid() + 1
    monkeypatch.setattr(os, "geteuid", lambda: somebody_else)
    NativeEngine(program())
    assert len(compiled) == 2


@pytest.mark.parametrize("what", ["folder", "file"])
def test_what_others_may_write_to_is_not_run(what: str, folder: Path, compiled: list[str]) -> None:
    file = kept_file(folder)
    (folder if what == "folder" else file).chmod(0o777)
    NativeEngine(program())
    assert len(compiled) == 2


def test_a_link_is_not_followed(folder: Path, tmp_path: Path, compiled: list[str]) -> None:
    file = kept_file(folder)
    file.rename(tmp_path / "elsewhere")
    file.symlink_to(tmp_path / "elsewhere")
    NativeEngine(program())
    assert len(compiled) == 2


def test_without_a_place_to_keep_code_games_are_played_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert len(results(NativeEngine(program()))) == 50


# ---------------------------------------------------------------------------- several processes

PLAY = """
import json, sys
from small_games import program_of
from kibitz.engine.native import native_engine
scores = native_engine(program_of(sys.argv[1])).playouts(1, 50).scores.tolist()
print(json.dumps([scores, "kibitz.engine.native.passes" in sys.modules]))
"""


def started(text: str) -> subprocess.Popen[str]:
    here = Path(__file__).parents[1]
    environment = {**os.environ, "PYTHONPATH": f"{here.parent}:{here / 'engine'}"}
    return subprocess.Popen(
        [sys.executable, "-c", PLAY, text], env=environment, stdout=subprocess.PIPE, text=True
    )


def ended(process: subprocess.Popen[str]) -> tuple[list[list[int]], bool]:
    """The scores, and whether anything had to be emitted."""
    said, _ = process.communicate()
    assert process.returncode == 0
    scores, emitted = json.loads(said)
    return scores, emitted


def test_the_second_process_neither_emits_nor_compiles() -> None:
    first, emitted_first = ended(started(GAME))
    second, emitted_second = ended(started(GAME))
    assert first == second == results(NativeEngine(program()))
    assert (emitted_first, emitted_second) == (True, False)


def test_two_processes_at_once_do_not_get_into_each_others_way(folder: Path) -> None:
    one, other = [ended(process) for process in [started(GAME), started(GAME)]]
    assert one[0] == other[0]
    assert len(list(folder.iterdir())) == 1
    assert ended(started(GAME)) == (one[0], False)
