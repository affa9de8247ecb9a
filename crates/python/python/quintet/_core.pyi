"""The compiled part of the package."""

from collections.abc import Iterator
from typing import Any, Literal, final

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "Batch",
    "Examination",
    "Position",
    "Rows",
    "draw_questions",
    "mirrored_question",
    "public_questions",
    "question_position",
    "question_prompt",
    "questions_hash",
    "read_answer",
    "report",
    "request",
    "symmetries",
    "verdict",
]

def request(path: str, fields: str) -> Any: ...
def symmetries(game: str, *, size: str | None = None) -> list[list[NDArray[np.int64]]]:
    """Return the rotations and reflections under which a game is the same, the identity first.

    Each is a pair of arrays: the image of every cell and the image of every action number.
    """

def draw_questions(game: str, size: str | None, count: int, seed: int) -> list[str]: ...
def public_questions(name: str) -> tuple[list[str], str]: ...
def questions_hash(questions: list[str]) -> str: ...
def question_position(question: str) -> Position: ...
def question_prompt(
    question: str, template: str | None, retries: int | None, forfeits: bool, disguise: str | None
) -> list[dict[str, str]]: ...
def read_answer(position: Position, answer: str, disguise: str | None) -> str | None: ...
def mirrored_question(question: str, number: int) -> str: ...
def verdict(question: str, mv: object) -> dict[str, Any]: ...

@final
class Position:
    """An immutable position.

    Positions can be compared, hashed, copied and pickled. An invalid position or move raises `ValueError` with the rule
    book's message.
    """

    def __new__(
        cls, game: str, size: str | None = None, text: str | None = None, *, first: Literal[1, 2] | None = None
    ) -> Position: ...
    @property
    def game(self) -> str:
        """The id of the game."""
    @property
    def size(self) -> str:
        """Board size, such as `4x4`."""
    @property
    def text(self) -> str:
        """The position as text, for `Position(game, size, text)`."""
    @property
    def to_move(self) -> int:
        """The player to move, 1 or 2; after the game, the player whose turn would be next."""
    @property
    def longest(self) -> int | None:
        """The maximum length of a game in plies; `None` if games can continue indefinitely."""
    @property
    def winner(self) -> int | None:
        """The winner, if the game is over."""
    @property
    def over(self) -> bool:
        """True if the game is over."""
    @property
    def moves(self) -> list[str]:
        """Every legal move as the rule book writes it, in a fixed order."""
    @property
    def actions(self) -> list[int]:
        """The action numbers of the legal moves, in ascending order."""
    def play(self, move: str | int) -> Position:
        """Return the position after a move, given as a string or an action number."""
    def action(self, move: str) -> int:
        """Return the action number of a legal move."""
    def move(self, action: int) -> str:
        """Return the legal move with this action number."""
    def observation(self, player: Literal[1, 2] | None = None) -> NDArray[np.uint8]:
        """Return the planes (planes x rows x columns) as seen by a player, by default the player to move."""
    def mask(self) -> NDArray[np.uint8]:
        """Return 1 for each legal action and 0 for the others."""
    def draw(self) -> str:
        """Return the rule book's drawing."""
    def value(self) -> tuple[Literal["win", "loss", "endless", "unsolved"], int | None]:
        """Return the exact value for the player to move, and the plies to the end with best play."""
    def analysis(self, *, explain: bool = False) -> dict[str, Any]:
        """Return the value of the position and of every move, best first, as `quintet analyze --json` does."""
    def line(self) -> list[str]:
        """Return best play: the winner wins as soon as possible, the loser delays."""
    def reason(self) -> str:
        """Return the reason for the value, in up to three sentences."""
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __copy__(self) -> Position: ...
    def __deepcopy__(self, _memo: object) -> Position: ...
    def _repr_svg_(self) -> str: ...

@final
class Batch:
    """A batch of games of one kind, stepped together.

    Every call that changes the games updates the arrays in place; they remain the same objects. Each game has its own
    random stream, which depends only on the seed and its index; levels use separate streams. A copied or
    unpickled batch has its own arrays and continues exactly as the original would.
    """

    def __new__(
        cls,
        game: str,
        games: int,
        *,
        size: str | None = None,
        seed: int = 0,
        first: Literal[1, 2, "random"] = 1,
        limit: int | None = None,
        autoreset: bool = True,
        final_observations: bool = False,
        threads: int = 1,
    ) -> Batch: ...
    @property
    def game(self) -> str:
        """The id of the game."""
    @property
    def size(self) -> str:
        """Board size, such as `4x4`."""
    @property
    def num_actions(self) -> int:
        """The number of actions."""
    @property
    def actions_count(self) -> int:
        """The same as `num_actions`."""
    @property
    def planes(self) -> list[str]:
        """The names of the planes of an observation."""
    @property
    def observations(self) -> NDArray[np.uint8]:
        """Games x planes x rows x columns, as seen by the player to move."""
    @property
    def masks(self) -> NDArray[np.uint8]:
        """Games x actions: 1 for each legal action."""
    @property
    def rewards(self) -> NDArray[np.float32]:
        """1 if the last action won the game, -1 if it lost it, else 0."""
    @property
    def terminated(self) -> NDArray[np.bool_]:
        """True if the last action ended the game."""
    @property
    def truncated(self) -> NDArray[np.bool_]:
        """True if the game reached its limit of plies."""
    @property
    def to_move(self) -> NDArray[np.uint8]:
        """The player to move, 1 or 2."""
    @property
    def players(self) -> NDArray[np.uint8]:
        """The player to move, 0 or 1, in a new array."""
    @property
    def final_observations(self) -> NDArray[np.uint8] | None:
        """The last observations of the games that have ended with the last step and restarted; `None` unless requested."""
    def __len__(self) -> int: ...
    def step(self, actions: Any) -> None:
        """Play an action in each game. If any is illegal, raises `ValueError` and changes nothing.

        Accepts integers in any sequence or array. A contiguous NumPy array of `int32` is not copied.
        """
    def reply(self, actions: Any) -> None:
        """Play an action in every game for which it is not -1. The rewards become those of the player who moved before."""
    def reset(self, which: NDArray[np.bool_] | None = None, *, seed: int | list[int | None] | None = None) -> None:
        """Reset all games or those selected by `which`.

        A seed resets all games and their random streams. A list has a seed for each game, so that a game does not depend
        on its index; `None` continues the stream.
        """
    def sample(self, out: NDArray[np.int32] | None = None) -> NDArray[np.int32]:
        """Return a uniformly random legal action for each game; -1 if it is finished."""
    def choose(self, level: str, *, player: Literal[1, 2] = 2) -> NDArray[np.int32]:
        """Return the action of a level in every game in which `player` is to move; -1 in the others."""
    def step_level(self, level: str, *, player: Literal[1, 2] = 2) -> None:
        """Let a level play as `player` until it is the other player's turn in all games."""
    def step_against(self, actions: Any, level: str, *, player: Literal[1, 2] = 1) -> None:
        """Play the actions of `player` and the replies of a level. The rewards are those of `player`."""
    def values(self) -> tuple[NDArray[np.int8], NDArray[np.int16]]:
        """Return each game's value for the player to move (1, 0, -1, UNSOLVED) and plies to the end (-1 if unknown)."""
    def action_values(self) -> tuple[NDArray[np.int8], NDArray[np.int16]]:
        """Return games x actions: each action's value for the player who takes it (1, 0, -1, UNSOLVED; ILLEGAL if it cannot be
        taken) and plies to the end (-1 if unknown)."""
    def best_actions(self) -> NDArray[np.uint8]:
        """Return games x actions: 1 if an action preserves value and distance; all 0 in an unsolved position."""
    def position(self, game: int) -> Position:
        """Return the position of a game."""
    def place(self, game: int, position: Position) -> None:
        """Replace the position of a game and reset its plies. With `autoreset`, it must be unfinished."""
    def close(self) -> None:
        """Free the games. The arrays remain valid."""
    def __getnewargs_ex__(self) -> tuple[tuple[str, int], dict[str, Any]]: ...
    def __getstate__(self) -> dict[str, Any]: ...
    def __setstate__(self, state: dict[str, Any]) -> None: ...

@final
class Rows:
    def __new__(cls, game: str, size: str | None, chunk: int, action_values: bool) -> Rows: ...
    def __iter__(self) -> Iterator[dict[str, Any]]: ...
    def __next__(self) -> dict[str, Any]: ...

@final
class Examination:
    def __new__(cls, game: str, size: str, questions: list[str]) -> Examination: ...
    def answer(self, answer: object, milliseconds: int) -> None: ...

def report(run: str, examinations: list[Examination]) -> dict[str, Any]: ...
