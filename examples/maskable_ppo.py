"""MaskablePPO of sb3-contrib on Gridlock against a level, scored against exact values.

    pip install target/tools/wheels/quintet-*.whl gymnasium sb3-contrib      # after scripts/python
    python examples/maskable_ppo.py --steps 200000

sb3-contrib brings PyTorch along, several gigabytes. So it is not a part of the tests.
"""

from __future__ import annotations

import argparse

import gymnasium
import numpy as np
from sb3_contrib import MaskablePPO  # type: ignore[import-not-found,unused-ignore]

import quintet
import quintet.gym


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=200_000)
    parser.add_argument("--opponent", default="medium")
    options = parser.parse_args()
    env = gymnasium.make("quintet/Gridlock-v0", opponent=options.opponent, first="random")
    model = MaskablePPO("MlpPolicy", gymnasium.wrappers.FlattenObservation(env), verbose=1, seed=0)
    model.learn(options.steps)

    def player(position: quintet.Position) -> int:
        seen = position.observation().reshape(1, -1)
        action, _ = model.predict(seen, action_masks=position.mask()[None].astype(np.bool_), deterministic=True)
        return int(action[0])

    figures = quintet.evaluate(player, "gridlock", positions=1000)["all"]
    print(f"skill {figures['skill']['value']:.3f}, 95%: {figures['skill']['interval95']}")


if __name__ == "__main__":
    main()
