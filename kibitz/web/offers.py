"""The games that a server offers: those of the library, and the files that its operator names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from markdown_it import MarkdownIt

from kibitz.game import Game
from kibitz.games import find, names
from kibitz.recycle import RecycleError, syntax
from kibitz.web.refusal import Reason, Refused
from kibitz.web.wire import JsonObject

OptionValue = int | str
Options = tuple[tuple[str, OptionValue], ...]
"""Names and values, as something that can be looked up."""
_LONGEST_TEXT = 100
"""Characters of an option's name or value."""


@dataclass(frozen=True, slots=True)
class Seats:
    """How many may sit down."""

    fewest: int
    most: int
    option: str | None
    """The option that says it; None where the rules do."""


class Offers:
    """Games by name."""

    def __init__(self, files: Sequence[str] = ()) -> None:
        """Raises LibraryError and RecycleError for a file that cannot be offered."""
        own = {file.name: file for file in map(find, files)}
        self._names = dict.fromkeys([*names(), *own])
        self._file = cache(lambda name: own.get(name) or find(name))
        self._loaded = lru_cache(512)(self._load)
        self._checked = cache(self._check)
        for name in own:
            self._checked(name)

    def game(self, name: str, options: Mapping[str, OptionValue]) -> Game:
        """The game with these options. Raises Refused, with the conflict in words."""
        if name not in self._names:
            raise Refused(Reason.NO_GAME)
        if any(len(str(text)) > _LONGEST_TEXT for option in options.items() for text in option):
            raise Refused(Reason.BAD_RULES)
        found = self._loaded(name, tuple(sorted(options.items())))
        if isinstance(found, Game):
            return found
        raise Refused(found.reason, str(found))

    def begun_by(self, name: str, options: Mapping[str, OptionValue], digest: str) -> Game:
        """The game by which a match was begun. Raises Refused if its rules have changed since."""
        game = self.game(name, options)
        if game.program.digest != digest:
            raise Refused(Reason.OTHER_RULES)
        return game

    def _load(self, name: str, options: Options) -> Game | Refused:
        """What is kept of the game: also that it cannot be played so."""
        try:
            return Game.of(self._file(name), dict(options))
        except RecycleError as fault:
            said = fault.diagnostics[0]
            if said.slug == "unmet-requirement":
                return Refused(Reason.CONFLICT, said.notes[0] if said.notes else "")
            return Refused(Reason.BAD_RULES, f"{said.headline}: {said.primary.text}")

    def seats(self, name: str, options: Mapping[str, OptionValue]) -> Seats:
        """Raises Refused."""
        if name not in self._names:
            raise Refused(Reason.NO_GAME)
        game = self._checked(name)
        players = game.setup.players
        if isinstance(players, syntax.VariableNode):
            for option in _options(game):
                low, high = _range(option)
                if option.binder.name == players.binder.name and high is not None:
                    return Seats(low or 0, high, option.binder.name)
        try:
            fixed = self.game(name, options).players
        except Refused as fault:
            if fault.reason is not Reason.CONFLICT:
                raise
            fixed = self.game(name, {}).players
        return Seats(fixed, fixed, None)

    def _check(self, name: str) -> syntax.GameSyntax:
        result = self._file(name).checked
        if result.game is None:
            raise RecycleError(result.source, result.diagnostics)
        return result.game.game

    def title(self, name: str) -> str:
        return self._file(name).page.title

    def catalogue(self) -> list[JsonObject]:
        """Everything that can be played here; it takes a while."""
        return [self._offer(name) for name in self._names]

    def rules(self, name: str) -> str:
        """The rules in prose, as HTML. Raises Refused."""
        if name not in self._names:
            raise Refused(Reason.NO_GAME)
        reader = MarkdownIt("commonmark", {"html": False}).enable("table")
        return str(reader.render(self._file(name).page.rules))

    def _offer(self, name: str) -> JsonObject:
        page, game = self._file(name).page, self._checked(name)
        seats = self.seats(name, {})
        return {
            "name": name,
            "title": page.title,
            "summary": page.summary,
            "kind": page.kind,
            "tags": list(page.tags),
            "fewest": seats.fewest,
            "most": seats.most,
            "options": [
                self._option(name, option)
                for option in _options(game)
                if option.binder.name != seats.option
            ],
            "presets": [
                {
                    "name": key,
                    "label": preset.label,
                    "sentence": preset.sentence,
                    "options": dict(preset.options),
                }
                for key, preset in page.presets.items()
            ],
        }

    def _option(self, game: str, option: syntax.OptionNode) -> JsonObject:
        """As the waiting room offers it; a number has a lowest and a highest value."""
        name = option.binder.name
        words = self._file(game).page.options.get(name)
        low, high = _range(option)
        strings = option.domain.values if isinstance(option.domain, syntax.StringsNode) else ()
        said = words.values if words else {}
        return {
            "name": name,
            "label": words.label if words else name.lower(),
            "sentence": words.sentence if words else "",
            "group": words.group if words else "",
            "default": option.default.value,
            "low": low,
            "high": high,
            "values": [{"value": s, "words": said.get(s, s.lower())} for s in strings],
        }


def _options(game: syntax.GameSyntax) -> list[syntax.OptionNode]:
    return [option for option in game.declarations if isinstance(option, syntax.OptionNode)]


def _range(option: syntax.OptionNode) -> tuple[int | None, int | None]:
    match option.domain:
        case syntax.RangeNode(
            low=syntax.IntLiteralNode(value=low), high=syntax.IntLiteralNode(value=high)
        ):
            return low, high
        case _:
            return None, None
