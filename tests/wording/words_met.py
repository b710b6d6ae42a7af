"""Every word a person meets in a game, a line each: house rules, options, what is told, the table.

Matches are played for it, as the game is and with every preset, by players who try what they have
not tried yet. Cards and numbers are left out of the lines, so that each is there once.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import people

from kibitz import Game, Match, Rng, load
from kibitz.games import find
from kibitz.recycle.syntax import OptionNode, StringsNode
from kibitz.words import Scorekeeper, Teller
from kibitz.words.tableau import Tableau

DECISIONS = 300
"""Of each match, at most."""
CARDS = re.compile(r"(?:\b(?:10|[2-9AJQK])[♣♦♥♠]|\bJoker\b)(?: (?:(?:10|[2-9AJQK])[♣♦♥♠]|Joker))*")
NUMBER = re.compile(r"-?\b\d+\b")


def wording(name: str) -> list[str]:
    """The whole file."""
    heard = _Heard()
    presets = load(name).page.presets.values()
    for options in [{}, *(dict(preset.options) for preset in presets)]:
        heard.listen(load(name, **options))
    return [*on_the_page(name), *heard.lines()]


def on_the_page(name: str) -> list[str]:
    """What is there before anybody plays."""
    return [line for part in (_page(name), _options(name), _presets(name)) for line in part]


def _page(name: str) -> Iterator[str]:
    page = load(name).page
    yield page.title
    yield page.summary
    yield f"tags: {', '.join(page.tags)}"
    yield from (f"rules: {line}" for line in page.rules.splitlines() if line.startswith("#"))


def _options(name: str) -> Iterator[str]:
    checked = find(name).checked.game
    assert checked is not None
    pages = load(name).page.options
    for option in checked.game.declarations:
        if not isinstance(option, OptionNode):
            continue
        page = pages[option.binder.name]
        yield ""
        yield f"option {' / '.join(filter(None, (page.group, page.label)))}: {page.sentence}"
        if isinstance(option.domain, StringsNode):
            for value in option.domain.values:
                mark = ", usual" if value == option.default.value else ""
                yield f"  {value.lower()}{mark}: {page.values[value]}"
        else:
            default = option.default.value
            rule = page.rule.format(default) if page.rule else f"{page.label}: {default}"
            yield f"  usual: {rule}"


def _presets(name: str) -> Iterator[str]:
    presets = load(name).page.presets
    if presets:
        yield ""
    yield from (f"preset {preset.label}: {preset.sentence}" for preset in presets.values())


class _Heard:
    """What was offered, told and shown in some matches."""

    def __init__(self) -> None:
        self._offered: Counter[str] = Counter()
        self._told: set[str] = set()
        self._shown: set[str] = set()
        self._scored: set[str] = set()

    def listen(self, game: Game) -> None:
        match, chance = game.match(1, most_decisions=DECISIONS), Rng(1, stream=1)
        tellers = [Teller(game.vocabulary, seat) for seat in match.seats]
        card = game.page.scorecard
        keeper = Scorekeeper(game.program, card) if card else None
        chooser = None
        while True:
            for seat, teller in enumerate(tellers):
                seen = [sighting.event for sighting in match.sightings(seat)]
                for tale in teller.tell(chooser, seen, match.kinds):
                    if not tale.parts:
                        continue
                    who = [] if tale.seat is None else [teller.player(tale.seat)]
                    self._told.add(_plain(" ".join([*who, ", ".join(tale.parts)])))
            for hole in keeper.hear(match.events) if keeper else ():
                self._scored |= {term.label for tally in hole.tallies for term in tally.terms}
            if match.is_over:
                return
            chooser = match.decision.seat
            self._look(match, Tableau(game.vocabulary))
            match.play(self._choice(match, chance))

    def _look(self, match: Match, tableau: Tableau) -> None:
        view = match.view(match.decision.seat)
        self._shown.add(_plain(tableau.remark(view)))
        for area in tableau.areas(view).values():
            self._shown |= {row.name for row in area.rows}
            self._shown |= set(map(_plain, area.counters))

    def _choice(self, match: Match, chance: Rng) -> int:
        """What has been tried least among kinds of options; within one, as people choose."""
        labels = [_plain(str(option)) for option in match.options]
        rarest = min(labels, key=lambda label: self._offered[label])
        usual = people.choice(match, chance)
        is_new = self._offered[rarest] < 3
        choice = labels.index(rarest) if is_new else usual
        self._offered.update({labels[choice]: 1})
        self._offered.update(dict.fromkeys(labels, 0))
        return choice

    def lines(self) -> Iterator[str]:
        for heading, heard in (
            ("offered", set(self._offered)),
            ("told", self._told),
            ("shown", self._shown),
            ("scored", self._scored),
        ):
            if any(heard):
                yield ""
                yield f"{heading}:"
                yield from (f"  {line}" for line in sorted(filter(None, heard)))


def _plain(text: str) -> str:
    """The words, without the cards and numbers of this moment."""
    return NUMBER.sub("#", CARDS.sub("◇", text))
