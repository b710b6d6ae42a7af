"""The table on a screen of 80 columns and 24 lines."""

from __future__ import annotations

import re
from collections.abc import Iterable

import pytest
from rich.text import Text

from kibitz import Rng, load
from kibitz.cli.table.drawing import coloured, fan, inline, pile, small_area
from kibitz.cli.table.scorecard import scoring_of
from kibitz.cli.table.screen import ScreenSize, Sight, option_lines, pause_screen, screen
from kibitz.cli.table.terminal_match import Chronicle, result_table, rules_line
from kibitz.engine.protocol import Option, Outcome
from kibitz.games import names
from kibitz.recycle import Goal
from kibitz.words import Hole, Tally, Teller
from kibitz.words.labels import Offer, offers
from kibitz.words.rows import Area, Face, Row
from kibitz.words.scorekeeping import Term
from kibitz.words.tableau import Tableau, melds

pytestmark = pytest.mark.slow


def row(name: str, *cards: str | None, is_discard: bool = False) -> Row:
    faces = tuple(Face(card, card is not None, number) for number, card in enumerate(cards))
    return Row(name, {0: faces}, None, is_discard, is_hand=False, is_expected=False)


def offered(labels: Iterable[str]) -> list[Offer]:
    options = [Option(n, (n,), str(n), label=label) for n, label in enumerate(labels)]
    return [Offer(option, str(option.index + 1)) for option in options]


def plain(lines: list[Text]) -> list[str]:
    return [line.plain.rstrip() for line in lines]


@pytest.mark.parametrize("seats", range(2, 7))
def test_golf_fits_the_screen_at_every_decision(seats: int) -> None:
    assert_fits("golf-six", seats)


FAMILY = [
    *(("golf", {"players": seats, "holes": 2}) for seats in range(2, 7)),
    ("golf", {"players": 6, "holes": 2, "jokers": "standard", "flip-on-discard": "endgame"}),
    *(("par-golf", {"players": seats}) for seats in range(2, 6)),
    *(("lock-golf", {"players": seats, "holes": 3, "jokers": "on"}) for seats in range(2, 7)),
]


@pytest.mark.parametrize(("game", "settings"), FAMILY)
def test_the_golf_family_fits_the_screen_at_every_decision_and_after_every_hole(
    game: str, settings: dict[str, int | str]
) -> None:
    """With standings beside the names, the house rules, remarks, and the arithmetic of a hole."""
    loaded = load(game, **settings)
    scoring = scoring_of(loaded, [f"player {n + 1}" for n in range(loaded.players)])
    assert scoring is not None
    tableau, match, chance = Tableau(loaded.vocabulary), loaded.match(1), Rng(1)
    holes = 0
    while True:
        for hole in scoring.keeper.hear(match.events):
            holes += 1
            lines = scoring.hole(hole, match.kinds, match.view(0).points, 80)
            assert_on_screen(pause_screen(["news"] * 30, lines, ScreenSize(80, 24)))
            assert_on_screen(scoring.card())
        if match.is_over:
            break
        if match.decision.seat == 0:
            remark = f"{scoring.progress} · you are player 1 of 6 · seed 123456789"
            labels, standings = offered(map(str, match.options)), scoring.standings(0)
            sight = Sight(
                loaded.title, remark, match.view(0), (), labels, rules_line(loaded), standings
            )
            assert_on_screen(screen(tableau, sight, ScreenSize(80, 24)))
        match.play(chance.below(len(match.decision.options)))
    assert holes == settings.get("holes", 9)


def test_what_is_left_over_at_gin_is_no_sum_that_is_the_score() -> None:
    """The loser scores nothing, whatever is left over; the winner the difference and a bonus."""
    gin = load("gin-rummy")
    scoring, match = scoring_of(gin, ["you", "player 2"]), gin.match(1)
    assert scoring is not None
    texts = [gin.vocabulary.kind_texts[kind] for kind in match.kinds]

    def lying(cards: str) -> tuple[tuple[int, int], ...]:
        return tuple((0, texts.index(text)) for text in cards.split())

    melds = lying("10♣ 10♦ 10♥ 10♠ 6♥ 7♥ 8♥")
    lost = Tally((), 0, 12, lying("4♣ 9♦ 8♣ A♠ J♠"), melds)
    won = Tally((Term("", 26), Term("bonus", 25)), 51, 51, lying("A♣ 2♣ 3♦"), ())
    hole = Hole(2, None, (lost, won))
    for width in (60, 80, 120):
        lines = plain(scoring.hole(hole, match.kinds, match.view(0).points, width))
        assert max(map(len, lines)) <= width
        assert not any("=" in line for line in lines)
        assert any(re.search(r" 0 +12$", line) for line in lines)
        assert any(re.search(r" 51 +51$", line) for line in lines)


def assert_on_screen(lines: list[Text]) -> None:
    assert len(lines) <= 23, "\n".join(plain(lines))
    assert max(line.cell_len for line in lines) <= 80, "\n".join(plain(lines))


@pytest.mark.parametrize("seats", range(3, 8))
def test_president_fits_the_screen_at_every_decision(seats: int) -> None:
    assert_fits("president", seats)


def assert_fits(game: str, seats: int) -> None:
    loaded, chance = load(game, players=seats), Rng(1, stream=1)
    chronicle = Chronicle(Teller(loaded.vocabulary, 0))
    tableau, match = Tableau(loaded.vocabulary), loaded.match(1)
    chooser = None
    while not match.is_over:
        chronicle.hear(chooser, [s.event for s in match.sightings(0)], match.kinds)
        chooser = match.decision.seat
        if chooser == 0:
            sight = Sight(
                "A", "B", match.view(0), chronicle.news(), offered(map(str, match.options))
            )
            lines = screen(tableau, sight, ScreenSize(80, 24))
            assert_on_screen(lines)
        match.play(chance.below(len(match.decision.options)))


WIDTHS = [20, 60, 80, 120, 200]


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("game", names())
def test_every_game_is_drawn_at_every_width(game: str, width: int) -> None:
    """Sixty columns hold everything; of narrower terminals only that nothing breaks is asked."""
    loaded = load(game)
    tableau, match, chance = Tableau(loaded.vocabulary), loaded.match(2), Rng(2, stream=1)
    for _ in range(40):
        if match.is_over:
            break
        seat = match.decision.seat
        view, remark = match.view(seat), f"you are player {seat + 1} of {loaded.players} · seed 2"
        own = offers(loaded.interpreter, view, match.options, loaded.vocabulary)
        sight = Sight(loaded.title, remark, view, ["some news"], own, rules_line(loaded))
        lines = screen(tableau, sight, ScreenSize(width, None))
        widest = max(line.cell_len for line in lines)
        assert widest <= max(width, 60), "\n".join(plain(lines))
        match.play(chance.below(len(match.decision.options)))


# ---------------------------------------------------------------------------- tricks and melds


def faces(*cards: str) -> list[Face]:
    """Hands are held by suit here, aces low."""
    ranks, suits = "A234", "♥♣♠"
    return [
        Face(
            text, True, 4 * suits.index(text[1]) + ranks.index(text[0]), value=ranks.index(text[0])
        )
        for text in cards
    ]


def test_melds_are_cut_where_neither_a_set_nor_a_run_goes_on() -> None:
    laid = faces("A♥", "2♥", "3♥", "3♣", "3♠", "4♠", "3♠", "2♠", "4♥")
    cut = [[face.text for face in meld] for meld in melds(laid)]
    assert cut == [["A♥", "2♥", "3♥"], ["3♣", "3♠"], ["4♠", "3♠", "2♠"], ["4♥"]]


def test_a_row_of_melds_shows_all_their_cards_and_others_get_a_line_for_each() -> None:
    stacks = dict(enumerate(melds(faces("A♥", "2♥", "3♥", "4♥", "2♣", "2♠")), start=1))
    laid = Row("melds", stacks, None, False, is_hand=False, is_expected=False, is_meld=True)
    assert inline(laid).plain == "melds 1 A♥ 2♥ 3♥ 4♥  2 2♣ 2♠"
    area = Area(1, (laid,), ())
    assert plain(small_area(area, Text("player 2"))) == [
        "player 2",
        "melds",
        "A♥ 2♥ 3♥ 4♥",
        "2♣ 2♠",
    ]


def test_news_that_do_not_fit_are_counted_and_the_latest_stay() -> None:
    golf = load("golf-six")
    view = golf.match(1).view(0)
    news = [f"line {number}" for number in range(30)]
    tableau = Tableau(golf.vocabulary)
    lines = plain(screen(tableau, Sight("", "", view, news, offered(["pass"])), ScreenSize(80, 24)))
    assert len(lines) == 23
    assert "line 29" in lines
    assert "line 0" not in lines
    assert any("more lines: l" in line for line in lines)


def test_a_pile_of_backs_is_counted() -> None:
    assert inline(row("stock", *[None] * 27)).plain == "stock ▒▒ ×27"
    assert inline(row("stock", None)).plain == "stock ▒▒"


def test_an_open_pile_shows_its_cards_and_a_discard_pile_its_top() -> None:
    assert inline(row("table", "4♣", "4♠")).plain == "table 4♣ 4♠"
    assert inline(row("discards", "4♣", "9♦", is_discard=True)).plain == "discards 9♦ ×2"
    assert inline(row("table", *"ABCDEFGH")).plain == "table A B C D E F G H"


def test_a_hand_of_which_much_is_known_shows_all_of_it_and_how_many_there_are() -> None:
    """In Durak whoever takes the cards holds them, beside two that nobody has seen."""
    beaten = [f"{rank}♣" for rank in range(2, 8)]
    held = [Face(None, False, 0)] * 2 + [Face(text, False, 1) for text in beaten]
    hand = Row("hand", {0: tuple(held)}, None, False, is_hand=True, is_expected=False)
    _, line = small_area(Area(1, (hand,), ()), Text("player 2"))
    assert line.plain == "hand ▒▒ ×2 (2♣) (3♣) (4♣) (5♣) (6♣) (7♣) ×6, 8 in all"


@pytest.mark.parametrize("game", names())
def test_nobody_is_told_a_total_twice(game: str) -> None:
    """Beside the name, from the scorecard, and again among what is counted; but chips are there
    before the first hand is over."""
    page = load(game).page
    if page.scorecard is not None and game != "blackjack":
        assert page.scorecard.total not in page.layout.counters


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize(
    ("game", "most"), [("golf-patience", 7), ("klondike", 7), ("freecell", 8), ("spider", 10)]
)
def test_columns_of_a_patience_stand_beside_each_other(game: str, most: int, width: int) -> None:
    """Numbered, hidden cards in one line, the card that may be played last; even once they are
    empty."""
    loaded, chance = load(game), Rng(3)
    tableau, match = Tableau(loaded.vocabulary), loaded.match(3)
    for _ in range(12):
        view = match.view(0)
        columns = next(row for row in tableau.areas(view)[None].rows if row.name == "column")
        _, head, *lines = plain(pile(columns, width))
        assert head.split() == [str(number) for number in range(1, most + 1)]
        starts = [number.start() for number in re.finditer(r"\d+", head)]
        ends = [*starts[1:], width]
        for number, (start, stop) in enumerate(zip(starts, ends, strict=True), start=1):
            shown = [line[start:stop].strip() for line in lines]
            faces = columns.stacks[number]
            hidden = sum(face.text is None for face in faces)
            backs = ["▒▒" if hidden == 1 else f"▒×{hidden}"] if hidden else []
            known = [face.text for face in faces if face.text is not None]
            assert [card for card in shown if card] == ([*backs, *known] or ["·"])
        match.play(chance.below(len(match.decision.options)))


def test_a_place_in_which_nothing_lies_goes_unsaid() -> None:
    loaded = load("casino")
    tableau, view = Tableau(loaded.vocabulary), loaded.match(3).view(0)
    assert any(row.name == "taking with" for row in tableau.areas(view)[None].rows)
    drawn = plain(screen(tableau, Sight("A", "B", view, (), ()), ScreenSize(80, 24)))
    assert not any("taking with" in line for line in drawn)


@pytest.mark.parametrize("width", [60, 80, 120])
def test_open_cards_are_never_cut(width: int) -> None:
    """Everything that lies open in Casino, on the table and in everybody's builds."""
    loaded, chance = load("casino", players=3), Rng(3)
    tableau, match, most = Tableau(loaded.vocabulary), loaded.match(3), 0
    while not match.is_over:
        areas = tableau.areas(match.view(0)).values()
        open_cards = {f.text for area in areas for r in area.rows for f in r.faces if f.is_open}
        sight = Sight("A", "B", match.view(0), (), ())
        lines = plain(screen(tableau, sight, ScreenSize(width, 24)))
        assert max(map(len, lines)) <= width
        shown = {card for card, _ in loaded.vocabulary.cards_in.findall("\n".join(lines))}
        assert open_cards <= shown
        most = max(most, len(open_cards))
        match.play(chance.below(len(match.decision.options)))
    assert most > 12


def test_whoever_plays_alone_need_not_be_told_that_they_hold_nothing() -> None:
    loaded = load("klondike")
    drawn = plain(
        screen(
            Tableau(loaded.vocabulary),
            Sight("A", "B", loaded.match(3).view(0), (), ()),
            ScreenSize(80, None),
        )
    )
    assert not any("no cards" in line or line == "you" for line in drawn)


def test_cards_that_others_pass_are_counted() -> None:
    loaded = load("hearts")
    chronicle, match = Chronicle(Teller(loaded.vocabulary, 0)), loaded.match(3)
    while match.decision.seat != 2:
        chooser = match.decision.seat
        match.play(0)
        chronicle.hear(chooser, [one.event for one in match.sightings(0)], match.kinds)
    assert chronicle.everything()[1:] == ["player 2 passed 3 cards"]


def test_players_in_the_result_are_called_by_their_parameters_only_to_tell_them_apart() -> None:
    match = load("convoy", players=3).match(3)
    players = ["human", "beginner:reward=score", "beginner:reward=score"]
    named = list(
        result_table(match.game.program, Outcome((3, 2, 1), Goal.MAX), players, [0]).columns
    )
    assert "player 2 (beginner)" in [str(cell) for cell in named[0].cells]
    players = ["ismcts:sims=10", "ismcts:sims=90", "random"]
    named = list(
        result_table(match.game.program, Outcome((3, 2, 1), Goal.MAX), players, [0]).columns
    )
    assert "player 2 (ismcts:sims=90)" in [str(cell) for cell in named[0].cells]


def test_a_remembered_card_stands_in_brackets() -> None:
    faces = (Face(None, False, 0), Face("7♥", False, 1))
    hand = Row("hand", {0: faces}, None, False, is_hand=True, is_expected=False)
    assert inline(hand).plain == "hand ▒▒ (7♥)"


def test_a_hand_is_a_fan_that_breaks_at_the_width() -> None:
    faces = [Face(text, True, 0) for text in ("7♥", "10♠", "A♣")]
    assert plain(fan(faces, 80)) == ["╭───╭────╭───╮", "│7♥ │10♠ │A♣ │", "╰───╰────╰───╯"]
    assert len(fan(faces, 12)) == 6


def test_options_read_down_their_columns() -> None:
    labels = offered(f"swap 9♦ into cell {number}" for number in range(1, 6))
    assert plain(option_lines(labels, 80)) == [
        "1 swap 9♦ into cell 1   3 swap 9♦ into cell 3   5 swap 9♦ into cell 5",
        "2 swap 9♦ into cell 2   4 swap 9♦ into cell 4",
    ]
    assert len(option_lines(labels, 30)) == 5


def test_hearts_and_diamonds_are_red() -> None:
    text = coloured("10♥ beats 9♠")
    assert [(text.plain[s.start : s.end], s.style) for s in text.spans] == [
        ("10♥", "red"),
        ("9♠", "bold"),
    ]
