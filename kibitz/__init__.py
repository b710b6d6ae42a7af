"""Play, analyse and understand any card game that can be written down.

`load` a Game, start a `match`, ask it whose `decision` it is, `play` an option.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kibitz.advisor import Advice, Question, advise
    from kibitz.engine import Decision, Option, Outcome, Record, Rng, View
    from kibitz.engine.native import (
        ActionPlan,
        Batch,
        GpuBatch,
        InformationPlan,
        NativeEngine,
        NativeState,
        ObservationPlan,
        Playouts,
        native_engine,
    )
    from kibitz.game import Game, load
    from kibitz.games import names
    from kibitz.learning import Course, Net, learn
    from kibitz.match import Match
    from kibitz.players import make_player
    from kibitz.recycle import KibitzError
    from kibitz.solver import NotWinnable, TreeState, WinnableDeal, winnable_deal
    from kibitz.words import Vocabulary

__version__ = "0.1.0"
__all__ = [
    "ActionPlan",
    "Advice",
    "Batch",
    "Course",
    "Decision",
    "Game",
    "GpuBatch",
    "InformationPlan",
    "KibitzError",
    "Match",
    "NativeEngine",
    "NativeState",
    "Net",
    "NotWinnable",
    "ObservationPlan",
    "Option",
    "Outcome",
    "Playouts",
    "Question",
    "Record",
    "Rng",
    "TreeState",
    "View",
    "Vocabulary",
    "WinnableDeal",
    "advise",
    "learn",
    "load",
    "make_player",
    "names",
    "native_engine",
    "winnable_deal",
]

_HOMES = {
    "ActionPlan": "kibitz.engine.native",
    "Advice": "kibitz.advisor",
    "Batch": "kibitz.engine.native",
    "Course": "kibitz.learning",
    "Decision": "kibitz.engine",
    "Game": "kibitz.game",
    "GpuBatch": "kibitz.engine.native.gpu.gpu_batch",
    "InformationPlan": "kibitz.engine.native",
    "KibitzError": "kibitz.recycle.diagnostic",
    "Match": "kibitz.match",
    "NativeEngine": "kibitz.engine.native",
    "NativeState": "kibitz.engine.native",
    "Net": "kibitz.learning",
    "NotWinnable": "kibitz.solver",
    "ObservationPlan": "kibitz.engine.native",
    "Option": "kibitz.engine.protocol",
    "Outcome": "kibitz.engine",
    "Playouts": "kibitz.engine.native",
    "Question": "kibitz.advisor",
    "Record": "kibitz.engine.records",
    "Rng": "kibitz.engine",
    "TreeState": "kibitz.solver",
    "View": "kibitz.engine",
    "Vocabulary": "kibitz.words",
    "WinnableDeal": "kibitz.solver",
    "advise": "kibitz.advisor",
    "learn": "kibitz.learning",
    "load": "kibitz.game",
    "make_player": "kibitz.players",
    "names": "kibitz.games",
    "native_engine": "kibitz.engine.native",
    "winnable_deal": "kibitz.solver",
}


def __getattr__(name: str) -> Any:
    """Names are fetched when they are first used, so that `import kibitz` costs nothing."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return ["__version__", *__all__]
