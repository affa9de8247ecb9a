"""Game records."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from quintet._core import Position
from quintet._requests import request


class Record:
    """An immutable game record, parsed from text or made from moves."""

    __slots__ = ("_replay",)

    def __init__(
        self,
        game: str,
        moves: Iterable[str] = (),
        *,
        size: str | None = None,
        start: str | None = None,
        first: int | None = None,
        players: tuple[str, str] | None = None,
        date: str | None = None,
        resigned: int | None = None,
    ) -> None:
        self._replay: dict[str, Any] = request(
            "/replay",
            game=game,
            size=size,
            start=start,
            first=first,
            moves=list(moves),
            players=None if players is None else list(players),
            date=date,
            resigned=resigned,
        )

    @classmethod
    def read(cls, text: str) -> Record:
        """Parse a record. Raises `ValueError` with the line and the ply of an error."""
        record = cls.__new__(cls)
        record._replay = request("/replay", record=text)
        return record

    def write(self) -> str:
        """Return the record as text, for `Record.read`."""
        return str(self._replay["record"])

    @property
    def game(self) -> str:
        """The id of the game."""
        return str(self._replay["game"])

    @property
    def size(self) -> str:
        """Board size, such as `4x4`."""
        return str(self._replay["size"])

    @property
    def players(self) -> tuple[str, str]:
        """The names of the players, Player 1 first."""
        one, two = self._replay["players"]
        return str(one), str(two)

    @property
    def result(self) -> str:
        """`1-0`, `0-1` or `*`."""
        return str(self._replay["result"])

    @property
    def moves(self) -> list[str]:
        """Every move."""
        return [step["move"] for step in self._replay["steps"]]

    @property
    def start(self) -> Position:
        """The initial position."""
        return Position(self.game, self.size, self._replay["start"]["position"])

    @property
    def positions(self) -> list[Position]:
        """The initial position and the position after each move."""
        views = [self._replay["start"], *(step["view"] for step in self._replay["steps"])]
        return [Position(self.game, self.size, view["position"]) for view in views]

    def review(self) -> dict[str, Any]:
        """Review every move with exact values, as `quintet review --json` does."""
        document: dict[str, Any] = request("/review", record=self.write())
        return document

    def __repr__(self) -> str:
        return f"Record.read({self.write()!r})"

    def __str__(self) -> str:
        return self.write()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and self.write() == other.write()

    def __hash__(self) -> int:
        return hash(self.write())

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return Record.read, (self.write(),)
