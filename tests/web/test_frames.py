"""No frame and no line of the log tells a seat what it may not know."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from kibitz import Rng, load
from kibitz.engine import Outcome
from kibitz.engine.errors import MatchError
from kibitz.engine.protocol import Step
from kibitz.games import names
from kibitz.match import Match
from kibitz.recycle.syntax import Goal
from kibitz.web.frame_parts import Result
from kibitz.web.frames import frame_text, result_now
from kibitz.web.kept_match import KeptMatch
from kibitz.web.live_match import LiveMatch
from kibitz.words.open_cards import OpenCards
from kibitz.words.tableau import Tableau

CARD = re.compile(r"\b(?:10|[2-9AJQK])[♥♦♣♠]")
SHORT: dict[str, dict[str, int | str]] = {
    "golf": {"holes": 2, "flip-on-discard": "always", "knock-early": "on", "secret-flips": "on"},
    "lock-golf": {"holes": 3},
    "par-golf": {"players": 2},
}
"""Options that make a match short enough, and show more of the game."""


def dealt(name: str, seed: int) -> LiveMatch:
    game = load(name, **SHORT.get(name, {}))
    people = tuple(f"Person {seat}" for seat in range(game.players))
    options = dict(game.options)
    kept = KeptMatch(1, 1, name, game.program.digest, options, seed, people, ("",))
    return LiveMatch(game, kept)


def frame(live: LiveMatch, seat: int | None) -> Any:
    """As a browser reads it."""
    return json.loads(frame_text(live, seat))


def known_to(live: LiveMatch, seat: int) -> set[str]:
    """The faces that the seat can tell now, or has just seen."""
    match, texts = live.match, live.game.vocabulary.kind_texts
    cards = {spot.card for pile in match.view(seat).piles for spot in pile}
    cards |= {getattr(sighting.event, "card", None) for sighting in match.sightings(seat)}
    return {texts[match.kinds[card]] for card in cards if card is not None}


def play_at_random(live: LiveMatch, chance: Rng) -> None:
    live.go_on(live.after(chance.below(len(live.match.options))))


def other_world(live: LiveMatch, seat: int, seed: int) -> LiveMatch:
    """The match in another world that the seat could be in."""
    match = live.match
    twin, engine = match.copy(), live.game.interpreter
    state = engine.resample(match.view(seat), Rng(seed))
    twin._playing.step = Step(engine, state, match.events)
    return forgetful(live, twin)


def forgetful(live: LiveMatch, match: Match) -> LiveMatch:
    """The same, at that match, with nothing kept of frames that were made before."""
    other = LiveMatch.__new__(LiveMatch)
    words, card = live.game.vocabulary, live.game.page.scorecard
    counting = OpenCards(words, card) if card and card.open else None
    unkept: dict[str, object] = {
        "tableau": Tableau(words),
        "open_cards": counting,
        "open_told": None,
        "areas_told": {},
        "card_told": None,
    }
    other.__dict__.update(live.__dict__, match=match, **unkept)
    return other


@pytest.mark.slow
@pytest.mark.parametrize("name", ["golf", "president", "hearts", "gin-rummy"])
def test_a_frame_of_kept_parts_is_the_one_that_would_be_made_anew(name: str) -> None:
    live, chance = dealt(name, 4), Rng(2)
    for _ in range(15):
        anew = forgetful(live, live.match)
        for seat in (*live.match.seats, None):
            assert json.loads(frame_text(live, seat)) == json.loads(frame_text(anew, seat))
        if live.match.is_over:
            break
        play_at_random(live, chance)


@pytest.mark.slow
@pytest.mark.parametrize("name", names())
def test_worlds_that_differ_only_in_hidden_cards_are_shown_alike(name: str) -> None:
    """Worlds that the cards allow, but in which nobody could decide by the rules, are left out."""
    live, chance = dealt(name, 3), Rng(3, stream=1)
    impossible = compared = 0
    for number in range(60):
        if live.match.is_over:
            break
        for seat in live.match.seats:
            try:
                shown = frame_text(other_world(live, seat, number), seat)
            except MatchError:
                impossible += 1
                continue
            assert shown == frame_text(live, seat)
            compared += 1
        play_at_random(live, chance)
    assert compared > 10 * impossible


@pytest.mark.slow
@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("seed", [1, 2])
def test_frames_and_logs_name_only_cards_the_seat_has_seen(name: str, seed: int) -> None:
    live, chance = dealt(name, seed), Rng(seed, stream=1)
    seats = live.match.seats
    known: list[set[str]] = [set() for _ in seats]
    read: dict[int | None, int] = dict.fromkeys((None, *seats), 0)

    def shown(seat: int | None, before: int) -> set[str]:
        """The cards of the frame and of the lines that have come since the last one."""
        lines = live.story.lines(seat)
        new, read[seat] = lines[read[seat] :], len(lines)
        return set(CARD.findall("\n".join([frame_text(live, seat, before), *new])))

    while True:
        before = live.version - 1
        for seat in seats:
            known[seat] |= known_to(live, seat)
            assert shown(seat, before) <= known[seat]
        assert shown(None, before) <= set.intersection(*known)
        if live.match.is_over:
            return
        play_at_random(live, chance)


def test_a_card_drawn_from_the_stock_is_shown_to_whoever_drew_it_only() -> None:
    live = dealt("golf-six", 7)
    while "draw from the stock" not in map(str, live.match.options):
        live.go_on(live.after(0))
    drawer = live.match.decision.seat
    before = [frame_text(live, seat) for seat in live.match.seats]
    live.go_on(live.after(0))
    drawn = next(iter(live.match.view(drawer).pile("HAND")))
    assert drawn is not None
    assert f"drew {drawn}" in live.story.lines(drawer)[-1]
    for seat in live.match.seats:
        others_saw = drawn in frame_text(live, seat) and drawn not in before[seat]
        assert others_saw == (seat == drawer)
    assert drawn not in live.story.lines(None)[-1]


def test_options_are_shown_to_whoever_decides_and_point_at_the_table() -> None:
    live = dealt("golf-six", 7)
    turn = live.match.decision.seat
    assert [len(frame(live, seat)["options"]) for seat in live.match.seats].count(0) == 3
    first = frame(live, turn)["options"][0]
    assert (first["label"], first["at"]) == (
        "turn over cell 1",
        [{"owner": turn, "row": "grid", "index": 1, "card": None}],
    )


def test_a_trick_lies_before_everybody_with_the_names_of_who_played() -> None:
    live = dealt("whist", 7)
    while not str(live.match.options[0]).startswith("play "):
        live.go_on(live.after(0))
    leader, card = live.match.decision.seat, str(live.match.options[0]).split()[1]
    live.go_on(live.after(0))
    for seat in (None, *live.match.seats):
        shown = frame(live, seat)
        assert shown["trick"] == [{"seat": leader, "card": card}]
        assert shown["leader"] == leader


def test_who_has_looked_at_cards_is_shown_that_nobody_else_has() -> None:
    live = dealt("lock-golf", 7)
    live.go_on(live.after(0))
    shown = [
        next(area for area in frame(live, seat)["areas"] if area["owner"] == 0)["rows"][0]["stacks"]
        for seat in (0, 1)
    ]
    own, others = ([stack["index"] for stack in stacks if stack["remembered"]] for stacks in shown)
    assert (own, others) == ([3, 4], [])
    assert all(stack["hidden"] for stack in shown[1])


def test_people_have_their_names_in_the_log() -> None:
    live = dealt("golf-six", 7)
    live.go_on(live.after(2))
    assert live.story.lines(0)[-1].startswith("you turned over cell 3")
    assert live.story.lines(None)[-1].startswith("Person 0 turned over cell 3")


@pytest.mark.slow
def test_a_frame_of_golf_for_six_is_small() -> None:
    game = load("golf", players=6, holes=3)
    people = tuple(f"Person number {seat}" for seat in range(6))
    kept = KeptMatch(1, 1, "golf", "", dict(game.options), 1, people, ("",))
    live, chance = LiveMatch(game, kept), Rng(1, stream=1)
    largest = 0
    while not live.match.is_over:
        seat = live.match.decision.seat
        largest = max(largest, len(frame_text(live, seat).encode()))
        play_at_random(live, chance)
    assert largest <= 6_000


@pytest.mark.slow
def test_who_may_knock_is_asked_how_many_cards_they_do_not_know() -> None:
    live, chance = dealt("golf", 4), Rng(4)
    asked = 0
    while not live.match.is_over:
        seat = live.match.decision.seat
        shown = frame(live, seat)
        own = next(area for area in shown["areas"] if area["owner"] == seat)
        [cells] = [row for row in own["rows"] if row["kind"] == "grid"]
        hidden = sum(stack["hidden"] for stack in cells["stacks"])
        knocks = [option for option in shown["options"] if option["label"] == "knock"]
        words = f"Your cards that nobody has seen: {hidden}. Turn them all up and go out?"
        assert shown["confirm"] == {option["key"]: words for option in knocks}
        asked += len(knocks)
        play_at_random(live, chance)
    assert asked > 0


def test_who_leads_a_hole_sits_next_to_its_dealer() -> None:
    live, chance = dealt("lock-golf", 4), Rng(4)
    players = len(live.match.seats)
    leaders = []
    while not live.match.is_over:
        shown = frame(live, None)
        assert shown["dealer"] is not None
        assert shown["leader"] == (shown["dealer"] + 1) % players
        leaders.append(shown["leader"])
        play_at_random(live, chance)
    assert list(dict.fromkeys(leaders)) == list(range(3))


def test_who_has_gone_out_is_told_until_the_hole_is_over() -> None:
    live, chance = dealt("golf", 7), Rng(7)
    finishers = []
    while not live.match.is_over:
        shown = frame(live, None)
        if shown["finisher"] is not None:
            assert f"Person {shown['finisher']} went out" in shown["remark"]
            assert shown["scorecard"] is not None
            finishers.append(shown["scorecard"]["number"])
        play_at_random(live, chance)
    assert set(finishers) == {1, 2}


def test_what_is_chosen_together_and_warned_of_is_told_to_the_chooser_alone() -> None:
    live = dealt("golf", 7)
    turn = live.match.decision.seat
    told = [frame(live, seat)["together"] for seat in (turn, 1 - turn, None)]
    assert told == [2, 0, 0]
    assert all(frame(live, seat)["warn"] == {} for seat in (1 - turn, None))


def test_a_result_has_no_ranks_where_nobody_is_a_rival() -> None:
    outcome = Outcome((12, 12), Goal.MAX)
    rivals = load("golf", players=2).program
    assert result_now(rivals, outcome) == Result((12, 12), (1, 1))
    together = replace(rivals, is_cooperative=True)
    assert result_now(together, outcome) == Result((12, 12), ())


def test_room_is_kept_from_the_deal_on_for_what_a_player_may_lay_down() -> None:
    def rows(name: str) -> list[tuple[str, str]]:
        own = json.loads(frame_text(dealt(name, 1), 0))["areas"][1]
        return [(row["name"], row["kind"]) for row in own["rows"]]

    assert rows("go-fish") == [("hand", "hand"), ("books", "counted")]
    assert ("cards passed", "hand") in rows("hearts")
    assert ("hand", "hand") not in rows("golf")  # a drawn card is held where nothing else lies
