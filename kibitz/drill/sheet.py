"""Rules of thumb: lines to remember, and what strong players did whenever they could, in matches
with these house rules.

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

from kibitz.advisor import Question, aim_of
from kibitz.analysis import Column, document, paragraph, share_text, table
from kibitz.drill.lines import Judged, SheetFollower, SheetLine, judged, lines_of, share_of, usual
from kibitz.engine import Decision, Rng, View
from kibitz.game import Game
from kibitz.players import Mean, Player, ask, make_player
from kibitz.solver import Aim
from kibitz.words import Eye, Vocabulary, decimal, percent

PARTS = ("early", "midway", "late")
_FEWEST = 10
"""What was seldom possible is no rule."""
_JUDGED = 80
"""Of so many decisions of a match, about, chance picks those of which every option is judged."""
_MOST_HIDDEN = 6
"""More unknown cards than these are counted as these."""

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
    aim: Aim
    """In what lines have their worth."""
    lines: tuple[SheetLine, ...]
    """What to remember, the strongest first."""
    kinds: tuple[str, ...]
    """Of what can be done, by how often it was best."""

    def follower(self, game: Game) -> SheetFollower:
        """Somebody who knows nothing but the sheet."""
        return SheetFollower(game, self.lines, self.kinds)

    def to_json(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "player": self.player,
            "matches": self.matches,
            "decisions": self.decisions,
            "objective": self.aim.value,
            "lines": [line.to_json() for line in self.lines],
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
        self._eye = Eye(game.interpreter, game.vocabulary)
        aim = aim_of(game, None)
        self._aim = Aim.WIN if aim is Aim.WIN else Aim.SCORE
        self._judged: list[Judged] = []
        self._matches = 0

    def matches(self, count: int) -> Iterator[int]:
        """So many of them, each told by its number when it is over.

        Raises PlayerFault, and MatchError if a rule fails.
        """
        for number in range(count):
            self._seen += self._match(number)
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
            game.name,
            game.title,
            self._name,
            self._matches,
            len(seen),
            moments,
            tuple(thumbs),
            self._aim,
            lines_of(self._judged),
            usual(self._judged),
        )

    def _order(self, deed: Deed) -> tuple[str, int]:
        verb, card = deed
        return verb, self._ranks.index(card) if card else -1

    def _match(self, number: int) -> list[_ChoiceMoment]:
        chance = Rng(self._seed, number)
        match = self._game.match(self._seed + number, most_decisions=2_000)
        found: list[tuple[list[Deed], int, int]] = []
        met: list[tuple[View, Decision]] = []
        while not match.is_over:
            decision = match.decision
            view = match.view(decision.seat)
            chosen = ask(self._player, self._name, view, decision, chance).option
            if len(decision.options) > 1:
                deeds = [self._deed(option.label) for option in match.options]
                hidden = _unknown(view, self._game.vocabulary)
                found.append((deeds, chosen, min(_MOST_HIDDEN, hidden)))
                met.append((view, decision))
            match.play(chosen)
        self._judge(number, met)
        return [
            _ChoiceMoment(frozenset(deeds), deeds[chosen], hidden, len(PARTS) * n // len(found))
            for n, (deeds, chosen, hidden) in enumerate(found)
        ]

    def _judge(self, number: int, met: Sequence[tuple[View, Decision]]) -> None:
        chance = Rng(self._seed + number, stream=1)
        for view, decision in met:
            if chance.below(len(met)) >= _JUDGED:
                continue
            question = Question.of(self._game, view, decision, self._aim, seed=len(self._judged))
            found = judged(self._eye, question, number)
            if found is not None:
                self._judged.append(found)

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


def about_lines(sheet: Sheet) -> str:
    if not sheet.lines:
        return "No line is borne out by so few matches."
    return (
        "What to do, how much better that is than what else could be done (of a line with `when`: "
        "than to do the same otherwise), and how often the best choice is among it, in matches in "
        "which the lines were not looked for; with the margin of 95 times out of 100."
    )


def line_rows(sheet: Sheet) -> list[tuple[str, ...]]:
    """Headings first; what to remember, the strongest first."""
    say = percent if sheet.aim is Aim.WIN else decimal
    head = ("", "of the win" if sheet.aim is Aim.WIN else "better by", "right", "possible")
    lines = [
        (
            line.text,
            f"{say(line.worth.value)} ± {say(line.worth.margin or 0.0)}",
            share_text(line.right),
            str(line.possible),
        )
        for line in sheet.lines
    ]
    return [head, *lines]


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
    (_, *heads), *remembered = line_rows(sheet)
    told = [Column("what"), *(Column(name, True) for name in heads)]
    memory = table("What to remember", told, remembered) if remembered else ""
    body = (
        f"<header><h1>{escape(title)}</h1></header>\n"
        f'<main id="content">{paragraph(about_lines(sheet))}{memory}\n'
        f"{paragraph(about(sheet))}{table('How often it was done', columns, lines)}</main>"
    )
    return document(title, about(sheet), body, body_class="wide")
