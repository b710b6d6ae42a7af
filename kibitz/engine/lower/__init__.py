"""From a checked game and a choice of options to the Program both engines run.

In: a CheckedGame and option values by name. Out: a Program, or a RecycleError that says which
option, requirement or count is at fault. Read `lower` here first, then acts.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TypeVar

from kibitz.engine import limits
from kibitz.engine import program as p
from kibitz.engine.lower import folding
from kibitz.engine.lower.acts import StatementLowering
from kibitz.engine.lower.constants import ChosenConstants, choose_constants, refusal
from kibitz.engine.lower.numbering import Kinds, Numbering, card_count
from kibitz.engine.lower.steps import lower_nodes
from kibitz.engine.program.static_analysis import (
    is_same_for_all,
    most_picks,
    picks_come_first,
    reads_hidden_cards,
    shuffles,
)
from kibitz.engine.program.walk import nodes as program_nodes
from kibitz.recycle import (
    Constant,
    Label,
    NotComputable,
    NotConstant,
    RecycleError,
    Span,
    holds,
    integer,
)
from kibitz.recycle import syntax as s

__all__ = ["lower", "refuse_setup"]

Values = Mapping[int, Constant]
N = TypeVar("N", bound=s.Node)
T = TypeVar("T")


def lower(checked: s.CheckedGame, options: Mapping[str, int | str] | None = None) -> p.Program:
    """The game as a Program, with these option values and the defaults for the rest."""
    with _computing(checked):
        return _lowered(checked, options or {})


def refuse_setup(checked: s.CheckedGame) -> None:
    """Raises RecycleError if the game cannot be set up with the defaults of all options."""
    with _computing(checked):
        constants = choose_constants(checked, {})
        _teams(checked, constants, _players(checked, constants))
        _decks_in_force(checked, constants)


@contextmanager
def _computing(checked: s.CheckedGame) -> Iterator[None]:
    try:
        yield
    except NotComputable as fault:
        label = Label(fault.span, fault.fact)
        raise refusal(
            checked.source, "not-computable", "a constant cannot be computed", label
        ) from None


def _lowered(checked: s.CheckedGame, options: Mapping[str, int | str]) -> p.Program:
    constants = choose_constants(checked, options)
    players = _players(checked, constants)
    teams = _teams(checked, constants, players)
    owners = {p.OwnerKind.TABLE: 1, p.OwnerKind.PLAYER: players, p.OwnerKind.TEAM: len(teams)}
    numbering = Numbering(checked.source, checked.game, constants, owners)
    kinds = Kinds(checked.source, numbering)
    lowering = StatementLowering(constants, numbering, kinds, players, teams)
    decks = _decks(checked, constants, lowering)
    before = tuple(p.Perform(create, create.span) for create in decks)
    code = lower_nodes(lowering, before, checked.game.nodes)
    _check_updates(checked, code)
    _check_picks(checked, code)
    score = lowering.value(checked.game.scoring.value)
    return p.Program(
        source=checked.source,
        digest=checked.digest,
        options=constants.options,
        players=players,
        teams=teams,
        strings=numbering.strings,
        kinds=kinds.all(),
        int_storages=numbering.storages[p.StorageKind.INT],
        str_storages=numbering.storages[p.StorageKind.STR],
        point_storages=numbering.storages[p.StorageKind.POINTS],
        families=numbering.families,
        variables=numbering.variables,
        code=code,
        goal=checked.game.scoring.goal,
        score=score,
        is_cooperative=players > 1 and is_same_for_all(score, len(teams)),
    )


def _fixed(
    checked: s.CheckedGame, constants: ChosenConstants, of: Callable[[N, Values], T], node: N
) -> T:
    """What is worked out of the node, which must not depend on play."""
    try:
        return of(node, constants.values)
    except NotConstant:
        label, headline = Label(node.span, "this depends on play"), "the setup needs a constant"
        raise refusal(checked.source, "not-constant", headline, label) from None


def _players(checked: s.CheckedGame, constants: ChosenConstants) -> int:
    node = checked.game.setup.players
    players = _fixed(checked, constants, integer, node)
    if 1 <= players <= limits.PLAYERS:
        return players
    label = Label(node.span, f"this is {players}")
    raise refusal(
        checked.source, "bad-player-count", f"a game has 1 to {limits.PLAYERS} players", label
    )


def _teams(
    checked: s.CheckedGame, constants: ChosenConstants, players: int
) -> tuple[tuple[int, ...], ...]:
    """Seats by team; every seat alone when the game names no teams."""
    in_force = (
        node.teams
        for node in checked.game.setup.teams
        if node.condition is None or _fixed(checked, constants, holds, node.condition)
    )
    listed = next(in_force, ())
    if not listed:
        return tuple((seat,) for seat in range(players))
    members = [number for team in listed for number in team]
    if sorted(members) == list(range(1, players + 1)):
        return tuple(tuple(number - 1 for number in team) for team in listed)
    label = Label(checked.game.setup.span, f"the teams name players {_listed(members)}")
    headline = f"the teams must name each of the {players} players once"
    raise refusal(checked.source, "bad-teams", headline, label)


def _listed(numbers: list[int]) -> str:
    return ", ".join(map(str, sorted(numbers)))


def _decks(
    checked: s.CheckedGame, constants: ChosenConstants, lowering: StatementLowering
) -> list[p.Create]:
    in_force = _decks_in_force(checked, constants)
    created = ((lowering.create(deck), count) for deck, count in in_force)
    return [create for create, count in created for _ in range(count)]


def _decks_in_force(
    checked: s.CheckedGame, constants: ChosenConstants
) -> list[tuple[s.CreateDeckNode, int]]:
    """The decks of the setup, and how often each is created."""
    found = list[tuple[s.CreateDeckNode, int]]()
    cards = 0
    for item in checked.game.setup.decks:
        deck: s.CreateDeckNode | s.RepeatDeckNode
        if isinstance(item, s.GuardedDeckNode):
            if not _fixed(checked, constants, holds, item.condition):
                continue
            deck = item.deck
        else:
            deck = item
        count = 1
        if isinstance(deck, s.RepeatDeckNode):
            count, deck = max(0, _fixed(checked, constants, integer, deck.count)), deck.deck
        cards += count * card_count(deck)
        if cards > limits.CARDS:
            headline = f"a game has at most {limits.CARDS:,} cards"
            label = Label(item.span, f"this makes {cards:,}")
            raise refusal(checked.source, "too-many-cards", headline, label)
        found.append((deck, count))
    return found


def _check_updates(checked: s.CheckedGame, code: tuple[p.Step, ...]) -> None:
    """Which awards an update replaces must be known before play."""
    for node in program_nodes(code):
        if isinstance(node, p.StorePoints) and node.update:
            attributes = [attribute for award in node.awards for attribute, _ in award.tests]
            if not all(isinstance(attribute, p.Const) for attribute in attributes):
                label = Label(node.span, "an attribute here is worked out in play")
                headline = "an update names its attributes"
                raise refusal(checked.source, "not-constant", headline, label)


def _check_picks(checked: s.CheckedGame, code: tuple[p.Step, ...]) -> None:
    """Where picks come first, their number is known before play."""
    for step in (step for step in code if isinstance(step, p.Decide)):
        for alternative in step.alternatives:
            if most_picks(alternative) > limits.PICKS and picks_come_first(alternative):
                headline = f"an option picks at most {limits.PICKS} times"
                label = Label(step.span, "an option here picks more often")
                raise refusal(checked.source, "too-many-picks", headline, label)
