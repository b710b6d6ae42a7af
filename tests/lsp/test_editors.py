"""What `editors/` says is so: its files fit together, and its grammar sees what the reader sees."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from kibitz import __version__
from kibitz.games import find, names
from kibitz.recycle.tokens import Shade, shaded_tokens

EDITORS = Path(__file__).parents[2] / "editors"
EXTENSION = EDITORS / "vscode"
SCOPES = {
    Shade.COMMENT: "comment",
    Shade.PARENTHESIS: "punctuation",
    Shade.KEYWORD: "keyword.control",
    Shade.OPERATOR: "keyword.operator",
    Shade.VARIABLE: "variable",
    Shade.NUMBER: "constant.numeric",
}


def read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def test_the_extension_names_files_that_are_there() -> None:
    package = read(EXTENSION / "package.json")
    assert package["version"] == __version__
    (language,), (grammar,) = (package["contributes"][key] for key in ("languages", "grammars"))
    for path in (package["main"], language["configuration"], grammar["path"]):
        assert (EXTENSION / path).is_file()
    assert read(EXTENSION / grammar["path"])["scopeName"] == grammar["scopeName"]
    assert read(EXTENSION / language["configuration"])["comments"] == {"lineComment": ";;"}


@pytest.mark.parametrize("game", names())
def test_the_grammar_colours_a_game_as_we_do(game: str) -> None:
    patterns = read(EXTENSION / "syntaxes" / "recycle.tmLanguage.json")["patterns"]
    program = find(game).source.text
    rules = [(re.compile(pattern["match"], re.M), pattern["name"]) for pattern in patterns]
    for token, shade in shaded_tokens(program):
        matches = ((rule.match(program, token.start), name) for rule, name in rules)
        text, name = next((match.group(), name) for match, name in matches if match)
        assert text == token.text
        assert name.startswith(SCOPES.get(shade, ""))


def test_every_editor_starts_the_server_we_have() -> None:
    text = (EDITORS / "README.md").read_text(encoding="utf-8")
    blocks = dict(re.findall(r"^```(lua|toml|elisp)\n(.*?)^```", text, re.M | re.S))
    for block in blocks.values():
        assert re.search(r'"?kibitz"?,? .*"lsp"', block)
    (language,) = tomllib.loads(blocks["toml"])["language"]
    assert language["file-types"] == ["rcy"]
    assert len(blocks) == 3
