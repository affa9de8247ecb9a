"""OpenSpiel games. `quintet.openspiel.register()` registers them as `quintet_gridlock` and so on.

    import pyspiel, quintet.openspiel
    quintet.openspiel.register()
    game = pyspiel.load_game("quintet_gridlock_3x3")

A name without a size stands for the rule book's size. All games have the parameter `limit`: a game is drawn after that
number of plies. The default is the maximum length of a game, or 200 if games can continue indefinitely.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
import pyspiel

from quintet._core import Position
from quintet._record import Record
from quintet._requests import openspiel_name, request


class Game(pyspiel.Game):  # type: ignore[misc]
    """A game at one size. Each has its own subclass, which OpenSpiel instantiates."""

    #: The start of the game, its description for OpenSpiel, and its maximum length.
    start: ClassVar[Position]
    kind: ClassVar[Any]
    longest: ClassVar[int]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = params or {}
        self.limit = int(params.get("limit", self.longest))
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.start.mask()),
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.limit,
        )
        super().__init__(self.kind, info, params)

    def new_initial_state(self) -> State:
        """Return the start of the game."""
        return State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Return an observer of the planes."""
        return Observer(self.start)


class State(pyspiel.State):  # type: ignore[misc]
    """A position of a game in progress."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.position = game.start
        self._limit = game.limit
        self._plies = 0

    def current_player(self) -> Any:
        """Return 0 or 1, or `TERMINAL` after the game."""
        return pyspiel.PlayerId.TERMINAL if self.is_terminal() else self.position.to_move - 1

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.actions

    def _apply_action(self, action: int) -> None:
        self._plies += 1
        self.position = self.position.play(int(action))

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.move(int(action))

    def is_terminal(self) -> bool:
        """Return true if the game was won or has reached its limit."""
        return self.position.over or self._plies >= self._limit

    def returns(self) -> list[float]:
        """Return 1 for the winner and -1 for the loser."""
        winner = self.position.winner
        return [0.0, 0.0] if winner is None else [1.0, -1.0] if winner == 1 else [-1.0, 1.0]

    def __str__(self) -> str:
        return self.position.text


class Observer:
    """An observer for OpenSpiel."""

    def __init__(self, start: Position) -> None:
        shape = start.observation().shape
        self.tensor = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: State, player: int) -> None:
        """Write the planes to the tensor."""
        self.dict["observation"][:] = state.position.observation(1 if player == 0 else 2)

    def string_from(self, state: State, player: int) -> str:
        """Return the position as text."""
        return state.position.text


def from_record(record: Record) -> Any:
    """Return the final state of a record, with its history. The game must begin at the usual start with Player 1."""
    if record.start != Position(record.game, record.size):
        raise ValueError("the record does not begin at the usual start with Player 1")
    state = pyspiel.load_game(openspiel_name(record.game, record.size)).new_initial_state()
    for move in record.moves:
        state.apply_action(state.position.action(move))
    return state


def to_record(state: State, players: tuple[str, str] | None = None) -> Record:
    """Return the record of a state's history."""
    start = state.get_game().start
    position, moves = start, []
    for action in state.history():
        moves.append(position.move(action))
        position = position.play(action)
    return Record(start.game, moves, size=start.size, players=players)


def register() -> None:
    """Add every game at every size to OpenSpiel. Further calls have no effect."""
    registered = set(pyspiel.registered_names())
    for game in request("/catalogue")["games"]:
        for size in game["sizes"]:
            name = openspiel_name(game["id"], size)
            if name not in registered:
                _add(name, f"{game['name']} {size}", Position(game["id"], size))


def _add(name: str, title: str, position: Position) -> None:
    limit = position.longest or 200
    description = pyspiel.GameType(
        short_name=name,
        long_name=title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"limit": limit},
    )

    # OpenSpiel holds the factory until after Python has shut down, when only a class is still safe to release.
    class Sized(Game):
        start = position
        kind = description
        longest = limit

    pyspiel.register_game(description, Sized)
