"""The waiting room as browsers are shown it: names and rules, no secret."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from functools import lru_cache

from kibitz.game import Game
from kibitz.games import matching_preset
from kibitz.web.messages import ChairNow, ChatNow, PersonNow, RoomNow, RuleNow, UndoNow
from kibitz.web.offers import Offers, Options, OptionValue, Seats
from kibitz.web.refusal import Reason, Refused
from kibitz.web.room import Chair, Phase, Room
from kibitz.web.wire import JsonObject
from kibitz.words import FaceWords


def room_now(
    offers: Offers, code: str, room: Room, here: Collection[int], *, is_preparing: bool = False
) -> RoomNow:
    """`here` are the people with a browser at the table."""
    seats = offers.seats(room.game, room.options)
    options = _with_players(seats, room.options, len(room.chairs))
    rules: list[RuleNow] = []
    conflict, preset, pack = "", None, ""
    faces: dict[str, FaceWords] = {}
    game = None
    try:
        game = offers.game(room.game, options)
    except Refused as fault:
        conflict = str(fault)
    if game is not None:
        preset = matching_preset(game.page, game.house_rules)
        rules, pack, faces = rules_now(game), pack_now(game), game.vocabulary.own_faces
    return RoomNow(
        type="room",
        code=code,
        game=room.game,
        title=offers.title(room.game),
        options=options,
        rules=rules,
        conflict=conflict,
        preset=preset,
        pack=pack,
        faces=faces,
        fewest=seats.fewest,
        most=seats.most,
        phase=room.phase,
        match=room.match,
        host=room.host,
        turn_seconds=room.manners.turn_seconds,
        watch_late=room.manners.watch_late,
        advice=room.manners.advice,
        chairs=[_chair(room, chair, here) for chair in room.chairs],
        people=[PersonNow(one.number, one.name, one.number in here) for one in room.people],
        commitment=room.commitment,
        is_preparing=is_preparing,
        chat=[ChatNow(one.number, one.person, one.name, one.text) for one in room.chat],
        undo=_undo_now(room),
    )


def _undo_now(room: Room) -> UndoNow | None:
    undo = room.undo
    if undo is None:
        return None
    return UndoNow(undo.person, undo.match, undo.version, list(room.to_agree))


def door_now(offers: Offers, room: Room, here: Collection[int]) -> JsonObject:
    """What somebody reads who has the link and has not said who they are."""
    seats = offers.seats(room.game, room.options)
    hosts = [person.name for person in room.people if person.number == room.host]
    return {
        "game": room.game,
        "title": offers.title(room.game),
        "host": next(iter(hosts), None),
        "here": [person.name for person in room.people if person.number in here],
        "players": [chair.name for chair in room.chairs],
        "free": max(0, seats.most - len(room.chairs)) if room.phase is Phase.WAITING else 0,
        "phase": room.phase,
    }


def prepare_rules(
    offers: Offers, game: str, options: Mapping[str, OptionValue], players: int
) -> None:
    """Compile what a room with these rules shows, so that it is shown at once. Raises Refused."""
    seats = offers.seats(game, options)
    for asked in (options, _with_players(seats, options, players)):
        try:
            pack_now(offers.game(game, asked))
        except Refused as fault:
            if fault.reason is not Reason.CONFLICT:
                raise


def _with_players(
    seats: Seats, options: Mapping[str, OptionValue], players: int
) -> dict[str, OptionValue]:
    """For so many players, or as many as can be."""
    if seats.option is None:
        return dict(options)
    return {**options, seats.option: min(max(players, seats.fewest), seats.most)}


def rules_now(game: Game) -> list[RuleNow]:
    """What every option says with these values."""
    rules = game.house_rules
    return [RuleNow(one.name, one.label, one.group, one.rule, one.standard) for one in rules]


def shared_now(offers: Offers, name: str, options: Options) -> JsonObject:
    """The rules as somebody sends them to friends. Raises Refused for rules that there are not."""
    game = offers.game(name, dict(options))
    rules = rules_now(game)
    other = [rule.name for rule in rules if rule.standard is not None]
    changed = {option: game.options[option] for option in other}
    return {"game": game.name, "title": game.title, "options": changed, "rules": rules}


@lru_cache(512)
def pack_now(game: Game) -> str:
    """How many cards are dealt with these rules, and how often each of them is there."""
    kinds = game.match(0).kinds
    copies = min(Counter(kinds).values(), default=1)
    often = {1: "", 2: ", each of them twice"}.get(copies, f", each of them {copies} times")
    return f"played with {len(kinds)} cards{often}"


def _chair(room: Room, chair: Chair, here: Collection[int]) -> ChairNow:
    person, bot = chair.person, chair.bot
    is_here, is_covered = person is None or person in here, None not in (person, bot)
    told = chair.is_ready, is_covered, is_here, person in room.advised
    return ChairNow(chair.name, person, bot, *told)
