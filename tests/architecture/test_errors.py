"""Whatever kibitz raises about what it was given is a KibitzError; the rest is named here."""

from __future__ import annotations

import ast
from importlib import import_module

from package_code import package_modules

from kibitz.recycle.diagnostic import KibitzError

NO_COMPLAINTS = {
    "Fault": "a rule reports it to the interpreter, which makes a MatchError of it",
    "Overflow": "arithmetic reports it to whoever computes",
    "NotConstant": "an expression that is not folded",
    "NotComputable": "a constant without a value, which lowering makes a diagnostic of",
    "BadLine": "a line of a file; whoever reads the file says what that means",
    "EnoughErrors": "the checker stops looking",
    "TooMuchCode": "emission stops; whoever asked for the code makes a RecycleError of it",
    "Fork": "chance must decide; whoever goes through a match goes every way",
    "Entangled": "cards mixed beyond what is kept exactly, which the solver calls too big",
    "PersonLeft": "the person at the terminal wants to go",
    "TakenBack": "the person at the terminal wants a move back",
    "_Unseen": "a real table waits for a card; whoever follows it asks the person",
    "Disagreement": "a bug of ours: the two engines differ",
}


def errors() -> dict[str, type[BaseException]]:
    """Every exception that the package defines, by name."""
    found: dict[str, type[BaseException]] = {}
    for module in package_modules():
        for node in module.tree.body:
            if isinstance(node, ast.ClassDef) and node.bases and module.room != "__main__":
                try:
                    defined = getattr(import_module(module.name), node.name)
                except ModuleNotFoundError as missing:
                    if str(missing.name).startswith("kibitz"):
                        raise
                    continue  # it needs an extra that is not installed
                if issubclass(defined, BaseException):
                    found[node.name] = defined
    return found


def test_every_complaint_of_kibitz_is_a_kibitz_error() -> None:
    strangers = {name for name, error in errors().items() if not issubclass(error, KibitzError)}
    assert strangers == set(NO_COMPLAINTS)
