"""Faults that only play can show."""

from __future__ import annotations

from kibitz.recycle import Diagnostic, KibitzError, Label, Source, Span, at_use


class MatchError(KibitzError):
    """A rule could not be carried out: which construct, where, and the state of affairs."""

    def __init__(self, source: Source, diagnostic: Diagnostic) -> None:
        diagnostic = at_use(diagnostic)
        place = source.position(diagnostic.primary.span.start)
        super().__init__(f"{source.name}:{place.line}:{place.column}: {diagnostic.headline}")
        self.source = source
        self.diagnostic = diagnostic
        self.option: int | None = None
        """The option that was being played, where one was."""


class Fault(Exception):
    """Raised inside a rule; the interpreter adds the state of affairs and makes a MatchError.

    Without a span it means the step that was being played.
    """

    def __init__(self, slug: str, headline: str, span: Span | None, label: str = "") -> None:
        super().__init__(headline)
        self.slug = slug
        self.headline = headline
        self.span = span
        self.label = label

    def explained(self, source: Source, step: Span, notes: tuple[str, ...]) -> MatchError:
        label = Label(self.span or step, self.label)
        return MatchError(source, Diagnostic(self.slug, self.headline, label, notes=notes))


class BadState(KibitzError):
    """A state from outside that no match of the game can come to; says why not."""


class MatchOver(KibitzError):
    """Nobody decides there: the match has come to its end, or to its limit of decisions."""


class IllegalChoice(KibitzError):
    """An option that the decision does not offer; says who was to choose and how many there are."""
