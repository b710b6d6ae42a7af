"""Moves with names in words: `knock, discarding 4♠` to do, `knocked, discarding 4♠` when done.

The words are the page's, with what was picked in braces; else they are made from the name.
"""

from __future__ import annotations

import re

from kibitz.engine import Chosen, Picked
from kibitz.games import BRACES
from kibitz.recycle import Type
from kibitz.words.phrasing import Phrasing

_UNSEEN = {Type.CARD: "a card", Type.CARDS: "cards"}


def order(phrasing: Phrasing, move: Chosen) -> str:
    """What the listener would do."""
    text = phrasing.vocabulary.moves.get(move.name)
    if text is None:
        return " ".join([move.name.lower(), *(_said(phrasing, pick) for pick in move.picks)])
    return _filled(phrasing, text, move)


def report(phrasing: Phrasing, move: Chosen) -> str | None:
    """What was done, if the page has words for it and the listener can tell what they name."""
    words = phrasing.vocabulary
    text = words.told.get(move.name) or past(words.moves.get(move.name, ""))
    secret = {pick.variable for pick in move.picks if not _said(phrasing, pick)}
    if not text or secret.intersection(BRACES.findall(text)):
        return None
    return _filled(phrasing, text, move)


def plain_report(phrasing: Phrasing, move: Chosen) -> str:
    """What was done, from the name alone: cards are left to what happened to them."""
    others = (pick for pick in move.picks if pick.type not in _UNSEEN)
    said = [_said(phrasing, pick) for pick in others]
    return " ".join([past(move.name.lower()), *filter(None, said)])


def _filled(phrasing: Phrasing, text: str, move: Chosen) -> str:
    said = {pick.variable: _said(phrasing, pick) for pick in move.picks}
    return BRACES.sub(lambda brace: said.get(brace[1], brace[0]), text)


def _said(phrasing: Phrasing, pick: Picked) -> str:
    """Empty where the listener cannot tell."""
    match pick.type, pick.value:
        case kind, None:
            return _UNSEEN.get(kind, "")
        case Type.CARD, int(card):
            return phrasing.card(card)
        case _, tuple(cards):
            return " ".join(map(phrasing.card, cards))
        case Type.LOCATION, int(location):
            return phrasing.place(location)
        case Type.STR, int(string):
            return phrasing.vocabulary.program.strings[string].lower()
        case Type.PLAYER, int(seat):
            return phrasing.player(seat)
        case Type.TEAM, int(team):
            return f"team {team + 1}"
        case _:
            return str(pick.value)


# ---------------------------------------------------------------------------- verbs


_IRREGULAR = {
    "beat": "beat",
    "begin": "began",
    "bet": "bet",
    "bid": "bid",
    "build": "built",
    "buy": "bought",
    "choose": "chose",
    "cut": "cut",
    "deal": "dealt",
    "draw": "drew",
    "fall": "fell",
    "feed": "fed",
    "find": "found",
    "get": "got",
    "give": "gave",
    "go": "went",
    "hide": "hid",
    "hit": "hit",
    "hold": "held",
    "keep": "kept",
    "lay": "laid",
    "lead": "led",
    "leave": "left",
    "let": "let",
    "lose": "lost",
    "make": "made",
    "pay": "paid",
    "put": "put",
    "quit": "quit",
    "say": "said",
    "see": "saw",
    "sell": "sold",
    "send": "sent",
    "set": "set",
    "shut": "shut",
    "split": "split",
    "spread": "spread",
    "stand": "stood",
    "steal": "stole",
    "take": "took",
    "tell": "told",
    "throw": "threw",
    "win": "won",
}
_VERB = re.compile(r"[a-z]+")
_DOUBLED = re.compile(r"[^aeiou]*[aeiou][bdgmnprt]")


def past(order: str) -> str:
    """`knocked, discarding 4♠` of `knock, discarding 4♠`: the first word is a verb."""
    return _VERB.sub(lambda verb: _past_of(verb.group()), order, count=1)


def _past_of(verb: str) -> str:
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb.endswith("e"):
        return f"{verb}d"
    if verb.endswith("y") and verb[-2:-1] not in tuple("aeiou"):
        return f"{verb[:-1]}ied"
    return f"{verb}{verb[-1]}ed" if _DOUBLED.fullmatch(verb) else f"{verb}ed"
