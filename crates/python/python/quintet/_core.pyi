"""The compiled part of the package."""

from collections.abc import Iterator
from typing import Any, Literal, final

import numpy as np
from numpy.typing import NDArray

__all__ = ["Batch", "Examination", "Position", "Rows", "ask", "report"]

def ask(name: str, question: str) -> Any: ...

@final
class Position:
    """A position of a game. It never changes: a move gives another one.

    Positions can be compared, hashed, copied and pickled. What is wrong with a text or a move is a `ValueError`
    with the sentence of the rule book.
    """

    def __new__(
        cls, game: str, size: str | None = None, text: str | None = None, *, first: Literal[1, 2] | None = None
    ) -> Position: ...
    @property
    def game(self) -> str:
        """The id of the game."""
    @property
    def size(self) -> str:
        """The board, such as `4x4`."""
    @property
    def text(self) -> str:
        """The position as text; `Position(game, size, text)` gives it back."""
    @property
    def to_move(self) -> int:
        """The player to move, 1 or 2; of a finished game the player who would have been next."""
    @property
    def winner(self) -> int | None:
        """Who has won, if the game is over."""
    @property
    def over(self) -> bool:
        """Whether the game is over."""
    @property
    def moves(self) -> list[str]:
        """Every legal move as the rule book spells it, always in the same order."""
    @property
    def actions(self) -> list[int]:
        """The numbers of the legal moves, ascending."""
    def play(self, move: str | int) -> Position:
        """The position after a move, given as a text or an action number."""
    def action(self, move: str) -> int:
        """The number of a legal move."""
    def move(self, action: int) -> str:
        """The legal move with this number."""
    def observation(self, player: Literal[1, 2] | None = None) -> NDArray[np.uint8]:
        """What a player sees, the one to move if none is named: planes x rows x columns."""
    def mask(self) -> NDArray[np.uint8]:
        """1 for each legal action, 0 for the others."""
    def draw(self) -> str:
        """The grid as the rule book draws it."""
    def value(self) -> tuple[Literal["win", "loss", "endless", "unsolved"], int | None]:
        """What best play leads to for the player to move, and the plies to the end."""
    def analysis(self, *, explain: bool = False) -> dict[str, Any]:
        """The value of the position and of every move, best first: the document of `quintet analyze --json`."""
    def line(self) -> list[str]:
        """The moves of best play: the winner hurries, the loser delays."""
    def reason(self) -> str:
        """Why the value is what it is, in up to three sentences."""
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __copy__(self) -> Position: ...
    def __deepcopy__(self, _memo: object) -> Position: ...
    def _repr_svg_(self) -> str: ...

@final
class Batch:
    """Many games of one kind, stepped at once.

    The arrays are written in place by every call that changes the games, and are the same objects for as long as
    the batch lives. Every game draws from a random stream of its own, which its seed and its number decide alone; a level
    that plays in it draws from another one, which is that of its player. A copy or a pickle of a batch has arrays of its
    own and goes on exactly as the batch would.
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
    ) -> Batch: ...
    @property
    def game(self) -> str:
        """The id of the game."""
    @property
    def size(self) -> str:
        """The board, such as `4x4`."""
    @property
    def actions_count(self) -> int:
        """How many action numbers there are."""
    @property
    def planes(self) -> list[str]:
        """What each plane of an observation shows."""
    @property
    def observations(self) -> NDArray[np.uint8]:
        """Games x planes x rows x columns, seen by the player to move."""
    @property
    def masks(self) -> NDArray[np.uint8]:
        """Games x actions: 1 for each legal action."""
    @property
    def rewards(self) -> NDArray[np.float32]:
        """1 if the last action has won the game, -1 if it has lost it, else 0."""
    @property
    def terminated(self) -> NDArray[np.bool_]:
        """Whether the last action has ended the game."""
    @property
    def truncated(self) -> NDArray[np.bool_]:
        """Whether the game was cut off at its limit of plies."""
    @property
    def to_move(self) -> NDArray[np.uint8]:
        """The player to move, 1 or 2."""
    def __len__(self) -> int: ...
    def step(self, actions: NDArray[np.int32]) -> None:
        """Takes an action in each game. An illegal one is a `ValueError` that names the first, and changes nothing."""
    def reset(self, which: NDArray[np.bool_] | None = None, *, seed: int | None = None) -> None:
        """Begins games anew: all, or those that are marked; with a seed all, from new random streams."""
    def sample(self, out: NDArray[np.int32] | None = None) -> NDArray[np.int32]:
        """A uniformly random legal action of each game; -1 for a game that has ended."""
    def choose(self, level: str, *, player: Literal[1, 2] = 2) -> NDArray[np.int32]:
        """The action of a level in every game in which `player` is to move; -1 in the others."""
    def step_level(self, level: str, *, player: Literal[1, 2] = 2) -> None:
        """Lets a level play in every game in which `player` is to move, until it is the other's turn in all of them."""
    def step_against(self, actions: NDArray[np.int32], level: str, *, player: Literal[1, 2] = 1) -> None:
        """Takes the actions of `player` and lets a level answer them. Rewards are those of `player`."""
    def values(self) -> tuple[NDArray[np.int8], NDArray[np.int16]]:
        """The value of each game for the player to move (1, 0, -1; UNSOLVED) and the plies to the end (-1: none, or not known)."""
    def best_actions(self) -> NDArray[np.uint8]:
        """Games x actions: 1 for each action that keeps value and distance; none where the value is not known."""
    def position(self, game: int) -> Position:
        """The position of a game."""
    def place(self, game: int, position: Position) -> None:
        """Puts a position into a game, which then has had no plies. With `autoreset` it must not be finished."""
    def close(self) -> None:
        """Frees the games. The arrays stay as they are."""
    def __getnewargs_ex__(self) -> tuple[tuple[str, int], dict[str, Any]]: ...
    def __getstate__(self) -> dict[str, Any]: ...
    def __setstate__(self, state: dict[str, Any]) -> None: ...

@final
class Rows:
    def __new__(cls, game: str, size: str | None, chunk: int) -> Rows: ...
    def __iter__(self) -> Iterator[dict[str, Any]]: ...
    def __next__(self) -> dict[str, Any]: ...

@final
class Examination:
    def __new__(cls, game: str, size: str | None, positions: int, seed: int) -> Examination: ...
    def __len__(self) -> int: ...
    def position(self, number: int) -> Position: ...
    def answer(self, answer: object, milliseconds: int) -> None: ...

def report(player: str, seed: int, positions: int, examinations: list[Examination]) -> dict[str, Any]: ...
