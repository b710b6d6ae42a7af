"""How many people a game is for."""

from __future__ import annotations

from kibitz.recycle import CheckedGame, syntax


def seats(game: CheckedGame) -> range:
    """How many may play; empty where that depends on several options."""
    match game.game.setup.players:
        case syntax.IntLiteral(value=value):
            return range(value, value + 1)
        case syntax.Variable(binder=binder):
            for declaration in game.game.declarations:
                if isinstance(declaration, syntax.Option) and declaration.binder == binder:
                    return _numbers(declaration)
    return range(0)


def _numbers(option: syntax.Option) -> range:
    match option.domain:
        case syntax.Range(low=syntax.IntLiteral(value=low), high=syntax.IntLiteral(value=high)):
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
