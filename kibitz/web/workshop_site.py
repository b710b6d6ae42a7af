"""The workshop at a server: a page on which games are written, and the files that it is made of.

Python runs in the browser's worker, which may reach nothing at all: not even this server.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from kibitz.games import find
from kibitz.web.export import VIEWPORT, beginnings, editor_files, python_files

_SELF = "script-src 'self'; style-src 'self'; img-src 'self' data:; base-uri 'none'"
_PAGE_POLICY = (
    f"default-src 'none'; {_SELF}; connect-src 'self'; worker-src 'self'; frame-src 'self'; "
    "form-action 'none'; frame-ancestors 'none'"
)
_TABLE_POLICY = (
    f"default-src 'none'; {_SELF}; connect-src 'none'; manifest-src 'self'; "
    "form-action 'none'; frame-ancestors 'self'"
)
_WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'"
"""Of what runs a stranger's text."""
_KINDS = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".json": "application/json",
}
_PROGRAMS = ("boot.js", "host.js", "worker.js", "write.js", "write.css")
_STYLES = ("style.css", "cards.css", "table.css")
_FOR_EVER = "public, max-age=31536000, immutable"


@dataclass(frozen=True, slots=True)
class WorkshopSite:
    """What the workshop is made of; an address of a file has the digest of all of them, so that
    browsers keep them."""

    files: Mapping[str, bytes]
    """By name, as gzip has packed them."""
    python: tuple[str, ...]
    """The names of those that Python is made of."""
    stamp: str

    @staticmethod
    def of(python: Path, games: Sequence[str]) -> WorkshopSite:
        """With that Python for browsers, and these games besides the library. Raises NoPython,
        OSError and what `find` raises."""
        folder = files("kibitz.web").joinpath("page")
        inner = {**python_files(python), "kibitz.zip": editor_files()}
        found = {
            **inner,
            **{name: folder.joinpath(name).read_bytes() for name in _PROGRAMS},
            "texts.json": json.dumps(beginnings([find(game) for game in games])).encode(),
        }
        digest = sha256(b"".join(found[name] for name in sorted(found))).hexdigest()[:16]
        packed = {name: gzip.compress(data, 6, mtime=0) for name, data in found.items()}
        return WorkshopSite(packed, tuple(inner), digest)

    @property
    def routes(self) -> list[BaseRoute]:
        return [
            Route("/write", self._page),
            Route("/write/table", self._table),
            Route(f"/write/{self.stamp}/{{name}}", self._file),
        ]

    async def _page(self, request: Request) -> Response:
        parts = [
            f'<link rel="stylesheet" href="{self._at("write.css")}"></head><body>',
            '<div id="write"></div>',
            f'<script type="text/plain" id="kibitz-texts" data-at="{self._at("texts.json")}">'
            "</script>",
            '<script type="text/plain" id="kibitz-table" data-at="/write/table"></script>',
            *self._worker(),
            f'<script type="module" src="{self._at("write.js")}"></script>',
        ]
        return _html("Write a game", parts, _PAGE_POLICY)

    async def _table(self, request: Request) -> Response:
        """The table inside that page."""
        parts = [
            *(f'<link rel="stylesheet" href="/static/{name}">' for name in _STYLES),
            '</head><body><div id="app"></div>',
            f'<script src="{self._at("boot.js")}"></script>',
            '<script type="module" src="/static/main.js"></script>',
        ]
        return _html("The table", parts, _TABLE_POLICY)

    async def _file(self, request: Request) -> Response:
        name = request.path_params["name"]
        if name not in self.files:
            raise HTTPException(404)
        headers = {"content-encoding": "gzip", "cache-control": _FOR_EVER}
        if name == "worker.js":
            headers["content-security-policy"] = _WORKER_POLICY
        kind = _KINDS.get(Path(name).suffix, "application/octet-stream")
        return Response(self.files[name], headers=headers, media_type=kind)

    def _at(self, name: str) -> str:
        return f"/write/{self.stamp}/{name}"

    def _worker(self) -> list[str]:
        """What the page needs to run Python beside itself, by address."""
        return [
            f'<script type="text/plain" id="kibitz-worker" data-at="{self._at("worker.js")}">'
            "</script>",
            *(
                f'<script type="text/plain" data-python id="{name}" data-at="{self._at(name)}">'
                "</script>"
                for name in self.python
            ),
            f'<script src="{self._at("host.js")}"></script>',
        ]


def _html(title: str, parts: list[str], policy: str) -> Response:
    head = [
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">',
        VIEWPORT,
        f"<title>{title} · kibitz</title>",
        '<link rel="icon" href="/static/icon.svg">',
    ]
    text = "\n".join([*head, *parts, "</body></html>"])
    headers = {"content-security-policy": policy}
    return Response(text, headers=headers, media_type="text/html")
