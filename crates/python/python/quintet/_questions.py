"""Questions with exact answers, and the evaluation of players."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timezone
from importlib.metadata import version
from itertools import groupby
from pathlib import Path
from time import perf_counter
from typing import Any, overload

from quintet import _core
from quintet._core import Examination, Position, report
from quintet._requests import games as all_games
from quintet._requests import request


@dataclass(frozen=True)
class Question:
    """A position in which a move can lose value, and the game up to it."""

    #: The id of the game.
    game: str
    #: Board size, such as `4x4`.
    size: str
    #: The starting position.
    start: str
    #: The moves since then.
    moves: tuple[str, ...]
    #: The third of the game from which the position was taken, from 0.
    phase: int

    @property
    def position(self) -> Position:
        """The position to move in."""
        return _core.question_position(_json(self))


class Questions(Sequence[Question]):
    """An immutable list of questions with a name and a hash."""

    def __init__(self, questions: Iterable[Question], name: str = "mine") -> None:
        self._questions = tuple(questions)
        #: The name.
        self.name = name
        #: The SHA-256 hash of all questions.
        self.hash = _core.questions_hash([_json(question) for question in self._questions])

    @overload
    def __getitem__(self, index: int) -> Question: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Question, ...]: ...
    def __getitem__(self, index: int | slice) -> Question | tuple[Question, ...]:
        """Return a question or several."""
        return self._questions[index]

    def __len__(self) -> int:
        """Return the number of questions."""
        return len(self._questions)

    def __iter__(self) -> Iterator[Question]:
        """Iterate over the questions."""
        return iter(self._questions)

    def write(self, path: str | Path) -> None:
        """Write a file for `quintet evaluate --questions FILE`."""
        Path(path).write_text("".join(_json(question) + "\n" for question in self._questions))


def _json(question: Question) -> str:
    return json.dumps(asdict(question), separators=(",", ":"))


def _parsed(text: str) -> Question:
    fields = json.loads(text)
    return Question(fields["game"], fields["size"], fields["start"], tuple(fields["moves"]), fields["phase"])


def questions(
    name: str | None = None, *games: str, size: str | None = None, positions: int = 200, seed: int = 1
) -> Questions:
    """Return the public set of a name such as `v1`, or draw questions by a seed that only you know.

    Drawn questions are those of `quintet evaluate --positions N --seed N`. Without `games`, all games are used.
    """
    if name is not None:
        texts, _ = _core.public_questions(name)
        chosen = [_parsed(text) for text in texts]
        return Questions((one for one in chosen if not games or one.game in games), name)
    if size is not None and len(games) != 1:
        raise ValueError("size requires exactly one game")
    if positions < 1:
        raise ValueError(f"found {positions} positions; expected at least 1")
    drawn = [text for game in games or all_games() for text in _core.draw_questions(game, size, positions, seed)]
    return Questions(map(_parsed, drawn), "drawn")


def prompt(
    question: Question,
    template: str | None = None,
    *,
    retries: int | None = None,
    forfeits: bool = True,
    disguise: str | None = None,
) -> list[dict[str, str]]:
    """Return the messages that `quintet evaluate` sends to a language model: fields `role` and `content`.

    The prompt states that the first answer counts, or with `retries` that an illegal answer in a game can be corrected
    this many times before the game is lost (`forfeits`) or a random move is played. With `disguise="renamed"` the game and
    its pieces have other names, with `"relabeled"` the rows, columns and cells have other labels.
    """
    return _core.question_prompt(_json(question), template, retries, forfeits, disguise)


def read_answer(answer: str, question: Question, *, disguise: str | None = None) -> str | None:
    """Return the move in a language model's answer, legal or not; `None` if no line starts with `MOVE:`.

    The move is in the rule book's notation, whatever the disguise of the prompt.
    """
    return _core.read_answer(question.position, answer, disguise)


def mirror(question: Question, number: int = 0) -> Question:
    """Return the question on a rotated or reflected board, which has the same values. `number` selects the symmetry."""
    return _parsed(_core.mirrored_question(_json(question), number))


def judge(question: Question | Position, move: str | int | None) -> dict[str, Any]:
    """Judge a move.

    For a question the result has the fields `legal`, `correct` (whether the value is preserved), `regret` (0, 1 or 2 steps
    of value), `chance` (the share of moves that preserve it) and `better`. `None`, for no move, and an illegal move count as
    the worst move. For a position it is the document of the request `judge`, and an illegal move is an error.
    """
    if isinstance(question, Question):
        return _core.verdict(_json(question), move)
    if move is None:
        raise ValueError("a position is judged with a move")
    text = move if isinstance(move, str) else question.move(move)
    document: dict[str, Any] = request(
        "/judge", game=question.game, size=question.size, position=question.text, move=text
    )
    return document


def evaluate(
    player: Callable[[Position], Any],
    *games: str,
    size: str | None = None,
    positions: int = 200,
    seed: int = 1,
    name: str | None = None,
    questions: Questions | None = None,
    repeats: int = 1,
    progress: Callable[[int, int], object] | None = None,
) -> dict[str, Any]:
    """Measure how well a player decides, by exact values.

    The player is a function from a position to a move, given as a string or an action number. An illegal move counts as
    the worst one. Without `games`, all games are used. The positions are those of `quintet evaluate` with the same
    seed, or `questions`. The result is the document of `quintet evaluate --json`, which `--compare` accepts. `progress` is
    called with the number of answers and of questions.
    """
    asked = _draw(*games, size=size, positions=positions, seed=seed) if questions is None else questions
    if games and questions is not None:
        asked = Questions((one for one in asked if one.game in games), asked.name)
    if not asked:
        raise ValueError("no questions: in this size no value is within reach of a short search")
    examinations = []
    total, done = repeats * len(asked), 0
    for (game, board), group in groupby(asked, key=lambda one: (one.game, one.size)):
        mine = list(group)
        examination = Examination(game, board, [_json(question) for question in mine])
        for question in mine * repeats:
            position = question.position
            began = perf_counter()
            answer = player(position)
            examination.answer(answer, int(1000 * (perf_counter() - began)))
            done += 1
            if progress is not None:
                progress(done, total)
        examinations.append(examination)
    run = {
        "player": getattr(player, "__name__", type(player).__name__) if name is None else name,
        "version": version("quintet"),
        "date": datetime.now(timezone.utc).date().isoformat(),
        "seed": seed,
        "positions": max(sum(1 for one in asked if one.game == game) for game in {one.game for one in asked}),
        "questions": asked.name,
        "hash": asked.hash,
        "repeats": repeats,
        "prompt": None,
    }
    return report(json.dumps(run), examinations)


def _draw(*games: str, size: str | None, positions: int, seed: int) -> Questions:
    return questions(None, *games, size=size, positions=positions, seed=seed)
