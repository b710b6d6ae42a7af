"""Nets that learn a game by playing it against themselves.

In: a Program and some minutes. Out: a Net, which tells of a situation what place and what score to
expect; it is kept as a file. Read training.py first, then net.py. What a net is told, and the code
that plays and learns, is emitted with the game in the engine room.
"""

from kibitz.learning.keeping import (
    BadNet,
    NetFile,
    carried_net,
    is_judged,
    keep_net,
    kept_net,
    learn,
    net_files,
    read_net,
    remove_net,
    write_net,
)
from kibitz.learning.net import Net, TrainingPoint
from kibitz.learning.training import Course, Progress, train
