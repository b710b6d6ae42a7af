"""`kibitz compile`: a game as a module for other people's programs."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from string import Template

import click

from kibitz.cli import arguments


@arguments.command
def compile_command(
    game: str = arguments.game_argument(),
    target: str = arguments.option(
        "What the code is for: wasm is WebAssembly, for browsers and whatever else runs it.",
        type=click.Choice(["wasm"]),
        default="wasm",
    ),
    purpose: str = arguments.option(
        "What it can do: play matches, search for the best option too, and have nets as well.",
        type=click.Choice(["play", "search", "learn"]),
        default="play",
    ),
    folder: Path = arguments.option(
        "Where the files go.", "--out", type=arguments.FOLDER, metavar="DIR", default=Path()
    ),
    rules: arguments.HouseRules = arguments.house_rules,
) -> None:
    """Compile a game to a module for a program of your own.

    Writes GAME.wasm, GAME.json, which says what lies where in its memory, and play.mjs, a short
    program for Node that plays matches with both. docs/embedding.md explains them.

    \b
    kibitz compile golf-six --target wasm --out golf
    """
    from kibitz import kept_files
    from kibitz.engine.native import Purpose, web_module

    loaded = rules.load(game)
    made = web_module(loaded.program, Purpose(purpose))
    name = Path(loaded.name).stem
    example = files("kibitz.engine.native").joinpath("play.mjs").read_text("utf-8")
    folder.mkdir(parents=True, exist_ok=True)
    for file, data in (
        (f"{name}.wasm", made.code),
        (f"{name}.json", json.dumps({"game": name, **made.description}, indent=1).encode()),
        ("play.mjs", Template(example).safe_substitute(name=name).encode()),
    ):
        kept_files.write_atomically(folder / file, data)
        click.echo(f"{folder / file}: {len(data):,} bytes")
