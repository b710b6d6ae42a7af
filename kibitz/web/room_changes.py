"""What somebody's message makes of a room."""

from __future__ import annotations

from collections.abc import Collection
from typing import assert_never

from kibitz.web import messages as said
from kibitz.web.offers import Offers
from kibitz.web.refusal import Reason, Refused
from kibitz.web.room import Manners, Room


def changed(
    room: Room, person: int, message: said.RoomChange, offers: Offers, here: Collection[int]
) -> Room:
    """The room as the person's message wants it; `here` are those with a browser at the table.
    Raises Refused."""
    seats = offers.seats(room.game, room.options)
    if isinstance(message, said.HostChange):
        refuse_guest(room, person)
    match message:
        case said.Words(words=words):
            return room.with_words(person, words)
        case said.Sit(seated=True):
            return room.seated(person, seats)
        case said.Sit():
            return room.stood_up(person)
        case said.Ready(ready=ready):
            return room.readied(person, ready)
        case said.Back():
            return room.back(person)
        case said.Chat(text=text):
            return room.said(person, text)
        case said.Configure(game=game, options=options):
            return room.configured(offers, game, options)
        case said.Behave(turn_seconds=seconds, watch_late=late, advice=advice):
            return room.behaved(Manners(seconds, late, advice))
        case said.AddBot(bot=bot):
            return room.with_bot(bot, seats)
        case said.Remove(seat=seat):
            return room.removed(seat)
        case said.Dismiss(person=watcher):
            return room.dismissed(watcher)
        case said.MoveSeat(seat=seat, to=to):
            return room.moved(seat, to)
        case said.Reopen():
            return room.reopened()
        case said.Cover(seat=seat):
            covered = room.covered(seat)
            if room.chairs[seat].person in here:
                raise Refused(Reason.STILL_HERE)
            return covered
        case undecided:
            assert_never(undecided)


def refuse_guest(room: Room, person: int) -> None:
    """Raises Refused for whoever is not the host."""
    if room.host != person:
        raise Refused(Reason.NOT_HOST)
