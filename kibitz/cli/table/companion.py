"""A person at a real table who enters what happens there, and hears what to do."""

from __future__ import annotations

from collections.abc import Callable

import click

from kibitz.advisor import Question, advise, numbers
from kibitz.cli.table.answers import ChosenOption, Unclear, understand
from kibitz.cli.table.scorecard import scoring_of
from kibitz.cli.table.screen import ScreenSize, Sight, screen
from kibitz.cli.terminal import output_console
from kibitz.companion import (
    MISSED,
    BadEntry,
    CardWanted,
    ChoiceWanted,
    Entry,
    RealTable,
    card_named,
)
from kibitz.engine import MatchError
from kibitz.words import Offer, Tableau, offers

HELP = """\
Enter what happens: the number of an option or its words, and cards as 7, 7h or qs; several at once
in one line, as in `7 2 kd 9h`.
  ?        a card that you did not see
  u        take the latest entry back
  e        everything that was entered, with numbers
  e 12 9h  entry 12 was something else
  a        advice again
  x        leave; --resume goes on"""
LEAVE = "x"


class Companion:
    """Keeps asking until the match is over or the person leaves."""

    def __init__(self, table: RealTable, keep: Callable[[], None]) -> None:
        """`keep` writes down what was entered."""
        self._table, self._keep = table, keep
        self._tableau = Tableau(table.game.vocabulary)
        self._typed: list[str] = []
        """Words of the line that were not used yet."""
        self._holes = 0
        self._console = output_console()

    def run(self) -> bool:
        """Whether the match came to its end."""
        click.echo(HELP)
        is_new = True
        while self._table.wanted is not None:
            if is_new:
                self._tell_holes()
                self._show()
            word = self._word()
            if word == LEAVE:
                return False
            is_new = self._hear(word)
        self._tell_holes()
        return True

    # ------------------------------------------------------------------ showing

    def _show(self) -> None:
        wanted = self._table.wanted
        if self._typed or not isinstance(wanted, ChoiceWanted):
            return
        game, seat = self._table.game, self._table.seat
        is_own = wanted.seat == seat
        remark = "your turn" if is_own else f"player {wanted.seat + 1}'s turn"
        sight = Sight(game.title, remark, self._table.view, (), self._offers(wanted))
        self._console.print()
        for line in screen(self._tableau, sight, ScreenSize(self._console.width, None)):
            self._console.print(line, no_wrap=True, overflow="ellipsis")
        if is_own and len(wanted.decision.options) > 1:
            self._advise(wanted)

    def _advise(self, wanted: ChoiceWanted) -> None:
        question = Question.of(self._table.game, wanted.view, wanted.decision)
        try:
            lines = numbers(advise(question))
        except MatchError as fault:
            lines = [f"there is no advice: {fault}"]
        for line in ["", *lines]:
            self._console.print(line, soft_wrap=True)

    def _tell_holes(self) -> None:
        """Those that came to their end since the last time."""
        table = self._table
        names = [f"player {seat + 1}" for seat in range(table.game.players)]
        names[table.seat] = "you"
        scoring = scoring_of(table.game, names)
        if scoring is None:
            return
        lines, number = [], 0
        for happened in table.happened:
            for hole in scoring.hear(happened.events):
                number += 1
                if number > self._holes:
                    width = self._console.width
                    lines += scoring.hole(hole, happened.kinds, happened.points, width)
        if number > self._holes:
            for line in ["", *lines, "", *scoring.card()]:
                self._console.print(line, no_wrap=True, overflow="ellipsis")
        self._holes = number

    # ------------------------------------------------------------------ hearing

    def _word(self) -> str:
        """The next thing that was typed."""
        while not self._typed:
            try:
                line: str = click.prompt(self._question(), default="", show_default=False)
            except click.Abort:
                return LEAVE
            self._typed = self._words(line.strip())
        return self._typed.pop(0)

    def _question(self) -> str:
        match self._table.wanted:
            case ChoiceWanted(seat=seat):
                return "you" if seat == self._table.seat else f"player {seat + 1}"
            case CardWanted(location=location):
                words = self._table.game.vocabulary
                owner = words.places[location].owner
                whose = "your" if owner == self._table.seat else f"player {(owner or 0) + 1}'s"
                place = words.called[location]
                return f"which card is in {'the' if owner is None else whose} {place}"
            case None:
                return ""

    def _words(self, line: str) -> list[str]:
        """What a line says: one thing if it can be understood so, else one after the other."""
        wanted = self._table.wanted
        if line.startswith("e ") or not line:
            return [line] if line else []
        if isinstance(wanted, ChoiceWanted):
            answer = understand(line, self._offers(wanted), wanted.decision.options)
            if isinstance(answer, ChosenOption):
                return [line]
        return line.split()

    def _hear(self, word: str) -> bool:
        """Whether something was entered, or taken back."""
        try:
            match word.split():
                case ["u"]:
                    self._table.take_back()
                case ["a"] if isinstance(self._table.wanted, ChoiceWanted):
                    self._typed.clear()
                    self._show()
                    return False
                case ["e"]:
                    self._list_entries()
                    return False
                case ["e", number, *rest] if number.isdecimal() and rest:
                    self._correct(int(number) - 1, " ".join(rest))
                case _:
                    self._table.enter(self._entry(self._table, word))
            self._keep()
        except BadEntry as fault:
            self._typed.clear()
            click.echo(str(fault))
            return False
        except MatchError as fault:
            self._typed.clear()
            click.echo(f"that cannot be: {fault}")
            return False
        return True

    def _entry(self, table: RealTable, word: str) -> Entry:
        """What is meant by the word where the table stands. Raises BadEntry."""
        match table.wanted:
            case ChoiceWanted() as wanted:
                answer = understand(word, self._offers(wanted), wanted.decision.options)
                if isinstance(answer, ChosenOption):
                    return Entry(answer.option)
                hint = answer.hint if isinstance(answer, Unclear) else f"{word!r} is no option"
                raise BadEntry(hint.removesuffix("; ? shows the rules"))
            case CardWanted() as wanted:
                if word == MISSED:
                    if not wanted.may_be_missed:
                        raise BadEntry("the rules must know this card")
                    return Entry(None)
                return Entry(card_named(table.game, word, wanted.kinds))
            case None:
                raise BadEntry("the match is over")

    def _correct(self, number: int, word: str) -> None:
        """Raises BadEntry."""
        before = self._until(number)
        self._table.correct(number, self._entry(before, word))

    def _until(self, number: int) -> RealTable:
        """The table as it was before that entry. Raises BadEntry."""
        entries = self._table.entries
        if number not in range(len(entries)):
            raise BadEntry(f"entries are 1 to {len(entries)}, not {number + 1}")
        before = RealTable(self._table.game, self._table.seat)
        for entry in entries[:number]:
            before.enter(entry)
        return before

    def _list_entries(self) -> None:
        words = self._table.game.vocabulary
        pairs = zip(self._table.asked, self._table.entries, strict=True)
        for number, (asked, entry) in enumerate(pairs, start=1):
            match asked:
                case ChoiceWanted(seat=seat, decision=decision):
                    who = "you" if seat == self._table.seat else f"player {seat + 1}"
                    label = decision.options[entry.value or 0].label
                    click.echo(f"{number:>4}  {who}: {label}")
                case CardWanted(location=location):
                    seen = MISSED if entry.value is None else words.kind_texts[entry.value]
                    click.echo(f"{number:>4}  {words.called[location]}: {seen}")

    def _offers(self, wanted: ChoiceWanted) -> list[Offer]:
        game = self._table.game
        return offers(game.interpreter, wanted.view, wanted.decision.options, game.vocabulary)
