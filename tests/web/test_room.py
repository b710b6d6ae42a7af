"""The waiting room: who may do what before a match."""

from __future__ import annotations

from dataclasses import asdict, replace

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from kibitz.web.offers import Offers, Seats
from kibitz.web.refusal import Reason, Refused
from kibitz.web.room import Chair, Manners, Phase, Room
from kibitz.web.room_words import room_now

SEATS = Seats(2, 3, "PLAYERS")
OFFERS = Offers()


def room(*names: str) -> Room:
    """A table of golf at which these people sit."""
    made = Room("golf-six", {})
    for number, name in enumerate(names, start=1):
        made = made.joined(name, f"secret {name}").seated(number, SEATS)
    return made


def names(at: Room) -> list[str]:
    return [chair.name for chair in at.chairs]


def refused(reason: Reason) -> pytest.RaisesExc[Refused]:
    return pytest.RaisesExc(Refused, check=lambda fault: fault.reason is reason)


def test_the_first_who_comes_is_the_host() -> None:
    assert room("Ann", "Ben").host == 1


def test_when_the_host_leaves_the_next_player_is_host() -> None:
    left = room("Ann", "Ben", "Cas").left(1)
    assert (left.host, names(left)) == (2, ["Ben", "Cas"])


def test_a_second_ben_is_ben_2() -> None:
    assert names(room("Ben", "Ben")) == ["Ben", "Ben 2"]


@pytest.mark.parametrize("name", ["", "   ", "x" * 25, "\u202e\u0007"])
def test_a_name_that_nobody_could_read_is_refused(name: str) -> None:
    with refused(Reason.NO_NAME):
        room(name)


def test_a_name_may_look_like_html_and_stays_what_it_is() -> None:
    assert names(room("<b>Ann</b>")) == ["<b>Ann</b>"]


def test_a_secret_opens_its_own_seat_and_no_other() -> None:
    at = room("Ann", "Ben")
    assert at.holder("secret Ben").name == "Ben"
    with refused(Reason.FOREIGN_SECRET):
        at.holder("secret Cas")


def test_no_secret_is_kept() -> None:
    assert "secret Ann" not in str(asdict(room("Ann")))


def test_who_finds_no_seat_may_watch() -> None:
    full = room("Ann", "Ben", "Cas").joined("Dot", "secret Dot")
    assert full.seat_of(4) is None
    with refused(Reason.TABLE_FULL):
        full.seated(4, SEATS)


def test_the_cards_are_dealt_when_all_guests_are_ready() -> None:
    at = room("Ann", "Ben")
    with refused(Reason.NOT_READY):
        at.started(SEATS)
    started = at.readied(2, True).started(SEATS)
    assert (started.phase, started.match, started.options) == (Phase.PLAYING, 1, {"PLAYERS": 2})


def test_everybody_sees_who_asked_for_advice_until_the_next_match() -> None:
    advised = Manners(advice="full")
    playing = room("Ann", "Ben").behaved(advised).readied(2, True).started(SEATS).asked(2)
    chairs = room_now(OFFERS, "BCDFGH", playing, {1, 2}).chairs
    assert [chair.is_advised for chair in chairs] == [False, True]
    assert playing.asked(2) is playing
    assert Room.from_json(asdict(playing)) == playing
    assert playing.ended().started(SEATS).advised == ()


def test_without_leave_nobody_is_advised() -> None:
    with refused(Reason.NO_ADVICE):
        room("Ann", "Ben").readied(2, True).started(SEATS).asked(2)
    with refused(Reason.NOT_UNDERSTOOD):
        room("Ann").behaved(Manners(advice="always"))


def test_a_game_is_not_dealt_to_too_few() -> None:
    with refused(Reason.TOO_FEW):
        room("Ann").started(SEATS)


def test_new_rules_must_be_looked_at_again() -> None:
    at = room("Ann", "Ben").readied(2, True)
    assert not at.configured(OFFERS, "golf", {"HOLES": 3}).chairs[1].is_ready


@pytest.mark.parametrize(
    "options", [{"HOLES": 99}, {"HOLES": "many"}, {"MULLIGANS": 1}, {"JOKERS": "SEVEN"}]
)
def test_rules_that_do_not_exist_are_refused_not_ignored(options: dict[str, int | str]) -> None:
    with refused(Reason.BAD_RULES):
        room("Ann").configured(OFFERS, "golf", options)


def test_a_course_of_another_par_can_be_written_down_but_not_played_until_it_adds_up() -> None:
    at = room("Ann", "Ben").configured(OFFERS, "par-golf", {"PARONE": 5})
    shown = room_now(OFFERS, "BCDFGH", at, {1, 2})
    assert (shown.conflict, shown.rules) == ("The pars of nine holes add up to 36.", [])
    with refused(Reason.CONFLICT):
        OFFERS.game(at.game, at.options)
    mended = at.configured(OFFERS, "par-golf", {"PARONE": 5, "PARFOUR": 4})
    assert room_now(OFFERS, "BCDFGH", mended, {1, 2}).conflict == ""


def test_a_fifth_player_of_golf_brings_a_second_pack() -> None:
    def pack(players: int) -> str:
        chairs = tuple(Chair(f"bot {number}", bot="novice") for number in range(players))
        return room_now(OFFERS, "BCDFGH", Room("golf", {}, chairs=chairs), ()).pack

    assert pack(4) == "played with 52 cards"
    assert pack(5) == "played with 104 cards, each of them twice"


def test_in_a_match_a_bot_takes_the_seat_of_whoever_leaves() -> None:
    playing = replace(room("Ann", "Ben"), phase=Phase.PLAYING).left(2)
    assert (playing.chairs[1].bot, names(playing)) == ("regular", ["Ann", "Ben"])


def test_a_bot_that_has_a_seat_of_its_own_is_not_covered_by_another() -> None:
    playing = replace(room("Ann").with_bot("expert", SEATS), phase=Phase.PLAYING)
    with refused(Reason.STILL_HERE):
        playing.covered(1)


def test_a_bot_covers_until_its_player_is_back() -> None:
    playing = replace(room("Ann", "Ben"), phase=Phase.PLAYING).covered(1)
    assert playing.chairs[1].bot == "regular"
    assert playing.back(2).chairs[1].bot is None


def test_the_next_deal_has_another_secret_and_needs_new_words() -> None:
    at = room("Ann", "Ben").with_words(1, "0af3")
    assert at.ended().commitment != at.commitment
    assert {person.words for person in at.ended().people} == {""}


@pytest.mark.parametrize("words", ["", "XYZ", "0a\n0a", "0" * 65])
def test_words_for_the_deal_are_hexadecimal_digits(words: str) -> None:
    with refused(Reason.NOT_UNDERSTOOD):
        room("Ann").with_words(1, words)


def test_nobody_adds_words_when_the_cards_are_dealt() -> None:
    with refused(Reason.NOT_WAITING):
        replace(room("Ann", "Ben"), phase=Phase.PLAYING).with_words(1, "0af3")


def test_seats_change_places() -> None:
    assert names(room("Ann", "Ben", "Cas").moved(2, 0)) == ["Cas", "Ann", "Ben"]


def test_a_room_comes_back_from_the_store_as_it_was() -> None:
    at = room("Ann", "Ben").with_bot("expert", SEATS)
    assert Room.from_json(asdict(at)) == at
