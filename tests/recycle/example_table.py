"""The examples of docs/language.md: what the page says they come to, and what they do come to.

An example is a whole game with a ```plays block under it, or a few forms on the page's own example
table, each with a comment that says what it comes to.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from packed_steps import apply_packed, deal_packed, score_packed
from small_games import card_texts

from kibitz.engine import Interpreter, MatchError, Program, Rng, lower
from kibitz.engine.events import Event, Remembered, Stored
from kibitz.engine.native.runtime.engine import NativeEngine
from kibitz.recycle import RecycleError, Source, check
from kibitz.recycle.checker.statements import STATEMENT_RULES
from kibitz.recycle.reader import read
from kibitz.recycle.source import Form, List
from kibitz.recycle.syntax import CheckedGame, LetNode, Type
from kibitz.recycle.syntax.types import nodes

HOLE = ";; … here stands the example …"
BLOCKS = re.compile(r"```recycle\n(.*?)```\n(?:```plays\n(.*?)```)?", re.S)
SHORT_OF_WHOLE = "(game\n"


@dataclass(frozen=True)
class Claim:
    """A form of an example, what stands before it, and what it is said to come to."""

    before: str
    form: Form
    text: str
    said: str


def blocks(markdown: str) -> list[tuple[str, list[str]]]:
    """Every program or example, with the lines of the ```plays block under it."""
    return [(text, plays.splitlines()) for text, plays in BLOCKS.findall(markdown)]


def is_whole(text: str) -> bool:
    return text.startswith(SHORT_OF_WHOLE)


# ---------------------------------------------------------------------------- whole games


def split(claim: str) -> tuple[dict[str, str], str]:
    """Options and what is said of the game with them."""
    settings, colon, said = claim.partition(": ")
    if not colon:
        return {}, claim
    return dict(setting.split("=", 1) for setting in settings.split()), said


def checked(text: str) -> CheckedGame:
    result = check(Source("example.rcy", text))
    assert result.game is not None, result.diagnostics
    return result.game


def first_options_scores(program: Program) -> tuple[int, ...]:
    """The scores when everybody always takes their first option."""
    engine, rng = Interpreter(program), Rng(1)
    step = engine.deal(rng)
    while not step.is_over:
        step = engine.apply(step, 0, rng)
    return engine.score(step.state).scores


def options(program: Program) -> str:
    """`player 1 has 3 options, player 2 has 1 option`: every decision on that way."""
    engine, rng = Interpreter(program), Rng(1)
    step, told = engine.deal(rng), []
    while not step.is_over:
        count = len(step.found)
        told.append(f"player {step.seat + 1} has {count} option{'' if count == 1 else 's'}")
        step = engine.apply(step, 0, rng)
    return ", ".join(told)


def outcome(text: str, settings: Mapping[str, int | str], wanted: str) -> str:
    """What the game comes to, in the words of the claim."""
    try:
        program = lower(checked(text), settings)
    except RecycleError as refusal:
        return f"refused, {refusal.diagnostics[0].slug}"
    try:
        if wanted.startswith("player "):
            return options(program)
        return f"scores {' '.join(map(str, first_options_scores(program)))}"
    except MatchError as fault:
        return f"fails, {fault.diagnostic.slug}"


def native_outcome(text: str, settings: Mapping[str, int | str]) -> str:
    """How the match ends in machine code."""
    engine, rng = NativeEngine(lower(checked(text), settings)), Rng(1)
    try:
        block = deal_packed(engine, rng)
        while not engine.interpreter.is_over(engine.unpack(block)):
            block = apply_packed(engine, block, 0, rng)
    except MatchError as fault:
        return f"fails, {fault.diagnostic.slug}"
    return f"scores {' '.join(map(str, score_packed(engine, block).scores))}"


# ---------------------------------------------------------------------------- short examples


def claims(text: str) -> Iterator[Claim]:
    """The forms of a short example that say what they come to."""
    document, faults = read(Source("example.rcy", text))
    assert not faults, faults
    before = ""
    for form in document.forms:
        shown = text[form.span.start : form.span.end]
        said = re.match(r"[ ]*;; ([^\n]+)", text[form.span.end :])
        if said is not None:
            yield Claim(before, form, shown, said.group(1))
        else:
            before += shown + "\n"


def on_table(table: str, statements: str) -> str:
    """The program of the page with the statements in it."""
    assert table.count(HOLE) == 1
    return table.replace(HOLE, statements)


def is_statement(form: Form) -> bool:
    if not isinstance(form, List) or not form.items:
        return False
    head = form.items[0]
    if isinstance(head, List):
        return len(form.items) > 1 and is_statement(form.items[1])
    if head.text in ("any", "all"):
        return is_statement(form.items[-1])
    return head.text in STATEMENT_RULES


def result(table: str, claim: Claim) -> str:
    """What the claim's form comes to, in the words of the page."""
    if is_statement(claim.form):
        statement, kind = claim.text, Type.INT
    else:
        probe = check(Source("example.rcy", on_table(table, _probe(claim))))
        if probe.game is None:
            return _refused(probe.diagnostics[0].slug)
        kind = _kind(probe.game)
        statement = _shown(kind, claim.text)
    outcome = check(Source("example.rcy", on_table(table, claim.before + statement)))
    if outcome.game is None:
        return _refused(outcome.diagnostics[0].slug)
    try:
        program = lower(outcome.game)
        step = Interpreter(program).deal(Rng(1))
    except (RecycleError, MatchError) as fault:
        wrong = fault.diagnostic if isinstance(fault, MatchError) else fault.diagnostics[0]
        return f"fails, {wrong.slug}"
    return _told(program, kind, step.events, card_texts(program, step.state.kinds))


def _refused(slug: str) -> str:
    return f"refused, {slug}"


def _probe(claim: Claim) -> str:
    return f"{claim.before}(let {claim.text} 'PROBE (turn pass))"


def _kind(game: CheckedGame) -> Type:
    return next(
        node.binder.type
        for node in nodes(game.game)
        if isinstance(node, LetNode) and node.binder.name == "PROBE"
    )


_NOTE_CARD = "(remember 'SHOWN (top (game mem RESULT)))"
_SHOWN = {
    Type.INT: "(set (game sto RESULT) {})",
    Type.STR: "(set (game str RESULT) {})",
    Type.BOOL: "(do ((set (game sto RESULT) 0) ({} (set (game sto RESULT) 1))))",
    Type.PLAYER: "(set (game sto RESULT) (pid {}))",
    Type.TEAM: "(set (game sto RESULT) (tid {}))",
    Type.CARD: "(remember {} (top (game mem RESULT)))",
    Type.CARDS: f"(all {{}} 'SHOWN {_NOTE_CARD})",
    Type.GROUPS: "(all {} 'GROUP (do ((set (game sto RESULT) 0) "
    f"(all 'GROUP 'SHOWN {_NOTE_CARD}))))",
    Type.INTS: "(all {} 'SHOWN (set (game sto RESULT) 'SHOWN))",
    Type.STRS: "(all {} 'SHOWN (set (game str RESULT) 'SHOWN))",
    Type.PLAYERS: "(all {} 'SHOWN (set (game sto RESULT) (pid 'SHOWN)))",
    Type.TEAMS: "(all {} 'SHOWN (set (game sto RESULT) (tid 'SHOWN)))",
}
_SHOWN[Type.LOCATION] = _SHOWN[Type.CARDS]
_SHOWN[Type.LOCATIONS] = _SHOWN[Type.GROUPS]


def _shown(kind: Type, expression: str) -> str:
    """A statement that lets the value be seen."""
    return _SHOWN[kind].format(expression)


def _told(program: Program, kind: Type, events: tuple[Event, ...], cards: list[str]) -> str:
    shown = list(_results(program, events))
    numbers = [str(event.value) for event in shown if isinstance(event, Stored)]
    names = [cards[event.card] for event in shown if isinstance(event, Remembered)]
    match kind:
        case Type.BOOL:
            return "true" if numbers[-1] == "1" else "false"
        case Type.STR | Type.STRS:
            texts = [program.strings[int(number)] or '""' for number in numbers]
            return " ".join(texts) or "nothing"
        case Type.PLAYER | Type.TEAM:
            return f"{'player' if kind is Type.PLAYER else 'team'} {numbers[-1]}"
        case Type.PLAYERS | Type.TEAMS:
            word = "players" if kind is Type.PLAYERS else "teams"
            return f"{word} {' '.join(numbers)}" if numbers else "nothing"
        case Type.CARD | Type.CARDS | Type.LOCATION:
            return " ".join(names) or "nothing"
        case Type.GROUPS | Type.LOCATIONS:
            marks = ["|" if isinstance(e, Stored) else cards[e.card] for e in shown]
            return " ".join(marks[1:]) or "nothing"
        case _:
            return " ".join(numbers) or "nothing"


def _results(program: Program, events: tuple[Event, ...]) -> Iterator[Stored | Remembered]:
    """What was stored or remembered under the name RESULT, in order."""
    storages = {
        (kind, storage.first)
        for kind, group in (("sto", program.int_storages), ("str", program.str_storages))
        for storage in group
        if program.strings[storage.name] == "RESULT"
    }
    places = {
        family.first for family in program.families if program.strings[family.name] == "RESULT"
    }
    for event in events:
        match event:
            case Stored() if (event.kind.value, event.slot) in storages:
                yield event
            case Remembered() if event.location in places:
                yield event
