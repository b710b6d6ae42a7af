"""`kibitz lsp`: the language in an editor."""

from __future__ import annotations

import click

from kibitz.cli.faults import Refusal


@click.command("lsp")
def command() -> None:
    """Serve an editor that writes programs.

    Speaks the language server protocol on standard input and output; editors/README.md says how an
    editor is told to start it.

    \b
    kibitz lsp
    """
    try:
        from kibitz.lsp.server import serve
    except ModuleNotFoundError as missing:
        text = f"{missing.name} is needed for this: pip install 'kibitz[lsp]'"
        raise Refusal(text) from None
    serve()
