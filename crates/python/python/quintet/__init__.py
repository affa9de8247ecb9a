"""Five two-player grid games, known perfectly: positions, batches, truth and data.

See docs/python.md for a tour. `quintet.gym`, `quintet.pettingzoo` and `quintet.openspiel` fit the games into the
libraries of those names; each is imported only when it is asked for.
"""

from quintet._core import Batch, Position
from quintet._dataset import arrow, dataset
from quintet._record import Record
from quintet._truth import Puzzle, choose, evaluate, games, judge, levels, match, puzzle

#: What `Batch.values()` says where a value is not known.
UNSOLVED = -128

#: The one action of a game that has ended, in a batch without automatic reset.
NO_ACTION = -1

__all__ = [
    "NO_ACTION",
    "UNSOLVED",
    "Batch",
    "Position",
    "Puzzle",
    "Record",
    "arrow",
    "choose",
    "dataset",
    "evaluate",
    "games",
    "judge",
    "levels",
    "match",
    "puzzle",
]

