"""Plays the options of one decision in worlds that its seat could be in, and tells what came."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from kibitz.engine.cancellation import Stopped, current, together
from kibitz.engine.errors import MatchError
from kibitz.engine.native.runtime.playouts import Numbers
from kibitz.engine.native.search import search_layout as search
from kibitz.engine.native.search.searcher import Block, Guide, SearchPosition

_SHARE = 8
"""Worlds that are worth a thread of their own."""


@dataclass(frozen=True, slots=True)
class Trials:
    """What options came to, in worlds that are the same for all of them."""

    worlds: Numbers
    """The worlds that are told of, by their number among those that were asked for."""
    scores: Numbers
    """(world, option, seat): in the order in which the options were asked for."""
    decisions: Numbers
    """(world, option): made after the option."""
    last: Numbers
    """(world, option): the seat that decided last."""
    unheeded: Numbers
    """By world: 1 in one that does not heed what was chosen before, as none was found that does."""
    over: Numbers
    """(world, option): 1 where the match was over, 0 where it was cut before."""
    ends: npt.NDArray[np.uint8] | None
    """(world, option, 2): the states at the last decision and at the end, packed; only if asked
    for."""


@dataclass(frozen=True, slots=True)
class Appraiser:
    """A decision whose options can be tried in any number of worlds, always the same for a seed."""

    prospect: SearchPosition
    seed: int
    guide: Guide | None = None
    """Who plays on after the option; without one, chance."""
    most_decisions: int = 500
    """A match is cut there and scored as it stands."""

    def trials(
        self,
        options: Sequence[int],
        worlds: range,
        *,
        until: int | None = None,
        with_ends: bool = False,
    ) -> Trials:
        """These options in these worlds of the seed; worlds that do not offer them are left out,
        and so are those in which a rule fails: cards may lie there as no match could bring them.

        Matches are played to their end, or until the integer in that slot changes.
        Raises MatchError if a rule fails in every world, and Stopped if there was no time.
        """
        code = self.prospect.searcher.code
        shape = len(worlds), len(options)
        results = np.zeros((*shape, self.prospect.players + search.BESIDE), np.int32)
        ends = np.zeros((*shape, 2, code.state_bytes), np.uint8) if with_ends else None
        shares = max(1, min(os.cpu_count() or 1, len(worlds) // _SHARE))
        bounds = [len(worlds) * n // shares for n in range(shares + 1)]

        limit, walk = self.most_decisions, self.prospect.walk
        faults: list[MatchError] = []

        def run(low: int, high: int) -> None:
            while low < high:
                part = None if ends is None else ends[low:high]
                parameters = self.prospect.parameters(high - low, limit, walk, self.guide)
                search.CHOSEN.put(parameters, len(options))
                search.UNTIL.put(parameters, 0 if until is None else code.layout.ints + 4 * until)
                low += self._run(options, worlds[low:high], parameters, results[low:high], part)
                if low < high:
                    faults.append(code.match_error("in a world that an appraisal dealt"))
                    results[low, :, -search.BESIDE] = search.ODD
                    low += 1

        together([partial(run, *share) for share in pairwise(bounds)])
        fits = (results[:, :, -search.BESIDE] != search.ODD).all(axis=1)
        if faults and not fits.any():
            raise faults[0]
        kept = results[fits]
        last_states = None if ends is None else ends[fits]
        told = np.flatnonzero(fits).astype(np.int32)
        scores, beside = np.split(kept, [self.prospect.players], axis=2)
        made, last, unheeded, over = np.moveaxis(beside, -1, 0)
        none_heeds = int(self.prospect.has_forgotten)
        return Trials(told, scores, made, last, unheeded[:, 0] | none_heeds, over, last_states)

    def _run(
        self,
        options: Sequence[int],
        worlds: range,
        parameters: Block,
        results: Numbers,
        ends: npt.NDArray[np.uint8] | None,
    ) -> int:
        """How many worlds were done; in the next one a rule failed. Raises Stopped."""
        prospect = self.prospect
        code, chosen = prospect.searcher.code, np.array(options, np.int32)
        done: int = prospect.searcher.appraise_code(
            ctypes.addressof(prospect.base),
            code.context.address,
            prospect.worlds.ctypes.data,
            ctypes.addressof(parameters),
            self.seed & (2**64 - 1),
            worlds.start,
            chosen.ctypes.data,
            results.ctypes.data,
            None if ends is None else ends.ctypes.data,
        )
        if done < len(worlds) and current().is_set():
            raise Stopped("nobody waits for this appraisal any more")
        return done
