"""Games as records."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from quintet._core import Position
from quintet._truth import question


class Record:
    """A game as a record: read from its text, or made of moves. It never changes."""

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
        self._replay: dict[str, Any] = question(
            "replay",
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
        """The game that a text says. What is wrong with it is a `ValueError` with the line and the ply."""
        record = cls.__new__(cls)
        record._replay = question("replay", record=text)
        return record

    def write(self) -> str:
        """The text of the record; `Record.read` gives it back."""
        return str(self._replay["record"])

    @property
    def game(self) -> str:
        """The id of the game."""
        return str(self._replay["game"])

    @property
    def size(self) -> str:
        """The board."""
        return str(self._replay["size"])

    @property
    def players(self) -> tuple[str, str]:
        """Who played, Player 1 first."""
        one, two = self._replay["players"]
        return str(one), str(two)

    @property
    def result(self) -> str:
        """`1-0`, `0-1` or `*`."""
        return str(self._replay["result"])

    @property
    def moves(self) -> list[str]:
        """What was played."""
        return [step["move"] for step in self._replay["steps"]]

    @property
    def start(self) -> Position:
        """Where the game began."""
        return Position(self.game, self.size, self._replay["start"]["position"])

    @property
    def positions(self) -> list[Position]:
        """The start and the position after each move."""
        views = [self._replay["start"], *(step["view"] for step in self._replay["steps"])]
        return [Position(self.game, self.size, view["position"]) for view in views]

    def review(self) -> dict[str, Any]:
        """Every move against the truth: the document of `quintet review --json`."""
        document: dict[str, Any] = question("review", record=self.write())
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
