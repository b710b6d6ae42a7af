"""The rules at work: a checked game becomes a Program, and an engine plays it.

In: `kibitz.recycle.CheckedGame`, option values, a generator. Out: states, decisions, events,
outcomes, and for each seat a View. Chance always comes in as an argument.
Read protocol.py first, then program/ and interpreter.py.
"""

from kibitz.engine.by_rules import OnceByRules, name_by_rules
from kibitz.engine.errors import BadState, IllegalChoice, MatchError, MatchOver
from kibitz.engine.events import Event, Sighting, sight
from kibitz.engine.history import Past
from kibitz.engine.interpreter import Interpreter
from kibitz.engine.journal import BadLine, Journal
from kibitz.engine.knowledge import members
from kibitz.engine.lower import lower, refuse_setup
from kibitz.engine.lower.constants import bounds, plain_name
from kibitz.engine.open_card_score import OpenCardScore
from kibitz.engine.places import (
    SUITS,
    LocationTable,
    card_text,
    kind_texts,
    layout,
    place_text,
    places,
    value_text,
)
from kibitz.engine.player_settings import PLAYERS, UnknownPlayer
from kibitz.engine.playing import (
    Choose,
    Device,
    Playing,
    PlayingMark,
    Playout,
    at_random,
    refuse_unwanted,
)
from kibitz.engine.program import Decide, OwnerKind, Pick, Place, Program, Storage, StorageKind
from kibitz.engine.program.expressions import Value
from kibitz.engine.program.lets import LetOnTheWay, said_by_picks
from kibitz.engine.program.static_analysis import alike, all_different
from kibitz.engine.program.walk import behaviour, nodes
from kibitz.engine.protocol import (
    Bindings,
    Decision,
    Option,
    Outcome,
    Path,
    Step,
    first_places,
    margins,
    shared_ranks,
)
from kibitz.engine.records import BadRecord, Record, RecordedChoice, follow
from kibitz.engine.resample import unseen
from kibitz.engine.rng import Rng
from kibitz.engine.rounds import deal_slot, rounds_of
from kibitz.engine.rules.tracing import StatementEnding, Traced, TracingRules
from kibitz.engine.secrets import Guesses, is_guessed_at, keeps_secrets
from kibitz.engine.state import PointMap, State, point_sites
from kibitz.engine.view import Spot, View, spot, unknown_cards
