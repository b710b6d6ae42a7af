"""Games of kibitz in OpenSpiel: `import kibitz.openspiel`, then `pyspiel.load_game`.

`kibitz(game=leduc-poker)` is a game of the library, or a file by its path; `options` are house
rules, as in `kibitz(game=golf,options=PLAYERS:2/HOLES:1)`. Chance moves like everybody else: cards
are dealt when somebody looks at them. Returns say how much better one did than the mean of all.

Actions are the numbers of `game.actions` where those mean the same everywhere, else the options of
the moment by their index. Observations are the numbers of `game.observation`, information states
those of `game.information` for so many decisions as `kibitz(game=hearts,recalled=52)` recalls.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import accumulate
from typing import Any

import numpy as np
import pyspiel

from kibitz.engine import margins
from kibitz.game import Game, checked_integer, load
from kibitz.recycle import BadArgument
from kibitz.solver import TooBig, TreeState

_FARTHEST = 1e9
"""No score lies farther from 0."""
_LONGEST = 1 << 20
"""No match has more moves."""
_KEPT = 1 << 16
"""Nodes that are kept."""
_MOST_ALIKE = 1 << 13
"""Nodes that are gone through to find those that look the same, between two decisions."""
_RECALLED = 8
"""Decisions that an information state recalls as numbers, unless told otherwise."""
_OUTCOMES = 1 << 10
"""A card has fewer faces, and a rule draws from fewer numbers where chance is told."""

_GAME_TYPE = pyspiel.GameType(
    short_name="kibitz",
    long_name="A card game written in RECYCLE",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=64,
    min_num_players=1,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=False,
    provides_observation_tensor=True,
    provides_factored_observation_string=False,
    parameter_specification={"game": "", "options": "", "recalled": _RECALLED},
    default_loadable=False,
)


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """The rules, as OpenSpiel asks for them."""

    def __init__(self, parameters: Mapping[str, Any] | None = None) -> None:
        given = {"game": "", "options": "", "recalled": _RECALLED, **(parameters or {})}
        self.game = _loaded(given["game"], given["options"])
        actions = self.game.actions
        info = pyspiel.GameInfo(
            num_distinct_actions=actions.size if actions.is_fixed else actions.most_options,
            max_chance_outcomes=_OUTCOMES,
            num_players=self.game.players,
            min_utility=-_FARTHEST,
            max_utility=_FARTHEST,
            utility_sum=0.0,
            max_game_length=_LONGEST,
        )
        super().__init__(_GAME_TYPE, info, given)
        self.recalled = checked_integer("number of decisions", given["recalled"], least=0)
        self.nodes = NodeCache(self.game)

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, kind: Any = None, parameters: object = None) -> SpielObserver:
        recalls = kind is not None and kind.perfect_recall
        return SpielObserver(self.game, self.recalled if recalls else 0)


PossibleNode = tuple[TreeState, float]
"""And how likely it is."""


class NodeCache:
    """Nodes that were reached before: algorithms go through a tree again and again."""

    def __init__(self, game: Game) -> None:
        self.root = game.tree()
        self._reached: dict[tuple[int, ...], TreeState] = {}
        self._told: dict[tuple[int, tuple[int, ...]], str] = {}
        self._actions: dict[tuple[int, ...], dict[int, int]] = {}
        self._possible: dict[tuple[int, str], list[PossibleNode]] = {}
        self._is_fixed = game.actions.is_fixed

    def __deepcopy__(self, memo: object) -> NodeCache:
        """States are copied whole; what they share is not."""
        return self

    def child(self, node: TreeState, number: int) -> TreeState:
        way = (*node.history, number)
        found = self._reached.get(way)
        if found is None:
            self._make_room()
            found = self._reached[way] = node.child(number)
        return found

    def information(self, node: TreeState, seat: int) -> str:
        key = (seat, node.history)
        found = self._told.get(key)
        if found is None:
            self._make_room()
            found = self._told[key] = node.information(seat)
        return found

    def actions(self, node: TreeState) -> dict[int, int]:
        """By action, ascending: the option that it is."""
        found = self._actions.get(node.history)
        if found is None:
            self._make_room()
            numbers = node.actions if self._is_fixed else range(node.size)
            options = {number: option for option, number in reversed([*enumerate(numbers)])}
            found = self._actions[node.history] = dict(sorted(options.items()))
        return found

    def possible(self, node: TreeState, seat: int) -> list[PossibleNode]:
        """The nodes that the seat cannot tell from this one, at which somebody decides, and how
        likely each is if others chose by chance. Raises TooBig where they are too many."""
        key = (seat, self.information(node, seat))
        found = self._possible.get(key)
        if found is None:
            self._make_room()
            found = self._possible[key] = self._looking_like(node, seat)
        return found

    def _looking_like(self, node: TreeState, seat: int) -> list[PossibleNode]:
        way, alike = self.root, [(self.root, 1.0)]
        for number in node.history:
            if not way.outcomes:
                alike = [
                    (self.child(one, taken), odds / one.size if way.seat != seat else odds)
                    for one, odds in self._dealt(alike, self.information(way, seat), seat)
                    for taken in (range(one.size) if way.seat != seat else (number,))
                ]
            way = self.child(way, number)
        return self._dealt(alike, self.information(node, seat), seat)

    def _dealt(self, before: list[PossibleNode], told: str, seat: int) -> list[PossibleNode]:
        """Whatever chance does then, where the seat is told the same in the end."""
        waiting, found, left = before[::-1], list[PossibleNode](), _MOST_ALIKE
        while waiting:
            one, odds = waiting.pop()
            left -= 1
            if left < 0:
                raise TooBig("there are too many nodes that look like this one")
            if one.outcomes:
                likely = enumerate(one.outcomes)
                waiting += [(self.child(one, n), odds * float(share)) for n, share in likely]
            elif not one.is_over and self.information(one, seat) == told:
                found.append((one, odds))
        return found

    def _make_room(self) -> None:
        """A tree that does not fit is not kept."""
        for kept in (self._reached, self._told, self._actions, self._possible):
            if len(kept) >= _KEPT:
                kept.clear()


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A node of the tree."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self._nodes = game.nodes
        self.node = game.nodes.root
        self._goal = game.game.program.goal

    def current_player(self) -> int:
        if self.node.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.node.outcomes else self.node.seat

    def is_terminal(self) -> bool:
        return self.node.is_over

    def _legal_actions(self, player: int) -> list[int]:
        return list(self._nodes.actions(self.node))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(number, float(odds)) for number, odds in enumerate(self.node.outcomes)]

    def _apply_action(self, action: int) -> None:
        if not self.node.outcomes:
            action = self._nodes.actions(self.node)[action]
        self.node = self._nodes.child(self.node, action)

    def _action_to_string(self, player: int, action: int) -> str:
        if self.node.outcomes:
            return f"chance {action + 1}"
        return self.node.options[self._nodes.actions(self.node)[action]]

    def returns(self) -> list[float]:
        if self.node.scores is None:
            return [0.0] * self.get_game().num_players()
        return margins(self.node.scores, self._goal)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """A state in which somebody decides, as likely as it is for the player if others chose by
        chance. Raises TooBig where states that look like this one are too many."""
        nodes = self._nodes.possible(self.node, player)
        chosen = sampler() * sum(odds for _, odds in nodes)
        ends = accumulate(odds for _, odds in nodes)
        way = next((node for (node, _), end in zip(nodes, ends, strict=True) if chosen < end), None)
        twin: SpielState = self.get_game().new_initial_state()
        for number in (way or nodes[-1][0]).history:
            twin.apply_action(twin._action_of(number))
        return twin

    def _action_of(self, number: int) -> int:
        """The action that goes on with this outcome or option."""
        if self.node.outcomes:
            return number
        actions = self._nodes.actions(self.node)
        return next(action for action, option in actions.items() if option == number)

    def __str__(self) -> str:
        return f"{self.history()}"


class SpielObserver:
    """What a player sees, or has seen, as numbers, and as a text."""

    def __init__(self, game: Game, recalled: int) -> None:
        """The numbers of an observation, or with something recalled of an information state."""
        self._recalled = recalled
        plan = game.information(recalled)
        self.tensor = np.zeros(plan.size, np.float32)
        self.dict = {
            section.name: self.tensor[section.start : section.start + section.size]
            for section in plan.sections
        }

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor[:] = state.node.inform(player, self._recalled)

    def string_from(self, state: SpielState, player: int) -> str:
        nodes: NodeCache = state.get_game().nodes
        return nodes.information(state.node, player)


def _loaded(name: str, options: str) -> Game:
    """Options are `NAME:VALUE`, with slashes between them."""
    if not name:
        raise BadArgument("which game? say it as in kibitz(game=leduc-poker)")
    chosen: dict[str, int | str] = {}
    for option in filter(None, options.split("/")):
        name_of, colon, value = option.partition(":")
        if not colon:
            raise BadArgument(f"an option is NAME:VALUE, not {option!r}")
        chosen[name_of] = int(value) if value.lstrip("-").isdigit() else value
    return load(name, **chosen)


pyspiel.register_game(_GAME_TYPE, SpielGame)
