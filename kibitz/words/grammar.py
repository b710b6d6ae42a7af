"""Verbs: what is done now, and what was done."""

from __future__ import annotations

import re

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
