"""The command line: parses arguments, calls a room, prints.

In: what a person typed. Out: text, and an exit code: 0, 1 (the input is wrong), 2 (usage).
Every command is a file of its own, loaded only when it is called. Read main.py first; the table
that `kibitz play` shows is in table/.
"""
