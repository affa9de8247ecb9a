"""Gymnasium environments: a game against a level or a policy, or many games at once.

Importing this module registers `quintet/Gridlock-v0` and the other games:

    import gymnasium, quintet.gym
    env = gymnasium.make("quintet/Gridlock-v0", opponent="medium")

Observations are planes as seen by the player. The mask of legal actions is in `info["action_mask"]` and
`action_masks()`. An illegal action loses the game. A finished game shows its last position until it is reset.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Literal

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete, MultiDiscrete
from gymnasium.vector import AutoresetMode, VectorEnv
from numpy.typing import NDArray

from quintet._core import Batch, Position
from quintet._requests import request, unfinished

#: A function from observations and masks of legal actions, one row per game, to actions.
Policy = Callable[[NDArray[np.uint8], NDArray[np.uint8]], Any]

#: The largest value in an observation, which counts remaining tokens.
_MOST = 8


class Game(gymnasium.Env[NDArray[np.uint8], Any]):
    """A game against a level, or against a function from observations and masks to actions."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi", "rgb_array"], "render_fps": 1}  # type: ignore[misc]

    def __init__(
        self,
        game: str,
        *,
        size: str | None = None,
        opponent: str | Policy = "medium",
        player: Literal[1, 2] = 1,
        first: Literal[1, 2, "random"] = 1,
        limit: int = 200,
        render_mode: str | None = None,
    ) -> None:
        self._batch = Batch(game, 1, size=size, first=first, limit=limit, autoreset=False)
        self._player = player
        self._opponent = opponent
        self._action = np.zeros(1, np.int32)
        self.render_mode = render_mode
        self.observation_space = Box(0, _MOST, self._batch.observations.shape[1:], np.uint8)
        self.action_space = Discrete(self._batch.num_actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Start a game, optionally from the position `options["position"]`."""
        begin = unfinished(self._batch, options)
        super().reset(seed=seed)
        self._batch.reset(seed=int(self.np_random.integers(2**32)))
        if begin is not None:
            self._batch.place(0, begin)
        _reply(self._batch, self._opponent, self._player)
        return self._seen()

    def step(self, action: Any) -> tuple[NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        """Play an action and the opponent's reply."""
        batch = self._batch
        if not 0 <= action < batch.num_actions or not batch.masks[0, action]:
            observation, info = self._seen()
            return observation, -1.0, True, False, {**info, "illegal": True}
        self._action[0] = action
        _step(batch, self._action, self._opponent, self._player)
        observation, info = self._seen()
        return observation, float(batch.rewards[0]), bool(batch.terminated[0]), bool(batch.truncated[0]), info

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the mask of legal actions, for `sb3-contrib`."""
        masks: NDArray[np.bool_] = self._batch.masks[0].astype(np.bool_)
        return masks

    @property
    def position(self) -> Position:
        """The position."""
        return self._batch.position(0)

    def render(self) -> Any:
        """Return the rule book's drawing, or a picture as an array."""
        return _rendered(self.position, self.render_mode)

    def close(self) -> None:
        """Free the game."""
        self._batch.close()

    def _seen(self) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        observation = self._batch.observations[0].copy()
        if self._batch.to_move[0] != self._player:
            observation = self.position.observation(self._player)
        return observation, {"action_mask": self._batch.masks[0].astype(np.int8)}


class Games(VectorEnv[NDArray[np.uint8], NDArray[np.int64], NDArray[Any]]):
    """A vectorized environment: many games against a level or a function, or with both players controlled by the agent.

    A finished game shows its last position. The next step resets it and ignores its action. An illegal action loses the
    game. Without an opponent, observations and rewards are those of the player to move.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        size: str | None = None,
        opponent: str | Policy | None = "medium",
        player: Literal[1, 2] = 1,
        first: Literal[1, 2, "random"] = 1,
        limit: int = 200,
        render_mode: str | None = None,
    ) -> None:
        self.metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": ["ansi", "rgb_array"]}
        self.num_envs = num_envs
        self.render_mode = render_mode
        self._batch = Batch(game, num_envs, size=size, first=first, limit=limit, autoreset=False)
        self._player, self._opponent = player, opponent
        self._ended = np.zeros(num_envs, np.bool_)
        shape = self._batch.observations.shape
        self.single_observation_space = Box(0, _MOST, shape[1:], np.uint8)
        self.observation_space = Box(0, _MOST, shape, np.uint8)
        self.single_action_space = Discrete(self._batch.num_actions)
        self.action_space = MultiDiscrete(np.full(num_envs, self._batch.num_actions))

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Start all games, or those marked in `options["reset_mask"]`, optionally from the position `options["position"]`.

        A list has a seed for each game; a single seed stands for itself and the numbers that follow.
        """
        begin = unfinished(self._batch, options)
        super().reset(seed=seed if isinstance(seed, int) else None)
        which = np.ones(self.num_envs, np.bool_)
        if options and "reset_mask" in options:
            which = np.asarray(options["reset_mask"], np.bool_)
        if isinstance(seed, int):
            seed = [seed + game for game in range(self.num_envs)]
        if seed is not None:
            seed = [one if chosen else None for one, chosen in zip(seed, which, strict=True)]
        self._batch.reset(which, seed=seed)
        if begin is not None:
            for game in np.nonzero(which)[0]:
                self._batch.place(int(game), begin)
        self._ended[which] = False
        _reply(self._batch, self._opponent, self._player)
        return self._seen()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[NDArray[np.uint8], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Play an action in each game and the opponent's replies."""
        batch, ended = self._batch, self._ended
        actions = np.asarray(actions)
        games = np.arange(self.num_envs)
        in_range = (actions >= 0) & (actions < batch.num_actions)
        illegal = ~ended & (~in_range | (batch.masks[games, np.where(in_range, actions, 0)] == 0))
        shown = batch.observations[illegal].copy()
        # The batch needs an action in games that are reset after this step or lost by an illegal action.
        filler = np.where(batch.masks.any(axis=1), batch.masks.argmax(axis=1), -1)
        _step(batch, np.where(ended | illegal, filler, actions).astype(np.int32), self._opponent, self._player)
        rewards = batch.rewards.astype(np.float64)
        terminated, truncated = batch.terminated.copy(), batch.truncated.copy()
        rewards[illegal], terminated[illegal], truncated[illegal] = -1.0, True, False
        if ended.any():
            rewards[ended] = 0.0
            terminated[ended] = truncated[ended] = False
            batch.reset(ended)
            _reply(batch, self._opponent, self._player)
        self._ended = terminated | truncated
        observations, info = self._seen()
        observations[illegal] = shown
        if illegal.any():
            info["illegal"] = illegal
        return observations, rewards, terminated, truncated, info

    def render(self) -> Any:
        """Return the rule book's drawing of each game, or its picture as an array."""
        if self.render_mode is None:
            return None
        return tuple(_rendered(self._batch.position(game), self.render_mode) for game in range(self.num_envs))

    def close_extras(self, **kwargs: Any) -> None:
        """Free the games."""
        self._batch.close()

    def _seen(self) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        observations = self._batch.observations.copy()
        if self._opponent is not None:
            for game in np.nonzero(self._batch.to_move != self._player)[0]:
                observations[game] = self._batch.position(int(game)).observation(self._player)
        return observations, {"action_mask": self._batch.masks.astype(np.int8)}


def _step(batch: Batch, actions: NDArray[np.int32], opponent: str | Policy | None, player: Literal[1, 2]) -> None:
    if isinstance(opponent, str):
        batch.step_against(actions, opponent, player=player)
    else:
        batch.step(actions)
        _reply(batch, opponent, player)


def _reply(batch: Batch, opponent: str | Policy | None, player: Literal[1, 2]) -> None:
    """Let the opponent move where it is its turn."""
    if isinstance(opponent, str):
        batch.step_level(opponent, player=_other(player))
        return
    waits = (batch.to_move != player) & batch.masks.any(axis=1)
    if opponent is not None and waits.any():
        actions = np.full(len(batch), -1, np.int32)
        actions[waits] = opponent(batch.observations[waits], batch.masks[waits])
        batch.reply(actions)


def _rendered(position: Position, mode: str | None) -> Any:
    if mode == "rgb_array":
        return _picture(position)
    return position.draw() if mode == "ansi" else None


def _picture(position: Position, cell: int = 32) -> NDArray[np.uint8]:
    """Draw the planes: Player 1 orange, Player 2 blue, anything else gray."""
    planes = position.observation(1)
    colors = np.array([[213, 94, 0], [0, 114, 178], [90, 90, 90]], np.uint8)
    picture = np.full((*planes.shape[1:], 3), 240, np.uint8)
    for plane, color in zip(planes[:3], colors, strict=False):
        # A plane with the same number on every cell marks no cell.
        if plane.min() != plane.max():
            picture[plane > 0] = color
    picture = picture.repeat(cell, axis=0).repeat(cell, axis=1)
    picture[::cell] = picture[:, ::cell] = 200
    return picture


def _other(player: Literal[1, 2]) -> Literal[1, 2]:
    return 2 if player == 1 else 1


def register() -> None:
    """Add every game to Gymnasium's registry. Further calls have no effect."""
    for game in request("/catalogue")["games"]:
        name = f"quintet/{game['name'].replace(' ', '')}-v0"
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="quintet.gym:Game",
                vector_entry_point="quintet.gym:Games",
                kwargs={"game": game["id"]},
            )


register()
