"""Names, completion, explanations and cures, for programs that are right and for half of one."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from kibitz.cli.main import main
from kibitz.games import find, names
from kibitz.lsp.completion import complete
from kibitz.lsp.hover import explain
from kibitz.lsp.names import CannotRename, Role, names_of, rename
from kibitz.lsp.pair import Pair
from kibitz.recycle import Source, check, completed
from kibitz.recycle.checker.check import edited, fixed

LOOPS = """
(game
 (declare 2 'N)
 (do ((all player 'P (inc ('P sto N))) (all (range 1..'N) 'P (turn pass)))))
"""


PACK = re.compile(r"\(deck [A-Z]")
ORDER = re.compile(r"\(order ([A-Z]+)\s+\(")
"""Of an attribute, whose name it has: they are not renamed together."""


def place(text: str, word: str, times: int = 1) -> int:
    """Where the word stands for that time."""
    offset = -1
    for _ in range(times):
        offset = text.index(word, offset + 1)
    return offset


def test_two_loops_have_two_variables_of_one_name() -> None:
    found = names_of(Source("", LOOPS))
    groups = [found.same(name) for name in found.every if name.text == "P"]
    assert [len(group) for group in groups] == [2, 2, 1]


def test_a_storage_and_a_variable_of_one_name_are_two_things() -> None:
    found = names_of(Source("", LOOPS))
    roles = [(name.role, name.text) for name in found.every if name.text == "N"]
    assert roles == [(Role.VARIABLE, "N"), (Role.NUMBER, "N"), (Role.VARIABLE, "N")]


def test_a_name_that_may_be_worked_out_in_play_stays() -> None:
    text = "(game (do ((set (game sto (game str WHICH)) 3) (inc (game sto MINE)))))"
    with pytest.raises(CannotRename, match="worked out in play: MINE may be one"):
        rename(Source("", text), place(text, "MINE"), "YOURS")


def test_values_of_an_attribute_are_proposed_behind_its_colon() -> None:
    text = (
        "(game (setup (create deck (game iloc S) (deck (RANK (ACE, TWO)) (SUIT (RED)))) (((RANK : "
    )
    proposals = complete(Source("", text), len(text)).proposals
    assert [proposal.text for proposal in proposals] == ["ACE", "TWO"]


DEFINING = """
(game
 (define DRAW ('P) (move (top (game iloc STOCK)) (top ('P iloc HAND))))
 (setup
  (create players 2)
  (create deck (game iloc STOCK) (deck (RANK (ACE, TWO, THREE)))))
 (do ((all player 'Q (DRAW 'Q))))
 (choice ((turn pass)))
 (scoring max (size ((current player) iloc HAND))))
"""


def test_a_definition_is_shown_where_it_is_used_and_its_words_are_explained() -> None:
    source = Source("", DEFINING)
    assert check(source).diagnostics == ()
    used = explain(source, place(DEFINING, "DRAW", 2))
    assert used is not None
    assert used.text.startswith("```recycle\n(define DRAW ('P) (move")
    inside = explain(source, place(DEFINING, "top"))
    assert inside is not None
    assert inside.text.startswith("### `top`, `bottom`: a card")
    assert "several cards" not in inside.text


def test_what_a_game_uses_is_explained_where_it_is_called() -> None:
    whist = find("whist").source

    def told(word: str) -> str:
        found = explain(whist, place(whist.text, word) + 1)
        assert found is not None
        return found.text

    assert told("(TRICKS").startswith("```recycle\n(define TRICKS ('END 'MAY 'AFTER 'WON)\n")
    assert told("(DEAL").endswith("```\nof `tricks`")
    assert told(" FOLLOWS").startswith("```recycle\n(define FOLLOWS ('C)")
    assert told(" tricks)").startswith("Tricks: cards are held in `iloc HAND`")
    assert told("(HONOURS)").endswith("```\nin 2 places")


def test_a_name_leads_to_the_definition_that_the_game_uses(tmp_path: Path) -> None:
    whist = find("whist").source
    pair = Pair(whist, None)
    for word, name in (("(TRICKS", "TRICKS"), (" FOLLOWS", "FOLLOWS"), (" tricks)", "")):
        found = pair.elsewhere(place(whist.text, word) + 1)
        assert found is not None
        path, made = found
        assert (path.name, made) == ("tricks.rcy", name)
    assert pair.elsewhere(place(whist.text, "(HONOURS)") + 1) is None
    (tmp_path / "mine.rcy").write_text("(definitions MINE (define ONE () 1))")
    own = Source("", "(game (use MINE) (scoring max (ONE)))")
    found = Pair(own, None, tmp_path).elsewhere(place(own.text, "(ONE") + 1)
    assert found == (tmp_path / "mine.rcy", "ONE")


def test_the_parameters_of_a_definition_are_proposed_inside_it_and_the_name_behind_it() -> None:
    inside = DEFINING[: place(DEFINING, "'P iloc") + 1]
    assert [p.text for p in complete(Source("", inside), len(inside)).proposals] == ["'P"]
    behind = DEFINING[: place(DEFINING, "DRAW", 2)]
    proposals = [p.text for p in complete(Source("", behind), len(behind)).proposals]
    assert "DRAW" in proposals
    assert "'P" not in proposals


def test_a_defined_name_and_its_parameters_are_found() -> None:
    text = "(game (define TWICE ('X) (+ 'X 'X)) (do ((inc (game sto A) (TWICE 3)))))"
    found = names_of(Source("", text))
    assert [n.span.start for n in found.every if n.role is Role.DEFINITION] == [
        place(text, "TWICE"),
        place(text, "TWICE", 2),
    ]
    assert len(found.same(found.every[1])) == 3


def test_an_order_is_renamed_with_its_attribute_and_one_with_a_name_of_its_own_without() -> None:
    text = """(game
 (order RANK (A, B))
 (order LOW RANK (B, A))
 (setup (create players 1) (create deck (game vloc PILE) (deck (RANK (A, B)) (SUIT (R)))))
 (do ((set (game points V) (RANK ((SUIT : R) 1)))))
 (scoring max (+ (value (max (game vloc PILE) using LOW) RANK)
                 (sum (game vloc PILE) using (game points V)))))"""
    source = Source("", text)
    after = edited(text, rename(source, place(text, "RANK"), "HEIGHT"))
    assert "RANK" not in after
    assert check(Source("", after)).diagnostics == ()
    after = edited(text, rename(source, place(text, "LOW"), "DOWN"))
    assert check(Source("", after)).diagnostics == ()
    assert after.count("DOWN") == 2


def test_a_name_of_definitions_that_stand_elsewhere_stays() -> None:
    text = find("whist").source.text
    assert rename(Source("", text), place(text, "SCORE"), "POINTS")
    for word in ("PLAYEDOUT", "TRUMP)\n"):
        with pytest.raises(CannotRename, match="elsewhere"):
            rename(Source("", text), place(text, word), "ZZZ")


@pytest.mark.slow
@pytest.mark.parametrize("game", names())
def test_any_name_of_a_game_can_be_renamed_and_the_game_stays_sound(game: str) -> None:
    source = find(game).source
    found = names_of(source)
    elsewhere = names_of(completed(source)).every[len(found.every) :]
    taken = {(name.role, name.text) for name in elsewhere}
    if PACK.search(source.text):
        taken |= {(n.role, n.text) for n in found.every if n.role in (Role.TEXT, Role.ATTRIBUTE)}
    taken |= {(Role.ATTRIBUTE, ranked) for ranked in ORDER.findall(source.text)}
    own = [name for name in found.every if (name.role, name.text) not in taken]
    own = [name for name in own if name.text not in {text for _, text in taken}]
    for name in (own[0], own[len(own) // 2]):
        open_roles = names_of(completed(source)).open_roles
        if name.role in open_roles or (name.role is Role.TEXT and open_roles):
            with pytest.raises(CannotRename, match="worked out in play"):
                rename(source, name.span.start, "ZZZ")
            continue
        edits = rename(source, name.span.start, "ZZZ")
        after = check(Source(source.name, edited(source.text, edits)))
        assert after.game is not None
        assert len(after.diagnostics) == len(find(game).checked.diagnostics)


def test_half_a_program_is_answered_like_a_whole_one() -> None:
    whole = find("golf-six").source.text
    for end in range(0, len(whole), 997):
        source = Source("half.rcy", whole[:end])
        completion = complete(source, end)
        assert completion.span.end == end
        for offset in (0, end // 2, end):
            explain(source, offset)


# ---------------------------------------------------------------------------- cures


def test_every_sure_cure_is_made_and_the_rest_is_left() -> None:
    sound = find("golf-six").source.text
    broken = sound.replace("(shuffle", "(shufle").replace("iloc STOCK", "iloc Stock", 1)
    after, cured = fixed(Source("", broken))
    assert after.text == sound
    assert [fault.slug for fault in cured] == ["wrong-case", "unknown-keyword"]


def test_a_missing_parenthesis_is_put_where_it_is_missed() -> None:
    sound = find("golf-six").source.text
    after, cured = fixed(Source("", sound.rstrip()[:-1]))
    assert check(after).game is not None
    assert [fault.slug for fault in cured] == ["missing-parenthesis"]


@pytest.mark.parametrize("text", ["", "(game", "(" * 300, ")", "(game (x_y 1A 'q) (2b)) zz", "; a"])
def test_cures_come_to_an_end(text: str) -> None:
    after, cured = fixed(Source("", text))
    assert (after.text == text) == (not cured)


def test_a_warning_is_left_to_the_writer() -> None:
    text = find("golf-six").source.text.replace("(setup", "(declare 3 'UNUSED)\n (setup", 1)
    assert fixed(Source("", text)) == (Source("", text), ())


@pytest.mark.slow
def test_only_the_server_itself_loads_pygls() -> None:
    program = (
        "import sys\n"
        "import kibitz.lsp.completion, kibitz.lsp.hover, kibitz.lsp.names\n"
        "import kibitz.cli.commands.programs\n"
        "print('pygls' in sys.modules)\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert ran.stdout == "False\n"


def test_without_pygls_the_command_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("kibitz.lsp.server", "kibitz.lsp.answers"):
        monkeypatch.delitem(sys.modules, module, raising=False)
    for module in ("pygls", "lsprotocol"):
        monkeypatch.setitem(sys.modules, module, None)
    result = CliRunner().invoke(main, ["lsp"])
    assert result.exit_code == 1
    assert "pip install 'kibitz[lsp]'" in result.stderr
