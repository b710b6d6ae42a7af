"""Nothing on the screen tells a card that the seat does not know."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import pytest
from commands import kibitz

from kibitz import Rng, load, make_player
from kibitz.cli.table.screen import ScreenSize, Sight, screen
from kibitz.engine.places import kind_texts
from kibitz.engine.protocol import Outcome
from kibitz.games import find, names
from kibitz.match import Match
from kibitz.words import Vocabulary
from kibitz.words.labels import offers
from kibitz.words.tableau import Tableau

pytestmark = pytest.mark.slow


PROMPT = re.compile(r"^.*, \? for help: .*\n", re.MULTILINE)
CARD = re.compile(r"\b(?:10|[2-9AJQK])[♥♦♣♠]")


HOUSE_RULES: dict[str, dict[str, int | str]] = {
    "golf": {"holes": 2, "flip-on-discard": "always", "knock-early": "on"},
    "par-golf": {"players": 3},
    "lock-golf": {"holes": 3},
    "gin-rummy": {"deals": 1},
    "oh-hell": {"most": 3},
}
"""Where a game is not watched as it usually is."""
GAMES = {name: HOUSE_RULES.get(name, {}) for name in names()}


def moments(game: str, seed: int) -> Iterator[tuple[Match, str]]:
    """A match against uniform players before each decision of seat 1, with what it types then; and
    the match at its end, with nothing. It takes what is offered first; who plays alone takes
    anything every other time, as a card could be moved to and fro for ever.

    It is the one that `kibitz play` plays with what is typed, and goes on between the moments.
    """
    match = load(game, **GAMES[game]).match(seed)
    bot = make_player("uniform", match.game.program)
    while not match.is_over:
        decision, view = match.decision, match.view(match.decision.seat)
        chance = Rng(seed, stream=match.decisions_made + 1)
        if decision.seat == 0:
            own = offers(match.game.interpreter, view, match.options, match.game.vocabulary)
            is_any = len(match.seats) == 1 and match.decisions_made % 2 == 1
            taken = own[chance.below(len(own)) if is_any else 0]
            yield match, taken.tag
            match.play(taken.option.index)
        else:
            match.play(bot.choose(view, decision, chance).option)
        yield match, ""


def typed_and_known(game: str, seed: int) -> tuple[list[str], list[set[str]]]:
    """What seat 1 types; and every card that it has been able to tell so far, at each of its
    decisions and at the end."""
    seen: set[str] = set()
    lines: list[str] = []
    known: list[set[str]] = []
    for match, typed in moments(game, seed):
        faces = kind_texts(match.game.program)
        texts = [faces[kind] for kind in match.kinds]
        seen |= {texts[s.card] for pile in match.view(0).piles for s in pile if s.card is not None}
        seen |= {
            texts[card]
            for sighting in match.sightings(0)
            if (card := getattr(sighting.event, "card", None)) is not None
        }
        lines += [typed] if typed else []
        if typed or match.is_over:
            known.append(set(seen))
    return lines, known


def played(game: str, seed: int, lines: Iterable[str], *arguments: str) -> list[str]:
    """What `kibitz play` shows before each decision of seat 1, who types these, and at the end."""
    players = load(game, **GAMES[game]).program.players
    settings = [f"--option={name}={value}" for name, value in GAMES[game].items()]
    seats = ",".join(["human", *["uniform"] * (players - 1)])
    arguments = ("--players", seats, "--seed", str(seed), *settings, *arguments)
    typed = "".join(f"{line}\n" for line in lines)
    return PROMPT.split(kibitz("play", game, *arguments, typed=typed).output)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_screen_names_only_cards_the_seat_has_seen(game: str, seed: int) -> None:
    lines, known = typed_and_known(game, seed)
    screens = played(game, seed, lines)
    assert len(screens) == len(known)
    for shown, cards in zip(screens, known, strict=True):
        assert set(CARD.findall(shown)) <= cards
    first = load(game, **GAMES[game]).match(seed)
    is_hidden = any(spot.card is None for pile in first.view(0).piles for spot in pile)
    assert (len(known[0]) < len(first.kinds)) == is_hidden
    told = set(CARD.findall("".join(screens)))
    assert 2 * len(told) > len(known[-1]), "most of what the seat has seen was on a screen"


@pytest.mark.parametrize("game", ["par-golf", "lock-golf"])
def test_with_manual_memory_a_card_looked_at_is_shown_once(game: str) -> None:
    """Between the look and its turning up a card stands on one screen only, the first."""
    lines, _ = typed_and_known(game, 1)
    screens = iter(played(game, 1, lines, "--memory", "manual"))
    before: frozenset[int] = frozenset()
    shown = 0
    for match, typed in moments(game, 1):
        if typed:
            faces = kind_texts(match.game.program)
            private = Tableau(match.game.vocabulary).private_cards(match.view(0))
            grid = "".join(line for line in next(screens).splitlines() if line.startswith("│"))
            own = CARD.findall(grid)
            for card in private:
                is_new = card not in before
                shown += is_new
                assert (faces[match.kinds[card]] in own) == is_new
            before = private
    assert shown >= 3


@pytest.mark.parametrize("game", GAMES)
def test_a_screen_is_the_same_in_every_world_the_seat_could_be_in(game: str) -> None:
    """Deal the unseen cards anew: what the table draws may not change."""
    engine = load(game, **GAMES[game]).interpreter
    tableau = Tableau(Vocabulary(engine.program, find(game).page))
    chance = Rng(5)
    step = engine.deal(chance)
    for number in range(40):
        decision = step.status
        if isinstance(decision, Outcome):
            break
        view = engine.view(step.state, decision.seat)
        world = engine.view(engine.resample(view, Rng(number)), decision.seat)
        drawn = [
            screen(tableau, Sight("", "", seen, (), ()), ScreenSize(80, None))
            for seen in (view, world)
        ]
        assert drawn[0] == drawn[1]
        step = engine.apply(step, number % len(decision.options), chance)
