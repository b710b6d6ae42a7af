"""Words in as many as there are of them: `1 club`, `3 clubs`, `2 sixes`, `7 no trump`. And
the verbs of card tables: what is done, what you do and what was done."""

from __future__ import annotations

import re

COUNTED = re.compile(r"\{([A-Z]+)\} \{([A-Z]+)\}")
"""A number and what it counts, in a text of the page."""
_ONE = re.compile(r"(?<![−\w])1 (\w*[^\Wus])s\b")


def so_many(number: str, word: str) -> str:
    """`1 ace`, `2 aces`."""
    return f"{number} {behind(number, word)}"


def agreeing(text: str) -> str:
    """`bid of 1 trick`, not `1 tricks`."""
    return _ONE.sub(r"1 \1", text)


def behind(number: str, word: str) -> str:
    """The word as it stands behind the number."""
    return _singular(word) if number == "1" else plural(word)


def _isplural(word: str) -> bool:
    """`spades`, not `six` nor `pass`."""
    return word.endswith("s") and not word.endswith("ss")


def plural(word: str) -> str:
    """`aces`, `sixes`; `spades` and `no trump` as they are."""
    if _isplural(word) or word.startswith("no "):
        return word
    return f"{word}es" if word.endswith(("ss", "x", "z", "ch", "sh")) else f"{word}s"


def _singular(word: str) -> str:
    """`ace`, and one of the `spades`."""
    return word[:-1] if _isplural(word) else word


# ---------------------------------------------------------------------------- verbs

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
