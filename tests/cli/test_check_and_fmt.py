"""`kibitz check` and `kibitz fmt`."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from commands import TINY, kibitz, written

UNTIDY = "(game   (setup (create players 2)\n) ;; two\n)\n"
BROKEN = TINY.replace("iloc HAND", "iloc Hand", 1)


def test_a_clean_program_passes(tmp_path: Path) -> None:
    result = kibitz("check", written(tmp_path, TINY))
    assert (result.exit_code, result.stderr) == (0, "")
    assert "no faults found" in result.stdout


def test_a_sound_program_that_cannot_be_played_is_told(tmp_path: Path) -> None:
    """Cards are counted when a match is set up, for they may depend on options."""
    many = TINY.replace("(create deck", "(repeat 400 (create deck").replace("))))\n", ")))))\n", 1)
    result = kibitz("check", written(tmp_path, many))
    assert result.exit_code == 1
    assert "error[too-many-cards]: a game has at most 1,024 cards" in result.stdout
    assert "this makes 2,400" in result.stdout


def test_every_file_is_checked_and_an_error_in_one_is_told(tmp_path: Path) -> None:
    good, bad = written(tmp_path, TINY), written(tmp_path, BROKEN, "bad.rcy")
    result = kibitz("check", bad, good)
    assert result.exit_code == 1
    assert "error[wrong-case]" in result.stdout
    assert "tiny.rcy: no faults found" in result.stdout
    assert "\x1b" not in result.stdout


def test_a_warning_is_told_but_does_not_fail(tmp_path: Path) -> None:
    unused = TINY.replace("(setup", "(declare 3 'UNUSED)\n (setup", 1)
    result = kibitz("check", written(tmp_path, unused))
    assert result.exit_code == 0
    assert "warning[" in result.stdout


def test_the_reports_come_as_one_json_list(tmp_path: Path) -> None:
    good, bad = written(tmp_path, TINY), written(tmp_path, BROKEN, "bad.rcy")
    result = kibitz("check", "--json", good, bad, tmp_path / "missing.rcy")
    reports = json.loads(result.stdout)
    assert result.exit_code == 1
    assert [(Path(r["file"]).name, r["slug"]) for r in reports] == [
        ("bad.rcy", "wrong-case"),
        ("missing.rcy", "unreadable-file"),
    ]


@pytest.mark.parametrize("verb", ["check", "fmt", "show", "play"])
@pytest.mark.parametrize("data", [b"\x00\x01\xff", b"\xff\xfe(\x00", b"caf\xe9", b"", b"(" * 5000])
def test_a_file_that_is_no_program_is_refused_in_words(
    tmp_path: Path, verb: str, data: bytes
) -> None:
    result = kibitz(verb, written(tmp_path, data))
    assert result.exit_code == (0 if (verb, data) == ("fmt", b"") else 1)


@pytest.mark.parametrize("verb", ["check", "fmt", "show", "play", "replay"])
def test_a_missing_file_and_a_folder_are_refused_in_words(tmp_path: Path, verb: str) -> None:
    for path in (tmp_path / "missing.rcy", tmp_path / "folder.rcy"):
        (tmp_path / "folder.rcy").mkdir(exist_ok=True)
        result = kibitz(verb, path)
        assert result.exit_code == 1
        assert path.name in result.output


def test_the_page_beside_a_program_is_checked_with_it(tmp_path: Path) -> None:
    program = written(tmp_path, TINY)
    written(tmp_path, '+++\n[layout.names]\nSTOK = "stock"\n+++\n', "tiny.md")
    result = kibitz("check", program)
    assert result.exit_code == 0
    assert "tiny.rcy: no faults found" in result.stdout
    assert "warning[not-in-program]: the program has no location `STOK`" in result.stdout
    assert "tiny.md:3:1" in result.stdout


def test_a_page_is_checked_by_its_own_name(tmp_path: Path) -> None:
    page = written(tmp_path, "+++\ntitle = 5\ntag = 3\n+++\n", "tiny.md")
    result = kibitz("check", "--json", page)
    assert result.exit_code == 1
    assert [(r["slug"], r["line"]) for r in json.loads(result.stdout)] == [
        ("wrong-page-value", 2),
        ("unknown-page-key", 3),
    ]


@pytest.mark.parametrize("data", [b"\x00", b"caf\xe9", b"+++\n[", b"+++\n" + b"[" * 9000, b"+++"])
def test_a_page_that_cannot_be_read_is_refused_in_words(tmp_path: Path, data: bytes) -> None:
    page = written(tmp_path, data, "tiny.md")
    program = written(tmp_path, TINY)
    for arguments in (("check", page), ("check", program), ("show", program)):
        result = kibitz(*arguments)
        assert result.exit_code == 1
        assert "tiny.md" in result.output


def test_a_program_is_checked_from_standard_input() -> None:
    assert kibitz("check", "-", typed=TINY).exit_code == 0
    result = kibitz("check", "-", typed=BROKEN)
    assert result.exit_code == 1
    assert "standard input:" in result.stdout


@pytest.mark.usefixtures("nothing_kept")
def test_a_file_is_laid_out_in_place_and_keeps_its_comment(tmp_path: Path) -> None:
    path = written(tmp_path, UNTIDY)
    path.chmod(0o640)
    assert kibitz("fmt", "--check", path).exit_code == 1
    assert path.read_text() == UNTIDY
    assert kibitz("fmt", path).exit_code == 0
    assert re.sub(r"\s+", " ", path.read_text()) == "(game (setup (create players 2))) ;; two "
    assert path.stat().st_mode & 0o777 == 0o640
    assert kibitz("fmt", "--check", path).exit_code == 0
    assert list(tmp_path.iterdir()) == [path]


def test_standard_input_is_laid_out_on_standard_output() -> None:
    result = kibitz("fmt", "-", typed=UNTIDY)
    assert result.exit_code == 0
    assert ";; two" in result.stdout


def test_a_file_with_reading_faults_is_left_as_it_is(tmp_path: Path) -> None:
    path, other = written(tmp_path, "(game"), written(tmp_path, UNTIDY, "other.rcy")
    result = kibitz("fmt", path, other)
    assert result.exit_code == 1
    assert path.read_text() == "(game"
    assert "is left as it is" in result.stderr
    assert other.read_text() != UNTIDY


def test_what_a_layout_would_change_is_shown_and_nothing_is_changed(tmp_path: Path) -> None:
    path = written(tmp_path, UNTIDY)
    result = kibitz("fmt", "--diff", path)
    assert result.exit_code == 1
    assert "-(game   (setup (create players 2)\n" in result.stdout
    assert "+(game (setup (create players 2))) ;; two\n" in result.stdout
    assert path.read_text() == UNTIDY
    kibitz("fmt", path)
    assert kibitz("fmt", "--diff", path).output == ""


# ---------------------------------------------------------------------------- cures, watching


def test_sure_cures_are_made_in_the_file_and_told(tmp_path: Path) -> None:
    path = written(tmp_path, BROKEN.replace("(shuffle", "(shufle"))
    path.chmod(0o640)
    result = kibitz("check", "--fix", path)
    assert result.exit_code == 0
    assert path.read_text() == TINY
    assert result.stderr.count("cured: ") == 2
    assert "no faults found" in result.stdout
    assert path.stat().st_mode & 0o777 == 0o640


def test_what_is_not_sure_is_left_and_reported(tmp_path: Path) -> None:
    path = written(tmp_path, BROKEN.replace("(sum (", "(sum 3 ("))
    result = kibitz("check", "--fix", path)
    assert result.exit_code == 1
    assert path.read_text() == TINY.replace("(sum (", "(sum 3 (")
    assert "error[" in result.stdout


def test_a_slip_in_a_page_is_cured_too(tmp_path: Path) -> None:
    page = written(tmp_path, '+++\ntitel = "Tiny"\n+++\n', "tiny.md")
    assert kibitz("check", page).exit_code == 1
    assert kibitz("check", "--fix", page).exit_code == 0
    assert page.read_text() == '+++\ntitle = "Tiny"\n+++\n'


@pytest.mark.parametrize(
    "flags", [("--fix", "-"), ("--watch", "-"), ("--watch", "--json", "x.rcy")]
)
def test_flags_that_do_not_go_together_are_a_usage_error(flags: tuple[str, ...]) -> None:
    assert kibitz("check", *flags, typed="").exit_code == 2


def test_a_missing_file_is_not_cured_but_told(tmp_path: Path) -> None:
    assert kibitz("check", "--fix", tmp_path / "none.rcy").exit_code == 1


@pytest.mark.slow
def test_a_watched_file_is_checked_again_when_it_changes(tmp_path: Path) -> None:
    path = written(tmp_path, TINY)
    with subprocess.Popen(
        [sys.executable, "-m", "kibitz", "check", "--watch", str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    ) as ran:
        assert ran.stdout is not None

        def told() -> str:
            lines = iter(ran.stdout.readline, "watching; Ctrl-C ends it\n") if ran.stdout else ()
            return "".join(lines)

        assert "no faults found" in told()
        written(tmp_path, BROKEN)
        assert "error[wrong-case]" in told()
        path.unlink()
        assert "unreadable-file" in told()
        written(tmp_path, TINY)
        written(tmp_path, "+++\ntitle = 5\n+++\n", "tiny.md")
        while "wrong-page-value" not in told():
            pass
        ran.send_signal(signal.SIGINT)
        _, complaint = ran.communicate(timeout=30)
    assert (ran.returncode, complaint.strip()) == (130, "")


# ---------------------------------------------------------------------------- program and page


COUNTING = TINY.replace("(set (game points", "(set (game sto ROUND) 1)\n  (set (game points", 1)


def test_a_number_that_only_the_page_shows_is_no_slip(tmp_path: Path) -> None:
    program = written(tmp_path, COUNTING)
    assert "warning[storage-never-read]" in kibitz("check", program).stdout
    written(tmp_path, '+++\n[layout]\ncounters = ["ROUND"]\n+++\n', "tiny.md")
    assert kibitz("check", program).stdout.count("no faults found") == 2


def test_a_number_with_the_usual_name_is_read_by_the_table(tmp_path: Path) -> None:
    program = written(tmp_path, COUNTING.replace("ROUND", "DEALER"))
    assert "no faults found" in kibitz("check", program).stdout


def test_names_that_only_the_page_has_are_told_with_their_place(tmp_path: Path) -> None:
    program = written(tmp_path, COUNTING)
    page = '+++\n[layout]\ncounters = ["ROUND", "ROND"]\ndealer = "GIVER"\n+++\n'
    written(tmp_path, page, "tiny.md")
    said = kibitz("check", program).stdout
    assert "the program has no number or text `ROND`" in said
    assert "tiny.md:3:23" in said
    assert "the program has no number of the table `GIVER`" in said


def test_a_number_of_the_wrong_owner_is_told(tmp_path: Path) -> None:
    program = written(tmp_path, COUNTING)
    card = '+++\n[scorecard]\nhole = "ROUND"\nscore = "ROUND"\ntotal = "ROUND"\n+++\n'
    written(tmp_path, card, "tiny.md")
    said = kibitz("check", program).stdout
    assert said.count("the program has no number of every player `ROUND`") == 2
    assert "there is a number `ROUND`, but not one of these" in said


def test_words_that_never_apply_are_told(tmp_path: Path) -> None:
    program = written(tmp_path, COUNTING)
    page = '+++\n[layout.choices]\nROUND = "begin round {}"\n+++\n'
    written(tmp_path, page, "tiny.md")
    said = kibitz("check", program).stdout
    assert "warning[never-said]" in said
    assert "nobody stores ROUND when they choose" in said


# ---------------------------------------------------------------------------- what is no program


def test_a_page_is_not_laid_out_and_says_so(tmp_path: Path) -> None:
    page = written(tmp_path, "# Tiny\n", "tiny.md")
    result = kibitz("fmt", page)
    assert result.exit_code == 1
    assert "this is a page, and only programs are laid out" in result.stderr
    assert page.read_text() == "# Tiny\n"


def test_a_page_is_not_played_and_says_what_is(tmp_path: Path) -> None:
    result = kibitz("play", written(tmp_path, "# Tiny\n", "tiny.md"))
    assert result.exit_code == 1
    assert "is the page of a game; name its program" in result.stderr


def test_a_game_of_the_library_is_not_a_file(tmp_path: Path) -> None:
    result = kibitz("check", "golf", written(tmp_path, TINY))
    assert result.exit_code == 1
    assert "this is a game of the library, not a file" in result.stdout
    assert "tiny.rcy: no faults found" in result.stdout


def test_a_folder_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in (".", "..", "/"):
        result = kibitz("check", name)
        assert result.exit_code == 1
        assert "this is a folder, not a file" in result.stdout


def test_only_names_that_are_alike_are_suggested() -> None:
    assert "did you mean" not in kibitz("play", "nosuch").stderr
    assert "did you mean kuhn-poker or leduc-poker?" in kibitz("play", "poker").stderr


def test_several_missing_parentheses_are_cured(tmp_path: Path) -> None:
    broken = TINY.replace("(((RANK : ACE) 1)))", "(((RANK : ACE) 1))", 1)
    broken = broken.replace("(top (game vloc TABLE)))", "(top (game vloc TABLE))", 1)
    program = written(tmp_path, broken)
    result = kibitz("check", "--fix", program)
    assert (result.exit_code, result.stderr.count("cured:")) == (0, 2)
    assert program.read_text() == TINY


def test_several_parentheses_too_many_are_cured(tmp_path: Path) -> None:
    program = written(tmp_path, TINY.rstrip() + "))\n")
    assert kibitz("check", "--fix", program).exit_code == 0


def test_a_misspelt_word_is_cured_wherever_it_stands(tmp_path: Path) -> None:
    slips = TINY.replace("'P", "'p").replace("(move ", "(mve ").replace("STOCK", "Stock")
    program = written(tmp_path, slips)
    result = kibitz("check", "--fix", program)
    assert result.exit_code == 0
    assert program.read_text() == TINY


def test_a_name_of_the_program_in_small_letters_is_cured_as_a_name(tmp_path: Path) -> None:
    program = written(tmp_path, TINY.replace("iloc HAND))))", "iloc hand))))"))
    kibitz("check", "--fix", program)
    assert program.read_text() == TINY
