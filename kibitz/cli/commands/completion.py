"""`kibitz completion`: the shell completes commands, games, house rules and players."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

SHELLS = {
    "bash": 'eval "$(kibitz completion bash)"',
    "zsh": 'eval "$(kibitz completion zsh)"',
    "fish": "kibitz completion fish | source",
}
"""What the start-up file of each shell says."""
_WHOLE_WORDS = "COMP_WORDBREAKS=${COMP_WORDBREAKS//[=:]}\n"
"""Bash would take `players=3` and `ismcts:sims=9` for several words."""


@click.command("completion")
@click.argument("shell", type=click.Choice(list(SHELLS)))
def command(shell: str) -> None:
    """Print what makes your shell complete kibitz commands.

    Games, options with their values, presets and players are completed. Its first line says what to
    write into the start-up file of the shell.

    \b
    kibitz completion bash
    """
    made = get_completion_class(shell)
    assert made is not None, "click knows these shells"
    root = click.get_current_context().find_root().command
    script = made(root, {}, "kibitz", "_KIBITZ_COMPLETE").source()
    extra = _WHOLE_WORDS if shell == "bash" else ""
    click.echo(f"# {SHELLS[shell]}\n{extra}{script}")
