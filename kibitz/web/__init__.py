"""The table in the browser: any game, friends and bots, nothing lost.

In: the games on offer and a database. Out: a server that shows every seat what it may know. The
log of choices is the truth, a process is a cache of it. Read messages.py first (what goes over the
wire), then table.py (what is done with it) and frames.py (what a seat is shown).
"""

from kibitz.web.deal import commitment, seed_of
from kibitz.web.export import SHARED, exported, exported_workshop, play_page, shared_script
from kibitz.web.garbage import collect_no_more
from kibitz.web.logs import write_logs
from kibitz.web.room import STRENGTHS, USUAL
