"""Cards that a page has words for, as the browser draws and speaks them."""

from __future__ import annotations

import json
import shutil
import subprocess
from dataclasses import asdict
from pathlib import Path

import pytest

from kibitz import load

STATIC = Path(__file__).parents[2] / "kibitz" / "web" / "static"
STACKING = Path(__file__).parents[1] / "games" / "strangers" / "stacking.rcy"

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="there is no node here")


def seen(*cards: str) -> list[tuple[str, str]]:
    """What is said of the cards, and what is drawn."""
    own = load(STACKING).vocabulary.own_faces
    faces = json.dumps({text: asdict(face) for text, face in own.items()})
    script = f"""
        import {{ face, spoken }} from "{STATIC.as_uri()}/cards.js";
        import {{ learnFaces }} from "{STATIC.as_uri()}/own_faces.js";
        learnFaces({faces});
        console.log(JSON.stringify({json.dumps(cards)}.map(
          (card) => [spoken(card), JSON.stringify(face(card))])));"""
    command = ["node", "--input-type=module", "--eval", script]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    return [(words, picture) for words, picture in json.loads(done.stdout)]


def test_cards_have_the_words_the_colour_and_the_shape_of_their_page() -> None:
    (draw, skip, other) = seen("red +2", "blue skip", "K♠")
    assert draw[0] == "red draw two"
    assert "#b3261e" in draw[1]
    assert "+2" in draw[1]
    assert skip[0] == "blue skip"
    assert "#1f4fa3" in skip[1]
    assert other[0] == "king of spades"
