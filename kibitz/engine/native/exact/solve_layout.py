"""Where things lie in the frames of a solver and in what it is told; both sides agree on it."""

from __future__ import annotations

from dataclasses import dataclass

BUDGET, FACE_COUNT, AIM, DEPTH, OWN, BASE, UNDEALT_COUNT = (4 * n for n in range(7))
"""Steps at most; different faces; what seats play for; frames; the seat that asks; the score of the
first bin of its histogram; cards that are undealt."""
WATCH, WATCHED = 28, 32
"""The slot of an integer that ends it when it changes, or -1; what it holds now."""
FACES, LEFT, LIKE, FRAMES = (40 + 8 * n for n in range(4))
"""Addresses: the faces of the cards; by face, how many are left, and a card that has it; frames."""
PARAMETERS_SIZE = 72

BINS = 256
"""Of the histogram of the score of the seat that asks."""
MOST_FACES = 256
MOST_DRAWS = 16

DONE, TOO_BIG, SECRET, RUNNING = 0, 1, 2, 3
"""What the solver says in the end."""


def values(players: int) -> int:
    """How many numbers come of a world: by seat the reward of the score, of the place, of the win;
    then the histogram."""
    return 3 * players + BINS


@dataclass(frozen=True)
class FrameLayout:
    """Offsets in a frame; what a frame hands down to those it opens comes first."""

    state: int
    """Bytes of a state."""
    nodes: int
    players: int

    @property
    def faces(self) -> int:
        return self.state

    @property
    def left(self) -> int:
        """By face: how many undealt cards have it, a byte each."""
        return self.faces + 2 * self.nodes

    @property
    def draws(self) -> int:
        return self.left + MOST_FACES

    @property
    def fields(self) -> int:
        return self.draws + MOST_DRAWS

    @property
    def undealt(self) -> int:
        return self.fields

    @property
    def task(self) -> int:
        return self.fields + 4

    @property
    def option(self) -> int:
        return self.fields + 8

    @property
    def drawn(self) -> int:
        """How many draws the script has."""
        return self.fields + 12

    @property
    def handed_down(self) -> int:
        return self.fields + 16

    @property
    def kind(self) -> int:
        return self.fields + 16

    @property
    def index(self) -> int:
        return self.fields + 20

    @property
    def count(self) -> int:
        return self.fields + 24

    @property
    def card(self) -> int:
        return self.fields + 28

    @property
    def seat(self) -> int:
        return self.fields + 32

    @property
    def is_answered(self) -> int:
        """Whether some option was gone through."""
        return self.fields + 36

    @property
    def weight(self) -> int:
        """Of the frame that was opened last."""
        return self.fields + 40

    @property
    def best(self) -> int:
        return self.fields + 48

    @property
    def values(self) -> int:
        return self.fields + 56

    @property
    def size(self) -> int:
        size = self.values + 8 * values(self.players)
        return size + -size % 8
