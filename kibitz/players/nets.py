"""The net that a player is to use: from a file, kept, or trained when it is first needed."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from pathlib import Path
from threading import Lock

from kibitz.engine import Program, has_one_core
from kibitz.engine.native import Guide
from kibitz.learning import BadNet, Course, Net, kept_net, learn, read_net
from kibitz.players.budget import number, wants_score
from kibitz.players.names import UnknownPlayer

Key = tuple[object, ...]

_log = logging.getLogger(__name__)
_training: dict[Key, Lock] = {}


def net_for(program: Program, values: Mapping[str, str]) -> Callable[[], Net]:
    """The net of the file that is named, or the one that was kept, or a new one.

    Raises UnknownPlayer for a file that is no net for the game.
    """
    by_score, minutes = wants_score(program, values), number(values, "minutes")
    if not minutes:
        raise UnknownPlayer("minutes is a number above 0, not 0")
    if values["net"]:
        net = _named(Path(values["net"]), program)
        return lambda: net
    return lambda: _once(program, by_score, minutes)


def kept_guide(program: Program, *, by_score: bool) -> Guide | None:
    """Who plays on best where the result of a position is asked for: the net that was kept, if
    there is one and it is not known to be worse than chance. None is trained for it."""
    net = kept_net(program, by_score=by_score)
    return net.guide(0) if net is not None and net.guides else None


def _named(path: Path, program: Program) -> Net:
    try:
        return read_net(path, program)
    except BadNet as fault:
        raise UnknownPlayer(str(fault)) from None


def _once(program: Program, by_score: bool, minutes: float) -> Net:
    """Whoever comes while a net is trained waits for it."""
    found = kept_net(program, by_score=by_score)
    if found is not None:
        return found
    key = program.digest, tuple(sorted(program.options.items())), by_score
    with _training.setdefault(key, Lock()):
        found = kept_net(program, by_score=by_score)
        return found or _trained(program, by_score, minutes)


def _trained(program: Program, by_score: bool, minutes: float) -> Net:
    name = program.source.name.removesuffix(".rcy")
    _log.warning("kibitz: there is no net for %s yet; one is trained for %g minutes", name, minutes)
    threads = 1 if has_one_core() else None
    return learn(program, Course(minutes=minutes, by_score=by_score, threads=threads))
