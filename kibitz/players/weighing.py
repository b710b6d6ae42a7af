"""What a net says of options at once, corrected by what a search found, unless that is noise."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.float64]


def weighed_in_tree(statistics: Numbers, said: Numbers) -> Numbers:
    """(option): what it is worth, counted from the mean of all visits.

    `statistics` (option, …) begin with visits, the sum of rewards and of their squares. A tree
    comes to some options more often than to others, so each is believed by itself: the net where
    there were few visits, the search where there were many, and the sooner the further they are
    apart.
    """
    visits, sums, squares = statistics[:, :3].T
    share = visits / max(1.0, visits.sum())
    often = np.maximum(visits, 1)
    means = sums / often
    noise = float(share @ np.maximum(0, squares / often - means**2)) / often
    known: Numbers = said - share @ said
    news = np.where(visits > 0, means - share @ means - known, 0.0)
    doubt = max(0.0, float(share @ (news**2 - noise)))
    worth: Numbers = known + (news * doubt / (doubt + noise) if doubt else 0.0)
    return worth


def weighed(batches: Numbers, said: Numbers) -> Numbers:
    """(option): what it is worth, counted from the mean of all.

    `batches` (batch, option, …) begin with visits and the sum of rewards, as statistics do. How
    far they lie apart tells how far chance alone takes the search from the net. Where it is no
    further away than that, the net is believed; the further it is, the more is the search.
    """
    known: Numbers = said - said.mean()
    whole = batches[(batches[:, :, 0] > 0).all(axis=1)]
    if len(whole) < 2:
        return known
    rewards = whole[:, :, 1] / whole[:, :, 0]
    apart = rewards - rewards.mean(axis=1, keepdims=True)
    noise = float(apart.var(axis=0, ddof=1).mean()) / len(whole)
    news = apart.mean(axis=0) - known
    squares = float((news**2).mean())
    trust = max(0.0, 1 - noise / squares) if squares else 0.0
    worth: Numbers = known + trust * news
    return worth
