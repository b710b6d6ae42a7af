"""A game's page: what people are told about it, and how its table is laid out.

A page is Markdown. It may begin with a front matter, TOML between two `+++` lines, that gives the
title, a summary, the kind of game, words for the options, presets, what people play for, the layout
of the table, words for advice, and the scorecard.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from kibitz.games.counters import BadCounter, Counter, counter
from kibitz.games.frontmatter import FrontMatter, PageError, PageTable, first_reports, shortened
from kibitz.games.page_fields import CardWords, Caution, GameKind, NumberNews, Scorecard
from kibitz.recycle import Diagnostic, Label, Source, Span

FENCE = "+++"
_PLACE = re.compile(r" \(at line (\d+), column (\d+)\)$")
NESTED_NAME = re.compile(r"(?<![\w-])(?:(?:[\w-]++|\"[^\"\n]*+\"|'[^'\n]*+')[ \t]*+\.[ \t]*+){10}")
"""Names inside names: reading them takes time that grows with the square of their number."""
BRACES = re.compile(r"\{([A-Z]+)\}")
"""What was picked for a move, by the name of its variable."""
DISCARD_PILES = ("DISCARD", "DISCARDS", "DISCARDPILE")
"""Places onto which cards are discarded, not played, where the page does not say `discards`."""
PASSES = ("PASS", "PASSED", "PASSES", "PASSING")
"""Numbers that count passes, where the page does not say `passes`."""
TRICKS = ("TRICK", "TRICKS")
"""Places where the cards of a trick lie, where the page does not say `tricks`."""
MELDS = ("MELD", "MELDS")
"""Places where melds lie one after the other, where the page does not say `melds`."""
STRENGTH = "STRENGTH"
"""The point map in which trumps are above other cards, where the page does not say `trumps`."""
DEALER, LEADER = "DEALER", "LEADER"
"""Numbers of the table that name a player, where the page does not say `dealer` or `leader`."""
_CLOSING = re.compile(r"\n\+\+\+[ \t]*(?:\n|$)")


@dataclass(frozen=True, slots=True)
class OptionPage:
    """An option of the game in people's words."""

    label: str
    sentence: str
    group: str = ""
    """The heading under which it is listed."""
    rule: str = ""
    """For a number: the rule it makes, with `{}` in place of the number."""
    values: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """What each value means, where the value does not say it itself."""
    example: str = ""
    """Cards that show what the values do, in the order of the cells, with blanks between them."""


@dataclass(frozen=True, slots=True)
class Preset:
    """Option values that go by a name of their own; options not named have their defaults."""

    label: str
    sentence: str
    options: Mapping[str, int | str]


@dataclass(frozen=True, slots=True)
class CellGrid:
    """The locations `name` `first`, `first` + 1, … of one owner, row by row."""

    name: str
    rows: int = field(metadata={"at_least": 1})
    columns: int = field(metadata={"at_least": 1})
    first: int = field(metadata={"at_least": 0})


@dataclass(frozen=True, slots=True)
class TableRemark:
    """A sentence that the table says while a number of the table is not 0."""

    when: str
    """The number."""
    text: str
    """`{NAME}` in it stands for the number NAME of the table."""
    unless: Mapping[str, int | str] = field(default_factory=lambda: MappingProxyType({}))
    """Options: where one of them has this value, the sentence is not true."""


@dataclass(frozen=True, slots=True)
class WordedNumber:
    """What the table says while a number of the table has this value."""

    number: str
    value: int = field(metadata={"at_least": 0})
    text: str


@dataclass(frozen=True, slots=True)
class TableLayout:
    """How the table shows the game."""

    grids: tuple[CellGrid, ...] = ()
    names: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """What people call a location, by its name in the program."""
    choices: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """What somebody does who stores a number in the storage of that name, as in `turn up cell {}`;
    without `{}`, a number other than 0."""
    discards: tuple[str, ...] | None = None
    """The locations that are discard piles; None for those with a usual name."""
    passes: tuple[str, ...] | None = None
    """The storages that count passes; None for those with a usual name."""
    tricks: tuple[str, ...] | None = None
    """The locations where the cards of a trick lie; None for those with a usual name."""
    melds: tuple[str, ...] | None = None
    """The locations where melds lie one after the other; None for those with a usual name."""
    aside: tuple[str, ...] = ()
    """The locations that only the rules need: what these bring there and take from there is no
    news, and what nobody sees or what is only remembered there is not drawn."""
    order: str = ""
    """The point map by which a hand is ordered; empty for one that ranks all cards of a suit."""
    trumps: str = ""
    """The point map that puts trumps 200 above other cards; empty for one with the usual name."""
    locked: tuple[str, ...] = ()
    """The locations where a card that lies open stays."""
    dealer: str = ""
    """A number of the table: which player deals; empty for one with the usual name."""
    forehand: str = ""
    """A number of the table: which player comes next after the dealer."""
    leader: str = ""
    """A number of the table: which player leads; empty for one with the usual name."""
    finisher: str = ""
    """A number of the table: which player has ended the hole; the others have one turn each."""
    together: tuple[str, ...] = ()
    """The numbers that are stored and the moves that are made several times in a row, each out of
    what the one before left: they are chosen together."""
    counters: tuple[str, ...] = ()
    """The storages worth showing."""
    flags: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """The numbers that are only yes or no, and the word that is shown while one is not 0."""
    remarks: tuple[TableRemark, ...] = ()
    """The first that is true is said."""
    worded: tuple[WordedNumber, ...] = ()
    """Values of numbers that are said in words; of others nothing is said."""
    mulligans: int = field(default=0, metadata={"at_least": 0})
    """How often in a match a player may look again at cards that only they have seen."""

    @property
    def discard_names(self) -> tuple[str, ...]:
        return DISCARD_PILES if self.discards is None else self.discards

    @property
    def pass_names(self) -> tuple[str, ...]:
        return PASSES if self.passes is None else self.passes

    @property
    def trick_names(self) -> tuple[str, ...]:
        return TRICKS if self.tricks is None else self.tricks

    @property
    def meld_names(self) -> tuple[str, ...]:
        return MELDS if self.melds is None else self.melds

    @property
    def trumps_name(self) -> str:
        return self.trumps or STRENGTH

    @property
    def dealer_name(self) -> str:
        return self.dealer or DEALER

    @property
    def leader_name(self) -> str:
        return self.leader or LEADER

    def grid(self, location: str) -> CellGrid | None:
        """The grid that the locations of this name form, if they form one."""
        return next((grid for grid in self.grids if grid.name == location), None)


class Objective(StrEnum):
    """What people play for."""

    PLACE = "place"
    SCORE = "score"


@dataclass(frozen=True, slots=True)
class Play:
    """How people play the game."""

    objective: Objective = Objective.PLACE
    won: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    """Of a game for one: by the name of a location, how many cards lie there at the end of a match
    that is won."""


@dataclass(frozen=True, slots=True)
class Page:
    title: str
    summary: str = ""
    kind: GameKind | None = None
    tags: tuple[str, ...] = ()
    """What else it is found by, in lower case."""
    options: Mapping[str, OptionPage] = field(default_factory=lambda: MappingProxyType({}))
    presets: Mapping[str, Preset] = field(default_factory=lambda: MappingProxyType({}))
    """By name, in the order in which they are offered."""
    play: Play = field(default_factory=Play)
    layout: TableLayout = field(default_factory=TableLayout)
    cards: Mapping[str, CardWords] = field(default_factory=lambda: MappingProxyType({}))
    """By the value of an attribute of cards."""
    moves: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """By the name of a move: what somebody does who makes it, with what was picked in braces."""
    told: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """And what somebody did who made it; where it is missing, the verb of `moves` says it."""
    confirm: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """By the name of a move: what a table asks before it is made; `{hidden}` stands for how many
    of the chooser's own cards the chooser does not know."""
    cautions: tuple[Caution, ...] = ()
    """What those are warned of who want to be."""
    advice: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """By the name of a number or a location: what it is called where advice is given for it."""
    scorecard: Scorecard | None = None
    settlement: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """By the name of a definition, a number, a point map or a location: what that is called for
    which something counts; `{}` stands for how many there were."""
    news: Mapping[str, NumberNews] = field(default_factory=lambda: MappingProxyType({}))
    """By the name of a number: what is told when the rules change it."""
    counters: tuple[Counter, ...] = ()
    """What the table counts while a hand is played, in the order of the page."""
    rules: str = ""
    """The rules in prose, as Markdown."""


def parse_page(place: str, title: str, text: str) -> Page:
    """The page written in `text`; `title` stands in where the page names none.

    Raises PageError, with every report, for a front matter that cannot be used.
    """
    source = Source(place, text.removeprefix("\ufeff").replace("\r\n", "\n"))
    front, rules = split_page(source)
    matter = FrontMatter(source, front)
    top = PageTable(matter, "", _toml(source, front))
    card = top.table_or_none("scorecard")
    kind = top.word("kind", tuple(GameKind))
    page = Page(
        title=top.text("title", title),
        summary=top.text("summary", ""),
        kind=GameKind(kind) if kind else None,
        tags=top.texts("tags"),
        options=MappingProxyType(
            {option.key: option.read(OptionPage) for option in top.table("options").tables()}
        ),
        presets=MappingProxyType(
            {preset.key: preset.read(Preset) for preset in top.table("presets").tables()}
        ),
        play=top.table("play").read(Play),
        layout=top.table("layout").read(TableLayout),
        cards=MappingProxyType(
            {value.key: value.read(CardWords) for value in top.table("cards").tables()}
        ),
        moves=top.table("moves").all_texts(),
        told=top.table("told").all_texts(),
        confirm=top.table("confirm").all_texts(),
        cautions=tuple(caution.read(Caution) for caution in top.table_list("cautions")),
        advice=top.table("advice").all_texts(),
        scorecard=None if card is None else card.read(Scorecard),
        settlement=top.table("settlement").all_texts(),
        news=MappingProxyType(
            {number.key: number.read(NumberNews) for number in top.table("news").tables()}
        ),
        counters=_counters(matter, top.table("counters").all_texts()),
        rules=harmless(rules.strip("\n")),
    )
    top.finish()
    if matter.faults:
        raise PageError(source, first_reports(matter.faults))
    return page


def _counters(matter: FrontMatter, texts: Mapping[str, str]) -> tuple[Counter, ...]:
    found = []
    for key, text in texts.items():
        try:
            found.append(counter(text))
        except BadCounter as fault:
            label = Label(matter.span(f"counters.{key}"), str(fault))
            headline = f"the counter `{shortened(key)}` cannot be counted"
            matter.faults.append(Diagnostic("bad-counter", headline, label))
    return tuple(found)


def split_page(source: Source) -> tuple[str, str]:
    """The front matter, which keeps its place in the text, and what stands below it."""
    if source.lines[0].rstrip() != FENCE:
        return "", source.text
    closing = _CLOSING.search(source.text, len(source.lines[0]))
    if closing is None:
        raise PageError(source, (_open_front_matter(source),))
    blank = " " * len(source.lines[0])
    front = blank + source.text[len(blank) : closing.start() + 1]
    return front, source.text[closing.end() :]


def _open_front_matter(source: Source) -> Diagnostic:
    return Diagnostic(
        slug="open-front-matter",
        headline=f"the front matter has no closing `{FENCE}`",
        primary=Label(Span(0, len(source.lines[0])), "begins here"),
        help=f"write `{FENCE}` on a line of its own where the front matter ends",
    )


def _toml(source: Source, front: str) -> dict[str, object]:
    nested = NESTED_NAME.search(front)
    if nested is not None:
        raise PageError(source, (_not_toml(nested.start(), "a name has too many parts"),))
    try:
        return {harmless(key): _harmless(value) for key, value in tomllib.loads(front).items()}
    except RecursionError as error:
        raise PageError(source, (_not_toml(0, "it is nested too deeply"),)) from error
    except ValueError as error:  # not TOML, or a number of more digits than Python reads
        is_number = not isinstance(error, tomllib.TOMLDecodeError)
        said = "a number has far too many digits" if is_number else str(error)
        place = _PLACE.search(said)
        start = len(front.rstrip()) - 1
        if place is not None:
            said = said[: place.start()]
            start = _offset(front, int(place[1]), int(place[2]))
        fault = _not_toml(start, f"{said[:1].lower()}{said[1:]}")
        raise PageError(source, (fault,)) from error


def _harmless(value: object) -> object:
    match value:
        case str():
            return harmless(value)
        case list():
            return [_harmless(item) for item in value]
        case dict():
            return {harmless(key): _harmless(item) for key, item in value.items()}
        case _:
            return value


def harmless(text: str) -> str:
    """The text without characters that would do something to a terminal, or turn it around."""
    return "\n".join(
        line if line.isprintable() else "".join(map(_harmless_sign, line))
        for line in text.split("\n")
    )


def _harmless_sign(sign: str) -> str:
    return "\ufffd" if unicodedata.category(sign).startswith("C") and sign != "\t" else sign


def _offset(text: str, line: int, column: int) -> int:
    return sum(len(before) + 1 for before in text.split("\n")[: line - 1]) + column - 1


def _not_toml(start: int, what: str) -> Diagnostic:
    return Diagnostic(
        slug="not-toml",
        headline=f"the front matter is not TOML: {what}",
        primary=Label(Span(start, start + 1), "not understood from here on"),
        notes=("texts are in quotes, lists in brackets, names before `=`",),
    )
