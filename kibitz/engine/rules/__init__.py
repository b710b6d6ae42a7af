"""The rules of a program as Python closures over a Machine; `Rules` makes them.

In: the nodes of a Program. Out: closures that compute a value or change a state. Read base.py,
then rulebook.py.
"""

from kibitz.engine.rules.rulebook import Rules

__all__ = ["Rules"]
