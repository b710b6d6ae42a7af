"""What is wrong with a page: by itself, and beside its program, whose names it must use."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice

from kibitz.games.frontmatter import FrontMatter, PageError, first_reports, shortened
from kibitz.games.page import Page, parse_page, split_page
from kibitz.games.page_hearing import unheard
from kibitz.games.page_names import REASON, PageName, braced, page_names
from kibitz.recycle import (
    MOST_REPORTS,
    Diagnostic,
    Edit,
    Label,
    Severity,
    Source,
    Span,
    nearest,
    nodes,
    order_name,
)
from kibitz.recycle import syntax as s


def check_page(source: Source, game: s.GameSyntax | None) -> tuple[Diagnostic, ...]:
    """The faults of a page; with the game it belongs to, also names that the program lacks, and
    words that nobody will ever hear."""
    try:
        page = parse_page(source.name, "", source.text)
    except PageError as error:
        return error.diagnostics
    if game is None:
        return ()
    matter = FrontMatter(source, split_page(source)[0])
    known = _names(game)
    uses = chain(page_names(page), _values(page, game), _picks(page, game))
    lacking = (use for use in uses if not known[use.kind].has(use.name))
    reports = chain(
        (_not_in_program(matter, use, known) for use in lacking),
        (_never_said(matter, path, why) for path, why in _silent(page, game)),
        (_never_heard(matter, name, cure) for name, cure in unheard(page, game)),
    )
    return first_reports(list(islice(reports, MOST_REPORTS + 1)))


@dataclass(frozen=True, slots=True)
class LocatedName:
    """A name of the program, at its place on the page."""

    kind: str
    """What it is in the program: `location`, `number of the table`, `pick of TURN` and others."""
    name: str
    span: Span


def located_names(source: Source, game: s.GameSyntax | None) -> tuple[LocatedName, ...]:
    """The names on a page, each where it stands, in the order of the text; none if the page has
    faults, and without the program only those whose kind the page alone tells."""
    try:
        page = parse_page(source.name, "", source.text)
    except PageError:
        return ()
    matter = FrontMatter(source, split_page(source)[0])
    of_program = () if game is None else chain(_values(page, game), _picks(page, game))
    found = (
        LocatedName(use.kind, use.name, use.span(matter))
        for use in chain(page_names(page), of_program)
    )
    exact = {one for one in found if source.slice(one.span) == one.name}
    return tuple(sorted(exact, key=lambda one: (one.span.start, one.kind)))


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

    def __or__(self, other: _Names) -> _Names:
        return _Names(self.names | other.names, self.is_open or other.is_open)


# ---------------------------------------------------------------------------- names by the program


def _values(page: Page, game: s.GameSyntax) -> Iterator[PageName]:
    """Values of options, by their kind `value of NAME`."""
    for name in _options(game):
        kind = f"value of {name}"
        if name in page.options:
            for value in page.options[name].values:
                yield PageName(f"options.{name}.values.{value}", kind, value)
        for preset, said in page.presets.items():
            if name in said.options:
                yield PageName(f"presets.{preset}.options.{name}", kind, str(said.options[name]))
        for number, remark in enumerate(page.layout.remarks):
            if name in remark.unless:
                path = f"layout.remarks#{number}.unless"
                yield PageName(path, kind, str(remark.unless[name]))
        for number, caution in enumerate(page.cautions):
            if name in caution.unless:
                yield PageName(f"cautions#{number}.unless", kind, str(caution.unless[name]))


def _picks(page: Page, game: s.GameSyntax) -> Iterator[PageName]:
    """What stands in braces in the words for a move, by its kind `pick of NAME`."""
    picked = _picked(game)
    for table, words in (("moves", page.moves), ("told", page.told)):
        for name in picked.keys() & words.keys():
            yield from braced(f"{table}.{name}", f"pick of {name}", words[name])


def _picked(game: s.GameSyntax) -> dict[str, frozenset[str]]:
    """By the name of a move: the variables for which something is picked, or let, for it."""
    found: dict[str, frozenset[str]] = {}
    for choice in (node for node in nodes(game) if isinstance(node, s.ChoiceNode)):
        for alternative in choice.alternatives:
            inside = list(nodes(alternative))
            loops = (node for node in inside if isinstance(node, s.LoopNode))
            picks = {each.binder.name for each in loops if each.quantifier is s.Quantifier.ANY}
            picks |= {node.binder.name for node in inside if isinstance(node, s.LetNode)}
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
    every = list(nodes(game))
    stored = [node for node in every if isinstance(node, s.IntStorageNode)]
    lying = [node for node in every if isinstance(node, s.LocationNode | s.IndexedNode)]
    numbers, places = _named(stored), _named(lying)
    texts = _named([node for node in every if isinstance(node, s.StrStorageNode)])
    moves = _Names(frozenset(node.name for node in every if isinstance(node, s.NamedNode)))
    maps = _maps([node for node in every if isinstance(node, s.PointStorageNode)])
    return {
        "option": _Names(frozenset(_options(game))),
        "location": places,
        "location of every player": _named(
            [one for one in lying if not isinstance(one.owner, s.TableNode)]
        ),
        "number": numbers,
        "number of the table": _named([one for one in stored if one.owner_type is None]),
        "number of every player": _named([one for one in stored if one.owner_type is not None]),
        "number or location": numbers | places,
        "number or text": numbers | texts,
        "point map": maps,
        REASON: numbers | places | maps | _Names(frozenset(game.definitions)),
        "number or move": numbers | moves,
        "move": moves,
        "value of a card": _Names(
            frozenset(
                node.value for node in every if isinstance(node, s.BranchNode | s.StrLiteralNode)
            )
            | frozenset(  # a text that is bid is said in the same words as a suit
                value for node in every if isinstance(node, s.StringsNode) for value in node.values
            )
        ),
        **{f"value of {name}": _domain(option) for name, option in _options(game).items()},
        **{f"pick of {name}": _Names(variables) for name, variables in _picked(game).items()},
    }


_Named = s.LocationNode | s.IndexedNode | s.IntStorageNode | s.StrStorageNode | s.PointStorageNode


def _named(found: Sequence[_Named]) -> _Names:
    names = [node.name for node in found]
    plain = frozenset(name.value for name in names if isinstance(name, s.StrLiteralNode))
    return _Names(plain, any(not isinstance(name, s.StrLiteralNode) for name in names))


def _maps(found: Sequence[s.PointStorageNode]) -> _Names:
    """Point maps, and orders, which are maps too."""
    maps = _named(found)
    plain = frozenset(order_name(name) or name for name in maps.names)
    return _Names(plain, maps.is_open)


def _domain(option: s.OptionNode) -> _Names:
    match option.domain:
        case s.StringsNode(values=values):
            return _Names(frozenset(values))
        case s.RangeNode(low=s.IntLiteralNode(value=low), high=s.IntLiteralNode(value=high)):
            return _Names(frozenset(), numbers=range(low, high + 1))
        case _:
            return _Names(frozenset(), is_open=True)


def _not_in_program(matter: FrontMatter, use: PageName, known: dict[str, _Names]) -> Diagnostic:
    near, span = nearest(use.name, known[use.kind].names), use.span(matter)
    is_exact = matter.source.slice(span) == use.name
    plain = use.kind.partition(" of ")[0]
    is_of_others = plain in known and plain != use.kind and known[plain].has(use.name)
    return Diagnostic(
        slug="not-in-program",
        headline=f"the program has no {use.kind} `{shortened(use.name)}`",
        primary=Label(span, "named here"),
        notes=(f"there is a {plain} `{use.name}`, but not one of these",) if is_of_others else (),
        help=f"did you mean `{near}`?" if near else None,
        edit=Edit(span, near) if near and is_exact else None,
        severity=Severity.WARNING,
    )


# ---------------------------------------------------------------------------- words never said


def _silent(page: Page, game: s.GameSyntax) -> Iterator[tuple[str, str]]:
    """What the page says that no match will ever need, and why."""
    for name, option in _options(game).items():
        words, has_words = page.options.get(name), isinstance(option.domain, s.StringsNode)
        if words and words.rule and has_words:
            yield f"options.{name}.rule", f"{name} is a word; `values` has the rule of each"
        if words and words.values and not has_words:
            yield f"options.{name}.values", f"{name} is a number; `rule` says what it makes"
    stored = _chosen_numbers(game)
    for name in page.layout.choices:
        if _names_of_numbers(game).has(name) and not stored.has(name):
            yield f"layout.choices.{name}", f"nobody stores {name} when they choose"
    counts = page.scorecard is not None and page.scorecard.open
    if not counts:
        why = "it needs `scorecard.open`, by which open cards are counted"
        yield from ((f"cautions#{number}.text", why) for number, _ in enumerate(page.cautions))
        yield from (
            (f"options.{name}.example", why) for name, one in page.options.items() if one.example
        )


def _names_of_numbers(game: s.GameSyntax) -> _Names:
    return _named([node for node in nodes(game) if isinstance(node, s.IntStorageNode)])


def _chosen_numbers(game: s.GameSyntax) -> _Names:
    """The numbers that an option of some choice may store."""
    writes = s.SetIntNode | s.IncreaseNode | s.DecreaseNode
    return _named(
        [
            inner.storage
            for choice in nodes(game)
            if isinstance(choice, s.ChoiceNode)
            for inner in nodes(choice)
            if isinstance(inner, writes) and isinstance(inner.storage, s.IntStorageNode)
        ]
    )


def _never_said(matter: FrontMatter, path: str, why: str) -> Diagnostic:
    return Diagnostic(
        slug="never-said",
        headline="nobody will ever read these words",
        primary=Label(matter.span(path), why),
        severity=Severity.WARNING,
    )


def _never_heard(matter: FrontMatter, name: PageName, cure: str) -> Diagnostic:
    return Diagnostic(
        slug="never-heard",
        headline=f"the others never hear what was picked for `{{{name.name}}}`",
        primary=Label(name.span(matter), "only who makes the move reads this"),
        notes=("the move merely asks about it; what a move stores or moves, the others see",),
        help=f"let the move store it in the program, as by `{cure}`",
        severity=Severity.WARNING,
    )
