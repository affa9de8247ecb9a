"""How fast the package is, in seconds of processor time. A measurement, not a test."""

import time

import numpy as np

import quintet
import quintet.pettingzoo


def batches(game: str, seconds: float = 1.0) -> float:
    """Steps a second of a batch of 1,024 with actions that NumPy chooses from the mask."""
    batch = quintet.Batch(game, 1024)
    rng = np.random.default_rng(0)
    # Random priorities: the best legal one is chosen. Each step begins at another row. Two bytes are the width at which
    # NumPy takes least for the rows of all games.
    priorities = rng.integers(1, 1 << 16, (1024 + 256, batch.num_actions), np.uint16)
    legal = np.empty((1024, batch.num_actions), np.uint16)
    began, steps = time.process_time(), 0
    while time.process_time() - began < seconds:
        for offset in rng.integers(0, 256, 100).tolist():
            np.multiply(priorities[offset : offset + 1024], batch.masks, out=legal)
            batch.step(legal.argmax(axis=1).astype(np.int32))
        steps += 100 * 1024
    return steps / (time.process_time() - began)


def turns(game: str, seconds: float = 1.0) -> float:
    """Turns a second in PettingZoo, with random legal actions."""
    env = quintet.pettingzoo.env(game)
    began, count = time.process_time(), 0
    seed = 0
    numbers = np.random.default_rng(0).random(4096).tolist()
    while time.process_time() - began < seconds:
        env.reset(seed=seed)
        seed += 1
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                legal = observation["action_mask"].nonzero()[0]
                env.step(legal[int(numbers[count & 4095] * len(legal))])
                count += 1
    return count / (time.process_time() - began)


if __name__ == "__main__":
    for game in quintet.games():
        print(f"{game:<18} {batches(game) / 1e6:6.1f} M steps/s   PettingZoo {turns(game) / 1e3:6.1f} k turns/s")
