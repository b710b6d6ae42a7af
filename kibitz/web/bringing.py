"""Matches that were begun elsewhere: a record that somebody brings, or the middle of a match."""

from __future__ import annotations

from dataclasses import replace

from kibitz.engine import BadRecord, Record, current, read_record
from kibitz.web.bots import COVERING
from kibitz.web.offers import Offers
from kibitz.web.refusal import Reason, Refused
from kibitz.web.room import LONGEST_NAME, Chair, Person, Phase, Room, clean_name, digest
from kibitz.web.store import Deal, KeptMatch, MatchOrigin

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
            if current().is_late():
                raise Refused(Reason.TOO_MUCH)
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
        origin=MatchOrigin.RECORD,
    )
    return room, kept, record


def branched(kept: KeptMatch, seat: int, name: str, secret: str) -> tuple[Room, KeptMatch]:
    """A table at which somebody plays on in that seat, and bots in the others. Raises Refused."""
    if seat not in range(len(kept.players)):
        raise Refused(Reason.NO_SEAT)
    me = Person(1, clean_name(name), digest(secret))
    others = [_distinct(f"{player}’s bot", me.name) for player in kept.players]
    chairs = [Chair(other, bot=COVERING, is_ready=True) for other in others]
    chairs[seat] = Chair(me.name, person=1, is_ready=True)
    room = Room(
        kept.game,
        kept.options,
        people=(me,),
        chairs=tuple(chairs),
        host=1,
        phase=Phase.PLAYING,
        match=1,
        people_ever=1,
    )
    branch = replace(
        kept,
        number=1,
        players=tuple(chair.name for chair in chairs),
        deal=Deal("", ()),
        people=tuple(chair.person for chair in chairs),
        origin=MatchOrigin.BRANCH,
    )
    return room, branch


def _distinct(name: str, taken: str) -> str:
    cut = name[-LONGEST_NAME:]
    return f"{cut[:-2]} 2" if cut == taken else cut


def _shown(name: str, seat: int) -> str:
    try:
        return clean_name(name[:LONGEST_NAME])
    except Refused:
        return f"player {seat + 1}"
