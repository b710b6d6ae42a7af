"""Emission of the language: one function emitter, with a component for each part of the language.

Read function_emitter.py first, then passes.py: the list of what is emitted for a Program.
"""
