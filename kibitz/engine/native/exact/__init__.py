"""The exact solver in emitted code: everything that can still happen, gone through.

Read exact_solver.py first, then solve_kernel.py.
"""
