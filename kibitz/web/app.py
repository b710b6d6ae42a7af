"""The server's routes: pages, a few questions by HTTP, and the socket of a table."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from time import monotonic
from typing import Any
from urllib.parse import quote

import segno
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import (
    FileResponse,
    HTMLResponse,
    JSONResponse,
    PlainTextResponse,
    Response,
)
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

from kibitz.web.archive import EVERYTHING, LARGEST_RECORD
from kibitz.web.companion import read_asked
from kibitz.web.connection import Connection
from kibitz.web.guard import Code, Count, Guarded, fits, host_of
from kibitz.web.logs import event
from kibitz.web.messages import LARGEST_MESSAGE, done, parse, read_json, refused
from kibitz.web.offers import Offers, Options
from kibitz.web.refusal import Reason, Refused
from kibitz.web.reviews import policy
from kibitz.web.room_words import door_now, shared_now
from kibitz.web.scorecards import examples, settled, worth
from kibitz.web.table import LiveTable
from kibitz.web.tables import OpenTables
from kibitz.web.wire import dumped
from kibitz.web.work_queue import Args, Asker, Result, WorkKind
from kibitz.web.workshop_site import WorkshopSite

_STATIC = str(files("kibitz.web").joinpath("static"))
_WORKER = "sw.js"
"""It is no module of the page."""
_WORKSHOP = '<meta name="kibitz-workshop" content="/write">\n'
"""By which the page knows that games can be written here."""
_NORMAL_CLOSE = 1000
_POLITE_CLOSE = 1008
"""Code of a socket that is closed because of what came through it."""
_CLOSE_CODES = {Reason.FAILED: 1011}
"""Of a socket that is closed for another reason."""
_SILENT_SECONDS = 20.0
"""Who has said nothing by then, not even who they are, is sent away."""
_REVIEW_SECONDS = 4
"""After so long a page is loaded again that is not whole yet."""
_MOST_SEATS = 500
"""Of which one browser is told at once."""
_STATUS = {
    Reason.NO_MATCH: 404,
    Reason.NO_TABLE: 404,
    Reason.NO_GAME: 404,
    Reason.NOT_PLAYING: 404,
    Reason.NOT_OVER: 403,
    Reason.TOO_LARGE: 413,
    Reason.BUSY: 429,
    Reason.TOO_FAST: 429,
    Reason.TOO_MANY: 429,
    Reason.SERVER_FULL: 503,
    Reason.STORE_GONE: 503,
}


QUESTIONS: dict[str, tuple[WorkKind, Callable[[Offers, str, Options], object]]] = {
    "rules.json": (WorkKind.RULES, shared_now),
    "worth.json": (WorkKind.RULES, worth),
    "settlement.json": (WorkKind.SETTLEMENT, settled),
}
"""What can be asked about rules: what they say, what cards count by them, how a hole is settled."""


class Routes:
    """Answers for the tables of one process."""

    def __init__(self, tables: OpenTables) -> None:
        self._tables = tables
        self._origins = frozenset(tables.services.settings.origins)
        self._page = make_page(_WORKSHOP if tables.services.settings.python else "")

    # ------------------------------------------------------------------ by HTTP

    async def page(self, request: Request) -> Response:
        return Response(self._page, media_type="text/html")

    async def worker(self, request: Request) -> Response:
        """What keeps the page for when there is no network; from here it may, from /static not."""
        return FileResponse(Path(_STATIC) / _WORKER, media_type="text/javascript")

    async def games(self, request: Request) -> Response:
        return Told(await self._known(request, WorkKind.GAMES, Offers.catalogue))

    async def rules(self, request: Request) -> Response:
        text = await self._known(request, WorkKind.GAMES, Offers.rules, request.path_params["game"])
        return HTMLResponse(text)

    async def examples(self, request: Request) -> Response:
        """Hands that show what the options do."""
        game = request.path_params["game"]
        return Told(await self._known(request, WorkKind.SETTLEMENT, examples, game))

    async def about_rules(self, request: Request) -> Response:
        """Raises Refused for rules that there are not."""
        kind, work = QUESTIONS[request.url.path.rpartition("/")[2]]
        return Told(await self._known(request, kind, work, *_rules(request)))

    async def make_table(self, request: Request) -> Response:
        self._refuse_strangers(request)
        code = await self._tables.made(Asker.of(request), request.path_params["game"])
        return Told({"code": code})

    async def bring(self, request: Request) -> Response:
        """A record that somebody has becomes a table."""
        self._refuse_strangers(request)
        data = await _body(request, LARGEST_RECORD)
        return Told({"code": await self._tables.brought(Asker.of(request), data)})

    async def record(self, request: Request) -> Response:
        """Of that match, or the latest."""
        number = request.path_params.get("number")
        text = await self._tables.archive.record(_at_table(request), number)
        return Response(text, media_type="application/json")

    async def replay(self, request: Request) -> Response:
        asked, path = request.query_params, request.path_params
        first = asked.get("first", "0")
        if not fits(Count, first):
            raise Refused(Reason.NOT_UNDERSTOOD)
        view = asked.get("view", EVERYTHING)
        told = await self._tables.archive.replay(
            _at_table(request), path["number"], view, int(first)
        )
        return Told(told)

    async def review(self, request: Request) -> Response:
        """What went wrong in a match that is over; the page comes again until all is there."""
        number = request.path_params["number"]
        found = await self._tables.archive.review(_at_table(request), number)
        headers = {"content-security-policy": policy()}
        if not found.is_done:
            headers["refresh"] = str(_REVIEW_SECONDS)
        return HTMLResponse(found.html, headers=headers)

    async def figures(self, request: Request) -> Response:
        """What luck and mistakes came to; whoever posts has them looked for."""
        number, is_wanted = request.path_params["number"], request.method == "POST"
        if is_wanted:
            self._refuse_strangers(request)
        archive = self._tables.archive
        return Told(await archive.figures(_at_table(request), number, is_wanted=is_wanted))

    async def hole(self, request: Request) -> Response:
        path = request.path_params
        async with self._tables.visited(path["code"]) as table:
            return Told(table.hole(path["number"], path["hole"]))

    async def door(self, request: Request) -> Response:
        """What is played at a table, and who is there: for who has the link. Of a table that there
        is not nothing is told; that it is missing says its socket."""
        try:
            async with self._tables.visited(request.path_params["code"]) as table:
                here = table.attendance.people
                return Told(door_now(self._tables.services.offers, table.room, here))
        except Refused as fault:
            if fault.reason is not Reason.NO_TABLE:
                raise
            return Response(status_code=204)

    async def nowhere(self, request: Request, fault: Exception) -> Response:
        """An address that leads nowhere: people are shown the page, which says so."""
        if "text/html" in request.headers.get("accept", ""):
            return Response(self._page, status_code=404, media_type="text/html")
        return PlainTextResponse("there is nothing at this address\n", status_code=404)

    async def branch(self, request: Request) -> Response:
        """Somebody plays on from the middle of a match."""
        match await self._asked(request):
            case {"at": int(at), "seat": int(seat), "name": str(name)}:
                number = request.path_params["number"]
                made = await self._tables.branch(_at_table(request), number, at, seat, name)
                return Told(made)
            case _:
                raise Refused(Reason.NOT_UNDERSTOOD)

    async def ledger(self, request: Request) -> Response:
        """What was played at the tables of which the browser has a secret."""
        seats = await self._seats(request)
        return Told(await self._tables.archive.ledger(Asker.of(request), seats))

    async def forget(self, request: Request) -> Response:
        return Told({"tables": await self._tables.forget(await self._seats(request))})

    async def companion(self, request: Request) -> Response:
        """Where a match with real cards stands."""
        asked = read_asked(await self._asked(request))
        return Told(await self._tables.companions.told(Asker.of(request), asked))

    async def companion_advice(self, request: Request) -> Response:
        asked = read_asked(await self._asked(request))
        return Told(await self._tables.companions.advised(Asker.of(request), asked))

    async def _seats(self, request: Request) -> dict[str, str]:
        """Secrets by table. Raises Refused."""
        match await self._asked(request):
            case {"seats": dict(seats)} if all(type(secret) is str for secret in seats.values()):
                found = [(code, seats[code]) for code in seats if fits(Code, code)]
                return dict(found[:_MOST_SEATS])
            case _:
                raise Refused(Reason.NOT_UNDERSTOOD)

    async def _asked(self, request: Request) -> Any:
        self._refuse_strangers(request)
        return read_json(await _body(request, LARGEST_MESSAGE * 8))

    async def qr(self, request: Request) -> Response:
        """The link to the table, for a phone's camera."""
        url = request.url_for("table", code=request.path_params["code"])
        return await self._drawing(request, str(url), None)

    async def seat_qr(self, request: Request) -> Response:
        """The link that takes a seat to another device, for whoever holds it. Raises Refused."""
        code = request.path_params["code"]
        match await self._asked(request):
            case {"secret": str(secret)}:
                if await self._tables.archive.holder(code, secret) is None:
                    raise Refused(Reason.FOREIGN_SECRET)
            case _:
                raise Refused(Reason.NOT_UNDERSTOOD)
        url = request.url_for("table", code=code).replace(fragment=f"seat={quote(secret)}")
        services = self._tables.services  # it is drawn for nobody else, and so not kept
        asker, rules = _at_table(request), WorkKind.RULES
        svg = await services.work.done(asker, rules, _drawn, services.offers, str(url), None)
        return Response(svg, media_type="image/svg+xml", headers={"cache-control": "no-store"})

    async def rules_qr(self, request: Request) -> Response:
        """The link to rules. Raises Refused for rules that there are not."""
        game, asked = _rules(request)
        url = request.url_for("rules", game=game).include_query_params(**dict(asked))
        return await self._drawing(request, str(url), (game, asked))

    async def _drawing(
        self, request: Request, url: str, rules: tuple[str, Options] | None
    ) -> Response:
        svg = await self._known(request, WorkKind.RULES, _drawn, url, rules)
        return Response(svg, media_type="image/svg+xml")

    async def health(self, request: Request) -> Response:
        await self._tables.services.check_health()
        return PlainTextResponse("ok\n")

    async def metrics(self, request: Request) -> Response:
        lines = [f"kibitz_{name} {n}\n" for name, n in sorted(self._tables.numbers.items())]
        return PlainTextResponse("".join(lines))

    async def _known(
        self, request: Request, kind: WorkKind, ask: Callable[[Offers, *Args], Result], *args: *Args
    ) -> Result:
        """What the games come to by that question, for pages of ours. Raises Refused."""
        self._refuse_strangers(request)
        services, asker = self._tables.services, Asker.of(request)
        return await services.work.known(asker, kind, ask, services.offers, *args)

    def _refuse_strangers(self, request: Request) -> None:
        """Pages from elsewhere, which may have a browser ask without saying its origin."""
        origin = request.headers.get("origin")
        is_foreign = origin is None and request.headers.get("sec-fetch-site") == "cross-site"
        if is_foreign or not self._is_ours(origin, request.headers.get("host")):
            raise Refused(Reason.NOT_UNDERSTOOD)

    def _is_ours(self, origin: str | None, host: str | None) -> bool:
        """Whether the page that speaks came from here; what is no browser says no origin."""
        return origin is None or origin in self._origins or host_of(origin) == host

    # ------------------------------------------------------------------ the socket

    async def socket(self, socket: WebSocket) -> None:
        asker = Asker.of(socket, socket.path_params["code"])
        if not self._is_ours(socket.headers.get("origin"), socket.headers.get("host")):
            await socket.close(_POLITE_CLOSE)
            return
        await socket.accept()
        connection = Connection(
            socket.send_text, self._tables.services.settings.messages_per_second, asker
        )
        try:
            self._tables.enter(asker)
        except Refused as fault:
            await _turn_away(socket, connection, fault)
            return
        try:
            await self._serve(socket, connection)
        finally:
            self._tables.exit(asker)

    async def _serve(self, socket: WebSocket, connection: Connection) -> None:
        try:
            code = socket.path_params["code"]
            if not fits(Code, code):
                raise Refused(Reason.NO_TABLE)
            async with self._tables.visited(code) as table:
                await self._attend(socket, connection, table)
        except Refused as fault:
            await _turn_away(socket, connection, fault)

    async def _attend(self, socket: WebSocket, connection: Connection, table: LiveTable) -> None:
        """Until one of both ends: whoever cannot be sent anything is not listened to."""
        sender = asyncio.create_task(_send(socket, connection, table))
        listener = asyncio.create_task(self._listen(socket, connection, table))
        try:
            await asyncio.wait((sender, listener), return_when=asyncio.FIRST_COMPLETED)
            if connection.is_closed:
                await sender  # the rest is sent
            if listener.done():
                listener.result()  # raises what is wrong with the server
        finally:
            table.gone(connection)
            sender.cancel()
            listener.cancel()

    async def _listen(self, socket: WebSocket, connection: Connection, table: LiveTable) -> None:
        while not connection.is_closed:
            silence = _SILENT_SECONDS if connection.person is None else None
            try:
                async with asyncio.timeout(silence):
                    heard = await socket.receive()
            except TimeoutError:
                connection.close(Refused(Reason.NOT_JOINED))
                return
            if heard["type"] == "websocket.disconnect":
                return
            number: int | None = None
            try:
                connection.hear(monotonic())
                number, message = parse(heard.get("text") or "")
                await table.obey(connection, message)
                connection.answer(done(number))
            except Refused as fault:
                self._tables.services.count("refusals")
                event("refused", table=table.code, reason=fault.reason.slug)
                connection.answer(refused(number, fault))


async def _body(request: Request, most: int) -> bytes:
    """What was sent. Raises Refused before it has read more than it takes."""
    parts = bytearray()
    with suppress(ClientDisconnect):  # then nobody hears the answer
        async for part in request.stream():
            parts += part
            if len(parts) > most:
                raise Refused(Reason.TOO_LARGE)
    return bytes(parts)


def _rules(request: Request) -> tuple[str, Options]:
    """The game and the options that are asked about."""
    return request.path_params["game"], tuple(sorted(request.query_params.items()))


def _at_table(request: Request) -> Asker:
    return Asker.of(request, request.path_params["code"])


def _drawn(offers: Offers, url: str, rules: tuple[str, Options] | None) -> bytes:
    """Raises Refused for rules that there are not."""
    if rules is not None:
        offers.game(rules[0], dict(rules[1]))
    drawing = BytesIO()
    segno.make(url, error="m").save(drawing, kind="svg", scale=4, border=2)
    return drawing.getvalue()


async def _send(socket: WebSocket, connection: Connection, table: LiveTable) -> None:
    """Send what is due, and close the socket: never is there one that nothing is sent to."""
    with suppress(WebSocketDisconnect, TimeoutError):
        await connection.send_all(table)
        await _close(socket, connection)


async def _close(socket: WebSocket, connection: Connection) -> None:
    """When all is sent, with the reason, unless whoever was there has gone."""
    fault = connection.fault
    code = _CLOSE_CODES.get(fault.reason, _POLITE_CLOSE) if fault else _NORMAL_CLOSE
    with suppress(WebSocketDisconnect, TimeoutError):
        await connection.send_answers()
        await socket.close(code, fault.reason.slug if fault else None)


async def _turn_away(socket: WebSocket, connection: Connection, fault: Refused) -> None:
    connection.close(fault)
    await _close(socket, connection)


async def _told(request: Request, fault: Exception) -> Response:
    assert isinstance(fault, Refused)
    body = {"reason": fault.reason.slug, "words": str(fault)}
    headers = {} if fault.seconds is None else {"retry-after": str(fault.seconds)}
    return Told(body, _STATUS.get(fault.reason, 400), headers)


def make_page(more: str = "") -> str:
    """The page, which asks for all its modules at once: one after the other, each would wait.

    `more` stands in its head.
    """
    static = Path(_STATIC)
    scripts = sorted(file.name for file in static.iterdir() if file.suffix == ".js")
    modules = [name for name in scripts if name != _WORKER]
    links = "".join(f'<link rel="modulepreload" href="/static/{name}">\n' for name in modules)
    return (
        (static / "index.html")
        .read_text(encoding="utf-8")
        .replace("</head>", f"{links}{more}</head>")
    )


def make_app(tables: OpenTables) -> Starlette:
    routes = Routes(tables)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[dict[str, Any]]:
        tables.begin()
        yield {}
        await tables.close()

    settings = tables.services.settings
    workshop = WorkshopSite.of(settings.python, settings.games) if settings.python else None
    match = "/t/{code:code}/matches/{number:count}"
    return Guarded(
        routes=[
            Route("/", routes.page),
            Route("/t/{code}", routes.page, name="table"),
            Route("/t/{code:code}/record.json", routes.record),
            Route("/t/{code:code}/qr.svg", routes.qr),
            Route("/t/{code:code}/door.json", routes.door),
            Route("/t/{code:code}/seat.svg", routes.seat_qr, methods=["POST"]),
            Route("/t/{code:code}/replay/{number:count}", routes.page),
            Route(f"{match}/replay.json", routes.replay),
            Route(f"{match}/review", routes.review),
            Route(f"{match}/figures.json", routes.figures, methods=["GET", "POST"]),
            Route(f"{match}/holes/{{hole:count}}.json", routes.hole),
            Route(f"{match}/record.json", routes.record),
            Route(f"{match}/branch", routes.branch, methods=["POST"]),
            WebSocketRoute("/t/{code}/socket", routes.socket),
            Route("/sw.js", routes.worker),
            Route("/games", routes.games),
            Route("/games/{game}/rules", routes.rules),
            Route("/games/{game}/examples.json", routes.examples),
            *(Route(f"/games/{{game}}/{name}", routes.about_rules) for name in QUESTIONS),
            Route("/games/{game}/tables", routes.make_table, methods=["POST"]),
            Route("/play/{game}", routes.page, name="rules"),
            Route("/play/{game}/qr.svg", routes.rules_qr),
            Route("/companion", routes.page),
            Route("/companion.json", routes.companion, methods=["POST"]),
            Route("/companion/advice.json", routes.companion_advice, methods=["POST"]),
            Route("/ledger", routes.page),
            Route("/ledger.json", routes.ledger, methods=["POST"]),
            Route("/forget", routes.forget, methods=["POST"]),
            Route("/records", routes.bring, methods=["POST"]),
            *(workshop.routes if workshop else ()),
            Route("/health", routes.health),
            Route("/metrics", routes.metrics),
            Mount("/static", StaticFiles(directory=_STATIC)),
        ],
        middleware=[Middleware(GZipMiddleware, minimum_size=1000)],
        exception_handlers={Refused: _told, 404: routes.nowhere},
        lifespan=lifespan,
    )


class Told(JSONResponse):
    """An answer by HTTP."""

    def render(self, content: object) -> bytes:
        return dumped(content).encode()
