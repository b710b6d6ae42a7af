"""`kibitz new`: games to begin with, which check clean and play."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commands import kibitz

from kibitz import Match, load
from kibitz.games import starters
from kibitz.words import Teller


@pytest.mark.parametrize("kind", starters())
def test_a_new_game_is_sound_and_laid_out(kind: str, tmp_path: Path) -> None:
    name = tmp_path / "my-first_game"
    made = kibitz("new", name, "--kind", kind)
    assert made.exit_code == 0
    assert f"kibitz play {name}.rcy" in made.stdout
    assert kibitz("check", f"{name}.rcy").stdout.count("no faults found") == 2
    assert kibitz("fmt", "--check", f"{name}.rcy").exit_code == 0
    shown = json.loads(kibitz("show", f"{name}.rcy", "--json").stdout)
    assert (shown["name"], shown["title"]) == ("my-first_game", "My first game")
    assert all(option["sentence"] for option in shown["options"])
    assert "$" not in shown["program"]


@pytest.mark.slow
@pytest.mark.parametrize("kind", starters())
def test_a_new_game_is_played_to_its_end(kind: str, tmp_path: Path) -> None:
    kibitz("new", tmp_path / "mine", "--kind", kind)
    game = tmp_path / "mine.rcy"
    figures = json.loads(kibitz("simulate", game, "-n", "200", "--seed", "1", "--json").stdout)
    assert figures["capped"] == 0
    assert figures["branching"]["mean"] > 1.2
    played = kibitz("play", game, "--players", "flat:sims=20", "--seed", "2")
    assert played.exit_code == 0
    assert "the match is over" in played.stdout


def test_nobody_else_hears_whom_a_detective_accuses(tmp_path: Path) -> None:
    kibitz("new", tmp_path / "mine", "--kind", "deduction")
    match = load(tmp_path / "mine.rcy").match(2).play("accuse boris")
    heard = [_heard(match, seat) for seat in range(3)]
    assert heard == [["accused boris"], ["accused"], ["accused"]]


def test_who_is_asked_shows_the_card_to_nobody_else(tmp_path: Path) -> None:
    kibitz("new", tmp_path / "mine", "--kind", "deduction")
    game = load(tmp_path / "mine.rcy")
    shown = []
    for name in ("anna", "boris", "clara", "dmitri", "emma", "felix", "greta", "hugo", "ida"):
        match = game.match(2).play(f"ask player 2 for {name}")
        asked, *answer = _heard(match, 0)
        assert asked == f"asked player 2 for {name}"
        assert answer in ([], [f"player 2 showed {name} to you"])
        others = ["player 2 showed a card of player 2's hand to player 1"] if answer else []
        assert _heard(match, 2) == [asked, *others]
        shown += answer
    assert len(shown) == 2, "as many as player 2 holds"


def _heard(match: Match, seat: int) -> list[str]:
    seen = [one.event for one in match.sightings(seat)]
    told = Teller(match.game.vocabulary, seat).tell(0, seen, match.kinds)
    return [part for tale in told for part in tale.parts]


@pytest.mark.usefixtures("nothing_kept")
def test_nothing_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "mine.md").write_text("precious")
    result = kibitz("new", tmp_path / "mine.rcy")
    assert result.exit_code == 1
    assert "mine.md exists already" in result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["mine.md"]


@pytest.mark.parametrize("name", ["missing/mine", "", "a\nb"])
def test_a_place_or_a_name_that_will_not_do_is_refused_in_words(name: str, tmp_path: Path) -> None:
    result = kibitz("new", f"{tmp_path}/{name}")
    assert result.exit_code == 1
    assert result.stderr.startswith("kibitz: ")


def test_a_title_with_quotes_is_still_a_title(tmp_path: Path) -> None:
    assert kibitz("new", tmp_path / 'the "best"').exit_code == 0
    assert kibitz("check", tmp_path / 'the "best".rcy').stdout.count("no faults found") == 2
