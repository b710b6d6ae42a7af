"""The verbs of card tables: what is done, what you do and what was done."""

from __future__ import annotations

_VERBS = """
beat/beat begin/began bet/bet bid/bid build/built buy/bought choose/chose cut/cut deal/dealt
draw/drew fall/fell feed/fed find/found get/got give/gave go/went hide/hid hit/hit hold/held
keep/kept lay/laid lead/led leave/left let/let lose/lost make/made pay/paid put/put quit/quit
say/said see/saw sell/sold send/sent set/set shut/shut split/split spread/spread stand/stood
steal/stole take/took tell/told throw/threw win/won
"""
IRREGULAR = dict(pair.split("/") for pair in _VERBS.split())
"""What was done, by what is done."""
SECOND_PERSON = {
    "has": "have",
    "is": "are",
    "was": "were",
    "does": "do",
    "goes": "go",
    "passes": "pass",
    **{
        f"{verb}s": verb
        for verb in (*IRREGULAR, "call", "fold", "knock", "need", "owe", "pay", "play", "raise")
    },
    **{f"{verb}s": verb for verb in ("score", "show", "stake", "want", "discard", "meld")},
}
"""What you do, by what somebody does."""


def second_person(verb: str) -> str:
    """`swim` of `swims`, and `lost` as it is."""
    if verb in SECOND_PERSON:
        return SECOND_PERSON[verb]
    if verb.endswith(("sses", "shes", "ches", "xes", "zes")):
        return verb[:-2]
    if verb.endswith("ies") and len(verb) > 4:
        return f"{verb[:-3]}y"
    return verb[:-1] if verb.endswith("s") and not verb.endswith("ss") else verb
