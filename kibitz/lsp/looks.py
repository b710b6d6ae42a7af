"""How a text looks in an editor, in the protocol's own values: outline, folds, colours, forms."""

from __future__ import annotations

from lsprotocol import types

from kibitz.lsp.answers import Answers
from kibitz.lsp.documents import Positions
from kibitz.lsp.outline import Part, PartKind, page_folds, page_parts, program_folds, program_parts
from kibitz.lsp.shading import SORTS, page_words, program_words
from kibitz.lsp.signatures import signatures

_SYMBOLS = {
    PartKind.SECTION: types.SymbolKind.Namespace,
    PartKind.OPTION: types.SymbolKind.Constant,
    PartKind.DEFINITION: types.SymbolKind.Function,
    PartKind.STAGE: types.SymbolKind.Class,
    PartKind.CHOICE: types.SymbolKind.Enum,
    PartKind.MOVE: types.SymbolKind.Method,
    PartKind.STATEMENTS: types.SymbolKind.Event,
    PartKind.KEY: types.SymbolKind.Property,
    PartKind.HEADING: types.SymbolKind.String,
}
LEGEND = types.SemanticTokensLegend(token_types=list(SORTS), token_modifiers=[])


def symbols(answers: Answers) -> list[types.DocumentSymbol]:
    own = answers.own
    parts = page_parts(own.source) if own.is_page else program_parts(own.source)
    return [_symbol(own.positions, part) for part in parts]


def _symbol(positions: Positions, part: Part) -> types.DocumentSymbol:
    return types.DocumentSymbol(
        name=part.name,
        kind=_SYMBOLS[part.kind],
        range=positions.range(part.span),
        selection_range=positions.range(part.head),
        children=[_symbol(positions, inner) for inner in part.inside],
    )


def folds(answers: Answers) -> list[types.FoldingRange]:
    own = answers.own
    lines = page_folds(own.source) if own.is_page else program_folds(own.source)
    return [types.FoldingRange(first, last) for first, last in lines]


def colours(answers: Answers) -> types.SemanticTokens:
    """Five numbers for every word: how far it is behind the one before, its length, its sort."""
    own = answers.own
    words = page_words(answers.pair) if own.is_page else program_words(answers.pair)
    numbers: list[int] = []
    before = types.Position(0, 0)
    for span, sort in words:
        start, end = own.positions.position(span.start), own.positions.position(span.end)
        lines = start.line - before.line
        along = start.character - (0 if lines else before.character)
        numbers += [lines, along, end.character - start.character, SORTS.index(sort), 0]
        before = start
    return types.SemanticTokens(numbers)


def signature_help(answers: Answers, position: types.Position) -> types.SignatureHelp | None:
    own = answers.own
    program = None if own.is_page else answers.pair.whole
    found = signatures(program, own.positions.offset(position)) if program else None
    if found is None:
        return None
    return types.SignatureHelp(
        signatures=[
            types.SignatureInformation(
                way.form,
                parameters=[
                    types.ParameterInformation(way.form[part.start : part.end])
                    for part in way.parts
                ],
            )
            for way in found.ways
        ],
        active_signature=_fitting([len(way.parts) for way in found.ways], found.part),
        active_parameter=found.part,
    )


def _fitting(lengths: list[int], part: int) -> int:
    """The first form with so many parts."""
    return next((number for number, length in enumerate(lengths) if length > part), 0)
