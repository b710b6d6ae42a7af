"""A net and where it comes from, as numbers and as bytes."""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from kibitz.engine import Program, behaviour, player_settings
from kibitz.engine.native import FeaturePlan, Wants, Weights, aligned_zeros
from kibitz.engine.native import net_layout as layout
from kibitz.learning.table import NOWHERE, NetTable

FORMAT = "kibitz net 2"
_STEPS = 31
"""A row is kept in so many steps of its largest number, which plays as well and packs well."""
_MOST_BYTES = 1 << 25
"""Of a net, unpacked."""
_HEADER_BYTES = 1 << 20
_LARGEST_WEIGHT = 1e4
"""A thousand times what nets learn; no sum of such numbers overflows."""
_LARGEST_FACT, _LEAST_SCALE = 2.0**64, 1e-9


@dataclass(frozen=True, slots=True)
class TrainingPoint:
    """How strong a net was after some training; scores are counted so that more is better."""

    seconds: float
    matches: int
    gain: float
    """Its score less that of players who take any option, over the same deals."""
    margin: float
    """The truth lies within this of it 95 times out of 100."""
    progress: float
    """Its score less that of the net of the point before."""
    progress_margin: float


@dataclass(frozen=True)
class Net:
    """What was learnt of one game."""

    weights: Weights
    rules: str
    """Names the rules, the options and what the net is told: see `rules_of`."""
    by_score: bool
    """It played for score, not for place."""
    seed: int
    threads: int
    matches: int
    seconds: float
    mean: float
    scale: float
    """A score is told as its distance from the mean, in this unit."""
    curve: tuple[TrainingPoint, ...] = ()
    is_mixed: bool = False
    """It learnt to play so that it cannot be foreseen: by chance among what is nearly as good."""
    way: player_settings.PlayerSettings | None = None
    """The player that searches best where there is this net; None as long as nobody has tried."""
    table: NetTable = NOWHERE
    """Where it learnt."""

    def __repr__(self) -> str:
        gain = f", {self.curve[-1].gain:+.2f} over uniform" if self.curve else ""
        minutes = f"{self.seconds / 60:.1f} min"
        return f"<Net {self.rules[:12]}: {self.matches:,} matches in {minutes}{gain}>"

    @cached_property
    def digest(self) -> str:
        """Names what was learnt, whatever has been found out about it since."""
        told = f"{self.rules} {self.by_score}\n".encode() + self.weights.tobytes()
        return hashlib.sha256(told).hexdigest()

    @property
    def guides(self) -> bool:
        """Whether it plays better than chance; where its gain leaves that open, whether a search is
        better with it than without, as far as that is known."""
        if self.curve:
            last = self.curve[-1]
            if abs(last.gain) > last.margin:
                return last.gain > 0
        if self.way is None or self.way.kind == "learned":
            return True
        return self.way.rollout is player_settings.Rollout.LEARNED

    @property
    def wants(self) -> Wants:
        """How much of a good place, and of a good score, it is to play for."""
        return wanted(self.by_score)

    @property
    def packed(self) -> bytes:
        """The numbers as a file keeps them."""
        return _packed(self.weights)

    def to_bytes(self) -> bytes:
        """A line that says what it is, then the numbers."""
        names = self.table.names_of(used_rows(self.weights).tolist())
        body = zlib.compress(_packed(self.weights) + names, 9)
        kept = [one.name for one in fields(self) if one.name not in ("weights", "table")]
        facts = {
            "format": FORMAT,
            **{name: getattr(self, name) for name in kept},
            **self.table.to_json(),
            "names": len(names),
            "seconds": round(self.seconds, 3),
            "curve": [asdict(point) for point in self.curve],
            "way": None if self.way is None else str(self.way),
            "checksum": hashlib.sha256(body).hexdigest(),
        }
        return json.dumps(facts).encode() + b"\n" + body


def wanted(by_score: bool) -> Wants:
    """A better score is a sign of strength even where the place is what counts."""
    return (0.0, 1.0) if by_score else (1.0, 0.5)


def rules_of(program: Program, plan: FeaturePlan) -> str:
    """The same for nets that can play the same game."""
    facts = [behaviour(program), plan.digest]
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()


def header_of(data: bytes) -> Mapping[str, Any]:
    """What the first line says, nothing if it is not that of a net."""
    try:
        facts = json.loads(data[:_HEADER_BYTES].partition(b"\n")[0])
    except (ValueError, RecursionError):
        return {}
    return facts if isinstance(facts, dict) and facts.get("format") == FORMAT else {}


def from_bytes(data: bytes, rows: int | None) -> Net | None:
    """The net, if every byte is as it was written and native code can work with its numbers; it
    must have so many rows, unless it is only carried over to another table."""
    facts, body = header_of(data), data.partition(b"\n")[2]
    if facts.get("checksum") != hashlib.sha256(body).hexdigest():
        return None
    try:
        numbers, names = _parted(_unzipped(body), int(_fact(facts, "names", least=0)))
        used, weights = _unpacked(numbers, rows)
        return Net(
            weights=weights,
            rules=str(facts["rules"]),
            by_score=bool(facts["by_score"]),
            seed=int(_fact(facts, "seed")),
            threads=int(_fact(facts, "threads")),
            matches=int(_fact(facts, "matches")),
            seconds=float(_fact(facts, "seconds")),
            mean=float(_fact(facts, "mean")),
            scale=float(_fact(facts, "scale", least=_LEAST_SCALE)),
            curve=tuple(_point(point) for point in facts["curve"]),
            is_mixed=bool(facts.get("is_mixed")),
            way=_way(facts.get("way")),
            table=NetTable.of(facts, used, names),
        )
    except (KeyError, TypeError, ValueError, IndexError):
        return None


def _fact(facts: Mapping[str, Any], name: str, least: float = -_LARGEST_FACT) -> int | float:
    """Raises ValueError for what is no number that can be computed with."""
    value = facts[name]
    if isinstance(value, int | float) and least <= value <= _LARGEST_FACT:
        return value
    raise ValueError(f"{name} is no such number")


def _point(facts: Mapping[str, Any]) -> TrainingPoint:
    matches = int(_fact(facts, "matches"))
    others = [field.name for field in fields(TrainingPoint) if field.name != "matches"]
    return TrainingPoint(matches=matches, **{name: float(_fact(facts, name)) for name in others})


def _way(way: object) -> player_settings.PlayerSettings | None:
    """As the file names it; None for a player that kibitz does not have."""
    if way is not None and not isinstance(way, str):
        raise ValueError("the way to search is no name")
    try:
        return None if way is None else player_settings.read_settings(way)
    except player_settings.UnknownPlayer:
        return None


def as_kept(weights: Weights) -> Weights:
    """The weights as a file keeps them: rows in whole steps."""
    rows = (len(weights) - layout.ROWS) // layout.WIDE
    _, kept = _unpacked(_packed(weights), rows)
    return kept


def used_rows(weights: Weights) -> npt.NDArray[np.uint16]:
    """The rows that are not empty."""
    rows = weights[layout.ROWS :].reshape(-1, layout.WIDE)
    return np.flatnonzero(np.any(rows, axis=1)).astype("<u2")


def _packed(weights: Weights) -> bytes:
    """The upper layers as they are; of the rows those that are used, in whole steps."""
    rows = weights[layout.ROWS :].reshape(-1, layout.WIDE)
    used = used_rows(weights)
    largest = np.abs(rows[used]).max(axis=1, initial=0)
    scales = (largest / _STEPS).astype("<f4")
    steps = np.rint(rows[used] / np.maximum(scales, 1e-30)[:, None])
    parts = (
        weights[: layout.ROWS].astype("<f4"),
        used,
        scales,
        np.clip(steps, -_STEPS, _STEPS).astype(np.int8),
    )
    return len(used).to_bytes(4, "little") + b"".join(part.tobytes() for part in parts)


def _unzipped(data: bytes) -> bytes:
    """Raises ValueError for what is damaged, or far too long."""
    unpacking = zlib.decompressobj()
    try:
        found = unpacking.decompress(data, _MOST_BYTES)
    except zlib.error as fault:
        raise ValueError("it cannot be unpacked") from fault
    if not unpacking.eof or unpacking.unused_data:
        raise ValueError("it is too long, or damaged")
    return found


def _parted(body: bytes, names: int) -> tuple[bytes, bytes]:
    """The numbers, and so many bytes of names behind them."""
    end = len(body) - names
    return body[:end], body[end:]


def _unpacked(body: bytes, rows: int | None) -> tuple[list[int], Weights]:
    """The rows that are used, and all numbers; without a number of rows, up to the last used one.

    Raises ValueError or IndexError for bytes that are no net of so many rows.
    """
    count, at = int.from_bytes(body[:4], "little"), 4
    parts = []
    for kind, size in (("<f4", layout.ROWS), ("<u2", count), ("<f4", count)):
        parts.append(np.frombuffer(body, kind, size, at))
        at += parts[-1].nbytes
    upper, used, scales = parts
    steps = np.frombuffer(body, np.int8, count * layout.WIDE, at).reshape(count, layout.WIDE)
    if at + steps.nbytes != len(body):
        raise ValueError("bytes are left over")
    for numbers, most in ((upper, _LARGEST_WEIGHT), (scales, _LARGEST_WEIGHT / _STEPS)):
        if not (np.abs(numbers) <= most).all():
            raise ValueError("a number of it is none, or far too large")
    if rows is None:
        rows = int(used.max(initial=0)) + 1
    weights = aligned_zeros(layout.net_size(rows))
    weights[: layout.ROWS] = upper
    weights[layout.ROWS :].reshape(rows, layout.WIDE)[used] = steps * scales[:, None]
    return used.tolist(), weights
