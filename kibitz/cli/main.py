"""The `kibitz` command: finds the command, runs it, and ends with a word instead of a traceback."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import Any, NoReturn

import click

from kibitz import __version__

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# NumPy starts a thread for every core, to multiply matrices; we have none, and starting takes time.

COMMANDS = {
    "games": "List the games of the library by kind.",
    "show": "Show a game: its rules, its options, its program.",
    "play": "Play a game at the terminal.",
    "serve": "Open tables in the browser, for friends and bots.",
    "replay": "Tell a recorded match from its beginning.",
    "review": "Look at every decision of a recorded match: what was wrong, what was luck.",
    "advise": "Say what to do at a moment of a recorded match, or in a position.",
    "drill": "Practise: positions from your own mistakes, and made-up ones.",
    "companion": "Follow a match with real cards, and say what to do.",
    "verify": "Check that a match in the browser was dealt as it was sealed.",
    "simulate": "Play many matches and count.",
    "trace": "Play a match and tell every statement with what it did.",
    "tournament": "Let players compete over the same deals.",
    "ladder": "Rate players by duels over the same deals.",
    "train": "Train a net that plays a game.",
    "nets": "List the nets that know games; make or remove some.",
    "exploit": "Say what the best opponent wins against a player.",
    "export": "Write a game as one file to play in a browser.",
    "compile": "Compile a game to a module for a program of your own.",
    "bench": "Measure how fast games are played.",
    "analyze": "Measure a game and make a page about it.",
    "compare": "Lay two games side by side, or one with and without house rules.",
    "site": "Make pages about many games, with an index.",
    "new": "Write a small game to begin with.",
    "check": "Check programs and report what is wrong with them.",
    "fmt": "Lay programs out in the canonical way.",
    "lsp": "Serve an editor that writes programs.",
    "explain": "Explain a word of the language or a diagnostic.",
    "completion": "Print what makes your shell complete kibitz commands.",
    "players": "List the players that can sit at a table.",
}
"""In the order of the help. Kept here so that the help loads none of them."""
FILES = {
    "games": ("show", "players", "completion"),
    "programs": ("check", "fmt", "new", "explain", "lsp"),
    "records": ("replay", "review", "verify"),
    "advice": ("advise", "drill"),
    "tournament": ("ladder",),
    "train": ("nets",),
    "analyze": ("compare", "site"),
}
"""Commands that stand in one file; all others have one of their own."""

INTERRUPTED = 130
SETTINGS = {"help_option_names": ["-h", "--help"], "show_default": True}


class LazyGroup(click.Group):
    """Loads a command when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        file = next((file for file, inside in FILES.items() if cmd_name in inside), cmd_name)
        module = import_module(f"kibitz.cli.commands.{file}")
        command: click.Command = getattr(module, f"{cmd_name}_command")
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            raise click.UsageError(_unknown(args[0]), ctx)
        return super().resolve_command(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[Any]:
        """Names of commands, with none of them loaded."""
        from click.shell_completion import CompletionItem

        fitting = {name: text for name, text in COMMANDS.items() if name.startswith(incomplete)}
        named = [CompletionItem(name, help=text) for name, text in fitting.items()]
        return [*named, *click.Command.shell_complete(self, ctx, incomplete)]

    def invoke(self, ctx: click.Context) -> Any:
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            _forget_output()
            ctx.exit(0)
        return result

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run, and end the process; whatever went wrong is said in one place."""
        kwargs["standalone_mode"] = False
        try:
            result = super().main(*args, **kwargs)
        except (click.Abort, KeyboardInterrupt):
            _end(INTERRUPTED)
        except click.ClickException as refusal:
            refusal.show()
            _end(refusal.exit_code)
        except Exception as error:  # the outermost handler: nobody above could answer
            from kibitz.cli.faults import explain

            _end(explain(error))
        _end(result if isinstance(result, int) else 0)


def _end(code: int) -> NoReturn:
    """End the process; after Ctrl-C, without waiting for work that does not stop."""
    work = sys.modules.get("kibitz.engine.cancellation")  # who never loaded it left nothing behind
    if code == INTERRUPTED and work is not None and work.is_left_behind():
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    sys.exit(code)


def _unknown(name: str) -> str:
    from difflib import get_close_matches

    near = get_close_matches(name, COMMANDS, n=1)
    guess = f"; did you mean `{near[0]}`?" if near else ""
    return f"there is no command `{name}`{guess}"


def _forget_output() -> None:
    """Nobody reads on: whatever is still unwritten must not raise when Python ends."""
    devnull = os.open(os.devnull, os.O_WRONLY)
    os.dup2(devnull, sys.stdout.fileno())


@click.group(cls=LazyGroup, context_settings=SETTINGS)
@click.version_option(__version__, prog_name="kibitz", message="%(prog)s %(version)s")
def main() -> None:
    """Play, analyse and understand any card game that can be written down.

    GAME is the name of a game of the library, or the path of a .rcy file.
    """
