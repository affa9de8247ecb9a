"""Requests about games and positions."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from typing import Any

from quintet._core import Batch, Position
from quintet._core import request as _request


def request(path: str, **fields: Any) -> Any:
    """Send a request as the server defines it. Fields that are `None` are omitted."""
    return _request(path, json.dumps({key: value for key, value in fields.items() if value is not None}))


def unfinished(batch: Batch, options: dict[str, Any] | None) -> Position | None:
    """Return the initial position in `options`, if there is one."""
    if not options or "position" not in options:
        return None
    position = Position(batch.game, batch.size, options["position"])
    if position.over:
        raise ValueError("the game is over in this position; expected an unfinished one")
    return position


def games() -> dict[str, list[str]]:
    """Return the ids of all games with their sizes, the rule book's first."""
    return {game["id"]: game["sizes"] for game in request("/catalogue")["games"]}


def openspiel_name(game: str, size: str) -> str:
    """Return the name of a game in OpenSpiel."""
    return f"quintet_{game.replace('-', '_')}" + ("" if size == games()[game][0] else f"_{size}")


def levels() -> list[str]:
    """Return the names of the computer players, weakest first. `slips:N`, perfect with N% random moves, is one as well."""
    return [player for player in request("/catalogue")["players"] if player != "human"]


def choose(position: Position, level: str = "perfect", *, seed: int | None = None) -> str:
    """Return the move of a level. The same seed gives the same move."""
    seed = random.randrange(2**32) if seed is None else seed
    chosen = request(
        "/choose", game=position.game, size=position.size, position=position.text, player=level, seed=seed
    )
    return str(chosen["move"])


def match(
    game: str, player1: str, player2: str, *, games: int = 100, size: str | None = None, seed: int = 0
) -> dict[str, Any]:
    """Play a match between two levels, which take turns as first player. Same result as `quintet match --json`."""
    document: dict[str, Any] = request(
        "/match", game=game, size=size, players=[player1, player2], games=games, seed=seed, max_plies=1000
    )
    return document


@dataclass(frozen=True)
class Puzzle:
    """A position with only one winning move."""

    #: The position.
    position: Position
    #: `easy`, `medium` or `hard`.
    grade: str
    #: Plies to the win.
    distance: int
    #: The seed of the puzzle.
    seed: int

    def judge(self, move: str | int) -> dict[str, Any]:
        """Judge a move. The field `puzzle` of the result says in words whether it solves the puzzle."""
        position = self.position
        text = move if isinstance(move, str) else position.move(move)
        document: dict[str, Any] = request(
            "/judge", game=position.game, size=position.size, position=position.text, move=text
        )
        return document


def puzzle(game: str, *, size: str | None = None, seed: int | None = None, day: str | None = None) -> Puzzle:
    """Return the puzzle of a seed or of a day such as `2026-11-15`."""
    if seed is None and day is None:
        seed = random.randrange(2**32)
    found = request("/puzzles/{game}/{size}", game=game, size=size, seed=seed, day=day)
    view = found["view"]
    position = Position(view["game"], view["size"], view["position"])
    return Puzzle(position, found["grade"], found["distance"], found["seed"])
