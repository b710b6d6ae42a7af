"""In a notebook, names of games are completed inside `load("…")`: `%load_ext kibitz.notebook`."""

from __future__ import annotations

import re
from importlib import import_module
from typing import Any

from kibitz.games import names

_BEGUN = re.compile(r"""\bload\(\s*["']([\w-]*)$""")


def completions(line: str) -> list[str]:
    """The games whose names begin as the line ends, if a name is being typed there."""
    begun = _BEGUN.search(line)
    return [] if begun is None else [name for name in names() if name.startswith(begun[1])]


def load_ipython_extension(ipython: Any) -> None:
    """Called by `%load_ext kibitz.notebook`."""
    completer = import_module("IPython.core.completer")
    made = completer.SimpleCompletion

    def games_matcher(context: Any) -> dict[str, Any]:
        found = [made(text=name) for name in completions(context.text_until_cursor)]
        return {"completions": found, "suppress": bool(found)}

    ipython.Completer.custom_matchers.append(completer.context_matcher()(games_matcher))
