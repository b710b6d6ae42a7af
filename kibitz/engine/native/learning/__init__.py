"""Nets in emitted code: what they are told (features), what they say, and how they learn.

Read learner.py first, then feature_plan.py and learning_kernels.py.
"""
