"""Practice: positions with a right answer, asked again until they are known; rules of thumb.

In: a Game, records of its matches. Out: Tasks, a Box of them that is kept in a file, and a Sheet of
lines to remember and of what strong players do.
Read box.py first, then sheet.py; lines.py finds the lines.
"""

from kibitz.drill.box import BadBox, Box, Finder, Task, TaskOrigin, answer, position
from kibitz.drill.lines import SheetFollower
from kibitz.drill.sheet import Sheet, Watching, about, about_lines, line_rows, rows, sheet_page
