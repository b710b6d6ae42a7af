"""A game as one file: the client, Python for browsers, kibitz itself and the game, all inside.

Python for browsers is Pyodide as its npm package has it; it is named by whoever exports, and its
files are looked at before they are believed.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
import json
import re
import tarfile
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from kibitz.game import Game
from kibitz.games import PAGE, PROGRAM, GameFile, find, names, starter, starters
from kibitz.recycle import KibitzError, language_page
from kibitz.web.page_bots import page_bots

PYODIDE = "314.0.7"
PYODIDE_FILES = {
    "pyodide.asm.mjs": "f7cdc8ece80678ceb712f8e65ebe6d3a83203a180c399865f49612a051693635",
    "pyodide.asm.wasm": "cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6",
    "pyodide.mjs": "6f1d60f7bf529beb300f0f47983c921d3982363640ba20af0e38efdddbc66109",
    "python_stdlib.zip": "fa1957e5777068fc4f7437f96d860ae2fbe9c19732ba06c84e004ec16dd7dd7a",
}
"""The digest of each file of that version."""
_BESIDE = ("markdown_it", "mdurl")
"""What the rooms of a page need besides kibitz; plain Python."""
_LEFT_OUT = ("analysis", "cli", "lsp", "review", "drill", "companion", "learning")
"""Rooms that a page does not enter."""
_NATIVE = "kibitz/engine/native/"
_OF_NATIVE = (
    *("layout/__init__", "layout/bounds", "layout/fields", "layout/lazy_collections"),
    *("layout/net_layout", "layout/packing", "layout/point_slots", "layout/set_plan"),
    *("layout/state_layout", "search/__init__"),
    *("search/growth", "search/module_search"),
    *("search/plans", "search/search_layout", "search/weighing"),
)
"""What a page calls modules with."""
_DOORS = {
    f"{_NATIVE}__init__.py": b"",
    "kibitz/web/__init__.py": b"",
    "kibitz/advisor/__init__.py": b"",
    "kibitz/solver/__init__.py": b"from kibitz.solver.worth import Aim\n",
    "kibitz/players/__init__.py": b"from kibitz.players.student_t import student\n",
}
"""Doors that load compilers and numpy: a page has smaller ones."""
VIEWPORT = (
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">'
)
_IMPORTED = re.compile(r'from "\./([a-z_]+\.js)"')
_POLICY = (
    "default-src 'none'; script-src 'self' file: 'unsafe-inline' 'wasm-unsafe-eval' data:; "
    "style-src 'unsafe-inline'; img-src data:; worker-src data:; connect-src data:; "
    "frame-src 'self'"
)
"""Nothing from elsewhere, and nowhere to send anything to."""


_LICENCES = (
    "kibitz, MIT. "
    f"Inside: Pyodide {PYODIDE}, MPL 2.0, https://github.com/pyodide/pyodide; Python, PSF licence, "
    "https://www.python.org; markdown-it-py and mdurl, MIT, https://github.com/executablebooks."
)


BOTS_AT = "bots"
"""Where Python in a page finds what its bots think with."""
SHARED = "kibitz.js"
"""The name of what play pages share, beside them."""


class NoPython(KibitzError):
    """What was named is not the Python for browsers that kibitz knows."""


def exported(game: GameFile, options: Mapping[str, int | str], python: Path, bots: str) -> bytes:
    """The page of the game, which begins with these house rules, against bots of that strength.
    Raises NoPython, and OSError for what cannot be read."""
    parts = [*_game(game, options, bots), *_worker(python, _archive()), *_client()]
    return _document(game.page.title, _client_styles(), parts)


def play_page(game: GameFile, options: Mapping[str, int | str], bots: str, home: str) -> bytes:
    """The same beside `shared_script`, which all such pages have in common; `home` is a link."""
    parts = [
        *_game(game, options, bots),
        f'<script type="text/plain" id="kibitz-home">{escape(home)}</script>',
        f'<script src="{SHARED}"></script>',
    ]
    return _document(game.page.title, "", parts)


def shared_script(python: Path) -> bytes:
    """What pages of games have in common, which writes itself into them. Raises as `exported`."""
    parts = [f"<style>{_client_styles()}</style>", *_worker(python, _archive()), *_client()]
    return f"document.write({json.dumps(chr(10).join(parts))});\n".encode()


def _game(game: GameFile, options: Mapping[str, int | str], bots: str) -> list[str]:
    """What is different in the page of another game."""
    return [
        f'<script type="text/plain" id="kibitz-game">{escape(game.name)}</script>',
        f'<script type="text/plain" id="kibitz-options">{json.dumps(dict(options))}</script>',
        f'<script type="text/plain" id="kibitz-bots">{bots}</script>',
        _file("game.zip", _zipped({**_texts_of(game), **_bots_of(game, options)})),
    ]


def _bots_of(game: GameFile, options: Mapping[str, int | str]) -> dict[str, bytes]:
    """What its bots think with: by path."""
    found = page_bots(Game.of(game, options))
    return {f"{BOTS_AT}/{name}": data for name, data in found.items()}


def exported_workshop(games: Sequence[GameFile], python: Path) -> bytes:
    """A page with the text of a game, to be changed, and the table beside it: the first of these,
    or the one that its address asks for. Raises as `exported` does."""
    page = files("kibitz.web").joinpath("page")
    parts = [
        '<div id="write"></div>',
        _as_text("kibitz-table", "\n".join(["<!doctype html>", _head(), *_client()])),
        _as_text("kibitz-texts", json.dumps(beginnings(games))),
        *_worker(python, {**_archive(), **_editor()}),
        f'<script type="module">{_text(page, "write.js")}</script>',
    ]
    return _document("Write a game", _text(page, "write.css"), parts)


def _worker(python: Path, archive: Mapping[str, bytes]) -> list[str]:
    """What a page needs to run these files of kibitz beside itself."""
    page = files("kibitz.web").joinpath("page")
    found = {**python_files(python), "kibitz.zip": _zipped(archive)}
    return [
        f'<script type="text/plain" id="kibitz-worker">{_text(page, "worker.js")}</script>',
        *(_file(name, data) for name, data in found.items()),
        f"<script>{_text(page, 'host.js')}</script>",
    ]


def _file(name: str, data: bytes) -> str:
    """A file that Python in the page finds."""
    return f'<script type="text/plain" data-python id="{name}">{_packed(data)}</script>'


def _document(title: str, styles: str, parts: Sequence[str]) -> bytes:
    head = [
        "<!doctype html>",
        f"<!-- {_LICENCES} -->",
        '<html lang="en"><head><meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
        VIEWPORT,
        f"<title>{escape(title)} · kibitz</title><style>{styles}</style></head><body>",
    ]
    return "\n".join([*head, *parts, "</body></html>"]).encode()


def _head() -> str:
    """Of the table inside another page."""
    title = "<title>The table</title>"
    return f'<html lang="en"><head>{VIEWPORT}{title}<style>{_client_styles()}</style></head><body>'


def _client_styles() -> str:
    static = files("kibitz.web").joinpath("static")
    return "\n".join(_text(static, name) for name in ("style.css", "cards.css", "table.css"))


def _client() -> list[str]:
    """The client, which speaks to a worker."""
    static, page = files("kibitz.web").joinpath("static"), files("kibitz.web").joinpath("page")
    return [
        '<div id="app"><output>The table is being set up …</output></div>',
        f'<script type="importmap">{_import_map(static)}</script>',
        f"<script>{_text(page, 'boot.js')}</script>",
        '<script type="module">import "kibitz/main.js";</script>',
    ]


def _as_text(name: str, text: str) -> str:
    """A part of the page that is read, not run."""
    return f'<script type="text/plain" id="{name}">{_packed(text.encode())}</script>'


def beginnings(games: Sequence[GameFile]) -> list[dict[str, str]]:
    """What a new game can be begun with: these games, small ones, and the others of the library."""
    own = [game.name for game in games]
    others = [find(name) for name in names() if name not in own]
    return [*map(_told, games), *map(_small, starters()), *map(_told, others)]


def _small(kind: str) -> dict[str, str]:
    program, page = starter(kind, "My game")
    return {"name": f"new-{kind}", "title": f"A new game: {kind}", "program": program, "page": page}


def _told(game: GameFile) -> dict[str, str]:
    return {
        "name": game.name,
        "title": game.page.title,
        "program": game.source.text,
        "page": game.page_text or "",
    }


def _text(folder: Traversable, name: str) -> str:
    return folder.joinpath(name).read_text("utf-8")


def _packed(data: bytes) -> str:
    return base64.b64encode(gzip.compress(data, 9, mtime=0)).decode()


def _import_map(static: Traversable) -> str:
    """The client's modules, each in its own address."""
    icon = static.joinpath("icon.svg").read_bytes()
    picture = f"data:image/svg+xml;base64,{base64.b64encode(icon).decode()}"
    imports = {}
    for entry in static.iterdir():
        if entry.name.endswith(".js"):
            text = _IMPORTED.sub(r'from "kibitz/\1"', entry.read_text("utf-8"))
            text = text.replace("/static/icon.svg", picture)
            coded = base64.b64encode(text.encode()).decode()
            imports[f"kibitz/{entry.name}"] = f"data:text/javascript;base64,{coded}"
    return json.dumps({"imports": imports})


def python_files(python: Path) -> dict[str, bytes]:
    """By name, from the package or the folder that it was unpacked to. Raises NoPython."""
    if python.is_dir():
        found = {name: (python / name).read_bytes() for name in PYODIDE_FILES}
    else:
        try:
            with tarfile.open(python) as package:
                found = dict(_members(package))
        except tarfile.TarError:
            raise NoPython(f"{python} is no package of Pyodide") from None
    for name, digest in PYODIDE_FILES.items():
        if hashlib.sha256(found.get(name, b"")).hexdigest() != digest:
            raise NoPython(f"{name} in {python} is not that of Pyodide {PYODIDE}")
    lock = {"info": _LOCK, "packages": {}}
    return {**found, "pyodide-lock.json": json.dumps(lock).encode()}


_LOCK = {
    "abi_version": "2026_0",
    "arch": "wasm32",
    "platform": "emscripten_5_0_3",
    "python": "3.14.2",
}


def _members(package: tarfile.TarFile) -> Iterator[tuple[str, bytes]]:
    for member in package:
        name = member.name.rpartition("/")[2]
        file = package.extractfile(member) if name in PYODIDE_FILES else None
        if file is not None:
            yield name, file.read()


def _archive() -> dict[str, bytes]:
    """kibitz as far as a page needs it, without any game: by path."""
    others = {f"kibitz/games/{name}{kind}" for name in names() for kind in (PROGRAM, PAGE)}
    found = {
        path: data
        for path, data in _package(files("kibitz"), "kibitz")
        if path.split("/")[1] not in _LEFT_OUT and path not in others and not _is_native(path)
    }
    found.update(_DOORS)
    for name in _BESIDE:
        found.update(_package(files(name), name))
    return {**found, "orjson.py": files("kibitz.web").joinpath("page/orjson.py").read_bytes()}


def _is_native(path: str) -> bool:
    """Whether it belongs to what makes machine code, or calls it."""
    return path.startswith(_NATIVE) and path.removeprefix(_NATIVE)[: -len(".py")] not in _OF_NATIVE


def _texts_of(game: GameFile) -> dict[str, bytes]:
    """The library of a page: by path."""
    return {
        f"kibitz/games/{game.name}{PROGRAM}": game.source.text.encode(),
        f"kibitz/games/{game.name}{PAGE}": (game.page_text or "").encode(),
    }


def editor_files() -> bytes:
    """kibitz as far as whoever writes a game needs it, as an archive."""
    return _zipped({**_archive(), **_editor()})


def _editor() -> dict[str, bytes]:
    """What whoever writes a game needs besides: by path."""
    room = dict(_package(files("kibitz.lsp"), "kibitz/lsp"))
    return {**room, "kibitz/docs/language.md": language_page().encode()}


def _zipped(found: Mapping[str, bytes]) -> bytes:
    """Dated alike, so that the same game gives the same page."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_STORED) as made:
        for path, data in found.items():
            made.writestr(zipfile.ZipInfo(path), data)
    return archive.getvalue()


def _package(folder: Traversable, path: str) -> Iterator[tuple[str, bytes]]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir() and entry.name not in ("__pycache__", "static", "docs", "starters"):
            yield from _package(entry, f"{path}/{entry.name}")
        elif entry.name.endswith((".py", ".toml", PROGRAM, PAGE)):
            yield f"{path}/{entry.name}", entry.read_bytes()
