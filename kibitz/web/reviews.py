"""Reviews of matches that are over, made one after the other by a process of their own.

`kibitz review` does the work, at low priority, and writes a page that grows; whoever asks is shown
what is there. Nothing of it is kept: another process makes it again.
"""

from __future__ import annotations

import asyncio
import json
from base64 import b64encode
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from html import escape
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory

from kibitz.web.background import BackgroundProcesses
from kibitz.web.refusal import Reason, Refused
from kibitz.web.wire import JsonObject
from kibitz.web.work_queue import Asker, share

_MOST_SECONDS = 240.0
"""After so long a review ends with what it has looked at."""
_MOST_WAITING = 20
_MOST_OF_ADDRESS = 3
_MOST_OF_TABLE = 2
"""Reviews that wait or are being made."""
_RETRY_SECONDS = 60
_MOST_KEPT = 100


@dataclass(frozen=True, slots=True)
class ReviewNow:
    html: str
    is_done: bool


class Reviews:
    """The reviews that this process was asked for; `match` is a name for one, fit for a file."""

    def __init__(
        self,
        background: BackgroundProcesses,
        later: Callable[[Coroutine[None, None, None]], asyncio.Task[None]],
        processes: int = 1,
    ) -> None:
        self._background, self._later = background, later
        self._processes = processes
        self._making: dict[str, asyncio.Task[None]] = {}
        self._askers: dict[str, Asker] = {}
        """Of those that are not done, who wanted them."""
        self._turn = asyncio.Lock()

    @cached_property
    def _folder(self) -> TemporaryDirectory[str]:
        return TemporaryDirectory(prefix="kibitz-reviews")

    def __contains__(self, match: str) -> bool:
        return match in self._making

    def begin(self, asker: Asker, match: str, record: str, seats: Sequence[int]) -> None:
        """Review a match, when those before it are done. Raises Refused if too many wait, also for
        the same address or table.
        """
        self._make_room()
        self._refuse_too_many(asker)
        self._making[match] = self._later(self._make(match, record, seats))
        self._askers[match] = asker

    def _refuse_too_many(self, asker: Asker) -> None:
        self._askers = {
            match: found for match, found in self._askers.items() if not self._making[match].done()
        }
        waiting = self._askers.values()
        if (
            sum(found.address == asker.address for found in waiting)
            >= share(_MOST_OF_ADDRESS, self._processes)
            or sum(found.table == asker.table for found in waiting) >= _MOST_OF_TABLE
        ):
            raise Refused(Reason.TOO_MANY, "reviews of yours are being made", _RETRY_SECONDS)

    def page(self, match: str) -> ReviewNow:
        """A review that was begun, as far as it has come."""
        task = self._making[match]
        try:
            html = self._path(match, "html").read_text(encoding="utf-8")
        except FileNotFoundError:
            return ReviewNow(_waiting(task.done()), task.done())
        return ReviewNow(html, task.done())

    def figures(self, match: str) -> JsonObject:
        """What luck and mistakes came to, as far as is known; nothing of a review nobody began."""
        task = self._making.get(match)
        if task is None:
            return {"is_begun": False, "is_done": False, "looked": 0, "of": 0, "seats": []}
        found = {"looked": 0, "of": 0, "seats": []}
        with suppress(FileNotFoundError):
            found = json.loads(self._path(match, "json").read_text(encoding="utf-8"))
        told = {name: found[name] for name in ("looked", "of", "seats")}
        return {"is_begun": True, "is_done": task.done(), **told}

    def close(self) -> None:
        """None is made any more."""
        if self._making:
            self._folder.cleanup()

    def _make_room(self) -> None:
        waiting = [match for match, task in self._making.items() if not task.done()]
        if len(waiting) >= share(_MOST_WAITING, self._processes):
            raise Refused(Reason.SERVER_FULL)
        for match in list(self._making)[: max(0, len(self._making) - _MOST_KEPT)]:
            if match not in waiting:
                del self._making[match]
                self._askers.pop(match, None)
                for ending in ("html", "json"):
                    self._path(match, ending).unlink(missing_ok=True)

    def _path(self, match: str, ending: str) -> Path:
        return Path(self._folder.name) / f"{match}.{ending}"

    async def _make(self, match: str, record: str, seats: Sequence[int]) -> None:
        source, page = self._path(match, "jsonl"), self._path(match, "html")
        figures = self._path(match, "json")
        chosen = [text for seat in seats for text in ("--seat", str(seat + 1))]
        async with self._turn:
            source.write_text(record, encoding="utf-8")
            written = ("--html", str(page), "--figures", str(figures))
            arguments = ("-m", "kibitz", "review", str(source), *written, *chosen)
            await asyncio.to_thread(self._background.run, *arguments, seconds=_MOST_SECONDS)
            source.unlink(missing_ok=True)


@cache
def policy() -> str:
    """What the page of a review may do: it brings its style and one script, and loads nothing."""
    # To name the package of reviews would load all that draws pictures, while everybody waits.
    script = files("kibitz").joinpath("review", "stepping.js").read_text(encoding="utf-8")
    digest = b64encode(sha256(f"\n{script}".encode()).digest()).decode()
    return (
        f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; "
        "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


def _waiting(is_over: bool) -> str:
    """The page before anything was found; it looks as the review will."""
    # The page's own module would load all that draws pictures.
    style = files("kibitz").joinpath("analysis", "page", "page.css").read_text(encoding="utf-8")
    words = (
        "This match could not be reviewed. `kibitz review` may say why, with the match's record."
        if is_over
        else "The match is being looked at, decision by decision. This page shows what is found as "
        "soon as there is something, and may be closed in the meantime."
    )
    return (
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Review</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        f'<link rel="icon" href="data:,"><style>\n{style}</style></head>'
        '<body class="page"><header><h1>Review</h1></header>'
        f'<main><p class="summary" role="status">{escape(words)}</p></main></body></html>'
    )
