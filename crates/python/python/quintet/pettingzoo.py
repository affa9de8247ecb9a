"""PettingZoo environments (AEC): both players of a game are agents.

Importing this module registers `quintet/gridlock-v0` and the other games:

    import pettingzoo, quintet.pettingzoo
    env = pettingzoo.make("aec", "quintet/gridlock-v0")

An observation is a dictionary with the planes as seen by the agent and the mask of legal actions, which is also in
`infos`. A finished game shows its last position.
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv

from quintet._core import Batch, Position
from quintet._requests import games, unfinished

_AGENTS = ["player_1", "player_2"]


class Game(AECEnv[str, Any, Any]):  # type: ignore[misc]
    """A game with the agents `player_1` and `player_2`."""

    def __init__(
        self,
        game: str,
        *,
        size: str | None = None,
        first: Literal[1, 2, "random"] = 1,
        limit: int | None = 200,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.metadata = {"name": f"quintet_{game}_v0", "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = render_mode
        self._batch = Batch(game, 1, size=size, first=first, limit=limit, autoreset=False)
        self._action = np.zeros(1, np.int32)
        self._actions = self._batch.num_actions
        self.possible_agents = _AGENTS[:]
        self.agents: list[str] = []
        shape = self._batch.observations.shape[1:]
        space = Dict(
            {
                "observation": Box(0, 8, shape, np.uint8),
                "action_mask": Box(0, 1, (self._actions,), np.int8),
            }
        )
        self._space, self._action_space = space, Discrete(self._actions)
        self.observation_spaces = dict.fromkeys(_AGENTS, space)
        self.action_spaces = dict.fromkeys(_AGENTS, self._action_space)
        self._nothing = np.zeros(self._actions, np.int8)
        self._look()

    def observation_space(self, agent: str) -> Any:
        """Return the space, which is the same for both agents."""
        return self._space

    def action_space(self, agent: str) -> Any:
        """Return the space, which is the same for both agents."""
        return self._action_space

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game, optionally from the position `options["position"]`."""
        begin = unfinished(self._batch, options)
        if seed is None:
            self._batch.reset()
        else:
            self._batch.reset(seed=seed)
        if begin is not None:
            self._batch.place(0, begin)
        self.agents = _AGENTS[:]
        self.rewards = dict.fromkeys(_AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(_AGENTS, 0.0)
        self.terminations = dict.fromkeys(_AGENTS, False)
        self.truncations = dict.fromkeys(_AGENTS, False)
        self._turn()

    def step(self, action: Any) -> None:
        """Play the action of the agent to move."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        batch = self._batch
        self._action[0] = action
        batch.step(self._action)
        self._cumulative_rewards[agent] = 0.0
        if batch.terminated[0]:
            other = _AGENTS[1] if agent == _AGENTS[0] else _AGENTS[0]
            reward = float(batch.rewards[0])
            self.rewards = {agent: reward, other: -reward}
            self._accumulate_rewards()
            self.terminations = dict.fromkeys(_AGENTS, True)
        elif batch.truncated[0]:
            self.truncations = dict.fromkeys(_AGENTS, True)
        self._turn()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return the observation of an agent. Only the agent to move has legal actions."""
        if agent == self._mover:
            mask = self._nothing if self._has_ended else self._mask
            return {"observation": self._board.copy(), "action_mask": mask.copy()}
        player: Literal[1, 2] = 1 if agent == _AGENTS[0] else 2
        return {"observation": self.position.observation(player), "action_mask": self._nothing.copy()}

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

    def _look(self) -> None:
        # Views of the batch's arrays, created once for speed.
        self._board, self._mask = self._batch.observations[0], self._batch.masks[0].view(np.int8)

    def _turn(self) -> None:
        mover = _AGENTS[self._batch.to_move[0] - 1]
        self._mover = self.agent_selection = mover
        self._has_ended = self.terminations[mover] or self.truncations[mover]
        if self._has_ended:
            self.infos = {agent: {"action_mask": self._nothing.copy()} for agent in _AGENTS}
        else:
            idle = _AGENTS[1] if mover == _AGENTS[0] else _AGENTS[0]
            self.infos = {mover: {"action_mask": self._mask.copy()}, idle: {}}

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name not in ("_board", "_mask")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._look()


def env(game: str, **options: Any) -> Game:
    """Create the environment of a game."""
    return Game(game, **options)


def register() -> None:
    """Add every game to PettingZoo's registry, which exists since version 1.27. Further calls have no effect."""
    try:
        from pettingzoo import aec_registry
        from pettingzoo import register as add
    except ImportError:
        return
    for game in games():
        name = f"quintet/{game}-v0"
        if name not in aec_registry:
            add("aec", name, Game, kwargs={"game": game})


register()
