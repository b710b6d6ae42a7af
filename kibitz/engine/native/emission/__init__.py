"""Emission of the language: one function emitter, with a component for each part of the language.

Read function_emitter.py first, then match_kernels.py: whole matches.
"""
