"""The words of RECYCLE: everything written in small letters that has a meaning."""

from __future__ import annotations

_WORDS = """
    game declare define option require setup scoring min max stage player players team teams end
    once as
    choice do any all let create deck set update inc dec move swap remember forget shuffle cycle
    next current previous turn pass repeat top bottom owner using points sto str vloc iloc hloc
    oloc mem range other union intersect disjunction filter run runs largest subsets partition
    indexed sum score scoremax scoremin size pid tid cardatt tri fib random and or not
"""

KEYWORDS = frozenset(_WORDS.split())
