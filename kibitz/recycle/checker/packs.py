"""The usual packs: `(deck FRENCH)` stands for the attributes of its cards."""

from __future__ import annotations

from kibitz.recycle.reader import read
from kibitz.recycle.source import Atom, Form, List, Source, Span

_SUITS = """(SUIT
 (CLUBS (COLOUR (BLACK))) (DIAMONDS (COLOUR (RED)))
 (HEARTS (COLOUR (RED))) (SPADES (COLOUR (BLACK))))"""
_TRUMPS = "I II III IV V VI VII VIII IX X XI XII XIII XIV XV XVI XVII XVIII XIX XX XXI"
_COURTED = "ACE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN JACK KNIGHT QUEEN KING"

PACKS = {
    "FRENCH": f"""
     (RANK (ACE, TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING))
     {_SUITS}""",
    "PIQUET": f"(RANK (SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE)) {_SUITS}",
    "ITALIAN": f"""
     (RANK (ACE, TWO, THREE, FOUR, FIVE, SIX, SEVEN, JACK, QUEEN, KING)) {_SUITS}""",
    "SPANISH": """
     (RANK (ACE, TWO, THREE, FOUR, FIVE, SIX, SEVEN, JACK, KNIGHT, KING))
     (SUIT (COINS, CUPS, SWORDS, CLUBS))""",
    "GERMAN": """
     (RANK (SEVEN, EIGHT, NINE, TEN, UNDER, OVER, KING, ACE))
     (SUIT (ACORNS, LEAVES, HEARTS, BELLS))""",
    "TAROT": f"""(RANK
     {" ".join(f"({rank} {_SUITS})" for rank in _COURTED.split())}
     {" ".join(f"({rank} (SUIT (TRUMPS)))" for rank in _TRUMPS.split())}
     (FOOL))""",
}
"""By name: what stands in its place behind `deck`."""


def attributes_of(pack: Atom) -> tuple[Form, ...]:
    """What the name of a pack stands for, all of it in the place of the name."""
    document, faults = read(Source(pack.text, PACKS[pack.text]))
    assert not faults
    return tuple(_placed(form, pack.span) for form in document.forms)


def _placed(form: Form, span: Span) -> Form:
    if isinstance(form, Atom):
        return Atom(form.kind, form.text, span)
    return List(tuple(_placed(item, span) for item in form.items), span)
