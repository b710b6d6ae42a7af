"""Moves that the program names: their keys, labels, and what is told of them."""

from __future__ import annotations

import re
from unittest.mock import patch

import pytest
from small_games import engine_of, game

from kibitz.engine import IllegalChoice, Rng
from kibitz.engine.events import Chosen
from kibitz.game import Game, load
from kibitz.games import Page
from kibitz.match import Match
from kibitz.words import Teller, Vocabulary, option_labels
from kibitz.words.grammar import past

HAND = "((current player) iloc HAND)"
DECK = "(create deck (game iloc STOCK) (deck (RANK (FOUR, FIVE)) (SUIT (SPADES, HEARTS))))"
DEAL = f"""(do (
 (repeat 2 (move (top (game iloc STOCK)) (top {HAND}))) (shuffle (game iloc STOCK))))"""
KNOCK = f"(any {HAND} 'C (as KNOCK (do ((move 'C (top (game vloc DISCARD))) (inc (game sto R))))))"
DISCARD = f"(any {HAND} 'C (move 'C (top (game vloc DISCARD))))"
BURY = f"(any {HAND} 'C (as BURY (move 'C (top (game iloc STOCK)))))"
BID = "(any (range 1..3) 'N (as BID (set (game sto R) 'N)))"
SEVERAL = f"(> (size {HAND}) 1)"
SPECIAL = "(== (cardatt RANK (bottom (game iloc STOCK))) FOUR)"
TAKE = f"(as TAKE (move (top (game iloc STOCK)) (top {HAND})))"
WORDS = {"KNOCK": "knock, discarding {C}", "BURY": "put {C} back", "BID": "bid {N}"}


def table(*alternatives: str, before: str = "") -> Match:
    """The first player holds 5♥ and 5♠ and has these alternatives; the stock is shuffled."""
    choice = f"(stage player once (choice ({' '.join(alternatives)})))"
    text = game(DEAL + before + choice, players=2, setup=DECK)
    return Game.of_program(engine_of(text).program).match(1)


def keys(match: Match) -> list[str]:
    return [option.key for option in match.options]


def labels(match: Match, words: dict[str, str] | None = None) -> list[str]:
    decision, program = match.decision, match.game.program
    view = match.view(decision.seat)
    vocabulary = Vocabulary(program, Page("", moves=words or {}))
    return list(option_labels(match.game.interpreter, view, decision, vocabulary))


def heard(
    match: Match, option: int, seat: int, words: dict[str, str] | None = None, **told: str
) -> str:
    """What the seat is told when the first player takes the option."""
    after = match.copy().play(option)
    vocabulary = Vocabulary(match.game.program, Page("", moves=words or {}, told=told or {}))
    seen = [sighting.event for sighting in after.sightings(seat)]
    tale, *_ = Teller(vocabulary, seat).tell(0, seen, after.kinds)
    return ", ".join(tale.parts)


def is_tried_out_again(*alternatives: str) -> bool:
    """Whether options that have got their words are tried out for the same words again."""
    match = table(*alternatives)
    game, decision, view = match.game, match.decision, match.view(0)
    vocabulary = Vocabulary(game.program, Page("", moves=WORDS))
    labels = option_labels(game.interpreter, view, decision, vocabulary)
    with patch.object(game.interpreter, "rehearse", wraps=game.interpreter.rehearse) as rehearse:
        assert option_labels(game.interpreter, view, decision, vocabulary) == labels
    return rehearse.called


# ------------------------------------------------------------------ keys


def test_an_option_goes_by_the_name_of_its_alternative() -> None:
    assert keys(table(KNOCK, DISCARD)) == ["knock:C=5♥", "knock:C=5♠", "2:C=5♥", "2:C=5♠"]


def test_alternatives_that_share_a_name_are_told_apart_by_their_number() -> None:
    assert keys(table("(as STAY (turn pass))", "(turn pass)", "(as STAY (inc (game sto R)))")) == [
        "1.stay",
        "2",
        "3.stay",
    ]


def test_a_record_says_the_name() -> None:
    assert table(KNOCK, DISCARD).play(1).record().choices[0].key == "knock:C=5♠"


def test_options_carry_the_name_as_the_program_writes_it() -> None:
    assert [option.name for option in table(TAKE, "(turn pass)").options] == ["TAKE", ""]


# ------------------------------------------------------------------ something to do


def test_a_label_is_made_from_the_name_and_what_is_picked() -> None:
    assert labels(table(KNOCK, DISCARD)) == ["knock 5♥", "knock 5♠", "discard 5♥", "discard 5♠"]
    assert labels(table(BID)) == ["bid 1", "bid 2", "bid 3"]


def test_the_page_has_better_words() -> None:
    assert labels(table(KNOCK), WORDS) == ["knock, discarding 5♥", "knock, discarding 5♠"]


def test_what_is_picked_is_said_in_the_words_of_the_table() -> None:
    match = table(
        "(any (other player) 'P (as POINT (set (game sto R) (pid 'P))))",
        "(any (HEARTS, SPADES) 'S (as CALL (set (game str TRUMP) 'S)))",
        f"(any (subsets {HAND} == 2) 'SET (as MELD (repeat all (move (top 'SET) (top {HAND})))))",
        "(any (indexed (current player) iloc HAND) 'L (as COUNT (set (game sto R) (size 'L))))",
    )
    text = f"{labels(match)}"
    assert text == "['point player 2', 'call hearts', 'call spades', 'meld 5♥ 5♠', 'count HAND']"


def test_no_label_names_a_card_that_its_chooser_cannot_tell() -> None:
    match = table(f"(any (game iloc STOCK) 'C (as TAKE (move 'C (top {HAND}))))")
    assert labels(match, {"TAKE": "take {C} blindly"}) == [
        "take a card blindly",
        "take a card blindly (2)",
    ]


def test_a_move_can_be_asked_for_by_its_name_and_a_card() -> None:
    match = Game.of_program(table(KNOCK, DISCARD).game.program).match(1)
    assert match.copy().play("knock 5s").record().choices[0].key == "knock:C=5♠"
    with pytest.raises(IllegalChoice, match="may be"):
        match.copy().play("knock")


@pytest.mark.parametrize(
    ("alternative", "depends"),
    [
        (KNOCK, False),
        (BID, False),
        (DISCARD, True),  # its words are made of what it does
        (TAKE, True),  # it would not do anything with an empty stock
        (f"({SEVERAL} {BURY})", False),
        (f"({SPECIAL} {BURY})", True),
    ],
)
def test_what_says_a_move_completely_is_found_once(alternative: str, depends: bool) -> None:
    """Else what does not show might decide whether it is there."""
    assert is_tried_out_again(alternative) is depends


# ------------------------------------------------------------------ something done


def test_a_named_move_is_told_with_what_happened() -> None:
    assert heard(table(KNOCK), 0, 1) == "knocked, discarded 5♥"
    assert heard(table(BID), 1, 1) == "bid 2"


def test_a_name_that_says_what_happened_is_not_said_twice() -> None:
    draw = table(TAKE.replace("TAKE", "DRAW"))
    assert heard(draw, 0, 1) == "drew from STOCK"


def test_cards_that_are_taken_are_named_where_the_words_name_none() -> None:
    lay = f"(do ((move (top {HAND}) (top (game vloc LAID)))))"
    take = table(f"(any (game vloc LAID) 'C (as TAKE (move 'C (top {HAND}))))", before=lay)
    assert heard(take, 0, 1, {"TAKE": "take the latest play"}) == "took the latest play: 5♠"
    assert heard(take, 0, 1, {"TAKE": "take up {C}"}) == "took up 5♠"


def test_the_words_of_the_page_are_put_into_the_past() -> None:
    assert heard(table(KNOCK), 0, 1, WORDS) == "knocked, discarding 5♥"


def test_the_page_may_have_words_of_its_own_for_what_was_done() -> None:
    told = heard(table(KNOCK), 0, 1, WORDS, KNOCK="rapped the table and threw {C} away")
    assert told == "rapped the table and threw 5♥ away"


def test_a_card_is_named_to_those_who_saw_it() -> None:
    assert heard(table(BURY), 0, 0, WORDS) == "put 5♥ back"
    assert heard(table(BURY), 0, 1, WORDS) == "put a card back"


SECRET = f"(any (range 0..1) 'N (as SLIP (move ('N {HAND}) (top (game iloc STOCK)))))"
"""Which of the two cards it was is the chooser's secret."""


def test_a_number_that_only_the_chooser_knows_is_not_told() -> None:
    words = {"SLIP": "slip number {N} back"}
    assert heard(table(SECRET), 1, 0, words) == "slipped number 1 back"
    assert heard(table(SECRET), 1, 1, words) == "slipped, played a card"
    seen = {heard(table(SECRET), option, 1, words) for option in (0, 1)}
    assert len(seen) == 1, "the other player hears the same, whichever card it was"


def test_a_player_who_was_picked_and_noted_down_is_told() -> None:
    """As a number of the table, as a number of the chooser, as whose number it is."""
    picks = "(set (game sto TOLD) (pid 'P))", "(set ((current player) sto CHOSE) (pid 'P))"
    for noted in (*picks, "(inc ('P sto MARK))"):
        asked = f"(any (other player) 'P (as CALL {noted}))"
        text = game(f"(stage player once (choice ({asked})))", players=3)
        match = Game.of_program(engine_of(text).program).match(1)
        assert heard(match, 1, 2, {"CALL": "call {P} a liar"}) == "called you a liar"


def test_a_number_under_a_condition_is_told_where_it_was_stored() -> None:
    match = table(
        "(any (range 1..2) 'N (as BID (do ((turn pass) ((> 'N 1) (set (game sto R) 'N))))))"
    )
    assert heard(match, 0, 1, WORDS) == "bid"
    assert heard(match, 1, 1, WORDS) == "bid 2"


def test_unnamed_options_are_told_as_ever() -> None:
    assert heard(table(DISCARD), 0, 1) == "discarded 5♥"
    assert not any(isinstance(event, Chosen) for event in table(DISCARD).play(0).events)


def test_the_name_is_told_before_what_the_move_does() -> None:
    first, *_ = table(KNOCK).play(0).events
    assert isinstance(first, Chosen)
    assert (first.name, [pick.variable for pick in first.picks]) == ("KNOCK", ["C"])


# ------------------------------------------------------------------ library games


def test_an_early_knock_at_golf_is_a_knock() -> None:
    match = load("golf", knock_early="on", players=2).match(3)
    rng = Rng(3)
    while not any(option.name for option in match.decision.options):
        match.play(rng.below(len(match.decision.options)))
    chooser = match.decision.seat
    [knock] = [option for option in match.options if option.name == "KNOCK"]
    assert (knock.key, knock.label) == ("knock", "knock")
    match.play("knock")
    seen = [sighting.event for sighting in match.sightings(1 - chooser)]
    tale, *_ = Teller(match.game.vocabulary, 1 - chooser).tell(chooser, seen, match.kinds)
    assert tale.parts[0] == "knocked"
    assert tale.parts[1].startswith("turned over ")


def test_a_pass_at_president_is_a_pass() -> None:
    match = load("president").match(9).play(0)
    assert (match.options[-1].key, match.options[-1].label) == ("pass", "pass")


@pytest.mark.parametrize(
    ("now", "then"),
    [
        ("knock, discarding {C}", "knocked, discarding {C}"),
        ("draw", "drew"),
        ("bid 3", "bid 3"),
        ("swap into cell {C}", "swapped into cell {C}"),
        ("carry on", "carried on"),
        ("play", "played"),
        ("raise", "raised"),
        ("show", "showed"),
        ("lay off {C}", "laid off {C}"),
    ],
)
def test_verbs_have_a_past(now: str, then: str) -> None:
    assert past(now) == then


# ------------------------------------------------------------------ grammar


@pytest.mark.parametrize(
    ("words", "to_them", "to_others"),
    [
        ("asked {P} for a card", "asked you for a card", "asked player 2 for a card"),
        ("looked at {P}'s hand", "looked at your hand", "looked at player 2's hand"),
        ("guessed that {P} holds it", "guessed that you hold it", "guessed that player 2 holds it"),
        (
            "said {P} has it, {P} is out",
            "said you have it, you are out",
            "said player 2 has it, player 2 is out",
        ),
        ("beat {P} this time", "beat you this time", "beat player 2 this time"),
    ],
)
def test_a_player_in_braces_is_spoken_to(words: str, to_them: str, to_others: str) -> None:
    asked = "(any (filter player 'P (!= 'P (current player))) 'P (as ASK (inc ('P sto R))))"
    text = game(f"(stage player once (choice ({asked})))", players=3)
    match = Game.of_program(engine_of(text).program).match(1)
    assert heard(match, 0, 1, ASK=words) == to_them
    assert heard(match, 0, 2, ASK=words) == to_others


@pytest.mark.parametrize(
    ("words", "to_them", "to_others"),
    [
        ("asked {P} for a card", "asked yourself for a card", "asked themselves for a card"),
        ("looked at {P}'s hand", "looked at your hand", "looked at their own hand"),
        ("guessed that {P} holds it", "guessed that you hold it", "guessed that they hold it"),
        ("beat {P}", "beat yourself", "beat themselves"),
    ],
)
def test_a_player_who_chooses_themselves_is_no_other(
    words: str, to_them: str, to_others: str
) -> None:
    match = table("(any player 'P (as ASK (inc ('P sto R))))")
    assert heard(match, 0, 0, ASK=words) == to_them
    assert heard(match, 0, 1, ASK=words) == to_others
    assert heard(match, 1, 1, ASK="asked {P}") == "asked you"
    assert labels(match, {"ASK": "ask {P}"}) == ["ask yourself", "ask player 2"]


def test_whom_a_card_goes_to_is_told_where_a_let_names_the_card() -> None:
    given = "(let (top (game iloc STOCK)) 'X (move 'X (top ('P iloc HAND))))"
    match = table(f"(any player 'P (as GIVE (do ((turn pass) {given}))))")
    assert heard(match, 1, 1, GIVE="gave {P} a card") == "gave you a card"


def test_a_number_that_a_let_names_once_more_is_told() -> None:
    match = table("(any (range 1..2) 'N (let 'N 'M (as BID (set (game sto R) 'M))))")
    assert heard(match, 1, 1, BID="bid {N}") == "bid 2"


def test_what_is_picked_inside_a_move_is_told_like_what_is_picked_before() -> None:
    first = f"(any {HAND} 'C (move 'C (top (game vloc DISCARD))))"
    match = table(f"(as PAY (do ({first} (any (range 1..2) 'N (set (game sto R) 'N)))))")
    assert heard(match, 1, 1, PAY="paid {C}, and {N}") == "paid 5♥, and 2"
    unsure = f"(any {HAND} 'D ((!= 'C 'D) (move 'D (top (game iloc STOCK)))))"
    match = table(f"(any {HAND} 'C (as PAIR (do ((turn pass) {unsure}))))")
    assert "5" not in heard(match, 0, 1, PAIR="paired {C} and {D}")


TOLD_OF = """(any (other player) 'P (any (FOUR, FIVE) 'R (as TELL (do (
 (dec (game sto CLUES))
 (all ('P iloc HAND) 'C ((== 'R (cardatt RANK 'C)) (set ('P str KNOWN) 'R))))))))"""


def test_a_hint_is_told_if_something_was_stored_that_nothing_else_stores() -> None:
    both = "(all player 'P (repeat 2 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))"
    text = game(
        f"(do ({both})) (stage player once (choice ({TOLD_OF})))",
        players=2,
        setup="(create deck (game iloc STOCK) (deck (SUIT (SPADES, HEARTS)) (RANK (FOUR, FOUR))))",
    )
    match = Game.of_program(engine_of(text).program).match(1)
    assert heard(match, 0, 1, TELL="told {P} of {R}") == "told you of four"
    assert "five" not in heard(match, 1, 1, TELL="told {P} of {R}")


def test_a_number_that_may_be_either_of_two_is_not_told() -> None:
    either = "((== 'N 1) (set (game sto R) 'N)) (else (set (game sto R) 'M))"
    match = table(f"(any (range 1..2) 'N (any (range 1..2) 'M (as ADD (do ({either})))))")
    assert heard(match, 1, 1, ADD="added {N}") == "added"


def test_what_only_a_condition_asks_about_is_told_to_nobody() -> None:
    asked = "(let 'N 'M ((== 'M (game sto R)) (inc (game sto RIGHT))))"
    match = table(f"(any (range 1..2) 'N (as GUESS (do ((turn pass) {asked}))))")
    assert heard(match, 1, 1, GUESS="guessed {N}").startswith("guessed")
    assert "2" not in heard(match, 1, 1, GUESS="guessed {N}")


def told_in(name: str, seat: int, decisions: int, **options: str | int) -> str:
    """Everything that the seat is told of a match played at random."""
    loaded, chance = load(name, **options), Rng(2)
    match, teller, chooser = loaded.match(2), Teller(loaded.vocabulary, seat), None
    lines: list[str] = []
    for _ in range(decisions):
        seen = [sighting.event for sighting in match.sightings(seat)]
        lines += [", ".join(tale.parts) for tale in teller.tell(chooser, seen, match.kinds)]
        if match.is_over:
            break
        chooser = match.decision.seat
        match.play(chance.below(len(match.decision.options)))
    return "\n".join(lines)


RANKS = [
    "ace",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "jack",
    "queen",
    "king",
]


def test_claims_at_cheat_are_counted_as_people_count() -> None:
    told = told_in("cheat", 0, 300)
    claims = set(re.findall(r"said (\d+ \w+)", told))
    assert {claim for claim in claims if claim.startswith("1 ")} <= {f"1 {rank}" for rank in RANKS}
    assert {claim.endswith("s") for claim in claims if not claim.startswith("1 ")} == {True}
    assert {claim[2:] for claim in claims} & {"sixes", "aces"}


def test_who_is_asked_at_go_fish_is_told_so() -> None:
    told = told_in("go-fish", 0, 60)
    assert "asked you for any" in told
    assert "asked player 1 " not in told
    assert "asked player 1 for any" in told_in("go-fish", 1, 60)


def test_prizes_are_many_and_a_stock_is_one() -> None:
    assert "the prizes to come were shuffled" in told_in("goofspiel", 0, 1)
    assert "the stock was shuffled" in told_in("cheat", 0, 1)


def test_a_skat_that_is_shown_goes_nowhere() -> None:
    told = told_in("skat", 0, 400)
    assert "from the skat to the skat" not in told
    assert "the skat was turned over: " in told


def test_cells_named_by_markers_have_the_numbers_of_the_table() -> None:
    match = load("golf", secret_flips="on").match(1)
    labels = sorted(str(option) for option in match.options)
    assert labels == [f"turn up cell {cell}" for cell in range(1, 7)]


def test_a_build_at_casino_is_named_by_what_it_is_worth() -> None:
    """And not by how many builds its owner has made before."""
    loaded, chance = load("casino", players=3), Rng(2)
    match, raises = loaded.match(2), []
    while not match.is_over:
        raises += [str(option) for option in match.options if str(option).startswith("raise")]
        match.play(chance.below(len(match.decision.options)))
    card = r"(?:10|[2-9AJQK])[♣♦♥♠]"
    whole = re.compile(rf"raise (?:player \d's|your) build of (?:[2-9]|10) with {card}")
    assert raises
    assert [label for label in raises if not whole.fullmatch(label)] == []
