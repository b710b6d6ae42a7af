"""What emitted code works with, and who calls it: layouts, contexts, object code, engine, batches.

Read engine.py first, then code.py and signatures.py: what emitted code offers to be called.
"""
