"""What one seat is shown: built up from its View and the words for it, from nothing else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from kibitz.engine import Outcome, Program, View
from kibitz.game import Game
from kibitz.match import Match
from kibitz.web import frame_parts as said
from kibitz.web.beats import settled_now
from kibitz.web.live_match import NOBODY, LiveMatch, tableau_of
from kibitz.web.refusal import Reason, Refused
from kibitz.web.scorecards import card_now, tally_now
from kibitz.web.wire import Written, dumped
from kibitz.words import Area, Face, OpenCards, Rehearsed, Row, Scorekeeper, common_view

_KEPT_AREAS = 4
"""Of one owner: as its owner sees it, as the others do, and what somebody alone has looked at."""


def frame_text(live: LiveMatch, seat: int | None, since: int | None = None) -> str:
    return dumped(frame(live, seat, since))


def frame(live: LiveMatch, seat: int | None, since: int | None = None) -> said.Frame:
    """The table as the seat may know it; without a seat, as those who watch may. Areas and a
    scorecard that look as before are not written anew. What has happened `since` that version is in
    it, too, if that is not too much."""
    view = public_view(live.match) if seat is None else live.match.view(seat)
    areas = live.tableau.areas(view).values()
    shown = _frame(live, view, [_told_area(live, area, seat) for area in areas])
    beats = None if since is None else live.story.beats(seat, since)
    return shown if beats is None else replace(shown, since=since, beats=beats)


def open_frame(live: LiveMatch) -> said.Frame:
    """The table with every card told: of a match that is over, told again from the deal on. Cards
    that lie face down are marked.
    """
    view = replace(live.match.open_view(), seat=NOBODY)
    known = live.tableau.areas(public_view(live.match))
    areas = live.tableau.areas(view).items()
    return _frame(live, view, [area_now(area, None, known[owner]) for owner, area in areas])


def _frame(live: LiveMatch, view: View, areas: Sequence[said.AreaNow | Written]) -> said.Frame:
    match, at = live.match, (live.kept.number, live.version)
    turn = None if match.is_over else match.decision.seat
    shown = frame_now(live.game, live.keeper, view, live.story.named, at, turn)
    result = result_now(live.game.program, match.outcome) if match.is_over else None
    counted, card, settled = _open(live, view), _told_card(live), _settled(live, view)
    shown = replace(
        shown, open=counted, result=result, areas=areas, scorecard=card, settlement=settled
    )
    return _with_choice(live, view, shown) if view.seat == turn else shown


def _settled(live: LiveMatch, view: View) -> list[said.SettledNow]:
    """The accounts of the last hand, by whose they are; none where the card tells it already."""
    card = live.game.page.scorecard
    if card is not None and card.open:
        return []
    match, program = live.match, live.game.program
    seat = None if view.seat == NOBODY else view.seat
    booked = live.story.settled(seat, is_over=match.is_over)
    return [settled_now(booking, program.teams, program.players) for booking in booked]


def frame_now(
    game: Game,
    keeper: Scorekeeper | None,
    view: View,
    named: Callable[[str], str],
    at: tuple[int, int],
    turn: int | None,
) -> said.Frame:
    """What stands round the areas, `at` a match and its version; nobody has anything to choose."""
    tableau, (match, version) = tableau_of(game), at
    cards = [(player, face.text) for player, face in tableau.trick(view)]
    return said.Frame(
        type="frame",
        match=match,
        version=version,
        seat=None if view.seat == NOBODY else view.seat,
        turn=turn,
        dealer=on_duty(game, keeper, "deal", tableau.dealer(view)),
        leader=on_duty(game, keeper, "lead", tableau.leader(view)),
        finisher=tableau.finisher(view),
        trick=[said.PlayedNow(player, card) for player, card in cards if card is not None],
        options=[],
        together=0,
        confirm={},
        warn={},
        open=[],
        teams=game.program.teams if len(game.program.teams) < game.players else (),
        settlement=[],
        remark=named(tableau.remark(view)),
        result=None,
        areas=[],
        scorecard=None,
        since=None,
        beats=(),
    )


def public_view(match: Match) -> View:
    """What every seat may know, and so everybody who watches."""
    return replace(common_view([match.view(seat) for seat in match.seats]), seat=NOBODY)


def _with_choice(live: LiveMatch, view: View, shown: said.Frame) -> said.Frame:
    game, decision, named = live.game, live.match.decision, live.story.named
    foreseen = Rehearsed(game.interpreter, game.vocabulary, view, decision)
    told = zip(decision.options, foreseen.labels, foreseen.spots, strict=True)
    options = [
        said.OptionNow(option.key, named(label), [said.SpotNow(*spot) for spot in touched])
        for option, label, touched in told
    ]
    counting, asked = live.open_cards, _confirmed(live, view)
    warned = foreseen.warnings(game.page.cautions, counting) if counting else {}
    return replace(shown, options=options, together=foreseen.together, confirm=asked, warn=warned)


def _confirmed(live: LiveMatch, view: View) -> dict[str, str]:
    """What the page wants asked before an option is taken, by its key."""
    asked = live.game.page.confirm
    if not asked:
        return {}
    places = live.game.vocabulary.places
    own = [pile for pile, place in zip(view.piles, places, strict=True) if place.owner == view.seat]
    hidden = sum(spot.card is None for pile in own for spot in pile)
    return {
        option.key: asked[option.name].replace("{hidden}", str(hidden))
        for option in live.match.decision.options
        if option.name in asked
    }


def on_duty(game: Game, keeper: Scorekeeper | None, duty: str, told: int | None) -> int | None:
    """Who deals or leads: as a number of the table tells it, or the turn that began the hole.

    Who leads a hole sits next to who has dealt it.
    """
    if told is not None or keeper is None or game.vocabulary.has_tricks:
        return told
    first = keeper.on_duty(duty)
    if first is None and duty == "deal":
        leader = keeper.on_duty("lead")
        return None if leader is None else (leader - 1) % game.players
    return first


def _open(live: LiveMatch, view: View) -> list[said.OpenNow]:
    """What open cards come to so far; the same for everybody, so that one is told for all."""
    if live.open_cards is None or live.match.is_over:
        return []
    if live.open_told is None or live.open_told[0] != live.version:
        live.open_told = live.version, open_now(live.open_cards, view)
    return live.open_told[1]


def open_now(counting: OpenCards, view: View) -> list[said.OpenNow]:
    scores = counting.scores(view)
    return [said.OpenNow(score.points, score.cancelled) for score in scores]


def result_now(program: Program, outcome: Outcome) -> said.Result:
    return said.Result(outcome.scores, outcome.ranks if program.has_rivals else ())


# ---------------------------------------------------------------------------- what lies where


def _told_area(live: LiveMatch, area: Area, seat: int | None) -> Written:
    """Made anew only if nobody has just been told of the same."""
    latest, key = live.areas_told, (id(area), seat is not None)
    if key not in latest:
        if len(latest) >= _KEPT_AREAS * (1 + len(live.match.seats)):
            del latest[next(iter(latest))]
        latest[key] = area, Written(dumped(area_now(area, seat, None)))
    return latest[key][1]


def area_now(area: Area, seat: int | None, known: Area | None) -> said.AreaNow:
    rows = known.rows if known else (None,) * len(area.rows)
    pairs = [*zip(area.rows, rows, strict=True), *((row, None) for row in area.awaited)]
    told = [_row(row, area.owner, seat, public) for row, public in pairs]
    return said.AreaNow(area.owner, told, area.counters)


def _row(row: Row, owner: int | None, seat: int | None, public: Row | None) -> said.RowNow:
    kind = "grid" if row.grid else "hand" if row.is_hand and owner is not None else "pile"
    kind = "counted" if row.is_counted and kind == "pile" else kind
    kind = "discard" if row.is_discard else "meld" if row.is_meld else kind
    kind = "memory" if row.is_memory else kind
    stacks, known = row.stacks, public.stacks if public else {}
    if row.grid:
        cells = range(row.grid.first, row.grid.first + row.grid.rows * row.grid.columns)
        stacks = {index: row.stacks.get(index, ()) for index in cells}
    told = [
        _stack(index, laid, _closed(laid, seat, known.get(index, ()) if row.grid else ()))
        for index, faces in stacks.items()
        if faces or row.grid or len(stacks) == 1
        for laid in [_sorted(faces) if kind == "hand" else faces]
    ]
    return said.RowNow(row.name, kind, row.grid.columns if row.grid else 0, row.is_locked, told)


def _closed(faces: Sequence[Face], seat: int | None, public: Sequence[Face]) -> list[int]:
    """Which of them lie face down, though whoever gets the frame is told what they are."""
    if seat is None:
        return [number for number, face in enumerate(public) if face.text is None]
    return [
        number
        for number, face in enumerate(faces)
        if face.text is not None and (face.is_looked_at or not face.is_open)
    ]


def _sorted(faces: Sequence[Face]) -> Sequence[Face]:
    """A hand that its seat can see in order; other hands lie as they lie."""
    known = all(face.text is not None for face in faces)
    return sorted(faces, key=lambda face: face.rank) if known else faces


def _stack(index: int, faces: Sequence[Face], closed: list[int]) -> said.Stack:
    texts = [face.text for face in faces]
    return (
        said.Stack(index, texts, 0, closed) if any(texts) else said.Stack(index, [], len(faces), [])
    )


# ---------------------------------------------------------------------------- the scorecard


def _told_card(live: LiveMatch) -> Written | None:
    keeper = live.keeper
    if keeper is None:
        return None
    won = [keeper.won(seat) for seat in live.match.seats]
    read_from = keeper.number, keeper.par, len(keeper.holes), won
    if live.card_told is None or live.card_told[0] != read_from:
        view = live.match.view(0)
        card = card_now(live.game, keeper, live.match.kinds, view, live.open_cards)
        live.card_told = read_from, Written(dumped(card))
    return live.card_told[1]


def hole_now(live: LiveMatch, number: int) -> list[said.TallyNow]:
    """How a hole was counted, by seat. Raises Refused for one that is not over."""
    holes, match = live.keeper.holes if live.keeper else (), live.match
    found = next((hole for hole in holes if hole.number == number), None)
    if found is None:
        raise Refused(Reason.NOT_COUNTED)
    words, view = live.game.vocabulary, match.view(0)
    return [tally_now(words, match.kinds, view, live.open_cards, tally) for tally in found.tallies]
