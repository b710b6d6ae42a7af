"""Matches told to people."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from small_games import FOUR_CARDS, engine_of, game

from kibitz.game import Game
from kibitz.games import NumberNews, Page, TableLayout
from kibitz.words import Teller, Vocabulary

DEAL = "(do ((all player 'P (move (top (game iloc STOCK)) (top ('P iloc HAND))))))"
PLAY = "(move (top ((current player) iloc HAND)) (top (game vloc TABLE)))"
DRAW = "(move (top (game iloc STOCK)) (top ((current player) iloc HAND)))"


def turn(*alternatives: str) -> str:
    return f"(stage player once (choice ({' '.join(alternatives)})))"


def told(
    text: str,
    seat: int | None,
    page: TableLayout | None = None,
    news: Mapping[str, NumberNews] = MappingProxyType({}),
) -> list[str]:
    """What the seat hears when everybody takes their first option; None hears everything."""
    match = Game.of_program(engine_of(text).program).match(1)
    words = Page("", layout=page or TableLayout(), news=news)
    teller = Teller(Vocabulary(match.game.program, words), seat)
    lines: list[str] = []
    chooser = None
    while True:
        seen = [s.event for s in match.sightings(seat)] if seat is not None else match.events
        for tale in teller.tell(chooser, seen, match.kinds):
            who = "" if tale.seat is None else f"{teller.player(tale.seat)} "
            lines.append(who + ", ".join(tale.parts))
        if match.is_over:
            return lines
        chooser = match.decision.seat
        match.play(0)


def test_a_deal_is_one_sentence() -> None:
    assert told(game(DEAL, players=4), 0) == ["everybody got a card from STOCK, yours D"]


def test_those_who_are_dealt_as_many_cards_are_named_together() -> None:
    """As where somebody is out of the game, and gets none."""
    some = DEAL.replace("(all player 'P", "(all (filter player 'P (!= (pid 'P) 2)) 'P")
    assert some != DEAL
    told_to_first = told(game(some, players=3), 0)
    assert told_to_first == ["you and player 3 got a card each from STOCK, yours D"]
    assert told(game(some, players=3), 1) == ["player 1 and player 3 got a card each from STOCK"]


def test_those_who_are_dealt_more_are_told_apart() -> None:
    more = DEAL + "(do ((move (top (game iloc STOCK)) (top ((1 player) iloc HAND)))))"
    lines = told(game(more, players=3), 0)
    assert lines == [
        "you got 2 cards, and player 2 and player 3 got a card each from STOCK, yours D A"
    ]


SHUFFLE = "(do ((shuffle (game iloc STOCK))))"


def test_everybodys_cards_for_one_place_are_told_before_those_for_the_next() -> None:
    deal = """(do ((all player 'P (do ((move (top (game iloc STOCK)) (top ('P hloc APART)))
      (move (top (game iloc STOCK)) (top ('P iloc HAND))))))))"""
    page = TableLayout(names={"APART": "hidden cards"})
    assert told(game(SHUFFLE + deal, players=2), 1, page)[1:] == [
        "everybody got a hidden card from STOCK",
        "everybody got a card from STOCK, yours B",
    ]


def test_a_place_may_be_called_after_its_card() -> None:
    page = TableLayout(names={"UP": "trump card", "APART": "last card"})
    up = "(do ((move (top (game iloc STOCK)) (top (game vloc UP)))))"
    apart = "(do ((move (bottom (game iloc STOCK)) (top (game iloc APART)))))"
    got = "(do ((move (top (game vloc UP)) (top ((2 player) iloc HAND)))))"
    assert told(game(SHUFFLE + up + apart + got, players=2), 0, page)[1:] == [
        "the trump card is D",
        "the last card lies face down",
        "player 2 got the trump card, D",
    ]


def test_cards_that_go_from_player_to_player_by_way_of_the_table_are_told_once() -> None:
    way = """(move (top ((1 player) iloc HAND)) (top (game vloc GIVEN)))
      (move (top (game vloc GIVEN)) (top ((2 player) iloc HAND)))"""
    text = game(DEAL + DEAL + f"(do ({way} {way}))", players=2)
    assert told(text, 1)[-1] == "you got B D from player 1"
    assert told(text, 0)[-1] == "player 2 got B D from you"


def test_so_are_those_that_somebody_else_s_move_sends_on() -> None:
    way = """(move (top ((2 player) iloc HAND)) (top (game vloc GIVEN)))
      (move (top (game vloc GIVEN)) (top ((3 player) iloc HAND)))"""
    text = game(DEAL + f"(choice ((as HELP (do ({way})))))", players=3)
    assert told(text, 2)[1:] == ["player 1 helped", "you got C from player 2"]


def test_a_played_card_is_named_to_everybody() -> None:
    lines = told(game(DEAL + turn(PLAY), players=2), 1)
    assert lines[1:] == ["player 1 played D", "you played C"]


def test_a_drawn_card_is_named_only_to_those_who_see_it() -> None:
    text = game("(do ((shuffle (game iloc STOCK))))" + turn(DRAW), players=2)
    order = told(text, None)
    assert all(line.endswith("from STOCK") and " drew " in line for line in order[1:])
    assert told(text, 0)[2] == "player 2 drew from STOCK"
    assert told(text, 1)[1] == "player 1 drew from STOCK"
    assert told(text, 1)[2] == order[2].replace("player 2", "you")


def test_a_swap_names_both_cards() -> None:
    swap = """(do (
      (move (top ((current player) vloc CELL 1)) (top (game vloc DISCARD)))
      (move (top (game iloc STOCK)) (top ((current player) vloc CELL 1)))))"""
    deal = "(do ((all player 'P (move (top (game iloc STOCK)) (top ('P vloc CELL 1))))))"
    lines = told(game(deal + turn(swap), players=2), 0)
    assert lines[1:] == [
        "you swapped B into CELL 1, discarding D",
        "player 2 swapped A into CELL 1, discarding C",
    ]


TRICK = turn("(move (top ((current player) iloc HAND)) (top ((current player) vloc TRICK)))")
GATHER = "(all player 'P (move (top ('P vloc TRICK)) (top (game vloc PAST))))"
ROUNDS = f"""(stage player (end (== (size ((1 player) iloc HAND)) 0))
  {TRICK} (do ((cycle next (2 player)) {GATHER})))"""


def test_a_trick_is_led_and_played_and_whoever_is_to_play_next_took_it() -> None:
    lines = told(game(DEAL + TRICK + f"(do ({GATHER}))", players=2), 0)
    assert lines[1:] == ["you led D", "player 2 played C", "the trick is over"]
    assert told(game(DEAL + DEAL + ROUNDS, players=2), 0)[1:] == [
        "you led B",
        "player 2 played A",
        "player 2 took the trick",
        "player 2 led C",
        "you played D",
        "player 2 took the trick",
    ]


def test_a_card_with_a_named_move_is_led_as_well() -> None:
    named = TRICK.replace("(move", "(as PLAY (move").replace("TRICK)))", "TRICK))))")
    lines = told(game(DEAL + named + f"(do ({GATHER}))", players=2), 0)
    assert lines[1:3] == ["you led D", "player 2 played C"]


def test_whoever_gets_the_cards_of_a_trick_took_it() -> None:
    taken = f"(do ({GATHER.replace('(game vloc PAST)', '((2 player) vloc WON)')}))"
    assert told(game(DEAL + TRICK + taken, players=2), 1)[-1] == "you took the trick"
    middle = DEAL + turn("(move (top ((current player) iloc HAND)) (top (game vloc TRICK)))")
    away = "(do ((repeat all (move (top (game vloc TRICK)) (top ((1 player) vloc WON))))))"
    heard = told(game(middle + away, players=2), 1)
    assert heard[1:] == ["player 1 led D", "you played C", "player 1 took the trick"]


def test_other_places_are_gathered_card_by_card_unless_the_page_says_that_they_are_tricks() -> None:
    rows = (DEAL + TRICK + f"(do ({GATHER}))").replace("TRICK", "ROW")
    assert told(game(rows, players=2), 0)[1:] == [
        "you played D",
        "player 2 played C",
        "D C went to PAST",
    ]
    assert told(game(rows, players=2), 0, TableLayout(tricks=("ROW",)))[-1] == "the trick is over"


# ------------------------------------------------------------------ what the rules do


CELLS = "(do ((all player 'P (move (top (game iloc STOCK)) (top ('P hloc CELL 1))))))"
TURN_UP = "(move (top ('P hloc CELL 1)) (top ('P vloc CELL 1)))"


def test_what_the_rules_do_after_a_choice_is_no_move_of_the_player() -> None:
    settle = f"(do ((all player 'P {TURN_UP}) (set ((1 player) sto SCORE) 7)))"
    lines = told(game(CELLS + "(choice ((turn pass)))" + settle, players=2), 0)
    assert lines[1:] == ["you passed", "your D was turned over", "player 2's C was turned over"]


def test_cards_that_the_rules_lay_aside_are_not_played() -> None:
    aside = """(do ((all player 'P (repeat all
        (move (top ('P iloc HAND)) (top ('P vloc ASIDE)))))))"""
    page = TableLayout(names={"ASIDE": "cards aside"})
    lines = told(game(DEAL + "(choice ((turn pass)))" + aside, players=2), 0, page)
    assert lines[2:] == [
        "your D went to your cards aside",
        "player 2's C went to their cards aside",
    ]


def test_a_card_that_the_rules_show_to_its_owner_is_told_to_them_alone() -> None:
    show = "(do ((all player 'P (move (top ('P hloc CELL 1)) (top ('P iloc CELL 1))))))"
    text = game(
        f"(do ((shuffle (game iloc STOCK)))) {CELLS} (choice ((turn pass))) {show}", players=2
    )
    mine, other = told(text, 0)[-2:]
    assert mine.startswith("you were shown ")
    assert mine != "you were shown a card"
    assert other == "player 2 was shown a card"


def test_a_pile_is_shuffled_after_cards_went_into_it() -> None:
    again = """(do ((repeat all (move (top (game vloc TABLE)) (top (game iloc STOCK))))
                    (shuffle (game iloc STOCK))))"""
    lines = told(game(DEAL + turn(PLAY) + again, players=2), 0)
    assert lines[-2:] == ["C D went from TABLE to STOCK", "STOCK was shuffled"]


def test_what_the_rules_sweep_together_is_one_sentence() -> None:
    sweep = """(do ((all player 'P (do (
      (repeat all (move (top ('P iloc HAND)) (top (game iloc STOCK))))
      (repeat all (move (top ('P vloc MELD)) (top (game iloc STOCK)))))))))"""
    lay = "(move (top (game iloc STOCK)) (top ((current player) vloc MELD)))"
    lines = told(game(DEAL + turn(lay) + sweep, players=2), None)
    assert lines[-1] == "D B C A went to STOCK"


def test_cards_laid_down_are_named_pile_by_pile_however_many_they_are() -> None:
    deck = "(create deck ((1 player) iloc HAND) (deck (RANK (A, B, C, D, E, F))))"
    lay = """(do (
      (repeat 5 (move (bottom ((1 player) iloc HAND)) (top ((1 player) vloc MELD 1))))
      (move (top ((1 player) iloc HAND)) (top ((1 player) vloc MELD 2)))))"""
    assert told(game("(choice ((turn pass)))" + lay, players=2, setup=deck), None) == [
        "player 1 passed",
        "player 1's A B C D E went to MELD 1",
        "player 1's F went to MELD 2",
    ]


def test_a_card_that_finds_its_place_in_a_pile_is_told_once() -> None:
    lay = """(do (
      (move (top (game iloc STOCK)) (top ((2 player) vloc MELD)))
      (move (top ((2 player) vloc MELD)) (bottom ((2 player) vloc MELD)))))"""
    lines = told(game("(choice ((turn pass)))" + lay, players=2), None)
    assert lines == ["player 1 passed", "player 2 got D from STOCK"]


def test_whoever_deals_and_leads_is_said() -> None:
    name = "(do ((set (game sto DEALER) 2) (set (game sto FIRST) 1)))"
    text = game(name + turn("(turn pass)"), players=2)
    page = TableLayout(leader="FIRST")
    assert told(text, 0, page)[:2] == ["player 2 deals", "you lead"]
    assert told(text, 1)[:1] == ["you deal"]


def test_whoever_took_the_trick_leads_without_a_word() -> None:
    taken = GATHER.replace("(game vloc PAST)", "((2 player) vloc WON)")
    leads = f"(do ({taken} (set (game sto LEADER) {{}})))"
    heard = [told(game(DEAL + TRICK + leads.format(who), players=2), 0)[3:] for who in (1, 2)]
    assert heard == [["player 2 took the trick", "you lead"], ["player 2 took the trick", ""]]


def test_a_bid_of_nothing_is_a_bid() -> None:
    bid = game(turn("(set ((current player) sto BID) 0)"), players=2)
    page = TableLayout(choices={"BID": "bid {}"})
    assert told(bid, 0, page) == ["you chose to bid 0", "player 2 chose to bid 0"]


def test_piles_that_change_places_are_named_card_by_card_to_those_who_see_them() -> None:
    lay = "(do ((move (top (game iloc STOCK)) (top (game iloc HEAP)))))"
    shown = "(swap ((current player) iloc HAND) (game vloc OPEN))"
    hidden = "(swap (game iloc STOCK) (game iloc HEAP))"
    deal = DEAL + "(do ((move (top (game iloc STOCK)) (top (game vloc OPEN)))))"
    assert told(game(f"{deal}(choice ({shown}))", players=2), 1)[-1] == (
        "player 1's HAND and OPEN changed places: D against B"
    )
    assert told(game(f"{lay}(choice ({hidden}))"), 0)[-1] == "STOCK and HEAP changed places"


def test_a_pass_is_a_pass() -> None:
    assert told(game(turn("(turn pass)"), players=2), 0) == ["you passed", "player 2 passed"]
    assert told(game(turn("(inc (game sto PASSES))")), 0) == ["you passed"]


def test_a_word_that_was_chosen_is_told_and_a_place_is_not() -> None:
    assert told(game(turn("(set (game str TRUMP) HEARTS)")), 0) == ["you chose trump hearts"]
    drawn = f"(do ({DRAW} (set (game str FROM) STOCK)))"
    assert told(game(turn(drawn)), 0) == ["you drew D from STOCK"]


def test_the_page_says_which_piles_are_discard_piles_and_what_counts_passes() -> None:
    heap = game(DEAL + turn(PLAY), players=2)
    assert told(heap, 1, page=TableLayout(discards=("TABLE",)))[1] == "player 1 discarded D"
    discard = heap.replace("TABLE", "DISCARD")
    assert told(discard, 1)[1] == "player 1 discarded D"
    assert told(discard, 1, page=TableLayout(discards=()))[1] == "player 1 played D"
    knock = game(turn("(set (game sto KNOCK) 1)"))
    assert told(knock, 0) == ["you made knock 1"]
    assert told(knock, 0, page=TableLayout(passes=("KNOCK",))) == ["you passed"]
    assert told(game(turn("(set (game sto PASSED) 0)")), 0) == ["you made passed 0"]


def test_people_have_words_for_places() -> None:
    page = TableLayout(names={"STOCK": "stock", "HAND": "hand"})
    assert told(game(turn(DRAW)), 0, page) == ["you drew D from the stock"]


def test_who_is_shown_a_card_hears_which_and_the_others_to_whom() -> None:
    show = "(any ((current player) iloc HAND) 'C (show 'C (next player)))"
    text = game(f"{DEAL} (choice ({show}))", players=3)
    heard = [told(text, seat)[-1] for seat in (0, 1, 2, None)]
    assert heard == [
        "you showed D to player 2",
        "player 1 showed D to you",
        "player 1 showed a card of player 1's HAND to player 2",
        "player 1 showed D to player 2",
    ]


def test_what_all_bid_together_is_told_of_whoever_bid_it_though_it_is_their_score() -> None:
    """The second bid ends the match, so that scores are told behind each of them."""
    bid = "(set ((current player) sto BID) 'N)"
    bids = f"(any (range (+ (pid (current player)) 3)..9) 'N (as BID {bid}))"
    score = "((current player) sto BID)"
    text = game(f"(stage player together (choice ({bids})))", players=2, score=score)
    assert told(text, None)[2:] == [
        "player 1 bid 4",
        "player 1 scored 4",
        "player 2 bid 5",
        "player 2 scored 5",
    ]


def test_a_number_that_the_rules_change_is_told_in_the_words_of_the_page() -> None:
    """What players change themselves is their move, and told as that."""
    lives = """(do ((all player 'P (set ('P sto LIVES) 2))))
     (stage player once
      (choice ((as KEEP (set ((current player) sto LIVES) 2))))
      (do ((dec ((current player) sto LIVES) (pid (current player))))))"""
    words = {"LIVES": NumberNews(fell="lost a life, {} left", zero="lost all lives")}
    lines = told(game(lives, players=2), 1, news=words)
    assert list(filter(None, lines)) == [
        "player 1 kept",
        "player 1 lost a life, 1 left",
        "you kept",
        "you lost all lives",
    ]


def test_news_of_the_listener_are_said_to_them() -> None:
    """Whatever verb the page has for them."""
    wet = """(do ((all player 'P (set ('P sto WET) 1)) (set ((1 player) sto WET) 0)))
     (choice ((turn pass)))"""
    words = {"WET": NumberNews(rose="swims from now on", fell="dries up")}
    said = [told(game(wet, players=2), seat, news=words)[:3] for seat in (0, 1)]
    assert said == [
        ["you swim from now on", "player 2 swims from now on", "you dry up"],
        ["player 1 swims from now on", "you swim from now on", "player 1 dries up"],
    ]


def test_news_of_a_team_are_said_of_its_players() -> None:
    bonus = "(do ((inc ((2 team) sto BONUS) 20) (inc ((1 team) sto BONUS) 50)))"
    sides = f"(create teams (1, 3) (2, 4)) {FOUR_CARDS}"
    text = game(bonus + "(choice ((turn pass)))", players=4, setup=sides)
    words = {"BONUS": NumberNews(rose="has a bonus of {}")}
    assert told(text, 0, news=words)[:2] == [
        "player 2 and player 4 have a bonus of 20",
        "you and player 3 have a bonus of 50",
    ]


def test_news_of_a_numbered_number_are_those_of_its_name() -> None:
    caught = "(do ((inc ((2 player) sto FOX 1)))) (choice ((turn pass)))"
    words = {"FOX": NumberNews(rose="caught a fox")}
    assert told(game(caught, players=2), 0, news=words)[0] == "player 2 caught a fox"


def test_a_number_of_the_table_is_told_in_a_sentence() -> None:
    pot = "(do ((inc (game sto POT) 2) (inc (game sto POT) 3) (dec (game sto POT) 1)))"
    words = {"POT": NumberNews(rose="there are {} in the pot")}
    lines = told(game(pot + "(choice ((turn pass)))", players=2), 0, news=words)
    assert list(filter(None, lines))[:2] == ["there are 2 in the pot", "there are 5 in the pot"]
    assert not any("4" in line for line in lines)
