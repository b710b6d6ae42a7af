"""What happens is shown in order, to every seat as it saw it, and ends in what lies there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from kibitz import Rng, load
from kibitz.games import names
from kibitz.web.beats import BEFORE_DEAL, KEPT_TURNS
from kibitz.web.frame_parts import AreaNow, BeatNow, Frame
from kibitz.web.frames import area_now, frame, public_view
from kibitz.web.kept_match import KeptMatch
from kibitz.web.live_match import LiveMatch

Laid = dict[str, Counter[str | None]]
"""By owner and row: the cards there, None for those that nobody here can tell."""


def dealt(name: str, seed: int, **options: int | str) -> LiveMatch:
    game = load(name, **options)
    people = tuple(f"Person {seat}" for seat in range(game.players))
    kept = KeptMatch(1, 1, name, game.program.digest, dict(game.options), seed, people, ("",))
    return LiveMatch(game, kept)


def play_at_random(live: LiveMatch, chance: Rng) -> None:
    live.go_on(live.after(chance.below(len(live.match.options))))


def beats_until(live: LiveMatch, seat: int | None, kind: str, chance: Rng) -> list[BeatNow]:
    """The beats of the turn in which the first of that kind comes."""
    while True:
        play_at_random(live, chance)
        beats = list(frame(live, seat, live.version - 1).beats)
        if any(beat.kind == kind for beat in beats):
            return beats


# ---------------------------------------------------------------------------- beside the table


def laid(live: LiveMatch, seat: int | None) -> Laid:
    """What the frame of the seat says lies where; a place is its row, as melds are cut anew."""
    view = public_view(live.match) if seat is None else live.match.view(seat)
    told: list[AreaNow] = [area_now(area, seat, None) for area in live.tableau.areas(view).values()]
    found: Laid = {}
    for area in told:
        for row in (row for row in area.rows if row.kind != "memory"):
            there = found.setdefault(_row(area.owner, row.name), Counter())
            for stack in row.stacks:
                there.update(stack.cards or [None] * stack.hidden)
    trick = found.setdefault("trick", Counter())
    trick.update(played.card for played in frame(live, seat).trick)
    return found


def _row(owner: int | None, name: str) -> str:
    return f"{'' if owner is None else owner}/{name}"


def _place(path: str) -> str:
    owner, rest = path.split("/", 1)
    return "trick" if rest == "trick" else f"{owner}/{rest.split('/', 1)[1]}"


def moved(before: Laid, beats: Sequence[BeatNow]) -> Counter[str]:
    """How many cards lie in every row when the beats have been shown."""
    sizes = Counter({place: cards.total() for place, cards in before.items()})
    for move in (move for beat in beats for move in beat.moves):
        source, target = _place(move.source), _place(move.target)
        if not move.whole:
            sizes[source] -= 1
            sizes[target] += 1
        elif source != target:
            sizes[source], sizes[target] = sizes[target], sizes[source]
    return sizes


def drawn_rows(live: LiveMatch) -> set[str]:
    """Those that a table draws; what lies face down before a player may only be counted."""
    plans = live.tableau._plans
    rows = {_row(owner, plan.empty.name) for owner, found in plans.items() for plan in found}
    return {*rows, "trick"}


def check_ends(live: LiveMatch, chance: Rng, turns: int) -> int:
    """Play on; after every choice the moves must lead from one frame to the next. How many did."""
    seats, count, rows = (*live.match.seats, None), 0, drawn_rows(live)
    shown = {seat: laid(live, seat) for seat in seats}
    for _ in range(turns):
        if live.match.is_over:
            break
        play_at_random(live, chance)
        for seat in seats:
            now: Frame = frame(live, seat, live.version - 1)
            end, shown[seat] = moved(shown[seat], now.beats), laid(live, seat)
            sizes = Counter({place: cards.total() for place, cards in shown[seat].items()})
            drawn = Counter({place: size for place, size in end.items() if place in rows})
            assert +drawn == +sizes
            count += sum(len(beat.moves) for beat in now.beats)
    return count


@pytest.mark.parametrize("name", ["golf-six", "hearts", "cribbage"])
def test_beats_end_in_what_lies_there(name: str) -> None:
    assert check_ends(dealt(name, 4), Rng(4), 60) > 0


@pytest.mark.slow
@pytest.mark.parametrize("name", names())
def test_beats_of_every_game_end_in_what_lies_there(name: str) -> None:
    check_ends(dealt(name, 3), Rng(3, stream=1), 250)


# ---------------------------------------------------------------------------- what is seen


def test_a_trick_lies_whole_before_it_is_taken() -> None:
    live, chance = dealt("hearts", 5), Rng(5)
    for seat in (0, 1, None):
        beats = beats_until(live, seat, "trick", chance)
        played, taken = beats[:2]
        assert (played.kind, played.hold) == ("play", "trick")
        assert played.moves[0].target == f"{played.who}/trick"
        assert taken.kind == "trick"
        assert len(taken.moves) == 4
        assert {move.target for move in taken.moves} == {f"{taken.who}/0/tricks taken"}


def test_cards_that_were_doubted_are_shown_before_somebody_gets_them() -> None:
    live, chance = dealt("cheat", 5), Rng(5)
    beats = beats_until(live, 0, "turn", chance)
    doubt, shown, taken = beats[:3]
    assert doubt.kind == "say"
    assert (shown.hold, shown.who) == ("reveal", None)
    assert [move.card for move in shown.moves] != [None] * len(shown.moves)
    assert taken.moves[0].source == shown.moves[0].target


def test_the_last_hand_of_the_dealer_is_seen_before_the_stakes_are_settled() -> None:
    live, chance = dealt("blackjack", 5), Rng(5)
    beats = [beat for beat in beats_until(live, 0, "settle", chance) if beat.kind != "say"]
    kinds = [beat.kind for beat in beats]
    last = kinds.index("settle") - 1
    assert (kinds[last], beats[last].hold) == ("turn", "reveal")
    assert beats[last].moves[-1].target.endswith("/dealer")


def test_a_hole_is_counted_line_by_line_before_the_next_is_dealt() -> None:
    live, chance = dealt("golf", 7, holes=2, players=3), Rng(7)
    beats = beats_until(live, None, "settle", chance)
    kinds = [beat.kind for beat in beats]
    assert kinds.count("settle") == 3
    assert "deal" not in kinds[: kinds.index("settle") + 3]
    assert kinds[kinds.index("settle") + 3 :][:3] == ["gather", "shuffle", "deal"]
    lines = [beat.line for beat in beats if beat.line is not None]
    assert live.keeper is not None
    assert [line.total for line in lines] == [live.keeper.total(seat) for seat in range(3)]
    assert {beat.hold for beat in beats if beat.kind == "settle"} == {"line"}


def test_who_draws_is_shown_the_card_and_nobody_else_is() -> None:
    live, chance = dealt("golf-six", 7), Rng(7)
    [drawn] = beats_until(live, None, "draw", chance)
    assert drawn.who is not None
    [move] = drawn.moves
    assert (move.card, move.source) == (None, "/0/stock")
    [own] = frame(live, drawn.who, live.version - 1).beats
    assert own.moves[0].card is not None
    assert own.say.startswith("you drew ")


def test_what_is_looked_at_lies_face_down() -> None:
    live = dealt("lock-golf", 7)
    live.go_on(live.after(0))
    moves = [move for beat in frame(live, 0, 0).beats for move in beat.moves]
    assert [(move.source == move.target, move.is_down) for move in moves] == [(True, True)] * 2


def test_a_stock_that_is_shuffled_is_a_whole_pile_without_cards() -> None:
    live = dealt("hearts", 5)
    beats = frame(live, 0, BEFORE_DEAL).beats
    [shuffled] = [beat for beat in beats if beat.kind == "shuffle"]
    [deal] = [beat for beat in beats if beat.kind == "deal"]
    [move] = shuffled.moves
    assert (move.whole, move.card) == (True, None)
    assert beats.index(shuffled) < beats.index(deal)
    assert len(deal.moves) == 52
    assert sum(move.card is not None for move in deal.moves) == 13


@pytest.mark.parametrize("game", ["oh-hell", "bridge"])
def test_numbers_change_with_what_changed_them(game: str) -> None:
    live, chance = dealt(game, 5), Rng(5)
    while True:
        play_at_random(live, chance)
        numbers = [one for beat in frame(live, 0, live.version - 1).beats for one in beat.numbers]
        if numbers:
            break
    told = [number.text.replace("{}", str(number.to)) for number in numbers if number.to]
    areas = live.tableau.areas(live.match.view(0)).values()
    assert {*told} <= {counter for area in areas for counter in area.counters}


# ---------------------------------------------------------------------------- who missed something


def test_who_missed_frames_is_shown_all_that_happened_and_who_missed_many_only_the_table() -> None:
    live, chance = dealt("hearts", 5), Rng(5)
    for _ in range(KEPT_TURNS + 4):
        play_at_random(live, chance)
    versions = [beat.version for beat in frame(live, 0, live.version - 5).beats]
    assert sorted(versions) == versions
    assert {*versions} == {*range(live.version - 4, live.version + 1)}
    assert frame(live, 0, live.version).beats == []
    for long_ago in (BEFORE_DEAL, 0, None):
        assert (frame(live, 0, long_ago).since, [*frame(live, 0, long_ago).beats]) == (None, [])


def test_a_version_that_is_yet_to_come_has_no_beats() -> None:
    assert frame(dealt("hearts", 5), 0, 7).since is None
