"""How many people a game is for."""

from __future__ import annotations

from kibitz.recycle import CheckedGame
from kibitz.recycle import syntax as s


def seats(game: CheckedGame) -> range:
    """How many may play; empty where that depends on several options."""
    match game.game.setup.players:
        case s.IntLiteral(value=value):
            return range(value, value + 1)
        case s.Variable(binder=binder):
            for declaration in game.game.declarations:
                if isinstance(declaration, s.Option) and declaration.binder == binder:
                    return _numbers(declaration)
    return range(0)


def _numbers(option: s.Option) -> range:
    match option.domain:
        case s.Range(low=s.IntLiteral(value=low), high=s.IntLiteral(value=high)):
            return range(low, high + 1)
        case _:
            return range(0)


def seats_said(possible: range) -> str:
    """`4`, or `2 to 6` where an option says how many."""
    match len(possible):
        case 0:
            return "depends on its options"
        case 1:
            return str(possible[0])
        case _:
            return f"{possible[0]} to {possible[-1]}"


def players_said(possible: range) -> str:
    """`1 player`, or `2 to 6 players`."""
    return "1 player" if possible == range(1, 2) else f"{seats_said(possible)} players"
