"""Values: which rule reads a list as one, and the rules for numbers, conditions and owners.

Most constructs are written in one fixed way, or in a few: a `Shape` in the table `RULES` is all
there is to say about them. Those for lists of cards are in `card_lists`, loops in `loops`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kibitz.recycle import limits
from kibitz.recycle import syntax as s
from kibitz.recycle.checker import card_lists, faults, lists
from kibitz.recycle.checker.checking import HOLE, Checking, Rule, Typed
from kibitz.recycle.checker.words import CLASS_WORDS, OWNER_WORDS, STORAGE_WORDS, TURN_WORDS
from kibitz.recycle.diagnostic import Edit
from kibitz.recycle.source import (
    Atom,
    AtomKind,
    Form,
    List,
    Span,
    head_word,
    is_name,
    is_variable,
    is_word,
)

OPERAND_TYPES = {
    "INT": s.Type.INT,
    "STR": s.Type.STR,
    "BOOL": s.Type.BOOL,
    "CARD": s.Type.CARD,
    "CARDS": s.Type.CARDS,
    "GROUPS": s.Type.GROUPS,
    "PLAYER": s.Type.PLAYER,
    "PLAYERS": s.Type.PLAYERS,
    "TEAM": s.Type.TEAM,
    "TEAMS": s.Type.TEAMS,
    "POINTS": s.Type.POINTS,
    "INTS": s.Type.INTS,
    "STRS": s.Type.STRS,
}


class Shape:
    """The ways of writing a construct, each with the node it makes.

    A way is written as the reference has it: `(sum CARDS using POINTS) → INT`. Words in small
    letters must stand there; words in capitals are operands of that type.
    """

    def __init__(self, nodes: dict[str, Callable[..., Any]]) -> None:
        self.nodes = nodes
        self._kinds = dict(form.split(" → ") for form in nodes)

    def __call__(self, check: Checking, form: List) -> Typed:
        usage = check.usage_of(form, *self._kinds)
        if usage is None:
            return HOLE
        slots, kind = faults.slots(usage), self._kinds[usage]
        operands = [
            _operand(check, slot, item, slots[0])
            for slot, item in zip(slots, form.items, strict=True)
            if slot.isupper()
        ]
        node = self.nodes[f"{usage} → {kind}"](*operands, span=form.span)
        return Typed(node, OPERAND_TYPES[kind])


def _operand(check: Checking, slot: str, form: Form, user: str) -> Any:
    if slot == "COLLECTION":
        return check.collection(form, user).node
    return check.expect(form, OPERAND_TYPES[slot], user)


# ---------------------------------------------------------------------------- numbers


def arithmetic_of_many(check: Checking, form: List) -> Typed:
    """`+`, `*`, `min` and `max` of two or more integers."""
    operator = head_word(form)
    if len(form.items) < 3:
        return check.fault("too-few-operands", form.span, word=operator, operands="integers")
    return _arithmetic(check, form, operator)


def arithmetic_of_two(check: Checking, form: List) -> Typed:
    """`-`, `//`, `%` and `^` of exactly two integers."""
    operator = head_word(form)
    if not check.has_words(form, f"({operator} INT INT)"):
        return HOLE
    return _arithmetic(check, form, operator)


def _arithmetic(check: Checking, form: List, operator: str) -> Typed:
    count = len(form.items) - 1
    if check.operands + count > limits.OPERANDS:
        return check.fault("too-many-operands", form.span, operands=limits.OPERANDS)
    check.operands += count
    operands = tuple(check.expect(item, s.Type.INT, operator) for item in form.items[1:])
    check.operands -= count
    return Typed(s.ArithmeticNode(operator, operands, span=form.span), s.Type.INT)


def extreme(check: Checking, form: List) -> Typed:
    """`(max INT INT …)`, or `(max CARDS using POINTS)`, a card: known by the point map."""
    if len(form.items) < 3 or any(map(_tells_of_points, form.items)):
        return EXTREME_CARDS[head_word(form)](check, form)
    return arithmetic_of_many(check, form)


def _tells_of_points(form: Form) -> bool:
    is_map = isinstance(form, List) and len(form.items) > 1 and is_word(form.items[1], "points")
    return is_map or is_word(form, "using")


EXTREME_CARDS = {
    goal.value: Shape({f"({goal} CARDS using POINTS) → CARD": partial(s.ExtremeCardNode, goal)})
    for goal in s.Goal
}


def value(check: Checking, form: List) -> Typed:
    """`(value CARD RANK)`: the place of a card in an order."""
    if not check.has_words(form, "(value CARD ORDER)"):
        return HOLE
    card = check.expect(form.items[1], s.Type.CARD, "value")
    if not is_name(form.items[2]):
        return check.fault("not-a-name.order", form.items[2].span)
    points = check.expect(form.items[2], s.Type.POINTS, "value")
    return Typed(s.ScoreNode(card, points, span=form.span), s.Type.INT)


def _of_one(operator: str, operand: s.IntExpr, span: Span) -> s.ArithmeticNode:
    return s.ArithmeticNode(operator, (operand,), span=span)


def _from_zero(high: s.IntExpr, span: Span) -> s.RandomNode:
    return s.RandomNode(s.IntLiteralNode(0, span=span), high, span=span)


# ---------------------------------------------------------------------------- conditions


COMPARABLE = frozenset({s.Type.INT, s.Type.STR, s.Type.CARD, s.Type.PLAYER, s.Type.TEAM})
_CONNECTIVES = {"and": s.AndNode, "or": s.OrNode}


def connective(check: Checking, form: List) -> Typed:
    """`and` and `or` of two or more conditions."""
    word = head_word(form)
    if len(form.items) < 3:
        return check.fault("too-few-operands", form.span, word=word, operands="conditions")
    operands = tuple(check.expect(item, s.Type.BOOL, word) for item in form.items[1:])
    return Typed(_CONNECTIVES[word](operands, span=form.span), s.Type.BOOL)


def equality(check: Checking, form: List) -> Typed:
    """`==` and `!=` of two values of one type."""
    operator = head_word(form)
    if not check.has_words(form, f"({operator} VALUE VALUE)"):
        return HOLE
    left, right = (check.value(item) for item in form.items[1:])
    if left.type is None or right.type is None:
        return Typed(None, s.Type.BOOL)
    if left.type is not right.type:
        return check.report(faults.unlike_operands(form, check.source, left.type, right.type))
    if left.type not in COMPARABLE:
        return check.report(faults.not_comparable(form, operator, left.type))
    node = s.EqualNode(left.type, operator == "!=", left.node, right.node, span=form.span)
    return Typed(node, s.Type.BOOL)


def either(check: Checking, form: List) -> Typed:
    """`(if BOOL X Y)`: one of two values of one type."""
    if not check.has_words(form, "(if BOOL VALUE VALUE)"):
        return HOLE
    condition = check.expect(form.items[1], s.Type.BOOL, "if")
    sides = yes, no = [check.value(item) for item in form.items[2:]]
    if yes.type is None or no.type is None:
        return HOLE
    for side, item in zip(sides, form.items[2:], strict=True):
        if side.type is s.Type.POINTS:
            return check.fault("points-as-value.if", item.span, text=check.text(item))
    if not card_lists.alike(yes, no):
        places = form.items[3].span, form.items[2].span
        return check.fault("unlike-operands.if", *places, left=yes.type, right=no.type)
    kind, (first, second) = card_lists.joined_kind(check, sides)
    location_class = yes.location_class if kind in card_lists.PLACES else None
    node = s.IfNode(kind, location_class, condition, first, second, span=form.span)
    return Typed(node, kind, location_class)


# ---------------------------------------------------------------------------- owners


_STORAGES: dict[str, tuple[type[s.IntStorageNode | s.StrStorageNode], s.Type]] = {
    **dict.fromkeys(("sto", "isto"), (s.IntStorageNode, s.Type.INT)),
    **dict.fromkeys(("str", "istr"), (s.StrStorageNode, s.Type.STR)),
}
_OWNERS = {
    "player": (s.TurnPlayerNode, s.NumberedPlayerNode, s.Type.PLAYER),
    "team": (s.TurnTeamNode, s.NumberedTeamNode, s.Type.TEAM),
}


def owner_reference(check: Checking, form: List) -> Typed:
    """`(current player)`, `(3 player)`, `(next team)`, `((+ 1 'N) team)`."""
    which, kind = form.items[0], check.text(form.items[1])
    by_turn, by_number, owner_type = _OWNERS[kind]
    if is_word(which, *TURN_WORDS):
        return Typed(by_turn(s.Turn(check.text(which)), span=form.span), owner_type)
    number = check.expect(which, s.Type.INT, kind)
    if isinstance(number, s.IntLiteralNode) and number.value == 0:
        return check.fault("numbered-from-zero", form.span, kind=kind, edit=f"(1 {kind})")
    return Typed(by_number(number, span=form.span), owner_type)


def found_player(check: Checking, form: List) -> Typed:
    """`(next player PLAYER 'V BOOL)`: the first seat after that player's for which it holds;
    without a condition the next seat, or the one so many seats on."""
    word = head_word(form)
    if len(form.items) in (3, 4) and head_word(form.items[-1]) in CONDITION_RULES:
        return _without_start(check, form, word)
    if len(form.items) in (3, 4):
        return _SEATS_AWAY[word](check, form)
    if not check.has_words(form, f"({word} player PLAYER 'VARIABLE BOOL)"):
        return HOLE
    _, _, start_form, variable, condition_form = form.items
    start = check.expect(start_form, s.Type.PLAYER, word)
    seat = Typed(None, s.Type.PLAYER)
    with check.within(check.bind(variable, seat, word, start_form.span)) as binder:
        condition = check.expect(condition_form, s.Type.BOOL, word)
    node = s.FoundPlayerNode(s.Turn(word), start, binder, condition, span=form.span)
    return Typed(node, s.Type.PLAYER)


def _without_start(check: Checking, form: List, word: str) -> Typed:
    """`(next player 'V BOOL)`: from whom on is not said."""
    variable = form.items[2]
    if len(form.items) == 3 or not is_variable(variable):
        return check.fault("wrong-operand-count.next", form.items[-1].span, word=word)
    edit = Edit(variable.span, f"(current player) {check.text(variable)}")
    return check.fault("wrong-operand-count.next", variable.span, word=word, edit=edit)


def _neighbour(turn: s.Turn, start: s.PlayerExpr, span: Span) -> s.SeatAwayNode:
    return s.SeatAwayNode(turn, start, s.IntLiteralNode(1, span=span), span=span)


_SEATS_AWAY = {
    turn.value: Shape(
        {
            f"({turn} player PLAYER) → PLAYER": partial(_neighbour, turn),
            f"({turn} player PLAYER INT) → PLAYER": partial(s.SeatAwayNode, turn),
        }
    )
    for turn in (s.Turn.NEXT, s.Turn.PREVIOUS)
}


def storage(check: Checking, form: List) -> Typed:
    """`(OWNER sto NAME)` and `(OWNER str NAME)`, perhaps with an index, `isto` and `istr` that only
    the owner sees; `(OWNER points NAME)`."""
    word = check.text(form.items[1])
    numbered = () if word == "points" else (f"(OWNER {word} STR INT)",)
    if not check.has_words(form, f"(OWNER {word} STR)", *numbered):
        return HOLE
    owner = _owner(check, form.items[0], "a storage", "the table, a player or a team")
    name = check.expect(form.items[2], s.Type.STR, word)
    index = _index(check, form.items[3], "storage") if len(form.items) == 4 else None
    if owner is None:
        return HOLE
    owner_type = None if isinstance(owner.node, s.TableNode) else owner.type
    if word == "points":
        points = s.PointStorageNode(owner.node, owner_type, name, span=form.span)
        return Typed(points, s.Type.POINTS)
    node_class, value_type = _STORAGES[word]
    is_secret = word.startswith("i")
    node = node_class(owner.node, owner_type, name, index, is_secret, span=form.span)
    return Typed(node, value_type)


def location(check: Checking, form: List) -> Typed:
    """`(OWNER vloc NAME)`, perhaps with an index."""
    word = check.text(form.items[1])
    if len(form.items) > 2 and is_word(form.items[2], "new"):
        return _new_location(check, form, word)
    if not check.has_words(form, f"(OWNER {word} STR)", f"(OWNER {word} STR INT)"):
        return HOLE
    owner = _card_owner(check, form.items[0])
    name = check.expect(form.items[2], s.Type.STR, word)
    index = _index(check, form.items[3], "location") if len(form.items) == 4 else None
    if owner is None:
        return HOLE
    location_class = s.LocationClass(word)
    node = s.LocationNode(owner.node, location_class, name, index, span=form.span)
    return Typed(node, s.Type.LOCATION, location_class)


def indexed(check: Checking, form: List) -> Typed:
    """`(indexed OWNER vloc NAME)`."""
    usages = [f"(indexed OWNER {location_class} STR)" for location_class in s.LocationClass]
    if not check.has_words(form, *usages):
        return HOLE
    _, owner_form, class_form, name_form = form.items
    owner = _card_owner(check, owner_form)
    name = check.expect(name_form, s.Type.STR, "indexed")
    if owner is None:
        return HOLE
    location_class = s.LocationClass(check.text(class_form))
    node = s.IndexedNode(owner.node, location_class, name, span=form.span)
    return Typed(node, s.Type.LOCATIONS, location_class)


def _new_location(check: Checking, form: List, word: str = "vloc") -> Typed:
    """`(OWNER new NAME)`, from the time when places were made as they were named."""
    return check.fault("legacy-form.new", form.span, owner=check.text(form.items[0]), word=word)


def _index(check: Checking, form: Form, indexed: str) -> Any:
    index = check.expect(form, s.Type.INT, f"the index of a {indexed}")
    if isinstance(index, s.IntLiteralNode) and not 0 <= index.value < limits.INDICES:
        return check.fault("index-out-of-range", index.span, indexed=indexed).node
    return index


def _owner(check: Checking, form: Form, owned: str, owners: str) -> Typed | None:
    """The owner of a storage; None when there is a fault."""
    if is_word(form, "game"):
        return Typed(s.TableNode(span=form.span), s.Type.PLAYER)
    owner = check.value(form)
    if owner.type is None:
        return None
    if owner.type in (s.Type.PLAYER, s.Type.TEAM):
        return owner
    variable = check.variable_meant(form, s.Type.PLAYER)
    instead = f"(current {check.text(form)})" if is_word(form, *OWNER_WORDS) else None
    case = ".variable" if variable else ".all" if instead else ""
    check.fault(
        f"wrong-owner{case}",
        form.span,
        owned=owned,
        owners=owners,
        actual=owner.type,
        edit=variable or instead,
    )
    return None


def _card_owner(check: Checking, form: Form) -> Typed | None:
    """The owner of a location, which is never a team; None when there is a fault."""
    owner = _owner(check, form, "a location", "the table or a player")
    if owner is not None and owner.type is s.Type.TEAM:
        check.fault("team-as-card-owner", form.span, text=check.text(form))
        return None
    return owner


# ---------------------------------------------------------------------------- all of them


def _sort(check: Checking, form: List) -> Typed:
    return check.fault("unsupported-construct.sort", form.span)


def _actual(check: Checking, form: List) -> Typed:
    inner = check.text(form.items[1]) if len(form.items) == 2 else None
    return check.fault("legacy-form.actual", form.span, edit=inner)


def _tuples(check: Checking, form: List) -> Typed:
    return check.fault("legacy-form.tuples", form.span)


CONDITION_RULES: dict[str, Rule] = {
    "and": connective,
    "or": connective,
    "not": Shape({"(not BOOL) → BOOL": s.NotNode}),
    "==": equality,
    "!=": equality,
    **{
        operator: Shape({f"({operator} INT INT) → BOOL": partial(s.CompareNode, operator)})
        for operator in ("<", ">", "<=", ">=")
    },
}
RULES: dict[str, Rule] = {
    **CONDITION_RULES,
    **card_lists.RULES,
    **lists.RULES,
    **dict.fromkeys(("+", "*"), arithmetic_of_many),
    **dict.fromkeys(("-", "//", "%", "^"), arithmetic_of_two),
    **dict.fromkeys(("min", "max"), extreme),
    "if": either,
    "count": Shape({"(count BOOL) → INT": s.CountNode}),
    "indexed": indexed,
    "sort": _sort,
    "actual": _actual,
    "tuples": _tuples,
    "tri": Shape({"(tri INT) → INT": partial(_of_one, "tri")}),
    "fib": Shape({"(fib INT) → INT": partial(_of_one, "fib")}),
    "random": Shape({"(random INT) → INT": _from_zero, "(random INT .. INT) → INT": s.RandomNode}),
    "size": Shape({"(size COLLECTION) → INT": s.SizeNode}),
    "sum": Shape({"(sum CARDS using POINTS) → INT": s.SumNode}),
    "value": value,
    "score": Shape({"(score CARD using POINTS) → INT": s.ScoreNode}),
    **{
        f"score{goal}": Shape(
            {f"(score{goal} CARDS using POINTS) → INT": partial(s.ExtremeScoreNode, goal)}
        )
        for goal in s.Goal
    },
    "pid": Shape({"(pid PLAYER) → INT": s.PlayerNumberNode}),
    "tid": Shape({"(tid TEAM) → INT": s.TeamNumberNode}),
    "range": Shape(
        {
            "(range INT .. INT) → INTS": partial(s.RangeNode, False),
            "(range INT .. INT backwards) → INTS": partial(s.RangeNode, True),
        }
    ),
    "cardatt": Shape({"(cardatt STR CARD) → STR": s.CardAttributeNode}),
    "owner": Shape({"(owner CARD) → PLAYER": s.OwnerOfCardNode}),
    "team": Shape({"(team PLAYER) → TEAM": s.TeamOfPlayerNode}),
    "other": Shape(
        {"(other player) → PLAYERS": s.OtherPlayersNode, "(other team) → TEAMS": s.OtherTeamsNode}
    ),
    "others": Shape({"(others PLAYER) → PLAYERS": s.OthersOfNode}),
    "partners": Shape({"(partners PLAYER) → PLAYERS": s.PartnersNode}),
    "run": Shape(
        {f"(run {end} INT CARDS using POINTS) → CARDS": partial(s.RunNode, end) for end in s.End}
    ),
    "runs": Shape(
        {
            "(runs all INT CARDS using POINTS) → GROUPS": partial(s.RunsNode, False),
            "(runs largest INT CARDS using POINTS) → GROUPS": partial(s.RunsNode, True),
        }
    ),
}


def rule_for(form: List) -> Rule:
    """The rule that reads the form as a value."""
    if not form.items:
        return _empty_list
    owned = _rule_by_second_word(form)
    if owned is not None:
        return owned
    head = form.items[0]
    if lists.is_list(form) and not is_name(head):
        return lists.listed
    if isinstance(head, List) or head.kind in (AtomKind.VARIABLE, AtomKind.INTEGER):
        return card_lists.numbered
    if head.kind is AtomKind.NAME:
        return lists.strings
    return RULES.get(head.text, _misplaced)


def _empty_list(check: Checking, form: List) -> Typed:
    return check.fault("empty-list", form.span)


def _misplaced(check: Checking, form: List) -> Typed:
    head = form.items[0]
    assert isinstance(head, Atom)
    return check.misplaced_keyword(head, "a value")


def _rule_by_second_word(form: List) -> Rule | None:
    """Owned things and numbered owners are known by their second word."""
    head = form.items[0]
    second = form.items[1] if len(form.items) > 1 else None
    if not isinstance(second, Atom) or second.kind is not AtomKind.KEYWORD:
        return None
    if isinstance(head, Atom) and head.text in RULES and head.text != "team":
        return None
    if second.text in STORAGE_WORDS:
        return storage
    if second.text in CLASS_WORDS:
        return location
    if second.text == "new":
        return _new_location
    is_keyword = isinstance(head, Atom) and head.kind is AtomKind.KEYWORD
    names_owner = not is_keyword or is_word(head, *TURN_WORDS)
    if second.text in OWNER_WORDS and len(form.items) == 2 and names_owner:
        return owner_reference
    if second.text == "player" and is_word(head, "next", "previous"):
        return found_player
    return None
