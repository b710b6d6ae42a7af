"""Search and the worlds it looks at: determinizations of a view, trees, trials of options.

Read searcher.py first, then search_kernel.py and worlds.py.
"""
