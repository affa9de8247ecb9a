"""Five two-player grid games with exact solutions: positions, vectorized environments, and data sets.

See docs/python.md for a tour. `quintet.gym`, `quintet.pettingzoo` and `quintet.openspiel` adapt the games to those
libraries; import them explicitly.
"""

from importlib.metadata import version as _version

from quintet._core import Batch, Position, symmetries
from quintet._dataset import arrow, dataset
from quintet._questions import Question, Questions, evaluate, judge, mirror, prompt, questions, read_answer
from quintet._record import Record
from quintet._requests import Puzzle, choose, games, levels, match, puzzle

__version__ = _version("quintet")

#: The value of an unsolved position in `Batch.values()` and of an unsolved action in `Batch.action_values()`.
UNSOLVED = -128

#: The value of an illegal action in `Batch.action_values()`.
ILLEGAL = -127

#: The action for a finished game in a batch without automatic reset.
NO_ACTION = -1

__all__ = [
    "ILLEGAL",
    "NO_ACTION",
    "UNSOLVED",
    "Batch",
    "Position",
    "Puzzle",
    "Question",
    "Questions",
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
    "mirror",
    "prompt",
    "puzzle",
    "questions",
    "read_answer",
    "symmetries",
]

