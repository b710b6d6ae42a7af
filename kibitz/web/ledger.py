"""Who has won how often against whom: the matches of some tables, added up by who played them.

Bots are among the players of a match, but nobody keeps a ledger of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from kibitz.engine import Outcome
from kibitz.games import in_one_line
from kibitz.web.offers import Offers
from kibitz.web.refusal import Refused
from kibitz.web.store import EndedMatch
from kibitz.web.wire import JsonObject, Wire


class LedgerMatch(Wire):
    """A match in a ledger."""

    code: str
    number: int
    title: str
    rules: str
    ended: float
    players: Sequence[str]
    scores: Sequence[int]
    ranks: Sequence[int]
    """By seat; empty where nobody is a rival."""


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """A match that is over, by its people."""

    shown: LedgerMatch
    seats: dict[str, int]
    """Of the people; bots have no name here."""

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(sorted(self.seats))

    @property
    def rules(self) -> tuple[str, str]:
        return self.shown.title, self.shown.rules

    @property
    def is_contest(self) -> bool:
        return bool(self.shown.ranks)

    def rank(self, name: str) -> int:
        return self.shown.ranks[self.seats[name]]

    def win(self, name: str) -> float:
        """1 for the winner; those who share the first place share it."""
        return 1 / self.shown.ranks.count(1) if self.rank(name) == 1 else 0.0


def ledger(offers: Offers, found: Iterable[EndedMatch]) -> JsonObject:
    """Matches of games that are not offered any more are left out."""
    entries = [entry for match in found if (entry := _entry(offers, match)) is not None]
    entries.sort(key=lambda entry: -entry.shown.ended)
    with_people = sorted((entry for entry in entries if entry.seats), key=lambda e: e.names)
    groups = [
        _group(names, list(played)) for names, played in groupby(with_people, lambda e: e.names)
    ]
    groups.sort(key=lambda group: -group["matches"])
    return {"matches": [entry.shown for entry in entries], "groups": groups}


def _entry(offers: Offers, match: EndedMatch) -> LedgerEntry | None:
    kept = match.kept
    try:
        game = offers.game(kept.game, kept.options)
    except Refused:
        return None
    outcome = Outcome(match.scores, game.program.goal)
    people = kept.people or (None,) * len(kept.players)
    ranks = outcome.ranks if game.program.has_rivals else ()
    rules, results = in_one_line(game.house_rules), (kept.players, match.scores, ranks)
    shown = LedgerMatch(match.code, kept.number, game.title, rules, match.ended, *results)
    seats = {kept.players[seat]: seat for seat, person in enumerate(people) if person is not None}
    return LedgerEntry(shown, seats)


def _group(names: Sequence[str], played: Sequence[LedgerEntry]) -> JsonObject:
    by_rules = sorted(played, key=lambda entry: entry.rules)
    sets = [_rule_set(names, list(some)) for _, some in groupby(by_rules, lambda e: e.rules)]
    contests = [entry for entry in played if entry.is_contest]
    return {
        "names": list(names),
        "matches": len(played),
        "wins": [sum(entry.win(name) for entry in contests) for name in names if contests],
        "rule_sets": sets,
        "ahead": [
            [sum(entry.rank(one) < entry.rank(other) for entry in contests) for other in names]
            for one in names
        ],
    }


def _rule_set(names: Sequence[str], played: Sequence[LedgerEntry]) -> JsonObject:
    title, rules = played[0].rules
    averages = [_average(name, played) for name in names]
    return {"title": title, "rules": rules, "matches": len(played), "averages": averages}


def _average(name: str, played: Sequence[LedgerEntry]) -> JsonObject:
    scores = [entry.shown.scores[entry.seats[name]] for entry in played]
    return {
        "name": name,
        "matches": len(played),
        "wins": sum(entry.win(name) for entry in played) if played[0].is_contest else None,
        "mean": sum(scores) / len(scores) if scores else None,
    }
