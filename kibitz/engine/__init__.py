"""The rules at work: a checked game becomes a Program, and an engine plays it.

In: `kibitz.recycle.CheckedGame`, option values, a generator. Out: states, decisions, events,
outcomes, and for each seat a View. Chance always comes in as an argument.
Read protocol.py first, then program/ and interpreter.py.
"""

from kibitz.engine.cancellation import (
    Stop,
    Stopped,
    current,
    has_one_core,
    leave,
    one_core,
    time_limit,
    together,
)
from kibitz.engine.card_names import SUITS, card_text, kind_texts
from kibitz.engine.checksummed_jsonl import BadLine, CheckedLines, checked_line, read_checked
from kibitz.engine.device import Device
from kibitz.engine.errors import BadState, IllegalChoice, MatchError, MatchOver
from kibitz.engine.events import (
    CardMoved,
    Chosen,
    Created,
    Event,
    LocationsSwapped,
    OptionPlayed,
    Picked,
    Remembered,
    Shuffled,
    Sighting,
    Stored,
    TurnStarted,
    seen,
    sight,
)
from kibitz.engine.interpreter import Interpreter
from kibitz.engine.journal import Journal
from kibitz.engine.kept_files import Cache, Stamp, data_folder, reason, user_cache, write_atomically
from kibitz.engine.keys import Bindings
from kibitz.engine.knowledge import Knowledge
from kibitz.engine.lazy_deal import Chance, Entangled, Fork, OpenInterpreter, Script
from kibitz.engine.lower import lower
from kibitz.engine.lower.constants import bounds, plain_name
from kibitz.engine.observed_history import Past
from kibitz.engine.open_card_score import OpenCardScore
from kibitz.engine.outcome import Outcome, first_places
from kibitz.engine.per_program_cache import OnceByRules
from kibitz.engine.places import LocationTable, layout, place_text, places
from kibitz.engine.playing import Choose, Playing, Playout, at_random
from kibitz.engine.points import PointMap, point_sites
from kibitz.engine.program import Decide, OwnerKind, Pick, Place, Program, Storage, StorageKind
from kibitz.engine.program.behaviour import behaviour
from kibitz.engine.program.expressions import Value
from kibitz.engine.program.static_analysis import alike, all_different
from kibitz.engine.program.walk import nodes
from kibitz.engine.protocol import Decision, Option, Path, Step
from kibitz.engine.record import BadRecord, Record, RecordedChoice, RecordedGame, follow, replay
from kibitz.engine.record_text import (
    UNDO,
    choice_entry,
    header_entry,
    read_record,
    record_of,
    record_text,
    standing_entry,
)
from kibitz.engine.resample import unseen
from kibitz.engine.rng import Rng
from kibitz.engine.rounds import rounds_of
from kibitz.engine.rules.tracing import StatementEnding, Traced, TracingRules
from kibitz.engine.state import State
from kibitz.engine.unknown_groups import Doubt, is_one, plain
from kibitz.engine.view import Spot, View, members, spot, unknown_cards
