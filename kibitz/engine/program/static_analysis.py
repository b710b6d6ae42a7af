"""Static analysis of programs: what can be told of them before they run."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.engine import limits
from kibitz.engine import program as p
from kibitz.engine.program.facts import ExpressionNode
from kibitz.engine.program.walk import nodes, parts
from kibitz.recycle import CycleKind, LocationClass

# ---------------------------------------------------------------------------- telling

_SEEN = LocationClass.VISIBLE, LocationClass.MEMORY
"""What lies there, everybody can tell."""


def choices_tell(program: p.Program) -> bool:
    """Whether what can be chosen, or what comes of it, may depend on what cards are that somebody
    does not see. It may say yes without need."""
    return bool(telling_steps(program))


def telling_steps(program: p.Program) -> frozenset[int]:
    """The steps that may do what they do because of what cards are that somebody does not see;
    and the decisions of which some option may be there for that reason."""
    return frozenset(
        number
        for number, step in enumerate(program.code)
        if any(map(reads_hidden_cards, step.alternatives if isinstance(step, p.Decide) else [step]))
    )


def past_beginnings(program: p.Program) -> frozenset[int]:
    """The steps between decisions that tell first what lies where after the deal, or a shuffle."""
    code, telling = program.code, telling_steps(program)
    waiting = [0, *(number + 1 for number, step in enumerate(code) if shuffles(step))]
    reached, found = set[int](), set[int]()
    while waiting:
        number = waiting.pop()
        if number in reached or isinstance(code[number], p.Decide | p.Finish):
            continue
        reached.add(number)
        if number in telling:
            found.add(number)
        else:
            waiting += _following(number, code[number])
    return frozenset(found)


def steps_to_decision(program: p.Program, start: int) -> frozenset[int]:
    """The step, and all that may be played from there before somebody decides."""
    reached, waiting = {start}, _following(start, program.code[start])
    while waiting:
        number = waiting.pop()
        step = program.code[number]
        if number not in reached and not isinstance(step, p.Decide | p.Finish):
            reached.add(number)
            waiting += _following(number, step)
    return frozenset(reached)


def _following(number: int, step: p.Step) -> list[int]:
    """The steps that may come after it."""
    match step:
        case p.Enter(exit=exit_step):
            return [number + 1, exit_step]
        case p.Again(body=body, exit=exit_step):
            return [body, exit_step]
        case p.Branch(yes=yes, no=no):
            return [yes, no]
        case _:
            return [number + 1]


def turns_back(program: p.Program) -> bool:
    """Whether some stage of players may go round backwards."""
    return any(
        isinstance(node, p.TurnBack) or (isinstance(node, p.Enter) and node.backwards)
        for node in nodes(program.code)
    )


def shuffles(rule: p.Step | p.Statement) -> bool:
    """Whether nobody can follow all cards across it."""
    return any(isinstance(node, p.Shuffle | p.Gather) for node in nodes(rule))


def reads_hidden_cards(rule: p.Step | p.Statement) -> bool:
    """Whether what it does may depend on what cards are that somebody does not see."""
    reads = any(isinstance(node, ExpressionNode) and node.reads for node in nodes(rule))
    return reads and any(
        family.location_class not in _SEEN
        for node in nodes(rule)
        if isinstance(node, p.Location)
        for family in node.families
    )


# ---------------------------------------------------------------------------- picks


def picks_come_first(node: p.Statement) -> bool:
    """Whether all picks can be made before anything is done."""
    uses_chance = any(isinstance(part, ExpressionNode) and part.draws for part in nodes(node))
    return not uses_chance and _leads_to_pick(node)


def _leads_to_pick(node: p.Statement) -> bool:
    match node:
        case p.Block(statements=(first, *rest)):
            return _leads_to_pick(first) and not any(map(has_pick, rest))
        case p.When() | p.Bind() | p.Pick():
            return _leads_to_pick(node.statement)
        case _:
            return not has_pick(node)


def has_pick(node: p.Statement) -> bool:
    return any(isinstance(part, p.Pick) for part in nodes(node))


def most_picks(node: p.Statement) -> int:
    """How many picks lie on the longest path; more than the limit is no matter."""
    match node:
        case p.Block():
            total = sum(map(most_picks, node.statements))
        case p.When() | p.Bind():
            total = most_picks(node.statement)
        case p.Cases():
            guarded = sum(most_picks(when.statement) for when in node.guarded)
            total = max(guarded, most_picks(node.otherwise))
        case p.Pick():
            total = 1 + most_picks(node.statement)
        case p.Each(collection=p.Constants(values=values)):
            total = len(values) * most_picks(node.statement)
        case p.Each():
            total = limits.PICKS * most_picks(node.statement)
        case _:
            total = 0
    return min(total, limits.PICKS + 1)


# ---------------------------------------------------------------------------- alike


def alike(program: p.Program) -> tuple[int, ...]:
    """By kind: a number, equal for faces between which the rules see no difference.

    Where suits count for nothing, the four sevens are one face in four copies.
    """
    looks = set(_looks(program))
    numbers: dict[object, int] = {}
    return tuple(
        numbers.setdefault(frozenset((look, _seen(kind, look)) for look in looks), len(numbers))
        for kind in program.kinds
    )


def looked_at(program: p.Program) -> frozenset[int]:
    """The attributes of cards that some rule asks for."""
    asked = {attribute for look in _looks(program) for attribute, _ in look}
    every = {attribute for kind in program.kinds for attribute, _ in kind.attributes}
    return frozenset(every if None in asked else every & asked)


def all_different(program: p.Program) -> tuple[int, ...]:
    """The same where somebody may look at everything that is printed on a card."""
    return tuple(range(len(program.kinds)))


Look = tuple[tuple[int | None, int | None], ...]
"""Tests that must all hold, attribute and value; what the program does not fix is None."""


def _looks(program: p.Program) -> Iterator[Look]:
    """Everything that some rule wants to know about a card."""
    for node in nodes((*program.code, program.score)):
        match node:
            case p.AttributeOf(attribute=attribute) | p.Partition(attribute=attribute):
                yield ((_fixed(attribute), None),)
            case p.Award(tests=tests):
                fixed = tuple((_fixed(attribute), _fixed(value)) for attribute, value in tests)
                yield fixed
                yield from (((attribute, None),) for attribute, value in fixed if value is None)


def _fixed(value: p.Value) -> int | None:
    return value.value if isinstance(value, p.Const) else None


def _seen(kind: p.CardKind, look: Look) -> object:
    """What the look finds: a value where one is asked for, else whether all tests hold."""
    if len(look) == 1 and look[0][1] is None:
        attribute = look[0][0]
        return kind if attribute is None else kind.value(attribute)
    return all(
        kind.value(attribute) == value
        for attribute, value in look
        if attribute is not None and value is not None
    )


# ---------------------------------------------------------------------------- setup


def setup_length(program: p.Program) -> int:
    """How many steps the code begins with that make the same deck in every match."""
    made = 0
    for number, step in enumerate(program.code):
        made += _most_made(step)
        if not _makes_fixed_deck(step) or made > limits.CARDS:
            return number
    return len(program.code)


def _makes_fixed_deck(step: p.Step) -> bool:
    if not (isinstance(step, p.Perform) and isinstance(step.statement, p.Create)):
        return False
    location = step.statement.location
    return (
        isinstance(step.statement.back, p.Const)
        and location.name is None
        and isinstance(location.owner, p.Const | None)
        and isinstance(location.index, p.Const)
        and 0 <= location.index.value < location.families[0].indices
    )


def most_cards(program: p.Program) -> int:
    """How many cards a match can have, as far as a look at the program tells."""
    made = stages = 0
    for step in program.code:
        stages += isinstance(step, p.Enter)
        stages -= isinstance(step, p.LeaveStage)
        made += _most_made(step) * (limits.CARDS if stages else 1)
    return min(made, limits.CARDS)


def _most_made(node: object) -> int:
    match node:
        case p.Create(kinds=kinds):
            return len(kinds)
        case p.Repeat(count=p.Const(value=count)):
            return max(0, count) * _most_made(node.action)
        case p.Each() | p.Repeat() | p.RepeatAll():
            return limits.CARDS * sum(map(_most_made, parts(node)))
        case _:
            return sum(map(_most_made, parts(node)))


# ---------------------------------------------------------------------------- co-operative games


def is_same_for_all(score: p.Value, teams: int) -> bool:
    """Whether nothing in the score is another for another player, nor left to chance. Where all
    are of one team, what their team has is the same."""
    waiting: list[object] = [score]
    while waiting:
        node = waiting.pop()
        match node:
            case p.TeamOf() if teams == 1:
                continue
            case p.TurnOf(kind=kind) | p.Others(kind=kind) if kind is CycleKind.PLAYER or teams > 1:
                return False
            case ExpressionNode(draws=True):
                return False
        waiting += parts(node)
    return True
