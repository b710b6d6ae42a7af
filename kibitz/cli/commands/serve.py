"""`kibitz serve`: the table in the browser."""

from __future__ import annotations

import sys
from pathlib import Path
from socket import create_server, socket

import click

from kibitz.cli.faults import Refusal
from kibitz.engine import data_folder

_SWITCH_SECONDS = 0.001
"""After so long a thread that computes lets the one run that serves."""


@click.command("serve")
@click.argument("files", metavar="[FILE]...", nargs=-1)
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", type=click.IntRange(1, 65535), default=8000, show_default=True)
@click.option(
    "--database",
    metavar="URL",
    envvar="KIBITZ_DATABASE",
    show_envvar=True,
    help="Where matches are kept, as in postgresql://user@host/name. Without it, a file in your "
    "data folder.",
)
@click.option(
    "origins",
    "--origin",
    metavar="URL",
    multiple=True,
    help="Another address under which people reach this server. May be repeated.",
)
@click.option(
    "--bot-seconds",
    type=click.FloatRange(0, 60),
    default=0.7,
    show_default=True,
    help="How long a bot takes for a choice.",
)
@click.option(
    "--patience",
    type=click.FloatRange(0, 86_400),
    default=45.0,
    show_default=True,
    help="Seconds after which a bot plays for somebody who is away.",
)
@click.option(
    "proxies",
    "--proxy",
    metavar="ADDRESS",
    multiple=True,
    help="A proxy in front of this server, which says where people come from. May be repeated.",
)
@click.option(
    "--log-level",
    type=click.Choice(["info", "warning", "error"]),
    default="warning",
    show_default=True,
    help="What is told on the standard error output, as lines of JSON. No line has a card.",
)
@click.option(
    "--processes",
    type=click.IntRange(1, 64),
    default=1,
    show_default=True,
    help="How many processes serve the tables: each uses a core.",
)
@click.option("--door", type=int, hidden=True, help="The door of one process among several.")
@click.option("--most-tables", type=click.IntRange(1), default=10_000, show_default=True)
@click.option("--most-sockets", type=click.IntRange(1), default=200, show_default=True)
@click.option("--most-tables-each", type=click.IntRange(1), default=200, show_default=True)
def command(
    files: tuple[str, ...],
    host: str,
    port: int,
    database: str | None,
    origins: tuple[str, ...],
    bot_seconds: float,
    patience: float,
    proxies: tuple[str, ...],
    log_level: str,
    processes: int,
    door: int | None,
    most_tables: int,
    most_sockets: int,
    most_tables_each: int,
) -> None:
    """Open tables in the browser, for friends and bots.

    Every game of the library is offered, and the games in the FILEs. Only this machine is let in
    unless --host says otherwise. What was played is kept: the server can be stopped at any moment.

    \b
    kibitz serve
    """
    if processes > 1 and door is None:
        sys.exit(_let_in(host, port, processes))
    try:
        from kibitz.web import collect_no_more, write_logs
        from kibitz.web.door import Door
        from kibitz.web.server import Settings, make_server, open_app
    except ImportError as fault:
        raise Refusal(
            f"{fault.name} is missing: `pip install 'kibitz[web]'` installs what serving needs"
        ) from None
    settings = Settings(
        database=database or f"sqlite:///{_kept_file()}",
        games=files,
        origins=origins,
        bot_seconds=bot_seconds,
        patience_seconds=patience,
        most_tables=most_tables,
        most_sockets=most_sockets,
        most_tables_each=most_tables_each,
        processes=processes,
    )
    write_logs(log_level)
    own = None if door is None else Door(socket(fileno=door))
    server = make_server(open_app(settings, own), host, port, proxies=proxies, door=own)
    collect_no_more()
    sys.setswitchinterval(_SWITCH_SECONDS)
    server.run([_listening(host, port)] if own is None else [])


def _let_in(host: str, port: int, processes: int) -> int:
    """Serve with several processes, each started as this one was; the exit code."""
    from kibitz.web.porter import Porter

    if sys.platform == "win32":
        raise Refusal("Windows hands no sockets on: --processes is for other systems")

    def again(door: int) -> list[str]:
        here = sys.argv.index("serve") + 1
        said = [*sys.argv[1:here], "--door", str(door), *sys.argv[here:]]
        return [sys.executable, "-m", "kibitz", *said]

    return Porter(_listening(host, port), again, processes).run()


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
    folder = data_folder()
    if folder is None:
        raise Refusal("there is no home folder to keep matches in; --database says where")
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder / "tables.sqlite"
