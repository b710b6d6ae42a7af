"""How what a search found is weighed against what a net says: the net is believed until the search
is sure to know better. Plain numbers, so that a page weighs as everybody does.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

Row = Sequence[float]
"""Of an option: visits, the sum of rewards and of their squares, and more."""
_BELIEVED = 2.0
"""Standard errors above what a tree found: more it does not believe of an option."""
_SMALL = 1e-12


def weighed_in_tree(statistics: Sequence[Row], said: Sequence[float]) -> list[float]:
    """By option: what it is worth, counted from the option with most visits.

    A tree comes to some options more often than to others, so each is believed by itself: the net
    where there were few visits, the search where there were many, and the sooner the further they
    are apart (random effects, as DerSimonian and Laird estimate them). No option is worth more
    than the search can believe of it.
    """
    visits = [row[0] for row in statistics]
    often = [max(1.0, count) for count in visits]
    means = [row[1] / count for row, count in zip(statistics, often, strict=True)]
    first, total = visits.index(max(visits)), max(1.0, sum(visits))
    spreads = [
        max(0.0, row[2] / n - m**2) for row, n, m in zip(statistics, often, means, strict=True)
    ]
    noise = sum(count / total * spread for count, spread in zip(visits, spreads, strict=True))
    errors = [max(noise / count + noise / often[first], _SMALL) for count in often]
    known = [one - said[first] for one in said]
    found = [mean - means[first] for mean in means]
    news = [one - other for one, other in zip(found, known, strict=True)]
    others = [option for option, count in enumerate(visits) if count > 0 and option != first]
    beyond = sum(news[option] ** 2 / errors[option] for option in others) - len(others)
    doubt = max(0.0, beyond / max(_SMALL, sum(1 / errors[option] for option in others)))
    worths = known[:]
    for option in others:
        error = errors[option]
        worth = known[option] + news[option] * doubt / (doubt + error)
        worths[option] = min(worth, found[option] + _BELIEVED * error**0.5)
    return worths


def weighed(batches: Sequence[Sequence[Row]], said: Sequence[float]) -> list[float]:
    """By option: what it is worth, counted from the mean of all.

    `batches` by batch and option. How far they lie apart tells how far chance alone takes the
    search from the net. Where it is no further away than that, the net is believed; the further it
    is, the more is the search.
    """
    mean = fmean(said)
    known = [one - mean for one in said]
    whole = [batch for batch in batches if all(row[0] > 0 for row in batch)]
    if len(whole) < 2:
        return known
    apart = [_from_their_mean([row[1] / row[0] for row in batch]) for batch in whole]
    by_option = list(zip(*apart, strict=True))
    noise = fmean(map(_variance, by_option)) / len(whole)
    news = [fmean(one) - other for one, other in zip(by_option, known, strict=True)]
    squares = fmean(one**2 for one in news)
    trust = max(0.0, 1 - noise / squares) if squares else 0.0
    return [one + trust * other for one, other in zip(known, news, strict=True)]


def _variance(values: Sequence[float]) -> float:
    """As it is estimated from some."""
    return sum(value**2 for value in _from_their_mean(values)) / (len(values) - 1)


def _from_their_mean(values: Sequence[float]) -> list[float]:
    mean = fmean(values)
    return [value - mean for value in values]
