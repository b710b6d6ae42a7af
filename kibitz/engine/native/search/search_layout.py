"""The tree and the parameters of a search, as emitted code and its caller both see them."""

from __future__ import annotations

from kibitz.engine.native.layout.fields import Fields

_node, _told = Fields(), Fields()
KEY, CHILD, SIBLING, VISITS, AVAILABLE, SEAT = _node.several("i", 6)
TOTAL = _node.take("d")
"""A node: its option, tree links (0: none), counts, who chose it, and the sum of rewards."""
NODE_SIZE = _node.size
ROOM_A_SIMULATION = 4
"""Nodes that there is room for: one that the tree grows by, the rest for what it notes beside."""
SITUATIONS = 1 << 12
"""Lists of situations that others than the searching seat were in; which one, their sight says."""

SIMULATIONS, FIRST, LIMIT, NODES, OPTIONS = _told.several("i", 5)
FLAT, KEEP_WORLD, BY_SCORE, ROOT_SEAT, DEPTH = _told.several("i", 5)
EXPLORATION, LOWEST, HIGHEST = _told.several("d", 3)
"""The lowest and highest reward so far: exploration is in proportion to what is at stake."""
NET, WANTS, MEAN, SCALE = _told.take("Q"), _told.take("d", 2), _told.take("d"), _told.take("d")
"""The net that plays on, null for random play; what it wants, and how it tells scores."""
ROOM, LISTS = _told.take("i"), _told.take("Q")
"""How many nodes there can be; and where the lists of situations are."""
PAST, WALK = _told.several("Q", 2)
"""What the seat could follow of the match, null for nothing; and the walk through worlds that this
allows."""
ENDING, FAR = _told.take("d"), _told.take("i")
"""How much of the reward is what comes of playing on from where the net was asked; and after how
many more decisions of the searching seat the net is asked again, if the match is not over."""
VALUES = _told.take("d")
"""By seat: what the net last expected for it, where it was asked instead of playing to the end."""

CHOSEN, UNTIL = NODES, FLAT
"""In an appraisal, which grows no tree: how many of the options are played; and where in the state
the number lies at whose change a match is cut, 0 for none."""
BESIDE = 4
"""Numbers behind the scores of an appraisal: decisions, the seat that decided last, whether the
world does not heed the past, whether the match was over."""
ODD = -1
"""In place of a number of decisions: the world does not offer the options of the view."""
