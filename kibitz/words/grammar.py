"""English at a card table: verbs, by who does what and when, and words in as many as there are."""

from __future__ import annotations

import re

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
_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_CELL = re.compile(rf"\bcell ({'|'.join(_NUMBERS)})\b")
COUNTED = re.compile(r"\{([A-Z]+)\} \{([A-Z]+)\}")
"""A number and what it counts, in a text of the page."""
_VERB = re.compile(r"[a-z]+")
_DOUBLED = re.compile(r"[^aeiou]*[aeiou][bdgmnprt]")
_ONE = re.compile(r"(?<![−\w])(?<!player )(?<!team )1 (\w*[^\Wus])s\b")


# ---------------------------------------------------------------------------- verbs


def second_person(verb: str) -> str:
    """`swim` of `swims`, and `lost` as it is."""
    if verb in SECOND_PERSON:
        return SECOND_PERSON[verb]
    if verb.endswith(("sses", "shes", "ches", "xes", "zes")):
        return verb[:-2]
    if verb.endswith("ies") and len(verb) > 4:
        return f"{verb[:-3]}y"
    return verb[:-1] if verb.endswith("s") and not verb.endswith("ss") else verb


def past(order: str) -> str:
    """`knocked, discarding 4♠` of `knock, discarding 4♠`: the first word is a verb."""
    return _VERB.sub(lambda verb: _past_of(verb.group()), order, count=1)


def _past_of(verb: str) -> str:
    if verb in IRREGULAR:
        return IRREGULAR[verb]
    if verb.endswith("e"):
        return f"{verb}d"
    if verb.endswith("y") and verb[-2:-1] not in tuple("aeiou"):
        return f"{verb[:-1]}ied"
    return f"{verb}{verb[-1]}ed" if _DOUBLED.fullmatch(verb) else f"{verb}ed"


# ---------------------------------------------------------------------------- whoever is spoken to


def to_you(text: str, variable: str) -> str:
    """`your hand` and `you hold` where the player in braces, who `holds` something, listens."""

    def said(found: re.Match[str]) -> str:
        if found["own"]:
            return "your"
        verb = found["verb"]
        return f"{{{variable}}} {SECOND_PERSON.get(verb, verb)}" if verb else found[0]

    return _braced(variable).sub(said, text)


def to_oneself(text: str, variable: str, *, is_you: bool) -> str:
    """The same where the player in braces is whoever did it: `look at your hand`, and of somebody
    else `accused themselves` and `looked at their own hand`."""
    own, subject, alone = (
        ("your", "you", "yourself") if is_you else ("their own", "they", "themselves")
    )

    def said(found: re.Match[str]) -> str:
        verb = found["verb"]
        if found["own"]:
            return own
        if verb in SECOND_PERSON:
            return f"{subject} {SECOND_PERSON[verb]}"
        return f"{alone} {verb}" if verb else alone

    return _braced(variable).sub(said, text)


def _braced(variable: str) -> re.Pattern[str]:
    """A player in braces, with what belongs to them or the word that follows."""
    return re.compile(rf"\{{{variable}\}}(?:(?P<own>['’]s\b)| (?P<verb>[a-z]+))?")


# ---------------------------------------------------------------------------- plurals


def in_digits(text: str) -> str:
    """`cell 4` of `cell four`: a cell by a marker with its number; the table has digits."""
    return _CELL.sub(lambda cell: f"cell {_NUMBERS.index(cell[1])}", text)


def cards_counted(cards: int, place: str = "") -> str:
    """`5 cards`; of a place that says what they are, `3 hidden cards`."""
    many = place if place.endswith(" cards") else "cards"
    return f"a {many.removesuffix('s')}" if cards == 1 else f"{cards} {many}"


def so_many(number: str, word: str) -> str:
    """`1 ace`, `2 aces`."""
    return f"{number} {behind(number, word)}"


def agreeing(text: str) -> str:
    """`bid of 1 trick`, not `1 tricks`; player 1 is counted by nobody."""
    return _ONE.sub(r"1 \1", text)


def behind(number: str, word: str) -> str:
    """The word as it stands behind the number."""
    return _singular(word) if number == "1" else plural(word)


def _is_plural(word: str) -> bool:
    """`spades`, not `six` nor `pass`."""
    return word.endswith("s") and not word.endswith("ss")


def plural(word: str) -> str:
    """`aces`, `sixes`; `spades` and `no trump` as they are."""
    if _is_plural(word) or word.startswith("no "):
        return word
    return f"{word}es" if word.endswith(("ss", "x", "z", "ch", "sh")) else f"{word}s"


def _singular(word: str) -> str:
    """`ace`, and one of the `spades`."""
    return word[:-1] if _is_plural(word) else word
