"""Nets on disk: those of the user, and files that somebody names."""

from __future__ import annotations

from pathlib import Path

from kibitz.engine import OnceByRules, Program, Stamp, reason, user_cache, write_atomically
from kibitz.engine.native import feature_plan, learner, state_layout
from kibitz.learning.net import FORMAT, Net, from_bytes, header_of, rules_of
from kibitz.learning.training import Course, train
from kibitz.recycle import KibitzError

LARGEST_BYTES = 1 << 25
SHIPPED = Path(__file__).parent / "shipped"
"""Nets that came with kibitz; `make nets` trains them."""


class BadNet(KibitzError):
    """A file that is no net for the game; says why."""


def _rules_and_rows(program: Program) -> tuple[str, int]:
    plan = feature_plan(program, state_layout(program))
    return rules_of(program, plan), plan.rows


_rules_of = OnceByRules(_rules_and_rows)
_read: dict[str, tuple[Stamp, Net | None]] = {}
"""By file name: what was read last, and the stamp that the file had then."""


def kept_net(program: Program, *, by_score: bool) -> Net | None:
    """The net that is kept for the game now, else the one that came with kibitz, or None.

    The same object as long as it is the same file.
    """
    rules, rows = _rules_of(program)
    name = _name(rules, by_score)
    stamp, read = user_cache("nets").stamp(name), _read.get(name)
    if read is None or read[0] != stamp:
        read = _read[name] = stamp, _found(rules, by_score, rows)
    return read[1]


def _found(rules: str, by_score: bool, rows: int) -> Net | None:
    data = user_cache("nets").find(_name(rules, by_score))
    found = None if data is None else from_bytes(data, rows)
    if found is None or found.rules != rules:
        found = _shipped(rules, by_score, rows)
    return found


def _shipped(rules: str, by_score: bool, rows: int) -> Net | None:
    """The net that came with kibitz, or None."""
    for path in sorted(SHIPPED.glob("*.net")):
        data = path.read_bytes()
        header = header_of(data)
        if (header.get("rules"), header.get("by_score")) == (rules, by_score):
            return from_bytes(data, rows)
    return None


def keep_net(net: Net) -> None:
    """From now on it is the net of its game; where nothing can be written, of this process."""
    nets, name = user_cache("nets"), _name(net.rules, net.by_score)
    before = nets.stamp(name)
    nets.keep(name, net.to_bytes())
    if nets.stamp(name) == before:
        _read[name] = before, net


def learn(program: Program, course: Course) -> Net:
    """A new net at the end of the course; it is kept."""
    *_, last = train(program, course)
    keep_net(last.net)
    return last.net


def _name(rules: str, by_score: bool) -> str:
    return f"{rules[:40]}-{'score' if by_score else 'place'}.net"


def read_net(path: Path, program: Program) -> Net:
    """The net in the file, for this game. Raises BadNet."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST_BYTES)
    except OSError as fault:
        raise BadNet(f"{path} cannot be read: {reason(fault)}") from None
    except ValueError:
        raise BadNet(f"{str(path)!r} is no name of a file") from None
    header = header_of(data)
    if not header:
        raise BadNet(f"{path} is not a net of this kibitz ({FORMAT})")
    if header.get("rules") != rules_of(program, learner(program).plan):
        raise BadNet(f"{path} is a net for another game, other options or another kibitz")
    found = from_bytes(data, learner(program).plan.rows)
    if found is None:
        raise BadNet(f"{path} is damaged")
    return found


def write_net(path: Path, net: Net) -> None:
    """Raises BadNet if the file cannot be written."""
    try:
        write_atomically(path, net.to_bytes())
    except OSError as fault:
        raise BadNet(f"{path} cannot be written: {reason(fault)}") from None
