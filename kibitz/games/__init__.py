"""The library of games.

In comes what a person typed, a name or a path; out goes a GameFile: the program as text and the
page people read. The folder is the list: add `<name>.rcy` and `<name>.md` and the game is there.
Nothing is checked here; `kibitz.recycle` does that. Read library.py first, then page.py.
"""

from kibitz.games.counters import Counter
from kibitz.games.frontmatter import LibraryError, PageError
from kibitz.games.house_rules import (
    HouseRule,
    by_group,
    differences,
    in_one_line,
    matching_preset,
    players_said,
    rules_in_force,
    seats,
    seats_said,
)
from kibitz.games.library import (
    PAGE,
    PROGRAM,
    GameFile,
    IsPage,
    UnknownGame,
    find,
    from_texts,
    names,
    starter,
    starters,
    texts,
)
from kibitz.games.page import (
    BRACES,
    NESTED_NAME,
    CellGrid,
    Objective,
    Page,
    Preset,
    TableLayout,
    harmless,
)
from kibitz.games.page_check import LocatedName, check_page, located_names
from kibitz.games.page_fields import (
    OTHER_GAMES,
    CardWords,
    Caution,
    GameKind,
    NumberNews,
    Peril,
    Scorecard,
    by_kind,
)
from kibitz.games.page_names import read_by_page_text
