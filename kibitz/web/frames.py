"""What one seat is shown: built up from its View and the words for it, from nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypedDict

from kibitz.engine import Outcome, Program, View
from kibitz.game import Game
from kibitz.match import Match
from kibitz.web.live_match import AreaTold, CardTold, LiveMatch
from kibitz.web.messages import (
    AreaNow,
    Frame,
    FrameHead,
    OpenNow,
    OptionNow,
    PlayedNow,
    Result,
    RowNow,
    SpotNow,
    Stack,
    TallyNow,
    dumped,
)
from kibitz.web.refusal import Reason, Refused
from kibitz.web.scorecards import card_now, tally_now
from kibitz.web.story import NOBODY
from kibitz.words import (
    Area,
    Face,
    OpenCards,
    Row,
    Scorekeeper,
    Tableau,
    TouchedSpot,
    foreseen_labels,
    made_together,
    rehearsals,
    touched_spots,
    warnings,
)

_KEPT_AREAS = 4
"""Of one owner: as its owner sees it, as the others do, and what somebody alone has looked at."""


def frame_text(live: LiveMatch, seat: int | None) -> str:
    """The frame as it is sent: areas and a scorecard that look as before are not written anew."""
    view = _view(live, seat)
    head, card = dumped(_head(live, view, seat)), _told_card(live)
    areas = ",".join([told.text for told in _told_areas(live, view, seat)])
    score = "null" if card is None else card.text
    return f'{head[:-1]},"areas":[{areas}],"scorecard":{score}}}'


def frame(live: LiveMatch, seat: int | None) -> Frame:
    """The table as the seat may know it; without a seat, as those who watch may."""
    view = _view(live, seat)
    areas = [told.now for told in _told_areas(live, view, seat)]
    card = _told_card(live)
    return {**_head(live, view, seat), "areas": areas, "scorecard": card.now if card else None}


def open_frame(live: LiveMatch) -> Frame:
    """The table with every card told: of a match that is over, told again from the deal on. Cards
    that lie face down are marked.
    """
    view = replace(live.match.open_view(), seat=NOBODY)
    known = live.tableau.areas(public_view(live.match))
    areas = [area_now(area, None, known[owner]) for owner, area in live.tableau.areas(view).items()]
    card = _told_card(live)
    return {**_head(live, view, None), "areas": areas, "scorecard": card.now if card else None}


def _view(live: LiveMatch, seat: int | None) -> View:
    return public_view(live.match) if seat is None else live.match.view(seat)


def _head(live: LiveMatch, view: View, seat: int | None) -> FrameHead:
    match, tableau = live.match, live.tableau
    turn = None if match.is_over else match.decision.seat
    return {
        "type": "frame",
        "match": live.kept.number,
        "version": live.version,
        "seat": seat,
        "turn": turn,
        "dealer": on_duty(live.game, live.keeper, "deal", tableau.dealer(view)),
        "leader": on_duty(live.game, live.keeper, "lead", tableau.leader(view)),
        "finisher": tableau.finisher(view),
        "trick": trick_now(tableau, view),
        **(_choice(live, view) if seat is not None and seat == turn else _NO_CHOICE),
        "open": _open(live, view),
        "remark": live.story.named(tableau.remark(view)),
        "result": result_now(match.game.program, match.outcome) if match.is_over else None,
    }


def public_view(match: Match) -> View:
    """What every seat may know, and so everybody who watches."""
    views = [match.view(seat) for seat in match.seats]
    piles = tuple(
        tuple(
            spots[0] if all(spot == spots[0] for spot in spots) else replace(spots[0], card=None)
            for spots in zip(*places, strict=True)
        )
        for places in zip(*(view.piles for view in views), strict=True)
    )
    return replace(views[0], seat=NOBODY, piles=piles, unknown=())


class _Choice(TypedDict):
    """What only whoever is to choose gets."""

    options: list[OptionNow]
    together: int
    confirm: dict[str, str]
    warn: dict[str, str]


_NO_CHOICE: _Choice = {"options": [], "together": 0, "confirm": {}, "warn": {}}


def _choice(live: LiveMatch, view: View) -> _Choice:
    decision, words, named = live.match.decision, live.game.vocabulary, live.story.named
    engine, cautions = live.game.interpreter, live.game.page.cautions
    foreseen = rehearsals(engine, view, decision)
    labels = foreseen_labels(words, view, decision, foreseen)
    spots = touched_spots(words, view, decision, foreseen)
    counting = live.open_cards
    return {
        "options": [
            {"key": option.key, "label": named(label), "at": [_spot(spot) for spot in touched]}
            for option, label, touched in zip(decision.options, labels, spots, strict=True)
        ],
        "together": made_together(engine, words, view, decision, foreseen),
        "confirm": _confirmed(live, view),
        "warn": warnings(words, cautions, counting, view, foreseen) if counting else {},
    }


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


def trick_now(tableau: Tableau, view: View) -> list[PlayedNow]:
    return [
        {"seat": player, "card": face.text}
        for player, face in tableau.trick(view)
        if face.text is not None
    ]


def _open(live: LiveMatch, view: View) -> list[OpenNow]:
    """What open cards come to so far; the same for everybody, so that one is told for all."""
    if live.open_cards is None or live.match.is_over:
        return []
    if live.open_told is None or live.open_told[0] != live.version:
        live.open_told = live.version, open_now(live.open_cards, view)
    return live.open_told[1]


def open_now(counting: OpenCards, view: View) -> list[OpenNow]:
    scores = counting.scores(view)
    return [{"points": score.points, "cancelled": list(score.cancelled)} for score in scores]


def _spot(spot: TouchedSpot) -> SpotNow:
    return {"owner": spot.owner, "row": spot.row, "index": spot.place, "card": spot.card}


def result_now(program: Program, outcome: Outcome) -> Result:
    ranks = list(outcome.ranks) if program.has_rivals else []
    return {"scores": list(outcome.scores), "ranks": ranks}


# ---------------------------------------------------------------------------- what lies where


def _told_areas(live: LiveMatch, view: View, seat: int | None) -> list[AreaTold]:
    return [_told_area(live, area, seat) for area in live.tableau.areas(view).values()]


def _told_area(live: LiveMatch, area: Area, seat: int | None) -> AreaTold:
    """Made anew only if nobody has just been told of the same."""
    latest, key = live.areas_told, (id(area), seat is not None)
    told = latest.get(key)
    if told is None:
        if len(latest) >= _KEPT_AREAS * (1 + len(live.match.seats)):
            del latest[next(iter(latest))]
        told = latest[key] = AreaTold(area, area_now(area, seat, None))
    return told


def area_now(area: Area, seat: int | None, known: Area | None) -> AreaNow:
    rows = known.rows if known else (None,) * len(area.rows)
    return {
        "owner": area.owner,
        "rows": [
            _row(row, area.owner, seat, public) for row, public in zip(area.rows, rows, strict=True)
        ],
        "counters": list(area.counters),
    }


def _row(row: Row, owner: int | None, seat: int | None, public: Row | None) -> RowNow:
    kind = "grid" if row.grid else "hand" if row.is_hand and owner is not None else "pile"
    kind = "discard" if row.is_discard else "meld" if row.is_meld else kind
    stacks, known = row.stacks, public.stacks if public else {}
    if row.grid:
        cells = range(row.grid.first, row.grid.first + row.grid.rows * row.grid.columns)
        stacks = {index: row.stacks.get(index, ()) for index in cells}
    return {
        "name": row.name,
        "kind": kind,
        "columns": row.grid.columns if row.grid else 0,
        "is_locked": row.is_locked,
        "stacks": [
            _stack(index, laid, _closed(laid, seat, known.get(index, ()) if row.grid else ()))
            for index, faces in stacks.items()
            if faces or row.grid or len(stacks) == 1
            for laid in [_sorted(faces) if kind == "hand" else faces]
        ],
    }


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


def _stack(index: int, faces: Sequence[Face], closed: list[int]) -> Stack:
    texts = [face.text for face in faces]
    is_hidden = not any(texts)
    return {
        "index": index,
        "cards": [] if is_hidden else texts,
        "hidden": len(faces) if is_hidden else 0,
        "remembered": [] if is_hidden else closed,
    }


# ---------------------------------------------------------------------------- the scorecard


def _told_card(live: LiveMatch) -> CardTold | None:
    keeper, told = live.keeper, live.card_told
    if keeper is None:
        return None
    won = [keeper.won(seat) for seat in live.match.seats]
    read_from = keeper.number, keeper.par, len(keeper.holes), won
    if told is None or told.read_from != read_from:
        view = live.match.view(0)
        card = card_now(live.game, keeper, live.match.kinds, view, live.open_cards)
        told = live.card_told = CardTold(read_from, card)
    return told


def hole_now(live: LiveMatch, number: int) -> list[TallyNow]:
    """How a hole was counted, by seat. Raises Refused for one that is not over."""
    holes, match = live.keeper.holes if live.keeper else (), live.match
    found = next((hole for hole in holes if hole.number == number), None)
    if found is None:
        raise Refused(Reason.NOT_COUNTED)
    words, view = live.game.vocabulary, match.view(0)
    return [tally_now(words, match.kinds, view, live.open_cards, tally) for tally in found.tallies]
