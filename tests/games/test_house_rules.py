"""House rules in plain words, and presets that can be played."""

from __future__ import annotations

import pytest
from card_table import checked, engine_for

from kibitz.games import Page, find, names
from kibitz.games.house_rules import (
    by_group,
    differences,
    in_one_line,
    matching_preset,
    rules_in_force,
)
from kibitz.games.page import parse_page
from kibitz.recycle import Source, check
from kibitz.recycle.syntax import GameSyntax, OptionNode

PRESETS = [(name, preset) for name in names() for preset in find(name).page.presets]
WAR = """(game (declare (option 2 (range 2..4)) 'PLAYERS)
 (declare (option 5 (range 1..9)) 'ROUNDS)
 (declare (option NONE (NONE, BIG)) 'JOKERS)
 (declare (option OFF (OFF, ON)) 'PEEKING)
 (declare (option ON (OFF, ON)) 'TIES)
 (setup (create players 'PLAYERS) (create deck (game iloc STOCK) (deck (RANK (A)))))
 (do ((shuffle (game iloc STOCK))))
 (scoring max (+ 'ROUNDS (pid (current player)))))"""
PAGE = """+++
[options.PLAYERS]
label = "Players"
sentence = "How many."

[options.ROUNDS]
label = "Rounds"
sentence = "How long."
rule = "{} rounds are played"
group = "set-up"

[options.JOKERS]
label = "Jokers"
sentence = "Which."
group = "cards"
values = { NONE = "no jokers", BIG = "one big joker" }

[options.PEEKING]
label = "Peeking"
sentence = "Whether."
group = "set-up"
values = { OFF = "nobody looks", ON = "everybody looks" }

[presets.standard]
label = "Standard"
sentence = "As always."

[presets.long]
label = "Long"
sentence = "All evening."
options = { ROUNDS = 9 }
+++
"""


def war() -> tuple[Page, GameSyntax]:
    game = check(Source("war", WAR)).game
    assert game is not None
    return parse_page("war.md", "war", PAGE), game.game


def test_what_differs_from_the_standard_is_said_with_what_it_replaces() -> None:
    rules = rules_in_force(*war(), {"ROUNDS": 9, "JOKERS": "BIG", "PLAYERS": 3})
    assert [(rule.label, rule.rule, rule.standard) for rule in differences(rules)] == [
        ("Rounds", "9 rounds are played", "5 rounds are played"),
        ("Jokers", "one big joker", "no jokers"),
    ]


def test_every_rule_is_said_even_where_the_page_has_no_words_for_it() -> None:
    rules = rules_in_force(*war(), {"TIES": "OFF"})
    assert [rule.rule for rule in rules] == [
        "5 rounds are played",
        "no jokers",
        "nobody looks",
        "ties: off",
    ]


def test_rules_are_grouped_in_the_order_of_the_program() -> None:
    groups = by_group(rules_in_force(*war(), {}))
    assert {group: [rule.name for rule in rules] for group, rules in groups.items()} == {
        "set-up": ["ROUNDS", "PEEKING"],
        "cards": ["JOKERS"],
        "": ["TIES"],
    }


@pytest.mark.parametrize(
    ("values", "line"),
    [
        ({}, "standard rules"),
        ({"PLAYERS": 4}, "standard rules"),
        ({"PEEKING": "ON"}, "Peeking"),
        ({"ROUNDS": 9, "JOKERS": "BIG", "TIES": "OFF"}, "Rounds: 9 · Jokers: big · not ties"),
    ],
)
def test_house_rules_fit_in_one_line(values: dict[str, int | str], line: str) -> None:
    assert in_one_line(rules_in_force(*war(), values)) == line


@pytest.mark.parametrize(
    ("values", "preset"),
    [
        ({}, "standard"),
        ({"ROUNDS": 9, "PLAYERS": 3}, "long"),
        ({"ROUNDS": 9, "PEEKING": "ON"}, None),
    ],
)
def test_a_table_is_recognized_as_a_preset(
    values: dict[str, int | str], preset: str | None
) -> None:
    page, game = war()
    assert matching_preset(page, rules_in_force(page, game, values)) == preset


@pytest.mark.slow
@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_a_preset_names_options_of_the_game_with_values_they_can_have(
    name: str, preset: str
) -> None:
    page = find(name).page
    options = page.presets[preset].options
    program = engine_for(name, **options).program
    assert {key: program.options[key] for key in options} == dict(options)
    rules = rules_in_force(page, checked(name).game, program.options)
    assert matching_preset(page, rules) == preset


@pytest.mark.parametrize("name", ["golf", "par-golf", "lock-golf"])
def test_the_first_preset_of_a_golf_game_is_the_standard(name: str) -> None:
    first, *_ = find(name).page.presets.items()
    assert first[0] == "standard"
    assert not first[1].options


@pytest.mark.parametrize("name", ["golf", "par-golf", "lock-golf"])
def test_every_option_of_a_golf_game_is_grouped_and_every_number_makes_a_rule(name: str) -> None:
    page = find(name).page
    for option in checked(name).game.declarations:
        if isinstance(option, OptionNode):
            words = page.options[option.binder.name]
            assert words.group
            assert bool(words.rule) is isinstance(option.default.value, int)
            assert "{}" in words.rule or not words.rule


def test_golf_tells_the_rules_of_a_table_in_plain_words() -> None:
    values: dict[str, int | str] = {"TENPENNY": "ON", "FLIPONDISCARD": "ALWAYS", "HOLES": 18}
    rules = rules_in_force(find("golf").page, checked("golf").game, values)
    assert in_one_line(rules) == "Holes: 18 · Ten penny · Flip on discard: always"
    assert [rule.rule for rule in differences(rules)] == [
        "a game of 18 holes",
        "a ten costs 1",
        "after throwing away a card from the stock you must turn up one of your own, even if that "
        "puts you out",
    ]
    assert list(by_group(rules)) == ["set-up", "card values", "bonuses", "play"]
