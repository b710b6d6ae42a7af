"""docs/language.md: nothing of the language is missing, every example does what the page says."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest
from example_table import (
    HOLE,
    blocks,
    checked,
    claims,
    is_statement,
    is_whole,
    native_outcome,
    on_table,
    outcome,
    result,
    split,
)

from kibitz.engine import limits, lower
from kibitz.game import Game
from kibitz.recycle import Source, check, syntax
from kibitz.recycle import limits as reading_limits
from kibitz.recycle.checker.statements import STATEMENT_RULES
from kibitz.recycle.checker.values import EXTREME_CARDS, RULES, Shape
from kibitz.recycle.checker.words import REFUSED_WORDS
from kibitz.recycle.reference import ReferenceEntry, diagnostic_slugs, entries, explaining
from kibitz.recycle.syntax.types import nodes
from kibitz.recycle.tokens import KEYWORDS

FOLDER = Path(__file__).parents[2] / "docs"
DOCUMENT = (FOLDER / "language.md").read_text(encoding="utf-8")
CONSTRUCTS = [entry for entry in entries() if entry.nodes]
WHOLE = [
    (entry.title, text, plays)
    for entry in entries()
    for text, plays in blocks(entry.text)
    if is_whole(text) and HOLE not in text
]
CLAIMS = [(text, claim) for _, text, plays in WHOLE for claim in plays]
ENDINGS = [
    (text, claim) for text, claim in CLAIMS if split(claim)[1].startswith(("scores", "fails"))
]
KNOWS = re.compile(r"player (\d) knows (\d) of (\d) cards in the ([A-Z]+) of player (\d)")
NO_LIMITS_OF_THE_LANGUAGE = {
    "PAGE_BYTES",
    "TABLES",
    "EFFORT",
    "RECORD_BYTES",
    "NAME_LENGTH",
    "LOWEST_SEED",
    "HIGHEST_SEED",
}
"""Limits of pages, of what seats keep in mind, of records and seeds."""


def the_table() -> str:
    [table] = [text for text, _ in blocks(DOCUMENT) if HOLE in text]
    return table


def node_classes() -> set[str]:
    """The constructs of the language: every class of the syntax."""
    return {
        name
        for name, value in vars(syntax).items()
        if isinstance(value, type) and issubclass(value, syntax.Node) and value is not syntax.Node
    }


def named(entry: ReferenceEntry) -> str:
    return entry.title


def programs(entry: ReferenceEntry) -> list[str]:
    """The programs that the examples of the entry are."""
    whole = [text for text, _ in blocks(entry.text) if is_whole(text)]
    short = [text for text, _ in blocks(entry.text) if not is_whole(text)]
    made = [on_table(the_table(), _played(text)) for text in short]
    return whole + made


def _played(example: str) -> str:
    """All of a short example as statements: values are given names."""
    said = [claim for claim in claims(example) if not claim.said.startswith("refused")]
    shown = [
        claim.text if is_statement(claim.form) else f"(let {claim.text} 'SHOWN (turn pass))"
        for claim in said
    ]
    return "\n".join([said[-1].before, *shown])


# ---------------------------------------------------------------------------- nothing is missing


def test_every_construct_of_the_syntax_has_an_entry() -> None:
    assert {node for entry in CONSTRUCTS for node in entry.nodes} == node_classes()


def test_every_word_of_the_language_has_an_entry() -> None:
    words = KEYWORDS | (set(RULES) | set(STATEMENT_RULES)) - REFUSED_WORDS
    assert {word for word in words if not explaining(word)} == set()


def test_the_entries_name_no_word_that_the_language_lacks() -> None:
    known = KEYWORDS | set(RULES) | set(STATEMENT_RULES)
    assert {word for entry in entries() for word in entry.words} <= known


def test_every_refused_word_is_among_those_that_are_not_there() -> None:
    [entry] = explaining("What is not there")
    assert {word for word in REFUSED_WORDS if word not in entry.text} == set()


@pytest.mark.parametrize("entry", CONSTRUCTS, ids=named)
def test_an_entry_has_forms_an_example_and_its_errors(entry: ReferenceEntry) -> None:
    assert entry.forms
    assert blocks(entry.text)
    assert "\nErrors: [" in entry.text


@pytest.mark.parametrize("entry", CONSTRUCTS, ids=named)
def test_the_examples_of_an_entry_use_what_it_explains(entry: ReferenceEntry) -> None:
    shown = {
        type(node).__name__ for program in programs(entry) for node in nodes(checked(program).game)
    }
    assert set(entry.nodes) <= shown


def test_fixed_forms_are_written_as_the_checker_has_them() -> None:
    rules = [*RULES.values(), *EXTREME_CARDS.values()]
    shapes = {form for shape in rules if isinstance(shape, Shape) for form in shape.nodes}
    assert shapes <= {form for entry in CONSTRUCTS for form in entry.forms}


def test_fixed_forms_make_nodes_of_the_type_they_promise() -> None:
    by_type = {
        "INT": syntax.IntExpr,
        "STR": syntax.StrExpr,
        "BOOL": syntax.BoolExpr,
        "CARD": syntax.CardExpr,
        "CARDS": syntax.CardsExpr,
        "GROUPS": syntax.GroupsExpr,
        "PLAYER": syntax.PlayerExpr,
        "TEAM": syntax.TeamExpr,
    }
    rules = [*RULES.values(), *EXTREME_CARDS.values()]
    made = [pair for shape in rules if isinstance(shape, Shape) for pair in shape.nodes.items()]
    for form, maker in made:
        node = getattr(maker, "func", maker)
        union = by_type.get(form.split(" → ")[1], syntax.Collection)
        assert not isinstance(node, type) or node in get_args(union), form


def test_every_diagnostic_is_linked_and_every_link_leads_to_its_page() -> None:
    pages = (FOLDER / "pages.md").read_text(encoding="utf-8")
    linked = re.findall(r"\[([a-z-]+)\]\(diagnostics/([a-z-]+)\.md\)", DOCUMENT + pages)
    assert all(name == slug for name, slug in linked)
    assert {slug for _, slug in linked} == set(diagnostic_slugs())


def test_the_limits_are_those_of_the_engines() -> None:
    [entry] = explaining("Limits")
    told = re.sub(r"[\s.,;]+", " ", entry.text)
    kept = {**vars(reading_limits), **vars(limits)}
    for name in {name for name in kept if name.isupper()} - NO_LIMITS_OF_THE_LANGUAGE:
        number = kept[name] - 1 if name == "INDICES" else kept[name]
        assert f" {number:,} ".replace(",", " ") in told, name


# ---------------------------------------------------------------------------- examples are true


@pytest.mark.parametrize("entry", entries(), ids=named)
def test_a_short_example_comes_to_what_is_said(entry: ReferenceEntry) -> None:
    for text, _ in blocks(entry.text):
        if not is_whole(text):
            said = list(claims(text))
            assert said, "an example that says nothing"
            for claim in said:
                assert (claim.text, result(the_table(), claim)) == (claim.text, claim.said)


def test_an_example_that_says_something_else_is_noticed() -> None:
    [small] = claims("(size (game vloc PILE)) ;; 4\n")
    [cards] = claims("(top 2 (game vloc PILE)) ;; 5♥ 9♠\n")
    [fine] = claims("(// 6 3) ;; fails, division-by-zero\n")
    assert [result(the_table(), claim) for claim in (small, cards, fine)] == ["5", "9♠ 5♥", "2"]


@pytest.mark.parametrize(("title", "text", "plays"), WHOLE)
def test_a_whole_game_of_the_page_is_clean_and_says_what_it_comes_to(
    title: str, text: str, plays: list[str]
) -> None:
    assert check(Source("language.md", text)).diagnostics == ()
    assert plays, f"a game under {title} that says nothing"


@pytest.mark.slow
@pytest.mark.parametrize(("text", "claim"), CLAIMS)
def test_a_whole_game_comes_to_what_is_said(text: str, claim: str) -> None:
    knowing = KNOWS.fullmatch(claim)
    if knowing is None:
        settings, said = split(claim)
        assert outcome(text, settings, said) == said
        return
    seat, known, cards, place, owner = knowing.groups()
    match = Game.of_program(lower(checked(text))).match(1)
    pile = match.view(int(seat) - 1).pile(place, int(owner) - 1)
    assert (len(pile), sum(card is not None for card in pile)) == (int(cards), int(known))


@pytest.mark.slow
@pytest.mark.parametrize(("text", "claim"), ENDINGS)
def test_the_native_engine_says_the_same(text: str, claim: str) -> None:
    settings, said = split(claim)
    assert native_outcome(text, settings) == said
