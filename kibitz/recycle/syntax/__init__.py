"""The typed syntax of a RECYCLE game: frozen nodes, every overload resolved, every span present.

The checker builds these from forms; lowering reads them. A class stands for one reading of a
surface form: `(top X)` of a card list is `CardAtNode`, of a list of card lists it is `MemberNode`.
Spans do not take part in equality.
"""

# The vocabulary of the syntax is all of these files.
from kibitz.recycle.syntax.expressions import *  # noqa: F403
from kibitz.recycle.syntax.owners import *  # noqa: F403
from kibitz.recycle.syntax.selections import *  # noqa: F403
from kibitz.recycle.syntax.statements import *  # noqa: F403
from kibitz.recycle.syntax.types import *  # noqa: F403
