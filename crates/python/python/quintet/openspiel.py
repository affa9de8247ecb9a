"""OpenSpiel: every game under the name `quintet_gridlock` and so on, after `quintet.openspiel.register()`.

    import pyspiel, quintet.openspiel
    quintet.openspiel.register()
    game = pyspiel.load_game("quintet_gridlock_3x3")

The name without a size is that of the rule book's. Games that could go on for ever are drawn after `limit` plies, a
parameter of all of them.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
import pyspiel

from quintet._core import Position
from quintet._truth import question


class Game(pyspiel.Game):  # type: ignore[misc]
    """A game at one size: each has a class of its own, which OpenSpiel makes games of."""

    #: The start and OpenSpiel's description.
    start: ClassVar[Position]
    kind: ClassVar[Any]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = params or {}
        self.limit = int(params.get("limit", 200))
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
        """The start."""
        return State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """The planes as each player sees them."""
        return Observer(self.start)


class State(pyspiel.State):  # type: ignore[misc]
    """A position of a game in progress."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.position = game.start
        self._limit = game.limit
        self._plies = 0

    def current_player(self) -> Any:
        """0 or 1, or that the game has ended."""
        return pyspiel.PlayerId.TERMINAL if self.is_terminal() else self.position.to_move - 1

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.actions

    def _apply_action(self, action: int) -> None:
        self.position = self.position.play(int(action))
        self._plies += 1

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.move(int(action))

    def is_terminal(self) -> bool:
        """Whether the game was won or cut off."""
        return self.position.over or self._plies >= self._limit

    def returns(self) -> list[float]:
        """1 for the winner, -1 for the loser."""
        winner = self.position.winner
        return [0.0, 0.0] if winner is None else [1.0, -1.0] if winner == 1 else [-1.0, 1.0]

    def __str__(self) -> str:
        return self.position.text


class Observer:
    """What a player sees, as OpenSpiel's observers do."""

    def __init__(self, start: Position) -> None:
        shape = start.observation().shape
        self.tensor = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: State, player: int) -> None:
        """Writes the planes."""
        self.dict["observation"][:] = state.position.observation(1 if player == 0 else 2)

    def string_from(self, state: State, player: int) -> str:
        """The position as text."""
        return state.position.text


def register() -> None:
    """Adds every game of the catalogue at every size to OpenSpiel, once."""
    known = set(pyspiel.registered_names())
    for game in question("games")["games"]:
        for size in game["sizes"]:
            name = f"quintet_{game['id'].replace('-', '_')}" + ("" if size == game["sizes"][0] else f"_{size}")
            if name not in known:
                _add(name, f"{game['name']} {size}", Position(game["id"], size))


def _add(name: str, title: str, position: Position) -> None:
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
        parameter_specification={"limit": 200},
    )

    # OpenSpiel keeps what makes games beyond the end of Python, where a function could not be freed; a class stays.
    class Sized(Game):
        start = position
        kind = description

    pyspiel.register_game(description, Sized)
