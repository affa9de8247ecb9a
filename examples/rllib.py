"""Ray RLlib trains both players of Gridlock at once, through the PettingZoo environment.

    pip install target/tools/wheels/quintet-*.whl pettingzoo "ray[rllib]" torch      # after scripts/python
    python examples/rllib.py --workers 2 --iterations 5

Actions that are not legal are replaced by a legal one in the wrapper below, so that any of RLlib's algorithms runs.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
from gymnasium.spaces import Box
from ray.rllib.algorithms.ppo import PPOConfig  # type: ignore[import-not-found,unused-ignore]
from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv  # type: ignore[import-not-found,unused-ignore]
from ray.tune.registry import register_env  # type: ignore[import-not-found,unused-ignore]

import quintet.pettingzoo


class Flat(quintet.pettingzoo.Game):
    """Flattens the planes and maps an illegal action to the next legal one."""

    def __init__(self, game: str) -> None:
        super().__init__(game)
        self._row = Box(0, 8, (self._batch.observations[0].size,), np.float32)

    def observation_space(self, agent: str) -> Any:
        return self._row

    def observe(self, agent: str) -> Any:
        return super().observe(agent)["observation"].reshape(-1).astype(np.float32)

    def step(self, action: Any) -> None:
        if action is not None and not (self.terminations[self.agent_selection] or self._mask[action]):
            legal = np.nonzero(self._mask)[0]
            action = legal[np.searchsorted(legal, action) % len(legal)] if len(legal) else action
        super().step(action)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--iterations", type=int, default=5)
    options = parser.parse_args()
    register_env("gridlock", lambda config: PettingZooEnv(Flat("gridlock")))
    config = (
        PPOConfig()
        .environment("gridlock")
        .env_runners(num_env_runners=options.workers, sample_timeout_s=600)
        .multi_agent(policies={"both"}, policy_mapping_fn=lambda agent, *rest, **more: "both")
    )
    algorithm = config.build_algo()
    for iteration in range(options.iterations):
        result = algorithm.train()
        print(iteration, result["env_runners"].get("num_episodes"), result["env_runners"].get("episode_len_mean"))
    algorithm.stop()


if __name__ == "__main__":
    main()
