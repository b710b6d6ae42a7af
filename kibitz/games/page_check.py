"""What is wrong with a page: by itself, and beside its program, whose names it must use."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, islice

from kibitz.games.frontmatter import FrontMatter, PageError, first_reports, shortened
from kibitz.games.page import BRACES, Page, parse_page
from kibitz.games.page_fields import Scorecard
from kibitz.recycle import MOST_REPORTS, Diagnostic, Label, Severity, Source, nearest, nodes
from kibitz.recycle import syntax as s


def check_page(source: Source, game: s.GameSyntax | None) -> tuple[Diagnostic, ...]:
    """The faults of a page; with the game it belongs to, also names that the program lacks."""
    try:
        page = parse_page(source.name, "", source.text)
    except PageError as error:
        return error.diagnostics
    if game is None:
        return ()
    matter = FrontMatter(source, source.text)
    known = _names(game)
    uses = chain(_uses(page), _values(page, game), _picks(page, game))
    lacking = (use for use in uses if not known[use.kind].has(use.name))
    shown = islice(lacking, MOST_REPORTS + 1)
    return first_reports([_not_in_program(matter, use, known[use.kind]) for use in shown])


@dataclass(frozen=True, slots=True)
class _Use:
    """A name of the program on the page."""

    path: str
    kind: str
    name: str


@dataclass(frozen=True, slots=True)
class _Names:
    """The names of one kind that a program uses."""

    names: frozenset[str]
    is_open: bool = False
    """Some are worked out in play, so any name may be one."""
    numbers: range = range(0)

    def has(self, name: str) -> bool:
        if len(name) <= 10 and name.isdecimal() and int(name) in self.numbers:
            return True
        return self.is_open or name in self.names


def _uses(page: Page) -> Iterator[_Use]:
    yield from (_Use(f"options.{name}", "option", name) for name in page.options)
    for preset, said in page.presets.items():
        yield from (
            _Use(f"presets.{preset}.options.{name}", "option", name) for name in said.options
        )
    layout = page.layout
    yield from (_Use(f"layout.names.{name}", "location", name) for name in layout.names)
    yield from (_Use(f"layout.choices.{name}", "number", name) for name in layout.choices)
    yield from (_Use("layout.discards", "location", name) for name in layout.discards or ())
    yield from (_Use("layout.passes", "number", name) for name in layout.passes or ())
    roles = dict.fromkeys(("dealer", "leader", "finisher"), "number")
    for key, kind in {"order": "point map", **roles}.items():
        if name := getattr(layout, key):
            yield _Use(f"layout.{key}", kind, name)
    yield from (_Use("layout.tricks", "location", name) for name in layout.tricks or ())
    yield from (_Use("layout.melds", "location", name) for name in layout.melds or ())
    yield from (_Use("layout.locked", "location", name) for name in layout.locked)
    yield from (_Use("layout.together", "number or move", name) for name in layout.together)
    yield from (_Use("layout.counters", "number or text", name) for name in layout.counters)
    for number, grid in enumerate(layout.grids):
        yield _Use(f"layout.grids#{number}.name", "location", grid.name)
    for number, remark in enumerate(layout.remarks):
        yield _Use(f"layout.remarks#{number}.when", "number", remark.when)
        for name in remark.unless:
            yield _Use(f"layout.remarks#{number}.unless", "option", name)
    for table, words in (("moves", page.moves), ("told", page.told), ("confirm", page.confirm)):
        yield from (_Use(f"{table}.{name}", "move", name) for name in words)
    for number, caution in enumerate(page.cautions):
        for name in caution.unless:
            yield _Use(f"cautions#{number}.unless", "option", name)
    yield from (_Use(f"advice.{name}", "number or location", name) for name in page.advice)
    if page.scorecard is not None:
        yield from _card_uses(page.scorecard)


def _card_uses(card: Scorecard) -> Iterator[_Use]:
    kinds = dict.fromkeys(("hole", "score", "total", "par", "won"), "number")
    kinds |= {"holes": "option", "cards": "location", "aside": "location", "points": "point map"}
    for key, kind in kinds.items():
        name = getattr(card, key)
        if name:
            yield _Use(f"scorecard.{key}", kind, name)
    yield from (_Use("scorecard.sums", "number", name) for name in card.sums)
    yield from (_Use(f"scorecard.parts.{name}", "number", name) for name in card.parts)


def _values(page: Page, game: s.GameSyntax) -> Iterator[_Use]:
    """Values of options, by their kind `value of NAME`."""
    for name in _options(game):
        if name in page.options:
            for value in page.options[name].values:
                yield _Use(f"options.{name}.values.{value}", f"value of {name}", value)
        for preset, said in page.presets.items():
            if name in said.options:
                path = f"presets.{preset}.options.{name}"
                yield _Use(path, f"value of {name}", str(said.options[name]))


def _picks(page: Page, game: s.GameSyntax) -> Iterator[_Use]:
    """What stands in braces in the words for a move, by its kind `pick of NAME`."""
    picked = _picked(game)
    for table, words in (("moves", page.moves), ("told", page.told)):
        for name in picked.keys() & words.keys():
            for variable in BRACES.findall(words[name]):
                yield _Use(f"{table}.{name}", f"pick of {name}", variable)


def _picked(game: s.GameSyntax) -> dict[str, frozenset[str]]:
    """By the name of a move: the variables for which something is picked for it."""
    found: dict[str, frozenset[str]] = {}
    for choice in (node for node in nodes(game) if isinstance(node, s.ChoiceNode)):
        for alternative in choice.alternatives:
            inside = list(nodes(alternative))
            loops = (node for node in inside if isinstance(node, s.LoopNode))
            picks = {each.binder.name for each in loops if each.quantifier is s.Quantifier.ANY}
            for named in (node for node in inside if isinstance(node, s.NamedNode)):
                found[named.name] = found.get(named.name, frozenset()) | picks
    return found


def _options(game: s.GameSyntax) -> dict[str, s.OptionNode]:
    return {
        option.binder.name: option
        for option in game.declarations
        if isinstance(option, s.OptionNode)
    }


def _names(game: s.GameSyntax) -> dict[str, _Names]:
    numbers, texts = _named(game, s.IntStorageNode), _named(game, s.StrStorageNode)
    places = _named(game, s.LocationNode, s.IndexedNode)
    moves = frozenset(n.name for n in nodes(game) if isinstance(n, s.NamedNode))
    return {
        "option": _Names(frozenset(_options(game))),
        "location": places,
        "number": numbers,
        "number or location": _Names(
            numbers.names | places.names, numbers.is_open or places.is_open
        ),
        "number or text": _Names(numbers.names | texts.names, numbers.is_open or texts.is_open),
        "point map": _named(game, s.PointStorageNode),
        "number or move": _Names(numbers.names | moves, numbers.is_open),
        "move": _Names(moves),
        **{f"value of {name}": _domain(option) for name, option in _options(game).items()},
        **{f"pick of {name}": _Names(variables) for name, variables in _picked(game).items()},
    }


def _named(game: s.GameSyntax, *classes: type[s.Node]) -> _Names:
    found = [getattr(node, "name", None) for node in nodes(game) if isinstance(node, classes)]
    plain = frozenset(name.value for name in found if isinstance(name, s.StrLiteralNode))
    return _Names(plain, any(not isinstance(name, s.StrLiteralNode) for name in found))


def _domain(option: s.OptionNode) -> _Names:
    match option.domain:
        case s.StringsNode(values=values):
            return _Names(frozenset(values))
        case s.RangeNode(low=s.IntLiteralNode(value=low), high=s.IntLiteralNode(value=high)):
            return _Names(frozenset(), numbers=range(low, high + 1))
        case _:
            return _Names(frozenset(), is_open=True)


def _not_in_program(matter: FrontMatter, use: _Use, known: _Names) -> Diagnostic:
    near = nearest(use.name, known.names)
    return Diagnostic(
        slug="not-in-program",
        headline=f"the program has no {use.kind} `{shortened(use.name)}`",
        primary=Label(matter.span(use.path), "named here"),
        help=f"did you mean `{near}`?" if near else None,
        severity=Severity.WARNING,
    )
