"""What lies where, for Python, emitted code and pages alike: states, contexts, numbers of calls.

Read fields.py first, then state_layout.py; packing.py writes states so. Nothing here compiles.
"""
