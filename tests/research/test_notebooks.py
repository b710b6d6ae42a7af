"""Things as notebooks show them, and the notebooks of `examples/`, run from their first cell."""

from __future__ import annotations

from pathlib import Path

import pytest

import kibitz
from kibitz.notebook import completions
from kibitz.players import PlayedDeals, Tournament, play_deals

NOTEBOOKS = sorted((Path(__file__).parents[2] / "examples").glob("*.ipynb"))


def test_a_match_is_a_table_and_hides_what_not_everybody_sees() -> None:
    shown = kibitz.load("golf-six", players=2).match(7)._repr_html_()
    assert "Golf Six, seed 7: player 1 chooses among 6" in shown
    assert shown.count("5♥") == 1
    assert "<script" not in shown
    assert "×39" in shown


def test_a_view_shows_what_its_seat_can_tell() -> None:
    match = kibitz.load("hearts").match(3)
    shown, hidden = match.view(0)._repr_html_(), match.view(1)._repr_html_()
    own = match.view(0).pile("HAND")
    assert all(f">{card}<" in shown for card in own)
    assert not any(f">{card}<" in hidden for card in own)
    assert "what player 2 knows; it is player 1&#x27;s turn" in hidden
    assert "player 1&#x27;s hand" in hidden
    assert "RECEIVER" not in shown, "how the program counts is no title"


def test_advice_a_record_and_a_tournament_are_lists() -> None:
    game = kibitz.load("kuhn-poker")
    advice = game.match(1).advice(simulations=50)._repr_html_()
    assert "<td" in advice
    assert "bet" in advice
    record = game.match(1).run(lambda decision: 0).record()
    assert f"{len(record.choices)} choices, scores" in record._repr_html_()
    played = PlayedDeals(Tournament(game.program, ("uniform", "mcts:sims=5"), 1))
    for deal in play_deals(played.tournament, range(3), 1):
        played.keep(deal)
    assert "3 deals, seed 1" in played._repr_html_()
    assert "mcts:sims=5" in played._repr_html_()


def test_what_has_no_picture_says_what_it_is() -> None:
    assert repr(kibitz.Rng(1)).startswith("<Rng at ")
    assert repr(kibitz.load("kuhn-poker").batch(2)) == "<Batch of 2 matches, 0 of them over>"
    leduc = kibitz.load("leduc-poker")
    assert repr(leduc.engine).startswith("<NativeEngine of leduc-poker: 2 players, ")
    assert repr(leduc.observation).startswith("<ObservationPlan of 49 numbers: phase, seat, ")
    assert repr(leduc.actions).startswith("<ActionPlan of 5 actions: ")
    assert repr(leduc.information(2)).endswith(" numbers: 2 decisions recalled>")
    net = kibitz.load("kuhn-poker").train(matches=50, threads=1)
    assert repr(net).startswith("<Net ")
    assert "50 matches" in repr(net)


def test_names_of_games_are_completed_where_one_is_loaded() -> None:
    assert "golf-six" in completions('game = kibitz.load("gol')
    assert completions("load('leduc-") == ["leduc-poker"]
    assert completions('print("gol') == []


@pytest.mark.filterwarnings("ignore")
def test_a_notebook_completes_them() -> None:
    pytest.importorskip("IPython", reason="IPython is not installed")
    from IPython.core.interactiveshell import InteractiveShell  # noqa: PLC0415

    shell = InteractiveShell.instance()
    shell.run_line_magic("load_ext", "kibitz.notebook")
    _, found = shell.Completer.complete(line_buffer='kibitz.load("golf-s', cursor_pos=19)
    assert "golf-six" in found


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_from_its_first_cell(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(path.parents[1]))
    nbformat = pytest.importorskip("nbformat", reason="nbformat is not installed")
    nbclient = pytest.importorskip("nbclient", reason="nbclient is not installed")
    pytest.importorskip("ipykernel", reason="ipykernel is not installed")
    notebook = nbformat.read(path, as_version=4)
    assert all(not cell.get("outputs") for cell in notebook.cells), "kept without what it shows"
    nbclient.NotebookClient(
        notebook, timeout=600, resources={"metadata": {"path": str(tmp_path)}}
    ).execute()
    assert any(cell.get("outputs") for cell in notebook.cells)
