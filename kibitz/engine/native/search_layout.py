"""The tree and the parameters of a search, as emitted code and its caller both see them."""

from __future__ import annotations

NODE_SIZE = 32
KEY, CHILD, SIBLING, VISITS, AVAILABLE, SEAT, TOTAL = 0, 4, 8, 12, 16, 20, 24
"""A node: its option, tree links (0: none), counts, who chose it, and the sum of rewards."""

PARAMETERS_SIZE = 64
SIMULATIONS, FIRST, LIMIT, NODES, OPTIONS = 0, 4, 8, 12, 16
FLAT, KEEP_WORLD, BY_SCORE, ROOT_SEAT = 20, 24, 28, 32
EXPLORATION, LOWEST, HIGHEST = 40, 48, 56
"""The lowest and highest reward so far: exploration is in proportion to what is at stake."""
