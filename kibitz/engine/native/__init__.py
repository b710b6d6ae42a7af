"""Games as machine code: playouts by the million, many states at once, search.

In: a Program. Out: engines, batches and searchers, compiled once for each program and kept.
Inside: emission/ (of the language), runtime/, search/ (and worlds), learning/, exact/, and the
targets: llvm/ for this processor, gpu/. Read runtime/engine.py first, then emission/passes.py.
"""

from __future__ import annotations

from kibitz.engine.device import Device
from kibitz.engine.native.exact.exact_solver import Exact, is_open_to_it
from kibitz.engine.native.gpu.gpu_engine import GpuEngine
from kibitz.engine.native.gpu.gpu_trials import GpuTrials
from kibitz.engine.native.learning.learner import Learner
from kibitz.engine.native.runtime.batch import Batch
from kibitz.engine.native.runtime.engine import NativeEngine
from kibitz.engine.native.runtime.playouts import Playouts
from kibitz.engine.native.search.searcher import Search, Searcher, SearchPlan, SearchPosition
from kibitz.engine.per_program_cache import OnceByRules
from kibitz.engine.program import Program

__all__ = [
    "Batch",
    "NativeEngine",
    "Playouts",
    "Search",
    "SearchPlan",
    "SearchPosition",
    "Searcher",
    "learner",
    "native_engine",
    "searcher",
]

_engines: dict[Device, OnceByRules[NativeEngine]] = {
    Device.CPU: OnceByRules(NativeEngine),
    Device.CUDA: OnceByRules(GpuEngine),
}


def native_engine(program: Program, device: Device = Device.CPU) -> NativeEngine:
    """The compiled engine of these rules, made on first use. Raises NoGpu where there is none."""
    return _engines[device](program)


exact = OnceByRules(Exact)
"""The compiled solver of these rules, made on first use."""
can_be_exact = OnceByRules(is_open_to_it)
"""Whether there is one."""
learner = OnceByRules(Learner)
"""The compiled learning code of these rules, made on first use."""
gpu_trials = OnceByRules(GpuTrials)
"""The compiled trials of these rules on a GPU, made on first use. Raises NoGpu."""
searcher = OnceByRules(Searcher)
"""The compiled search of these rules, made on first use."""
