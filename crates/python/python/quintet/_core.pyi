"""The compiled part of the package."""

from collections.abc import Iterator
from typing import Any, Literal, final

import numpy as np
from numpy.typing import NDArray

__all__ = ["Batch", "Examination", "Position", "Rows", "report", "request"]

def request(path: str, fields: str) -> Any: ...

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
    ) -> Batch: ...
    @property
    def game(self) -> str:
        """The id of the game."""
    @property
    def size(self) -> str:
        """Board size, such as `4x4`."""
    @property
    def actions_count(self) -> int:
        """The number of actions."""
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
    def __len__(self) -> int: ...
    def step(self, actions: NDArray[np.int32]) -> None:
        """Play an action in each game. If any is illegal, raises `ValueError` and changes nothing."""
    def reset(self, which: NDArray[np.bool_] | None = None, *, seed: int | None = None) -> None:
        """Reset all games or those selected by `which`. With a seed, resets all games and random streams."""
    def sample(self, out: NDArray[np.int32] | None = None) -> NDArray[np.int32]:
        """Return a uniformly random legal action for each game; -1 if it is finished."""
    def choose(self, level: str, *, player: Literal[1, 2] = 2) -> NDArray[np.int32]:
        """Return the action of a level in every game in which `player` is to move; -1 in the others."""
    def step_level(self, level: str, *, player: Literal[1, 2] = 2) -> None:
        """Let a level play as `player` until it is the other player's turn in all games."""
    def step_against(self, actions: NDArray[np.int32], level: str, *, player: Literal[1, 2] = 1) -> None:
        """Play the actions of `player` and the replies of a level. The rewards are those of `player`."""
    def values(self) -> tuple[NDArray[np.int8], NDArray[np.int16]]:
        """Return each game's value for the player to move (1, 0, -1, UNSOLVED) and plies to the end (-1 if unknown)."""
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
