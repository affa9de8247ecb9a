"""Questions about games and positions, and players judged by their answers."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from quintet._core import Batch, Examination, Position, ask, report


def question(name: str, **fields: Any) -> Any:
    """Asks a question of the command and the server: `None` means that a field is left out."""
    return ask(name, json.dumps({key: value for key, value in fields.items() if value is not None}))


def unfinished(batch: Batch, options: dict[str, Any] | None) -> Position | None:
    """The position from which `options` say that a game is to begin, if they do."""
    if not options or "position" not in options:
        return None
    position = Position(batch.game, batch.size, options["position"])
    if position.over:
        raise ValueError("the game is over there: wanted a position to begin from")
    return position


def games() -> dict[str, list[str]]:
    """The ids of all games, each with its sizes, the rule book's first."""
    return {game["id"]: game["sizes"] for game in question("games")["games"]}


# `evaluate` has an argument of this name.
_all_games = games


def levels() -> list[str]:
    """The players that choose by themselves, from the weakest to the strongest."""
    return [player for player in question("games")["players"] if player != "human"]


def choose(position: Position, level: str = "perfect", *, seed: int | None = None) -> str:
    """The move of a level. The same seed chooses the same move."""
    seed = random.randrange(2**32) if seed is None else seed
    chosen = question(
        "choose", game=position.game, size=position.size, position=position.text, player=level, seed=seed
    )
    return str(chosen["move"])


def match(
    game: str, player1: str, player2: str, *, games: int = 100, size: str | None = None, seed: int = 0
) -> dict[str, Any]:
    """Games between two levels who take turns in beginning: the document of `quintet match --json`."""
    document: dict[str, Any] = question(
        "match", game=game, size=size, players=[player1, player2], games=games, seed=seed, max_plies=1000
    )
    return document


@dataclass(frozen=True)
class Puzzle:
    """A position in which one move alone keeps the win."""

    #: Where the player to move wins.
    position: Position
    #: `easy`, `medium` or `hard`.
    grade: str
    #: Plies to the win.
    distance: int
    #: The seed of the puzzle.
    seed: int

    def judge(self, move: str | int) -> dict[str, Any]:
        """What a move leads to; `puzzle` says in words whether it solves the puzzle."""
        return judge(self.position, move)


def puzzle(game: str, *, size: str | None = None, seed: int | None = None, day: str | None = None) -> Puzzle:
    """The puzzle of a seed, or of a day such as `2026-11-15`."""
    if seed is None and day is None:
        seed = random.randrange(2**32)
    found = question("puzzle", game=game, size=size, seed=seed, day=day)
    view = found["view"]
    position = Position(view["game"], view["size"], view["position"])
    return Puzzle(position, found["grade"], found["distance"], found["seed"])


def judge(position: Position, move: str | int) -> dict[str, Any]:
    """What a move does to the value: before, after, whether it keeps it, and what it leads to in words."""
    text = move if isinstance(move, str) else position.move(move)
    document: dict[str, Any] = question(
        "judge", game=position.game, size=position.size, position=position.text, move=text
    )
    return document


def evaluate(
    player: Callable[[Position], str | int],
    *games: str,
    size: str | None = None,
    positions: int = 200,
    seed: int = 1,
    name: str | None = None,
) -> dict[str, Any]:
    """Asks a player for a move in many positions and measures the answers against the truth.

    The player is a function from a position to a move, as a text or an action number; whatever is no legal move counts
    as the worst one. It is asked in the games that are named, or in all. The positions are those of `quintet evaluate`
    with the same seed, and so is the document, that of `--json`: the command compares it with others (`--compare`).
    """
    if size is not None and len(games) != 1:
        raise ValueError("a size is that of one game")
    examinations = [Examination(game, size, positions, seed) for game in games or _all_games()]
    for examination in examinations:
        for number in range(len(examination)):
            position = examination.position(number)
            began = perf_counter()
            answer = player(position)
            examination.answer(answer, int(1000 * (perf_counter() - began)))
    called = getattr(player, "__name__", type(player).__name__) if name is None else name
    return report(called, seed, positions, examinations)
