"""What every seat is sent over whole matches, beside what it may know: no message tells more."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from benchmarks.trials import Row, tried
from benchmarks.visitors import Visitor, get, play_on, seated, served
from kibitz import Match, Rng
from kibitz.engine.records import read_record
from kibitz.games import names
from kibitz.web.offers import Offers

TITLE = "Secrets on the wire"
NOTE = (
    "Two people, bots and somebody who watches play a whole match, and one of them loses the "
    "connection on the way. Every message is kept and compared with the record: a card may be "
    "named only to a seat that could tell it by then, or had seen it."
)
CARD = re.compile(r"\b(?:10|[2-9AJQK])[♥♦♣♠]")


def rows(folder: Path, seconds: float) -> Iterator[Row]:
    """Every game of the library."""
    with served(folder) as address:
        for game in names():
            yield tried(game, partial(_kept, address, game))


def _kept(address: str, game: str) -> tuple[str, str]:
    return f"{keep_secrets(address, game)} messages", "no card that the seat may not know"


def keep_secrets(address: str, game: str) -> int:
    """Play a match of the game; how many messages were sent, none of which may tell too much."""
    seats = Offers().seats(game, {})
    names_of_people = ("Ann", "Ben")[: seats.most]
    bots = min(max(seats.fewest, 3), seats.most) - len(names_of_people)
    people = seated(address, game, *names_of_people, bots=bots)
    eve = Visitor(address, people[0].code)
    eve.join("Eve", watching=True)
    eve.hear_frame(0)
    chance = Rng(4)
    play_on([*people, eve], chance.below, 12)
    people[-1].close()
    heard, people[-1] = people[-1].heard, Visitor(address, eve.code)
    people[-1].join("", secret=json.loads(heard[0])["secret"])
    people[-1].hear_frame(0)
    play_on([*people, eve], chance.below)
    people[-1].heard[:0] = heard
    status, text = get(address, f"/t/{eve.code}/record.json")
    assert status == 200
    match = Match.from_record(read_record(text.encode()))
    known = _known_over_time(match)
    for seat, person in enumerate(people):
        for version, shown in _told(person.heard):
            assert set(CARD.findall(shown)) <= known[version][seat], shown
    for version, shown in _told(eve.heard):
        assert set(CARD.findall(shown)) <= set.intersection(*known[version]), shown
    assert people[0].frame["result"]["scores"] == list(match.outcome.scores)
    return sum(len(visitor.heard) for visitor in (*people, eve))


def _known_over_time(match: Match) -> list[list[set[str]]]:
    """By decision and seat: the faces that it can tell, or has seen."""
    replayed = match.game.match(match.seed)
    known = [_known_by(replayed)]
    for _ in replayed.follow(match.record()):
        known.append([old | new for old, new in zip(known[-1], _known_by(replayed), strict=True)])
    return known


def _known_by(match: Match) -> list[set[str]]:
    """By seat: the faces that it can tell now, or has just seen."""
    texts = match.game.vocabulary.kind_texts
    found = []
    for seat in match.seats:
        cards = {spot.card for pile in match.view(seat).piles for spot in pile}
        cards |= {getattr(sighting.event, "card", None) for sighting in match.sightings(seat)}
        found.append({texts[match.kinds[card]] for card in cards if card is not None})
    return found


def _told(heard: list[str]) -> Iterator[tuple[int, str]]:
    """Every message with the version of the frame that came next: it may tell what led there."""
    waiting: list[str] = []
    for text in heard:
        waiting.append(text)
        message = json.loads(text)
        if message["type"] == "frame":
            yield from ((message["version"], earlier) for earlier in waiting)
            waiting.clear()
