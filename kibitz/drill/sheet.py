"""Rules of thumb: what strong players did whenever they could, in matches with these house rules.

A thing to do is known by its first word and by the rank of the card that its label names, so
`swap 7♥ into cell 2` and `swap 7♠ into cell 5` are both to swap a 7. It is counted by how many of
their own cards players do not know, or, where they know them all, by the part of the match.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from kibitz.analysis import Column, document, paragraph, share_text, table
from kibitz.engine import Rng, View
from kibitz.game import Game
from kibitz.players import Mean, Player, ask, make_player
from kibitz.words import Vocabulary

PARTS = ("early", "midway", "late")
_FEWEST = 10
"""What was seldom possible is no rule."""
_MOST_HIDDEN = 6
"""More unknown cards than these are counted as these."""
_NINETY_FIVE = 1.96

Deed = tuple[str, str]
"""The first word of an option, and the rank of its card or nothing."""


@dataclass(frozen=True, slots=True)
class Thumb:
    """How often something was done when it could be."""

    verb: str
    card: str
    possible: int
    done: int
    shares: tuple[Mean | None, ...]
    """For every moment of the sheet; None where it was hardly ever possible then."""

    @property
    def share(self) -> Mean:
        return share_of(self.done, self.possible)


@dataclass(frozen=True, slots=True)
class Sheet:
    game: str
    title: str
    player: str
    matches: int
    decisions: int
    moments: tuple[str, ...]
    thumbs: tuple[Thumb, ...]
    """By what is done, and by card in the order of the pack."""

    def to_json(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "player": self.player,
            "matches": self.matches,
            "decisions": self.decisions,
            "thumbs": [
                {
                    "verb": thumb.verb,
                    "card": thumb.card,
                    "possible": thumb.possible,
                    "done": thumb.done,
                    "share": _json(thumb.share),
                    "moments": dict(zip(self.moments, map(_json, thumb.shares), strict=True)),
                }
                for thumb in self.thumbs
            ],
        }


def _json(share: Mean | None) -> dict[str, float | None] | None:
    return None if share is None else {"value": share.value, "margin": share.margin}


def share_of(done: int, possible: int) -> Mean:
    """With Wilson's margin, which is never 0."""
    square = _NINETY_FIVE**2
    share = done / possible
    spread = share * (1 - share) / possible + square / (4 * possible**2)
    return Mean(share, _NINETY_FIVE * spread**0.5 / (1 + square / possible))


@dataclass(frozen=True, slots=True)
class _ChoiceMoment:
    """A decision with a choice."""

    offered: frozenset[Deed]
    done: Deed
    hidden: int
    part: int


class Watching:
    """Watches a player at all seats, match by match."""

    def __init__(self, game: Game, player: str, seed: int) -> None:
        """Raises what `make_player` raises."""
        self._game, self._name, self._seed = game, player, seed
        self._player: Player = make_player(player, game.program)
        self._cards = {text: _rank(text) for text in game.vocabulary.kind_texts}
        self._ranks = list(dict.fromkeys(self._cards.values()))
        self._seen: list[_ChoiceMoment] = []
        self._matches = 0

    def matches(self, count: int) -> Iterator[int]:
        """So many of them, each told by its number when it is over.

        Raises PlayerFault, and MatchError if a rule fails.
        """
        for number in range(count):
            self._seen += self._match(self._seed + number, Rng(self._seed, number))
            self._matches += 1
            yield number

    def sheet(self) -> Sheet:
        """Of what was seen until now."""
        seen = self._seen
        moments, place = _moments(seen)
        possible = Counter((deed, place(one)) for one in seen for deed in one.offered)
        done = Counter((one.done, place(one)) for one in seen)
        thumbs = []
        for deed in sorted({deed for deed, _ in possible}, key=self._order):
            pairs = [(done[deed, n], possible[deed, n]) for n in range(len(moments))]
            did, could = (sum(column) for column in zip(*pairs, strict=True))
            shares = tuple(share_of(*pair) if pair[1] >= _FEWEST else None for pair in pairs)
            if could >= _FEWEST:
                thumbs.append(Thumb(*deed, could, did, shares))
        game = self._game
        return Sheet(
            game.name, game.title, self._name, self._matches, len(seen), moments, tuple(thumbs)
        )

    def _order(self, deed: Deed) -> tuple[str, int]:
        verb, card = deed
        return verb, self._ranks.index(card) if card else -1

    def _match(self, seed: int, chance: Rng) -> list[_ChoiceMoment]:
        match = self._game.match(seed, most_decisions=2_000)
        found: list[tuple[list[Deed], int, int]] = []
        while not match.is_over:
            decision = match.decision
            view = match.view(decision.seat)
            chosen = ask(self._player, self._name, view, decision, chance).option
            if len(decision.options) > 1:
                deeds = [self._deed(option.label) for option in match.options]
                hidden = _unknown(view, self._game.vocabulary)
                found.append((deeds, chosen, min(_MOST_HIDDEN, hidden)))
            match.play(chosen)
        return [
            _ChoiceMoment(frozenset(deeds), deeds[chosen], hidden, len(PARTS) * n // len(found))
            for n, (deeds, chosen, hidden) in enumerate(found)
        ]

    def _deed(self, label: str) -> Deed:
        verb, *words = label.replace(",", "").split()
        return verb, next((self._cards[word] for word in words if word in self._cards), "")


def _moments(
    seen: Sequence[_ChoiceMoment],
) -> tuple[tuple[str, ...], Callable[[_ChoiceMoment], int]]:
    """What decisions are told apart by, and which one a decision belongs to."""
    hidden = sorted({one.hidden for one in seen})
    if len(hidden) < 2:
        return PARTS, lambda one: one.part
    most = f"{_MOST_HIDDEN} or more unknown"
    names = tuple(f"{n} unknown" if n < _MOST_HIDDEN else most for n in hidden)
    return names, lambda one: hidden.index(one.hidden)


def _unknown(view: View, vocabulary: Vocabulary) -> int:
    """How many of its own cards the seat does not know."""
    piles = zip(vocabulary.places, view.piles, strict=True)
    own = (pile for place, pile in piles if place.owner == view.seat)
    return sum(spot.card is None for pile in own for spot in pile)


def _rank(card: str) -> str:
    return re.sub("[♠♣♥♦]", "", card)


# ---------------------------------------------------------------------------- as a page


def about(sheet: Sheet) -> str:
    return (
        f"What {sheet.player} did in {sheet.decisions} decisions of {sheet.matches} matches: how "
        "often it was done when it could be, with the margin in which the truth lies 95 times out "
        "of 100. What was seldom possible is left out."
    )


def rows(sheet: Sheet) -> list[tuple[str, ...]]:
    """Headings first."""
    head = ("", "possible", "done", *sheet.moments)
    lines = [
        (
            f"{thumb.verb} {thumb.card}".strip(),
            str(thumb.possible),
            share_text(thumb.share),
            *("–" if share is None else share_text(share) for share in thumb.shares),
        )
        for thumb in sheet.thumbs
    ]
    return [head, *lines]


def sheet_page(sheet: Sheet) -> str:
    title = f"{sheet.title}: rules of thumb"
    head, *lines = rows(sheet)
    columns = [Column("what"), *(Column(name, True) for name in head[1:])]
    body = (
        f"<header><h1>{escape(title)}</h1>\n{paragraph(about(sheet))}</header>\n"
        f'<main id="content">{table("How often it was done", columns, lines)}</main>'
    )
    return document(title, about(sheet), body, body_class="wide")
