"""The command line: parses arguments, calls a room, prints.

In: what a person typed. Out: text, and an exit code: 0, 1 (the input is wrong), 2 (usage).
A file of commands is loaded only when one of them is called. Read main.py first; the table
that `kibitz play` shows is in table/.
"""
