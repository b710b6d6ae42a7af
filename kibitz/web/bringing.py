"""Matches that were begun elsewhere: a record that somebody brings becomes a table."""

from __future__ import annotations

from kibitz.engine.record import BadRecord, Record
from kibitz.engine.record_text import read_record
from kibitz.web.bots import COVERING
from kibitz.web.offers import Offers
from kibitz.web.refusal import Reason, Refused
from kibitz.web.room import LONGEST_NAME, Chair, Phase, Room, clean_name
from kibitz.web.store import Deal, KeptMatch, Origin

LARGEST_RECORD = 512 * 1024
"""Bytes that somebody may bring."""


def brought(offers: Offers, data: bytes) -> tuple[Room, KeptMatch, Record]:
    """The table of a record, played again to see that it can have been so. Raises Refused."""
    try:
        record = read_record(data)
    except BadRecord as fault:
        raise Refused(Reason.BAD_RECORD, str(fault)) from None
    game = offers.game(record.game.name, record.options)
    match = game.match(record.seed)
    try:
        for _ in match.follow(record):
            pass
    except BadRecord as fault:
        raise Refused(Reason.BAD_RECORD, str(fault)) from None
    if not match.is_over:
        raise Refused(Reason.NOT_OVER)
    names = tuple(_shown(name, seat) for seat, name in enumerate(record.players))
    secret, *words = record.deal or ("",)
    room = Room(
        record.game.name,
        dict(record.options),
        chairs=tuple(Chair(name, bot=COVERING, is_ready=True) for name in names),
        phase=Phase.OVER,
        match=1,
    )
    kept = KeptMatch(
        id=0,
        number=1,
        game=record.game.name,
        digest=record.digest,
        options=dict(record.options),
        seed=record.seed,
        players=names,
        deal=Deal(secret, tuple(words)),
        people=(None,) * len(names),
        origin=Origin.RECORD,
    )
    return room, kept, record


def _shown(name: str, seat: int) -> str:
    try:
        return clean_name(name[:LONGEST_NAME])
    except Refused:
        return f"player {seat + 1}"
