"""The table as one seat sees it, in text.

In: a View, the program, the page's layout. Out: lines for a terminal of a given width. Nothing in
here is handed a State. Read tableau.py (what lies where), then drawing.py, then screen.py.
"""
