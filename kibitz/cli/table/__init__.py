"""The table as one seat sees it, in text.

In: a View, gathered by `kibitz.words.tableau`. Out: lines for a terminal of a given width, or lines
of words. Nothing in here is handed a State. Read drawing.py first, then screen.py and speech.py.
"""
