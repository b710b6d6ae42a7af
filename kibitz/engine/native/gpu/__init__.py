"""The GPU as a target: kernels in which every thread plays a match, and the engine that calls them.

Read gpu_engine.py first, then grid.py.
"""
