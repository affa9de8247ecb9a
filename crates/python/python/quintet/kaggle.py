"""Records as episodes of `kaggle-environments`, and back.

Kaggle plays OpenSpiel's games through `open_spiel_env`, so an episode has the names and action numbers of
`quintet.openspiel`, but this module needs neither package.
"""

from __future__ import annotations

from typing import Any

from quintet._core import Position
from quintet._record import Record
from quintet._requests import games, openspiel_name

_PREFIX = "open_spiel_"

#: The submission of the player not to move.
_NONE = -1


def to_episode(record: Record) -> dict[str, Any]:
    """Return a record as an episode. The game must begin at the usual start with Player 1."""
    if record.start != Position(record.game, record.size):
        raise ValueError("the record does not begin at the usual start with Player 1")
    positions, name = record.positions, openspiel_name(record.game, record.size)
    submissions = [_NONE, _NONE, *(at.action(move) for at, move in zip(positions, record.moves, strict=False))]
    shown = [None, *positions]
    steps = [_step(number, action, position) for number, (action, position) in enumerate(zip(submissions, shown, strict=True))]
    return {
        "name": _PREFIX + name,
        "configuration": {"openSpielGameName": name, "openSpielGameParameters": {}, "openSpielGameString": name},
        "info": {"TeamNames": list(record.players)},
        "rewards": [player["reward"] for player in steps[-1]],
        "statuses": [player["status"] for player in steps[-1]],
        "steps": steps,
    }


def _step(number: int, action: int, position: Position | None) -> list[dict[str, Any]]:
    """Return the entries of both players after an action. The first step has no position yet."""
    seen: dict[str, Any] = {"step": number}
    over, winner, mover = False, None, 0
    if position is not None:
        over, winner, mover = position.over, position.winner, position.to_move - 1
        seen |= {"observationString": position.text, "currentPlayer": -4 if over else mover, "isTerminal": over}
    players = []
    for player in (0, 1):
        is_mover = position is not None and player != mover
        players.append(
            {
                "action": {"submission": action if is_mover else _NONE},
                "info": {},
                "observation": {**seen, "playerId": player},
                "reward": 0.0 if winner is None else 1.0 if winner - 1 == player else -1.0,
                "status": "DONE" if over else "ACTIVE" if player == mover else "INACTIVE",
            }
        )
    return players


def from_episode(episode: dict[str, Any]) -> Record:
    """Return the record of an episode, up to the first submission that is not an action."""
    name = str(episode["name"]).removeprefix(_PREFIX)
    variants = ((game, size) for game, sizes in games().items() for size in sizes)
    found = next((variant for variant in variants if openspiel_name(*variant) == name), None)
    if found is None:
        raise ValueError(f"not a game of quintet: {name}")
    game, size = found
    position, moves = Position(game, size), []
    for step in episode["steps"][1:]:
        for player, entry in enumerate(step):
            action = (entry.get("action") or {}).get("submission", _NONE)
            if action >= 0 and player == position.to_move - 1:
                moves.append(position.move(action))
                position = position.play(action)
                break
    names = (episode.get("info") or {}).get("TeamNames")
    return Record(game, moves, size=size, players=tuple(names) if names else None)
