"""What all tests share: random programs that are the same every day, and a data folder each."""

from __future__ import annotations

import gc
import os
import shutil
import signal
import sys
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from kibitz.engine.native.llvm import host

settings.register_profile(
    "stable",
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
settings.load_profile("stable")

gc.disable()  # until all tests are collected, of which nothing is garbage

# Where nothing compiled may be kept, as in many containers, every run would rewrite all tests and
# every command that a test starts would compile the package anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# Servers and records wait for the disk after every move, so that a test of them waits for whatever
# else the disk is busy with. Where memory can be written like a disk, their files are there.
_MEMORY, _ENOUGH = Path("/dev/shm"), 4 << 30
_is_offered = "TMPDIR" not in os.environ and os.access(_MEMORY, os.W_OK)
if _is_offered and shutil.disk_usage(_MEMORY).free > _ENOUGH:
    os.environ["TMPDIR"], tempfile.tempdir = str(_MEMORY), None

# A shell that starts the tests in the background, or nohup, has their children ignore these.
for number, usual in ((signal.SIGINT, signal.default_int_handler), (signal.SIGHUP, signal.SIG_DFL)):
    if signal.getsignal(number) is signal.SIG_IGN:
        signal.signal(number, usual)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """One more than cores where all tests are run: some wait for a clock, and a core with them."""
    return (os.cpu_count() or 1) + (not config.option.markexpr)


def pytest_collection_finish() -> None:
    """Tests and what they import stay to the end: no search for garbage looks at them again."""
    gc.freeze()
    gc.enable()


@pytest.fixture
def only_new_garbage() -> None:
    """A search for garbage looks at nothing but what this test makes."""
    gc.freeze()


@pytest.fixture(scope="session")
def shared_code(pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Compiled games, for all workers and for later runs: what is compiled once is compiled until
    the code changes that compiles. `--cache-clear` forgets it."""
    if pytestconfig.pluginmanager.has_plugin("cacheprovider") and pytestconfig.cache is not None:
        place = pytestconfig.cache.mkdir("kibitz")
    else:
        place = tmp_path_factory.getbasetemp()
        if "PYTEST_XDIST_WORKER" in os.environ:
            place = place.parent
    folder = place / "code"
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


@pytest.fixture
def own_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where whatever kibitz keeps during a test is kept.

    Not `tmp_path`: that moves a link to the newest of its folders, which takes a disk milliseconds.
    """
    return Path(tempfile.mkdtemp(dir=tmp_path_factory.getbasetemp()))


@pytest.fixture(autouse=True)
def own_data_folder(own_home: Path, shared_code: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Records and kept matches of a test go nowhere but its own folder."""
    folder, kept = own_home / "data", own_home / "cache" / "kibitz"
    kept.mkdir(mode=0o700, parents=True)
    (kept / "code").symlink_to(shared_code)
    monkeypatch.setenv("XDG_DATA_HOME", str(folder))
    monkeypatch.setenv("XDG_CACHE_HOME", str(own_home / "cache"))
    monkeypatch.delenv("KIBITZ_DEBUG", raising=False)
    monkeypatch.setenv("KIBITZ_LEARN", "0")
    return folder / "kibitz" / "records"


@pytest.fixture
def nothing_kept(own_home: Path, own_data_folder: Path) -> None:
    """Not even compiled games of other tests."""
    shutil.rmtree(own_home / "cache")


@pytest.fixture
def not_optimised(monkeypatch: pytest.MonkeyPatch) -> None:
    """Code as it was emitted: for very many programs, each of which is played little. It is kept
    under a name of its own."""
    compiled, named = host.object_code, f"not optimised, {host.name()}"
    monkeypatch.setattr(host, "object_code", lambda text, patience=0: compiled(text, 0))
    monkeypatch.setattr(host, "name", lambda: named)
