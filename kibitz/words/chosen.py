"""Which numbers players chose: a 0 among them says something, as a bid of nothing does."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.engine import Event, OptionPlayed, StorageKind, Stored


class ChosenNumbers:
    """Told of everything that happens in a match."""

    def __init__(self) -> None:
        self.slots: set[int] = set()
        """The integer storages that an option stored last."""

    def hear(self, events: Sequence[Event]) -> None:
        """Of one step; a deal has no option in it."""
        is_choice = any(isinstance(event, OptionPlayed) for event in events)
        for event in events:
            if isinstance(event, OptionPlayed):
                is_choice = False
            elif isinstance(event, Stored) and event.kind is StorageKind.INT:
                (self.slots.add if is_choice else self.slots.discard)(event.slot)
