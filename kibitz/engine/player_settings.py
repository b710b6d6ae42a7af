"""What is said about a player, from the command line to native code and into the files of nets.

People write `ismcts:sims=20000,reward=score`. That is read here, once; from then on it is a value.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from functools import partial

from kibitz.engine.playing import Device
from kibitz.engine.program import Program
from kibitz.recycle import KibitzError, nearest

_MOST = 10**9


class UnknownPlayer(KibitzError):
    """A name or parameter that no player has; says what there is."""


class Reward(StrEnum):
    """What a player wants."""

    RANK = "rank"
    SCORE = "score"


class Rollout(StrEnum):
    """Who plays on where a tree ends."""

    UNIFORM = "uniform"
    LEARNED = "learned"


class TrainingRule(StrEnum):
    """What is done where no net was kept: one is trained first, or none is."""

    FIRST = "first"
    KEPT = "kept"


# ---------------------------------------------------------------------------- reading


def _count(name: str, text: str) -> int:
    if text.isdecimal() and len(text) <= len(str(_MOST)) and 0 < int(text) <= _MOST:
        return int(text)
    raise UnknownPlayer(f"{name} is a whole number above 0, not {text!r}")


def _number(name: str, text: str) -> float:
    try:
        found = float(text)
    except ValueError:
        found = -1.0
    if 0 <= found <= 10**6:
        return found
    raise UnknownPlayer(f"{name} is a number from 0 on, not {text!r}")


def _above_zero(name: str, text: str) -> float:
    if found := _number(name, text):
        return found
    raise UnknownPlayer(f"{name} is a number above 0, not 0")


def _share(name: str, text: str) -> float:
    if (found := _number(name, text)) <= 1:
        return found
    raise UnknownPlayer(f"{name} is a number from 0 to 1, not {text!r}")


def _one_of(words: type[StrEnum], name: str, text: str) -> StrEnum:
    if text in list(words):
        return words(text)
    raise UnknownPlayer(f"{name} is {' or '.join(words)}, not {text!r}")


def _as_said(name: str, text: str) -> str:
    return text


# ---------------------------------------------------------------------------- what can be said


@dataclass(frozen=True, slots=True)
class PlayerSettings:
    """One of the players that kibitz has, and how it is to play."""

    kind: str
    """Its name, without what is said behind it."""
    sims: int | None = None
    per_option: int = 300
    seconds: float | None = None
    worlds: int = 10
    trees: int | None = None
    reward: Reward | None = None
    exploration: float | None = None
    rollout: Rollout = Rollout.UNIFORM
    depth: int | None = None
    ending: float = 0.0
    net: str | None = None
    minutes: float = 1.0
    explore: float | None = None
    training: TrainingRule = TrainingRule.FIRST
    device: Device = Device.CPU

    def __str__(self) -> str:
        """As people write it: whatever is not as usual."""
        usual = {one.name: one.default for one in PLAYERS[self.kind].parameters}
        texts = {name: _text(getattr(self, name)) for name in usual}
        said = [f"{name}={text}" for name, text in texts.items() if text != usual[name]]
        return f"{self.kind}:{','.join(said)}" if said else self.kind

    @property
    def keeps_world(self) -> bool:
        """Whether it searches one world with many simulations, not another one with each."""
        return self.kind == "mcts"

    @property
    def is_guided(self) -> bool:
        """Whether a net plays on where its tree ends."""
        return self.rollout is Rollout.LEARNED

    def wants_score(self, program: Program) -> bool:
        """As said; unless said, who has no rivals wants a score: they are always first."""
        return (self.reward or (Reward.RANK if program.has_rivals else Reward.SCORE)) == "score"


def _text(value: object) -> str:
    match value:
        case None:
            return ""
        case float() if value.is_integer():
            return str(int(value))
        case _:
            return str(value)


_USUAL = {one.name: one.default for one in fields(PlayerSettings)}
_SAID: Mapping[str, tuple[Callable[[str, str], object], str]] = {
    "sims": (_count, "simulations for a decision, in all"),
    "per_option": (_count, "or simulations for every option"),
    "seconds": (_number, "or seconds for a decision"),
    "worlds": (_count, "worlds it thinks through, a tree in each"),
    "trees": (
        _count,
        "trees that grow side by side; unless said one, or with 0.1 seconds and more one a core",
    ),
    "reward": (
        partial(_one_of, Reward),
        "what it wants, rank or score; unless said, what the game is played for",
    ),
    "exploration": (
        _number,
        "how much it tries what looks worse; unless said, 0.7, and 0.45 for score",
    ),
    "rollout": (partial(_one_of, Rollout), "who plays on where a tree ends: uniform or learned"),
    "depth": (_count, "learned: at so many own decisions the net says what to expect"),
    "ending": (_share, "with depth: how much what comes after that counts, from 0 to 1"),
    "net": (_as_said, "a file that `kibitz train` wrote; unless said, the net that was kept"),
    "minutes": (_above_zero, "how long it trains first where no net was kept"),
    "explore": (
        _number,
        "how much worse an option may be that it takes now and then; "
        "unless said, 0, or 1.2 at poker",
    ),
    "training": (
        partial(_one_of, TrainingRule),
        "where no net was kept: first, or kept: none is trained",
    ),
    "device": (partial(_one_of, Device), "who plays the simulations: cpu, or cuda for a GPU"),
}
"""How each setting is read, and what it means."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """Something that can be said about a player behind its name."""

    name: str
    default: str
    meaning: str


class PlayerKind:
    """A player of ours: what it is, and what can be said about it."""

    def __init__(self, meaning: str, *names: str, **usual: object) -> None:
        """`names` of settings; `usual`: those that are usually something else here."""
        self.meaning = meaning
        self.usual = usual
        self.parameters = tuple(
            Parameter(name, _text(usual.get(name, _USUAL[name])), _SAID[name][1]) for name in names
        )


_BUDGET = ("sims", "per_option", "seconds")
_GUIDE = ("rollout", "depth", "ending", "net", "minutes")

PLAYERS: Mapping[str, PlayerKind] = {
    "beginner": PlayerKind("sees what is plainly good or bad", "reward"),
    "casual": PlayerKind("plays sensibly and overlooks something", "reward"),
    "club": PlayerKind("makes small mistakes", "reward"),
    "expert": PlayerKind(
        "searches with what it learnt, where that pays",
        *(*_BUDGET, "reward", "net", "minutes", "training"),
        per_option=100,
    ),
    "uniform": PlayerKind("takes any option"),
    "flat": PlayerKind(
        "tries every option equally often in worlds that could be true",
        *(*_BUDGET, "reward", *_GUIDE, "device"),
    ),
    "mcts": PlayerKind(
        "searches a tree in each of some worlds that could be true",
        *(*_BUDGET, "worlds", "reward", "exploration", *_GUIDE),
    ),
    "ismcts": PlayerKind(
        "searches one tree of what it can know, in a new world every time",
        *(*_BUDGET, "trees", "reward", "exploration", *_GUIDE),
    ),
    "learned": PlayerKind(
        "plays what it learnt by playing the game against itself",
        *("net", "minutes", "reward", "explore"),
    ),
}


def read_settings(name: str) -> PlayerSettings:
    """Of one of the players that kibitz has. Raises UnknownPlayer."""
    short, _, rest = name.partition(":")
    if short not in PLAYERS:
        near = nearest(short, PLAYERS)
        there_are = f"there are: {', '.join(sorted(PLAYERS))}"
        guess = f"did you mean {near}?" if near else f"{there_are}, {_OWN}"
        raise UnknownPlayer(f"there is no player {name!r}; {guess}")
    known = {parameter.name: parameter for parameter in PLAYERS[short].parameters}
    values = dict(PLAYERS[short].usual)
    for part in rest.split(",") if rest else []:
        key, equals, text = part.partition("=")
        if not equals or key not in known:
            raise _no_parameter(short, part)
        is_silent = not text and not known[key].default
        values[key] = None if is_silent else _SAID[key][0](key, text)
    if None not in (values.get("sims"), values.get("seconds")):
        raise UnknownPlayer("say either sims or seconds")
    return PlayerSettings(short, **values)  # type: ignore[arg-type]  # each was read by its field


_OWN = "and your own as module.path:ClassName"


def _no_parameter(kind: str, part: str) -> UnknownPlayer:
    key, equals, _ = part.partition("=")
    known = [parameter.name for parameter in PLAYERS[kind].parameters]
    said = f"{kind} has {', '.join(known)}" if known else f"{kind} has no parameters"
    near = nearest(key, known)
    guess = f"; did you mean {near}?" if near and equals else ""
    return UnknownPlayer(f"{part!r} is not a parameter: {said}{guess}")
