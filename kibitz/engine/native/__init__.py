"""Games as machine code: playouts by the million, many states at once, search.

In: a Program. Out: engines, batches and searchers, compiled once for each program and kept.
Inside: layout/ (what lies where), emission/ (of the language), runtime/, search/ (and worlds),
learning/, observation/, exact/, and the targets: llvm/ for this processor and WebAssembly, gpu/.
Read runtime/engine.py first, then passes.py.
"""

from __future__ import annotations

from kibitz.engine.by_rules import OnceByRules
from kibitz.engine.native.exact.exact_solver import Ending, Exact, Solved, is_open_to_it, is_plain
from kibitz.engine.native.gpu.gpu_batch import GpuBatch
from kibitz.engine.native.gpu.gpu_engine import GpuEngine
from kibitz.engine.native.gpu.gpu_trials import GpuTrials
from kibitz.engine.native.layout import net_layout
from kibitz.engine.native.layout.packing import Packer, Validator
from kibitz.engine.native.layout.signatures import Purpose
from kibitz.engine.native.layout.state_layout import state_layout
from kibitz.engine.native.learning.feature_names import (
    FeatureName,
    feature_names,
    stored_constants,
    turned,
)
from kibitz.engine.native.learning.feature_plan import FeaturePlan, feature_plan, number_feature
from kibitz.engine.native.learning.learner import (
    Learner,
    Lesson,
    Student,
    Wants,
    Weights,
    aligned_zeros,
    become_mean,
)
from kibitz.engine.native.observation.action_plan import ActionPlan
from kibitz.engine.native.observation.batch import Batch
from kibitz.engine.native.observation.information_plan import InformationPlan
from kibitz.engine.native.observation.native_state import NativeState, Situation
from kibitz.engine.native.observation.observation_plan import ObservationPlan
from kibitz.engine.native.runtime.code import is_compiled, object_code
from kibitz.engine.native.runtime.engine import Expander, Frontier, NativeEngine
from kibitz.engine.native.runtime.playouts import Noting, Playouts
from kibitz.engine.native.search import weighing
from kibitz.engine.native.search.appraiser import Appraiser, Trials
from kibitz.engine.native.search.growth import MOST_DECISIONS
from kibitz.engine.native.search.searcher import Guide, Search, Searcher, SearchPosition, searcher
from kibitz.engine.native.web_module import WebModule, web_module
from kibitz.engine.playing import Device
from kibitz.engine.program import Program

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
