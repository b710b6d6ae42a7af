"""Everything that is said to people: cards, places, options, events, the arithmetic of a score.

In: programs, views, sightings, and what the game's page calls things. Out: text. The terminal, the
pages and the browser take their words from here. Read telling.py first, then labels.py.
"""
