"""Gymnasium environments: a game against a level, or many games at once.

Importing this module registers `quintet/Gridlock-v0` and the other games:

    import gymnasium, quintet.gym
    env = gymnasium.make("quintet/Gridlock-v0", opponent="medium")

Observations are planes as seen by the player. The mask of legal actions is in `info["action_mask"]` and
`action_masks()`. An illegal action loses the game. A finished game shows its last position until it is reset.
"""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete, MultiDiscrete
from gymnasium.vector import AutoresetMode, VectorEnv
from numpy.typing import NDArray

from quintet._core import Batch, Position
from quintet._requests import request, unfinished

#: The largest value in an observation, which counts remaining tokens.
_MOST = 8


class Game(gymnasium.Env[NDArray[np.uint8], Any]):
    """A game against a level."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"], "render_fps": 1}  # type: ignore[misc]

    def __init__(
        self,
        game: str,
        *,
        size: str | None = None,
        opponent: str = "medium",
        player: Literal[1, 2] = 1,
        first: Literal[1, 2, "random"] = 1,
        limit: int = 200,
        render_mode: str | None = None,
    ) -> None:
        self._batch = Batch(game, 1, size=size, first=first, limit=limit, autoreset=False)
        self._player = player
        self._opponent: str = opponent
        self._action = np.zeros(1, np.int32)
        self.render_mode = render_mode
        self.observation_space = Box(0, _MOST, self._batch.observations.shape[1:], np.uint8)
        self.action_space = Discrete(self._batch.actions_count)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Start a game, optionally from the position `options["position"]`."""
        begin = unfinished(self._batch, options)
        super().reset(seed=seed)
        self._batch.reset(seed=int(self.np_random.integers(2**32)))
        if begin is not None:
            self._batch.place(0, begin)
        self._batch.step_level(self._opponent, player=_other(self._player))
        return self._seen()

    def step(self, action: Any) -> tuple[NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        """Play an action and the level's reply."""
        batch = self._batch
        if not 0 <= action < batch.actions_count or not batch.masks[0, action]:
            observation, info = self._seen()
            return observation, -1.0, True, False, {**info, "illegal": True}
        self._action[0] = action
        batch.step_against(self._action, self._opponent, player=self._player)
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
        """Return the rule book's drawing."""
        return self.position.draw() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Free the game."""
        self._batch.close()

    def _seen(self) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        observation = self._batch.observations[0].copy()
        if self._batch.to_move[0] != self._player:
            observation = self.position.observation(self._player)
        return observation, {"action_mask": self._batch.masks[0].astype(np.int8)}


class Games(VectorEnv[NDArray[np.uint8], NDArray[np.int64], NDArray[Any]]):
    """A vectorised environment: many games against a level, or with both players controlled by the agent.

    A finished game shows its last position. The next step resets it and ignores its action. An illegal action is an
    error. Without a level, observations and rewards are those of the player to move.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        size: str | None = None,
        opponent: str | None = "medium",
        player: Literal[1, 2] = 1,
        first: Literal[1, 2, "random"] = 1,
        limit: int = 200,
        render_mode: str | None = None,
    ) -> None:
        self.metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": ["ansi"]}
        self.num_envs = num_envs
        self.render_mode = render_mode
        self._batch = Batch(game, num_envs, size=size, first=first, limit=limit, autoreset=False)
        self._player, self._opponent = player, opponent
        self._ended = np.zeros(num_envs, np.bool_)
        shape = self._batch.observations.shape
        self.single_observation_space = Box(0, _MOST, shape[1:], np.uint8)
        self.observation_space = Box(0, _MOST, shape, np.uint8)
        self.single_action_space = Discrete(self._batch.actions_count)
        self.action_space = MultiDiscrete(np.full(num_envs, self._batch.actions_count))

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Start all games."""
        super().reset(seed=seed[0] if isinstance(seed, list) else seed)
        self._batch.reset(seed=int(self.np_random.integers(2**32)))
        self._ended[:] = False
        self._step_level()
        return self._seen()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[NDArray[np.uint8], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Play an action in each game and the level's replies."""
        batch = self._batch
        taken = np.where(self._ended, -1, actions).astype(np.int32)
        if self._opponent is None:
            batch.step(taken)
        else:
            batch.step_against(taken, self._opponent, player=self._player)
        rewards = batch.rewards.astype(np.float64)
        terminated, truncated = batch.terminated.copy(), batch.truncated.copy()
        if self._ended.any():
            terminated[self._ended] = truncated[self._ended] = False
            batch.reset(self._ended)
            self._step_level()
        self._ended = terminated | truncated
        observations, info = self._seen()
        return observations, rewards, terminated, truncated, info

    def render(self) -> Any:
        """Return the rule book's drawing of each game."""
        if self.render_mode != "ansi":
            return None
        return tuple(self._batch.position(game).draw() for game in range(self.num_envs))

    def close_extras(self, **kwargs: Any) -> None:
        """Free the games."""
        self._batch.close()

    def _step_level(self) -> None:
        if self._opponent is not None:
            self._batch.step_level(self._opponent, player=_other(self._player))

    def _seen(self) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        observations = self._batch.observations.copy()
        if self._opponent is not None:
            for game in np.nonzero(self._batch.to_move != self._player)[0]:
                observations[game] = self._batch.position(int(game)).observation(self._player)
        return observations, {"action_mask": self._batch.masks.astype(np.int8)}


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
