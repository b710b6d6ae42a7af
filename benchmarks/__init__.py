"""How fast kibitz is, measured beside others: `make bench`, or `python -m benchmarks`.

Every part yields figures (`figures.py`); `__main__.py` lists the parts, prints the figures as they
come and writes `results.md`. Sides that are compared are measured in turn, round after round, so
that noise hits all of them.
"""
