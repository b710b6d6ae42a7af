"""The one class that everything kibitz complains about belongs to."""

from __future__ import annotations


class KibitzError(Exception):
    """Something is wrong with what kibitz was given; the text says what, in a sentence."""


class BadArgument(KibitzError):
    """A value of a wrong kind or out of range; says what would have been right."""
