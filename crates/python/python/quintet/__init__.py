"""Five two-player grid games with exact solutions: positions, vectorised environments, and data sets.

See docs/python.md for a tour. `quintet.gym`, `quintet.pettingzoo` and `quintet.openspiel` adapt the games to those
libraries; import them explicitly.
"""

from importlib.metadata import version as _version

from quintet._core import Batch, Position
from quintet._dataset import arrow, dataset
from quintet._record import Record
from quintet._requests import Puzzle, choose, evaluate, games, judge, levels, match, puzzle

__version__ = _version("quintet")

#: The value of an unsolved position in `Batch.values()`.
UNSOLVED = -128

#: The action for a finished game in a batch without automatic reset.
NO_ACTION = -1

__all__ = [
    "NO_ACTION",
    "UNSOLVED",
    "Batch",
    "Position",
    "Puzzle",
    "Record",
    "__version__",
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

