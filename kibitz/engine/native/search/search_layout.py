"""The tree and the parameters of a search, as emitted code and its caller both see them."""

from __future__ import annotations

NODE_SIZE = 32
KEY, CHILD, SIBLING, VISITS, AVAILABLE, SEAT, TOTAL = 0, 4, 8, 12, 16, 20, 24
"""A node: its option, tree links (0: none), counts, who chose it, and the sum of rewards."""
ROOM_A_SIMULATION = 4
"""Nodes that there is room for: one that the tree grows by, the rest for what it notes beside."""
SITUATIONS = 1 << 12
"""Lists of situations that others than the searching seat were in; which one, their sight says."""

SIMULATIONS, FIRST, LIMIT, NODES, OPTIONS = 0, 4, 8, 12, 16
FLAT, KEEP_WORLD, BY_SCORE, ROOT_SEAT, DEPTH = 20, 24, 28, 32, 36
EXPLORATION, LOWEST, HIGHEST = 40, 48, 56
"""The lowest and highest reward so far: exploration is in proportion to what is at stake."""
NET, WANTS, MEAN, SCALE = 64, 72, 88, 96
"""The net that plays on, null for random play; what it wants, and how it tells scores."""
ROOM, LISTS = 104, 112
"""How many nodes there can be; and where the lists of situations are."""
PAST, WALK = 120, 128
"""What the seat could follow of the match, null for nothing; and the walk through worlds that this
allows."""
ENDING, FAR = 136, 144
"""How much of the reward is what comes of playing on from where the net was asked; and after how
many more decisions of the searching seat the net is asked again, if the match is not over."""
VALUES = 152
"""By seat: what the net last expected for it, where it was asked instead of playing to the end."""

CHOSEN, UNTIL = 12, 20
"""In an appraisal, which grows no tree: how many of the options are played; and where in the state
the number lies at whose change a match is cut, 0 for none."""
ODD = -1
"""In place of a number of decisions: the world does not offer the options of the view."""


def parameters_size(players: int) -> int:
    return VALUES + 8 * players
