"""A cache is believed only as it was written, and is never needed."""

from __future__ import annotations

import os
import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from kibitz.kept_files import Cache, data_folder, user_cache, write_atomically

pytestmark = pytest.mark.usefixtures("nothing_kept")

CONTENT = bytes(range(256)) * 3


def test_what_was_kept_is_found_as_it_was(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "new" / "cache")
    assert cache.find("match") is None
    cache.keep("match", CONTENT)
    assert cache.find("match") == CONTENT
    cache.keep("match", b"")
    assert cache.find("match") == b""
    assert [path.name for path in (tmp_path / "new" / "cache").iterdir()] == ["match"]


@pytest.mark.slow
def test_none_of_4000_altered_files_is_believed(tmp_path: Path) -> None:
    cache, chance = Cache(tmp_path), random.Random(4)
    cache.keep("match", CONTENT)
    path = tmp_path / "match"
    whole = path.read_bytes()
    for _ in range(4000):
        altered = bytearray(whole)
        place = chance.randrange(len(whole))
        match chance.randrange(4):
            case 0:
                altered[place] ^= 1 << chance.randrange(8)
            case 1:
                del altered[place:]
            case 2:
                altered.insert(place, chance.randrange(256))
            case _:
                altered[place : place + 4] = chance.randbytes(4)
        path.write_bytes(altered)
        assert bytes(altered) == whole or cache.find("match") is None


def test_what_was_kept_under_another_name_is_not_found(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    cache.keep("match", CONTENT)
    (tmp_path / "match").rename(tmp_path / "other")
    assert cache.find("other") is None


def test_what_others_may_write_is_not_found(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    cache.keep("match", CONTENT)
    (tmp_path / "match").chmod(0o666)
    assert cache.find("match") is None
    (tmp_path / "match").chmod(0o600)
    tmp_path.chmod(0o777)
    assert cache.find("match") is None


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_another_user_s_file_is_not_found(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    cache.keep("match", CONTENT)
    os.chown(tmp_path / "match", 12345, 12345)
    assert cache.find("match") is None


def test_a_link_a_folder_and_a_pipe_are_not_found(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache")
    cache.keep("match", CONTENT)
    (tmp_path / "cache" / "link").symlink_to(tmp_path / "cache" / "match")
    (tmp_path / "cache" / "folder").mkdir()
    os.mkfifo(tmp_path / "cache" / "pipe", 0o600)
    assert [cache.find(name) for name in ("link", "folder", "pipe")] == [None] * 3


def test_only_the_user_may_look_into_the_folder(tmp_path: Path) -> None:
    Cache(tmp_path / "cache").keep("match", CONTENT)
    assert (tmp_path / "cache").stat().st_mode & 0o777 == 0o700
    assert (tmp_path / "cache" / "match").stat().st_mode & 0o777 == 0o600


def test_a_folder_that_cannot_be_made_costs_one_word(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_bytes(b"")
    for _ in range(2):
        cache = Cache(tmp_path / "file" / "cache")
        cache.keep("match", CONTENT)
        assert cache.find("match") is None
    (word,) = caplog.messages
    assert word.startswith("kibitz: nothing is kept for next time: ")


def test_a_full_disk_costs_one_word_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    cache = Cache(tmp_path)
    for name in "ab":
        cache.keep(name, CONTENT)
    assert list(tmp_path.iterdir()) == []
    assert [word for word in caplog.messages if "no space left" in word] == caplog.messages[:1]


def test_a_user_without_a_home_is_kept_nothing_for(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("XDG_CACHE_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, "relative")
    monkeypatch.setattr("os.path.expanduser", lambda path: path)
    assert data_folder() is None
    user_cache("matches").keep("match", CONTENT)
    assert user_cache("matches").find("match") is None


def test_folders_are_where_the_user_wants_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "mine"))
    assert data_folder() == tmp_path / "mine" / "kibitz"
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert data_folder() == tmp_path / ".local" / "share" / "kibitz"


def test_the_oldest_go_when_there_is_too_much(tmp_path: Path) -> None:
    for number in range(5):
        Cache(tmp_path).keep(f"match-{number}", CONTENT)
        os.utime(tmp_path / f"match-{number}", (number, number))
    Cache(tmp_path, most_bytes=3000).keep("match-5", CONTENT)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["match-3", "match-4", "match-5"]


def test_many_may_keep_and_tidy_at_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    def keep(number: int) -> None:
        for again in range(20):
            Cache(tmp_path).keep(f"{number}-{again % 3}", b"x" * 1000)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(keep, range(8)))
    assert not caplog.records
    assert Cache(tmp_path).find("7-2") == b"x" * 1000


def test_a_file_that_cannot_be_written_whole_stays_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "page.html"
    write_atomically(path, b"old")

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_atomically(path, b"new")
    assert [(one.name, one.read_bytes()) for one in tmp_path.iterdir()] == [("page.html", b"old")]
