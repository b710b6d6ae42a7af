"""Nets on disk: those of the user, and files that somebody names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kibitz import kept_files
from kibitz.engine import OnceByRules, Program, name_by_rules
from kibitz.engine.native import feature_plan, learner, state_layout
from kibitz.learning.carrying import carried
from kibitz.learning.net import FORMAT, Net, from_bytes, header_of, rules_of
from kibitz.learning.table import game_of
from kibitz.learning.training import Course, is_worse_than_chance, train
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
_read: dict[str, tuple[kept_files.Stamp, Net | None]] = {}
"""By file name: what was read last, and the stamp that the file had then."""


def kept_net(program: Program, *, by_score: bool) -> Net | None:
    """The net that is kept for the game now, else the one that came with kibitz, or None.

    The same object as long as it is the same file.
    """
    rules, rows = _rules_of(program)
    name = _name(rules, by_score)
    stamp, read = kept_files.user_cache("nets").stamp(name), _read.get(name)
    if read is None or read[0] != stamp:
        read = _read[name] = stamp, _found(rules, by_score, rows)
    return read[1]


def _found(rules: str, by_score: bool, rows: int) -> Net | None:
    data = kept_files.user_cache("nets").find(_name(rules, by_score))
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


@dataclass(frozen=True, slots=True)
class NetFile:
    """A net on disk, by what it says of itself."""

    name: str
    facts: Mapping[str, Any]
    data: bytes
    is_own: bool
    """The user's, not one that came with kibitz."""


def net_files() -> Iterator[NetFile]:
    """Those of the user first, then those that came with kibitz."""
    nets = kept_files.user_cache("nets")
    own = ((name, nets.find(name) or b"", True) for name in nets.names())
    shipped = ((path.name, path.read_bytes(), False) for path in sorted(SHIPPED.glob("*.net")))
    for name, data, is_own in (*own, *shipped):
        if facts := header_of(data):
            yield NetFile(name, facts, data, is_own)


def remove_net(file: NetFile) -> bool:
    """Whether it was kept, and is no more; what came with kibitz stays."""
    return file.is_own and kept_files.user_cache("nets").remove(file.name)


_carried: dict[tuple[str, bool], tuple[kept_files.Stamp, Net | None]] = {}
"""By rules and what is wanted: what was carried over last, and the stamp of the nets then."""


def carried_net(program: Program, *, by_score: bool) -> Net | None:
    """The net of the table of the same game that is most like this one, carried over; or None, as
    where what was right there is plainly wrong here.

    The same object as long as no net is kept or removed.
    """
    rules, _ = _rules_of(program)
    stamp, known = kept_files.user_cache("nets").stamp(""), _carried.get((rules, by_score))
    if known is None or known[0] != stamp:
        made = _carried_over(program, by_score)
        good = next((net for net in made if not _is_poor(program, net)), None)
        known = _carried[rules, by_score] = stamp, good
    return known[1]


def is_judged(program: Program, *, by_score: bool) -> bool:
    """Whether `carried_net` knows at once, from what was found out before and is kept."""
    for net in _carried_over(program, by_score):
        found = kept_files.user_cache("code").find(_judgement(program, net))
        if found != _POOR:
            return found == _GOOD
    return True


def _carried_over(program: Program, by_score: bool) -> Iterator[Net]:
    return (carried(net, program) for net in _related(program, by_score))


_GOOD, _POOR = b"good", b"poor"


def _is_poor(program: Program, net: Net) -> bool:
    """Whether it is worse than chance; kept, as it takes some matches to find that out."""
    kept, name = kept_files.user_cache("code"), _judgement(program, net)
    found = kept.find(name)
    if found is None:
        found = _POOR if is_worse_than_chance(program, net) else _GOOD
        kept.keep(name, found)
    return found == _POOR


def _judgement(program: Program, net: Net) -> str:
    return name_by_rules(program, "judged", net.digest)


def _related(program: Program, by_score: bool) -> Iterator[Net]:
    """Nets of other tables of the game that are any good, those most like it first."""
    options = {**program.options, "players": program.players}

    def likeness(file: NetFile) -> tuple[float, ...]:
        told = {**file.facts["options"], "players": file.facts["players"]}
        same = sum(told.get(name) == value for name, value in options.items())
        return file.facts["by_score"] == by_score, same, file.facts["seconds"]

    game, (rules, _) = game_of(program), _rules_of(program)
    files = [
        one for one in net_files() if one.facts["game"] == game and one.facts["rules"] != rules
    ]
    for file in sorted(files, key=likeness, reverse=True):
        found = from_bytes(file.data, None)
        if found is not None and found.guides:
            yield found


def keep_net(net: Net) -> None:
    """From now on it is the net of its game; where nothing can be written, of this process."""
    nets, name = kept_files.user_cache("nets"), _name(net.rules, net.by_score)
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
        raise BadNet(f"{path} cannot be read: {kept_files.reason(fault)}") from None
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
        kept_files.write_atomically(path, net.to_bytes())
    except OSError as fault:
        raise BadNet(f"{path} cannot be written: {kept_files.reason(fault)}") from None
