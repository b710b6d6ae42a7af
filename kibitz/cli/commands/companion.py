"""`kibitz companion`: advice for a match that is played with real cards."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import click

from kibitz import companion, kept_files
from kibitz.advisor import Question, advise, numbers
from kibitz.cli import arguments
from kibitz.cli.faults import Refusal
from kibitz.cli.recordfile import stem
from kibitz.cli.seating import checked_seat, learn_at_the_table
from kibitz.cli.table.answers import ChosenOption, Unclear, understand
from kibitz.cli.table.scorecard import scoring_of
from kibitz.cli.table.screen import Sight, show_lines, show_table
from kibitz.cli.table.terminal_match import result_table
from kibitz.cli.terminal import output_console
from kibitz.engine import MatchError
from kibitz.words import Offer, offers


@arguments.command
def companion_command(
    game: str = arguments.game_argument(),
    rules: arguments.HouseRules = arguments.house_rules,
    seat: int = arguments.option("Your seat.", default=1, metavar="N"),
    resume: bool = arguments.option("Go on with the match that you entered last."),
    learn: float = arguments.learning_option,
) -> None:
    """Follow a match with real cards, and say what to do.

    You enter what you see at the table, with few keys: what players do, and which cards turn up. On
    your own turn it says what every option is worth. What you did not see may be left out, and
    everything can be taken back or corrected.

    \b
    kibitz companion golf
    """
    loaded, data = rules.load(game), kept_files.data_folder()
    table = companion.RealTable(loaded, checked_seat(seat, loaded))
    path = None if data is None else data / "companions" / f"{stem(loaded.name)}.json"
    if resume:
        _go_on(table, path)
    learn_at_the_table(loaded, learn)
    is_over = Companion(table, lambda: _keep(table, path)).run()
    if is_over and table.outcome is not None:
        names = tuple("" for _ in range(loaded.players))
        result = result_table(loaded.program, table.outcome, names, [table.seat])
        output_console().print(result)
    elif path is not None:
        click.echo("what you entered is kept; the same command with --resume goes on")


def _standing(table: companion.RealTable) -> dict[str, object]:
    """What the entries belong to."""
    program = table.game.program
    return {"digest": program.digest, "options": dict(program.options), "seat": table.seat}


def _keep(table: companion.RealTable, path: Path | None) -> None:
    if path is None:
        return
    kept = {**_standing(table), "entries": [entry.value for entry in table.entries]}
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        kept_files.write_atomically(path, json.dumps(kept).encode())
    except OSError as fault:
        raise Refusal(f"what you entered cannot be kept: {kept_files.reason(fault)}") from None


def _go_on(table: companion.RealTable, path: Path | None) -> None:
    """Raises Refusal."""
    if path is None or not path.exists():
        raise Refusal(f"no match of {table.game.title} was entered yet")
    try:
        kept = json.loads(path.read_bytes())
        entries = [
            companion.Entry(None if value is None else int(value)) for value in kept["entries"]
        ]
        standing = {name: kept[name] for name in _standing(table)}
    except (KeyError, TypeError, ValueError):
        raise Refusal(f"{path} is no match that was entered; move it away") from None
    if standing != _standing(table):
        raise Refusal("the match that was entered last had other rules, or you sat elsewhere")
    try:
        for entry in entries:
            table.enter(entry)
    except companion.BadEntry as fault:
        raise Refusal(f"{path} is no match that can have been: {fault}") from None


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

    def __init__(self, table: companion.RealTable, keep: Callable[[], None]) -> None:
        """`keep` writes down what was entered."""
        self._table, self._keep = table, keep
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

    def _show(self) -> None:
        wanted = self._table.wanted
        if self._typed or not isinstance(wanted, companion.ChoiceWanted):
            return
        game, seat = self._table.game, self._table.seat
        is_own = wanted.seat == seat
        remark = "your turn" if is_own else f"player {wanted.seat + 1}'s turn"
        sight = Sight(game.title, remark, self._table.view, (), self._offers(wanted))
        self._console.print()
        show_table(self._console, game, sight)
        if not is_own or len(wanted.decision.options) == 1:
            return
        try:
            lines = numbers(advise(Question.of(game, wanted.view, wanted.decision)))
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
            for hole in scoring.keeper.hear(happened.events):
                number += 1
                if number > self._holes:
                    width = self._console.width
                    lines += scoring.hole(hole, happened.kinds, happened.points, width)
        if number > self._holes:
            show_lines(self._console, ["", *lines, "", *scoring.card()])
        self._holes = number

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
            case companion.ChoiceWanted(seat=seat):
                return "you" if seat == self._table.seat else f"player {seat + 1}"
            case companion.CardWanted(location=location):
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
        if isinstance(wanted, companion.ChoiceWanted):
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
                case ["a"] if isinstance(self._table.wanted, companion.ChoiceWanted):
                    self._typed.clear()
                    self._show()
                    return False
                case ["e"]:
                    self._list_entries()
                    return False
                case ["e", number, *rest] if number.isdecimal() and rest:
                    before = self._until(int(number) - 1)
                    entry = self._entry(before, " ".join(rest))
                    self._table.correct(int(number) - 1, entry)
                case _:
                    self._table.enter(self._entry(self._table, word))
            self._keep()
        except (companion.BadEntry, MatchError) as fault:
            self._typed.clear()
            click.echo(f"that cannot be: {fault}" if isinstance(fault, MatchError) else str(fault))
            return False
        return True

    def _entry(self, table: companion.RealTable, word: str) -> companion.Entry:
        """What is meant by the word where the table stands. Raises BadEntry."""
        match table.wanted:
            case companion.ChoiceWanted() as wanted:
                answer = understand(word, self._offers(wanted), wanted.decision.options)
                if isinstance(answer, ChosenOption):
                    return companion.Entry(answer.option)
                hint = answer.hint if isinstance(answer, Unclear) else f"{word!r} is no option"
                raise companion.BadEntry(hint.removesuffix("; ? shows the rules"))
            case companion.CardWanted() as wanted:
                if word == companion.MISSED:
                    if not wanted.may_be_missed:
                        raise companion.BadEntry("the rules must know this card")
                    return companion.Entry(None)
                return companion.Entry(companion.card_named(table.game, word, wanted.kinds))
            case None:
                raise companion.BadEntry("the match is over")

    def _until(self, number: int) -> companion.RealTable:
        """The table as it was before that entry. Raises BadEntry."""
        entries = self._table.entries
        if number not in range(len(entries)):
            raise companion.BadEntry(f"entries are 1 to {len(entries)}, not {number + 1}")
        before = companion.RealTable(self._table.game, self._table.seat)
        for entry in entries[:number]:
            before.enter(entry)
        return before

    def _list_entries(self) -> None:
        words = self._table.game.vocabulary
        pairs = zip(self._table.asked, self._table.entries, strict=True)
        for number, (asked, entry) in enumerate(pairs, start=1):
            match asked:
                case companion.ChoiceWanted(seat=seat, decision=decision):
                    who = "you" if seat == self._table.seat else f"player {seat + 1}"
                    label = decision.options[entry.value or 0].label
                    click.echo(f"{number:>4}  {who}: {label}")
                case companion.CardWanted(location=location):
                    seen = (
                        companion.MISSED if entry.value is None else words.kind_texts[entry.value]
                    )
                    click.echo(f"{number:>4}  {words.called[location]}: {seen}")

    def _offers(self, wanted: companion.ChoiceWanted) -> list[Offer]:
        game = self._table.game
        return offers(game.interpreter, wanted.view, wanted.decision.options, game.vocabulary)
