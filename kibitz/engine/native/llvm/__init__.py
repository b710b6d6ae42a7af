"""Our wall around llvmlite: code is written through `Function` and `Word`, and made to run.

In: calls that read like the algorithm they emit. Out: LLVM text (function.py, words.py), then
machine code (host.py). llvmlite is untyped; nothing of it leaves this folder.
"""
