"""The rules of a program as Python closures over a Machine; `OptionRules` makes them all.

In: the nodes of a Program. Out: closures that compute a value or change a state. Read base.py,
then rulebook.py and options.py.
"""

from kibitz.engine.rules.options import OptionRules

__all__ = ["OptionRules"]
