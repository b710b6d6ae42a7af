"""The language: program text in, a checked game or reports of what is wrong with it out.

`check` takes a `Source`, `load` a path; both end in a `CheckedGame`, whose nodes are in `syntax`.
On the way: `reader` (text to forms), `checker` (forms to syntax), `lint` (warnings). Reports are
`Diagnostic` values; `render` writes them for people. `format_text` lays a program out afresh.
Read syntax/ first: it is the language in a few files.
"""

from __future__ import annotations

from pathlib import Path

from kibitz.recycle.checker import CheckResult, check, edited, fixed
from kibitz.recycle.checker.orders import order_name
from kibitz.recycle.checker.words import BINDING_WORDS, CLASS_WORDS, binder_index
from kibitz.recycle.constants import (
    COMPARISONS,
    LARGEST,
    SMALLEST,
    Constant,
    NotComputable,
    NotConstant,
    Overflow,
    calculate,
    evaluate,
    fibonacci,
    holds,
    integer,
)
from kibitz.recycle.diagnostic import (
    MOST_REPORTS,
    BadArgument,
    Diagnostic,
    Edit,
    KibitzError,
    Label,
    RecycleError,
    Severity,
    and_more,
    as_data,
    at_use,
    nearest,
)
from kibitz.recycle.lint import ReadOutside
from kibitz.recycle.loading import load_source, source_from_bytes
from kibitz.recycle.printer import print_document
from kibitz.recycle.reader import read
from kibitz.recycle.reference import (
    ReferenceEntry,
    diagnostic_page,
    diagnostic_slugs,
    entries,
    explaining,
    language_page,
    looked_for,
)
from kibitz.recycle.render import render
from kibitz.recycle.source import Atom, AtomKind, Form, List, Source, Span, head_word
from kibitz.recycle.syntax import (
    BinderNode,
    CheckedGame,
    CycleKind,
    End,
    GameSyntax,
    Goal,
    LocationClass,
    Turn,
    Type,
)
from kibitz.recycle.syntax.types import TreeNode, children, node, nodes
from kibitz.recycle.tokens import KEYWORDS, Shade, Token, TokenKind, shaded_tokens, tokens
from kibitz.recycle.using import (
    completed,
    definitions_file,
    standard_header,
    standard_names,
    standard_text,
    used_name,
)


def load(path: Path) -> CheckedGame:
    """The game in the file at `path`; warnings are not told.

    Raises RecycleError, with every report, if the file cannot be read or has errors.
    """
    result = check(load_source(path))
    if result.game is None:
        raise RecycleError(result.source, result.diagnostics)
    return result.game


def format_text(source: Source) -> str:
    """The program in its canonical layout, comments kept.

    Raises RecycleError if the words and parentheses do not even make forms; what they mean is not
    checked.
    """
    document, diagnostics = read(source)
    if diagnostics:  # even a warning: text that was not read would be lost
        raise RecycleError(source, diagnostics)
    return print_document(document)
