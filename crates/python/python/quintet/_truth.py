"""Questions about games and positions, and players judged by their answers."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from quintet._core import Examination, Position, ask


def question(name: str, **fields: Any) -> Any:
    """Asks a question of the command and the server: `None` means that a field is left out."""
    return ask(name, json.dumps({key: value for key, value in fields.items() if value is not None}))


def games() -> dict[str, list[str]]:
    """The ids of all games, each with its sizes, the rule book's first."""
    return {game["id"]: game["sizes"] for game in question("games")["games"]}


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
    player: Callable[[Position], str | int], game: str, *, size: str | None = None, positions: int = 500, seed: int = 0
) -> dict[str, Any]:
    """Asks a player for a move in many positions and measures the answers against the truth.

    The player is a function from a position to a move, as a text or an action number. The document has the share of
    legal answers, and for the decisions at which the value could be lost the accuracy, the accuracy of chance, the
    skill `(accuracy - chance) / (1 - chance)` and the regret, each with a 95 % interval, and the accuracy by
    distance.
    """
    examination = Examination(game, size, positions, seed)
    for number in range(len(examination)):
        examination.answer(player(examination.position(number)))
    return examination.figures()
