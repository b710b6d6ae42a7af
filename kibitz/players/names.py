"""Players by the names people type: `uniform`, `ismcts:sims=20000`, `mypkg.bots:Greedy`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from importlib import import_module

from kibitz.engine import Program
from kibitz.games import Objective
from kibitz.players.player import Player
from kibitz.recycle import KibitzError, nearest


class UnknownPlayer(KibitzError):
    """A name or parameter that no player has; says what there is."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """Something that can be said about a player behind its name."""

    name: str
    default: str
    meaning: str


@dataclass(frozen=True, slots=True)
class PlayerKind:
    """A player of ours: what it is, what can be said about it, and the function that makes it."""

    meaning: str
    parameters: tuple[Parameter, ...]
    maker: str
    """`module:function`, imported when a player of this kind is made."""


_BUDGET = (
    Parameter("sims", "", "simulations for a decision, in all"),
    Parameter("per_option", "300", "or simulations for every option"),
    Parameter("seconds", "", "or seconds for a decision"),
)
_EXPERT_BUDGET = (_BUDGET[0], replace(_BUDGET[1], default="100"), _BUDGET[2])
_REWARD = Parameter(
    "reward", "", "what it wants, rank or score; unless said, what the game is played for"
)
_EXPLORATION = Parameter(
    "exploration", "", "how much it tries what looks worse; unless said, 0.7, and 0.45 for score"
)
_WORLDS = Parameter("worlds", "10", "worlds it thinks through, a tree in each")
_TREES = Parameter(
    "trees",
    "",
    "trees that grow side by side; unless said one, or with 0.1 seconds and more one a core",
)
_ROLLOUT = Parameter("rollout", "uniform", "who plays on where a tree ends: uniform or learned")
_DEPTH = Parameter("depth", "", "learned: at so many own decisions the net says what to expect")
_ENDING = Parameter("ending", "0", "with depth: how much what comes after that counts, from 0 to 1")
_NET = Parameter("net", "", "a file that `kibitz train` wrote; unless said, the net that was kept")
_MINUTES = Parameter("minutes", "1", "how long it trains first where no net was kept")
_EXPLORE = Parameter(
    "explore",
    "",
    "how much worse an option may be that it takes now and then; unless said, 0, or 1.2 at poker",
)
_TRAINING = Parameter("training", "first", "where no net was kept: first, or kept: none is trained")
_DEVICE = Parameter("device", "cpu", "who plays the simulations: cpu, or cuda for a GPU")

PLAYERS: Mapping[str, PlayerKind] = {
    "beginner": PlayerKind(
        "sees what is plainly good or bad", (_REWARD,), "kibitz.players.levels:make_beginner"
    ),
    "casual": PlayerKind(
        "plays sensibly and overlooks something", (_REWARD,), "kibitz.players.levels:make_casual"
    ),
    "club": PlayerKind("makes small mistakes", (_REWARD,), "kibitz.players.levels:make_club"),
    "expert": PlayerKind(
        "searches with what it learnt, where that pays",
        (*_EXPERT_BUDGET, _REWARD, _NET, _MINUTES, _TRAINING),
        "kibitz.players.expert:make_expert",
    ),
    "uniform": PlayerKind("takes any option", (), "kibitz.players.player:make_uniform"),
    "flat": PlayerKind(
        "tries every option equally often in worlds that could be true",
        (*_BUDGET, _REWARD, _ROLLOUT, _DEPTH, _ENDING, _NET, _MINUTES, _DEVICE),
        "kibitz.players.search_settings:make_flat",
    ),
    "mcts": PlayerKind(
        "searches a tree in each of some worlds that could be true",
        (*_BUDGET, _WORLDS, _REWARD, _EXPLORATION, _ROLLOUT, _DEPTH, _ENDING, _NET, _MINUTES),
        "kibitz.players.search_settings:make_mcts",
    ),
    "ismcts": PlayerKind(
        "searches one tree of what it can know, in a new world every time",
        (*_BUDGET, _TREES, _REWARD, _EXPLORATION, _ROLLOUT, _DEPTH, _ENDING, _NET, _MINUTES),
        "kibitz.players.search_settings:make_ismcts",
    ),
    "learned": PlayerKind(
        "plays what it learnt by playing the game against itself",
        (_NET, _MINUTES, _REWARD, _EXPLORE),
        "kibitz.players.learned:make_learned",
    ),
}


Maker = Callable[[Program, Mapping[str, str]], Player]


def player_names() -> list[str]:
    return sorted(PLAYERS)


def is_own(name: str) -> bool:
    """Whether the name is that of a class somebody wrote: making the player runs its code."""
    short, _, rest = name.partition(":")
    return short not in PLAYERS and rest.isidentifier()


def make_player(name: str, program: Program) -> Player:
    """The player of that name for a match of these rules. Raises UnknownPlayer.

    Only for names that the user has typed: what stands in a file must not name code.
    """
    if is_own(name):
        module, _, attribute = name.partition(":")
        return _own_player(module, attribute, program)
    return built_in_player(name, program)


def built_in_player(name: str, program: Program) -> Player:
    """One of the players that kibitz has. Raises UnknownPlayer."""
    short, _, rest = name.partition(":")
    if short in PLAYERS:
        kind = PLAYERS[short]
        module, _, function = kind.maker.partition(":")
        maker: Maker = getattr(import_module(module), function)
        return maker(program, _values(short, rest))
    near = nearest(short, PLAYERS)
    there_are = f"there are: {', '.join(player_names())}, and your own as module.path:ClassName"
    guess = f"did you mean {near}?" if near else there_are
    raise UnknownPlayer(f"there is no player {name!r}; {guess}")


def wanting(name: str, objective: Objective) -> str:
    """The name, with the reward said where a game is played for score and the name is silent."""
    short, _, rest = name.partition(":")
    said = rest.split(",") if rest else []
    can_want = short in PLAYERS and _REWARD in PLAYERS[short].parameters
    if objective is Objective.PLACE or not can_want or any("reward=" in part for part in said):
        return name
    return f"{short}:{','.join([*said, 'reward=score'])}"


def _values(name: str, text: str) -> dict[str, str]:
    """The parameters of the player, as given or by default."""
    values = {parameter.name: parameter.default for parameter in PLAYERS[name].parameters}
    for part in text.split(",") if text else []:
        key, equals, value = part.partition("=")
        if not equals or key not in values:
            known = ", ".join(values)
            said = f"{name} has {known}" if known else f"{name} has no parameters"
            near = nearest(key, values)
            guess = f"; did you mean {near}?" if near and equals else ""
            raise UnknownPlayer(f"{part!r} is not a parameter: {said}{guess}")
        values[key] = value
    return values


def _own_player(module: str, attribute: str, program: Program) -> Player:
    """A player that somebody wrote: a class, called with the program."""
    if "" not in sys.path:
        sys.path.insert(0, "")
    try:
        loaded = import_module(module)
    except ImportError as error:
        raise UnknownPlayer(f"the module {module} cannot be imported: {error}") from None
    except Exception as error:  # the module is not ours: it may fail in any way
        raise UnknownPlayer(f"the module {module} fails when imported: {_told(error)}") from error
    made = getattr(loaded, attribute, None)
    if not callable(made):
        raise UnknownPlayer(f"the module {module} has no class {attribute}")
    try:
        player: Player = made(program)
    except Exception as error:  # nor is the class
        raise UnknownPlayer(f"{module}:{attribute} cannot be made: {_told(error)}") from error
    if not callable(getattr(player, "choose", None)):
        raise UnknownPlayer(f"{module}:{attribute} has no method choose(view, decision, rng)")
    return player


def _told(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"
