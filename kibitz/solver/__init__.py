"""Exact values, where what is left of a match is small enough to go through.

In: a Program, and a View or nothing but the rules; how other seats play, if not as well as they
can. Out: for every option how likely every outcome is, as fractions; or TooBig.
Read solving.py first, then tree.py.
"""

from kibitz.solver.mixing import STEPS, MixedPlay, drawn, mixed_play
from kibitz.solver.solving import Value, best_response, match_value, option_values, solve
from kibitz.solver.tree import Policy, PrivateCards, TooBig
from kibitz.solver.tree_state import TreeState
from kibitz.solver.winnable import NotWinnable, WinnableDeal, winnable_deal
from kibitz.solver.worlds import World, as_printed
from kibitz.solver.worth import Aim
