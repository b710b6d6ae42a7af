"""`kibitz serve`: the table in the browser."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from socket import create_server, socket

import click

from kibitz import kept_files
from kibitz.cli import arguments
from kibitz.cli.faults import Refusal

_SWITCH_SECONDS = 0.001
"""After so long a thread that computes lets the one run that serves."""


@dataclass(frozen=True, slots=True)
class Serving:
    """What may be said about it."""

    files: tuple[str, ...] = arguments.argument("[FILE]...", nargs=-1)
    host: str = arguments.option("The address to listen on.", default="127.0.0.1")
    port: int = arguments.option(None, type=click.IntRange(1, 65535), default=8000)
    database: str | None = arguments.option(
        "Where matches are kept, as in postgresql://user@host/name. Without it, a file in your "
        "data folder.",
        metavar="URL",
        envvar="KIBITZ_DATABASE",
        show_envvar=True,
    )
    python: Path | None = arguments.python_option(
        "Visitors can write games, at /write.", envvar=None
    )
    origins: tuple[str, ...] = arguments.option(
        "Another address under which people reach this server. May be repeated.",
        "--origin",
        metavar="URL",
    )
    bot_seconds: float = arguments.option(
        "How long a bot takes for a choice.", type=click.FloatRange(0, 60), default=0.7
    )
    patience: float = arguments.option(
        "Seconds after which a bot plays for somebody who is away.",
        type=click.FloatRange(0, 86_400),
        default=45.0,
    )
    proxies: tuple[str, ...] = arguments.option(
        "A proxy in front of this server, which says where people come from. May be repeated.",
        "--proxy",
        metavar="ADDRESS",
    )
    log_level: str = arguments.option(
        "What is told on the standard error output, as lines of JSON. No line has a card.",
        type=click.Choice(["info", "warning", "error"]),
        default="warning",
    )
    processes: int = arguments.option(
        "How many processes serve the tables: each uses a core.",
        type=click.IntRange(1, 64),
        default=1,
    )
    door: int | None = arguments.option("The door of one process among several.", hidden=True)
    most_tables: int = arguments.option(None, type=click.IntRange(1), default=10_000)
    most_sockets: int = arguments.option(None, type=click.IntRange(1), default=200)
    most_tables_each: int = arguments.option(None, type=click.IntRange(1), default=200)


@arguments.command
def serve_command(said: Serving = arguments.gathered(Serving)) -> None:
    """Open tables in the browser, for friends and bots.

    Every game of the library is offered, and the games in the FILEs. Only this machine is let in
    unless --host says otherwise. What was played is kept: the server can be stopped at any moment.

    \b
    kibitz serve
    """
    if said.processes > 1 and said.door is None:
        sys.exit(_let_in(said.host, said.port, said.processes))
    try:
        from kibitz.web import collect_no_more, write_logs
        from kibitz.web.server import make_server, open_app
        from kibitz.web.services import Settings
        from kibitz.web.worker_link import WorkerLink
    except ImportError as fault:
        raise Refusal(
            f"{fault.name} is missing: `pip install 'kibitz[web]'` installs what serving needs"
        ) from None
    settings = Settings(
        database=said.database or f"sqlite:///{_kept_file()}",
        games=said.files,
        python=said.python,
        origins=said.origins,
        bot_seconds=said.bot_seconds,
        patience_seconds=said.patience,
        most_tables=said.most_tables,
        most_sockets=said.most_sockets,
        most_tables_each=said.most_tables_each,
        processes=said.processes,
    )
    write_logs(said.log_level)
    own = None if said.door is None else WorkerLink(socket(fileno=said.door))
    server = make_server(
        open_app(settings, own), said.host, said.port, proxies=said.proxies, link=own
    )
    collect_no_more()
    sys.setswitchinterval(_SWITCH_SECONDS)
    server.run([_listening(said.host, said.port)] if own is None else [])


def _let_in(host: str, port: int, processes: int) -> int:
    """Serve with several processes, each started as this one was; the exit code."""
    from kibitz.web.supervisor import Supervisor

    if sys.platform == "win32":
        raise Refusal("Windows hands no sockets on: --processes is for other systems")

    def again(door: int) -> list[str]:
        here = sys.argv.index("serve") + 1
        said = [*sys.argv[1:here], "--door", str(door), *sys.argv[here:]]
        return [sys.executable, "-m", "kibitz", *said]

    return Supervisor(_listening(host, port), again, processes).run()


def _listening(host: str, port: int) -> socket:
    """Raises Refusal."""
    try:
        listening = create_server((host, port))
    except OSError as fault:
        raise Refusal(f"nobody can listen on {host}:{port}: {fault.strerror}") from None
    click.echo(f"the tables are open at http://{host}:{port} (Ctrl-C closes them)")
    return listening


def _kept_file() -> Path:
    """The database in the user's data folder. Raises Refusal where there is none."""
    folder = kept_files.data_folder()
    if folder is None:
        raise Refusal("there is no home folder to keep matches in; --database says where")
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder / "tables.sqlite"
