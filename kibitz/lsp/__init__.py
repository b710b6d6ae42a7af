"""The language at work in an editor: reports, explanations, completion, names and their places.

In comes program text, sound or not, and a place in it; out go answers in offsets. `server.py` alone
speaks the language server protocol (and alone loads pygls); the other files know nothing of it and
never raise, whatever the text. Read names.py first.
"""

from __future__ import annotations

from kibitz.lsp.completion import complete
from kibitz.lsp.hover import explain
from kibitz.lsp.pair import Pair
from kibitz.lsp.shading import page_words, program_words
