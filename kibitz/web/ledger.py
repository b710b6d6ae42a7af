"""Who has won how often against whom: the matches of some tables, added up by who played them.

Bots are among the players of a match, but nobody keeps a ledger of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from kibitz.engine import Outcome
from kibitz.games import in_one_line
from kibitz.web.ledger_entry import LedgerEntry, LedgerMatch
from kibitz.web.offers import Offers
from kibitz.web.refusal import Refused
from kibitz.web.seasons import seasons
from kibitz.web.store import EndedMatch
from kibitz.web.wire import JsonObject


def ledger(offers: Offers, found: Iterable[EndedMatch]) -> JsonObject:
    """Matches of games that are not offered any more are left out."""
    entries = [entry for match in found if (entry := _entry(offers, match)) is not None]
    entries.sort(key=lambda entry: -entry.shown.ended)
    with_people = sorted((entry for entry in entries if entry.seats), key=lambda e: e.names)
    groups = [
        _group(names, list(played)) for names, played in groupby(with_people, lambda e: e.names)
    ]
    groups.sort(key=lambda group: -group["matches"])
    shown = [entry.shown for entry in entries]
    return {"matches": shown, "groups": groups, "seasons": seasons(entries)}


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
    return LedgerEntry(shown, seats, game.program.teams)


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
