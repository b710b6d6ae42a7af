"""Who calls emitted code: object code of a game, found or made, and the engine that plays by it.

Read engine.py first, then code.py.
"""
