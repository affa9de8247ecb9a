"""A policy-gradient agent in plain NumPy that learns Gridlock by self-play and is scored against exact values.

    python examples/policy_gradient.py --updates 900

Needs the packages quintet and numpy. It exits with 1 if the agent does not learn what it should.
"""

from __future__ import annotations

import argparse
import sys
import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

import quintet

Floats = NDArray[np.float32]


class Agent:
    """A network with one hidden layer, from planes to a logit for each action and a value."""

    def __init__(self, game: str, *, size: str | None = None, hidden: int = 96, seed: int = 0) -> None:
        self.game, self.size = game, size
        batch = quintet.Batch(game, 1, size=size)
        inputs, outputs = batch.observations[0].size, batch.num_actions
        rng = np.random.default_rng(seed)
        self.rng = rng
        self.weights = [
            (rng.normal(size=(inputs, hidden)) / np.sqrt(inputs)).astype(np.float32),
            np.zeros(hidden, np.float32),
            (rng.normal(size=(hidden, outputs)) * 0.01).astype(np.float32),
            np.zeros(outputs, np.float32),
            np.zeros(hidden, np.float32),
        ]
        self.moments = [(np.zeros_like(weight), np.zeros_like(weight)) for weight in self.weights]
        self.updates = 0

    def probabilities(self, observations: NDArray[np.uint8], masks: NDArray[np.uint8]) -> tuple[Floats, Floats]:
        """Returns the hidden layer and the probability of each action, 0 for illegal ones."""
        into, bias, out, offset, _ = self.weights
        hidden = np.maximum(observations.reshape(len(observations), -1).astype(np.float32) @ into + bias, 0)
        preferences = np.where(masks, hidden @ out + offset, -1e9)
        odds = np.exp(preferences - preferences.max(axis=1, keepdims=True)) * masks
        return hidden, (odds / odds.sum(axis=1, keepdims=True)).astype(np.float32)

    def __call__(self, position: quintet.Position) -> int:
        """Returns the most probable action, for `quintet.evaluate`."""
        _, odds = self.probabilities(position.observation()[None], position.mask()[None])
        return int(odds[0].argmax())

    def learn(self, batch: quintet.Batch, rate: float, entropy: float = 0.2, plies: int = 14) -> None:
        """Plays some plies of self-play in every game and follows the policy gradient, with an entropy bonus."""
        seen, masks, actions, ended, rewards = [], [], [], [], []
        for _ in range(plies):
            _, odds = self.probabilities(batch.observations, batch.masks)
            drawn = self.rng.random((len(odds), 1), np.float32)
            action = np.minimum((odds.cumsum(axis=1) < drawn).sum(axis=1), odds.shape[1] - 1)
            action = np.where(np.take_along_axis(batch.masks, action[:, None], 1)[:, 0] == 1, action, odds.argmax(1))
            seen.append(batch.observations.copy())
            masks.append(batch.masks.copy())
            actions.append(action)
            batch.step(action.astype(np.int32))
            ended.append(batch.terminated.copy())
            rewards.append(batch.rewards.copy())
        # Propagate results backwards; a win for one player is a loss for the other. Unfinished games count 0.
        value = np.zeros(len(batch), np.float32)
        values = []
        for over, reward in zip(reversed(ended), reversed(rewards)):
            value = np.where(over, reward, -value)
            values.append(value)
        weight = np.concatenate(values[::-1])
        self._update(np.concatenate(seen), np.concatenate(masks), np.concatenate(actions), weight, rate, entropy)

    def _update(
        self, seen: NDArray[Any], masks: NDArray[Any], actions: NDArray[Any], weight: Floats, rate: float, entropy: float
    ) -> None:
        _, _, out, _, expect = self.weights
        hidden, odds = self.probabilities(seen, masks)
        # The advantage is the result minus the expected one. Unfinished games are masked out.
        error = np.where(weight != 0, weight - np.tanh(hidden @ expect), 0).astype(np.float32)
        chosen = np.zeros_like(odds)
        chosen[np.arange(len(actions)), actions] = 1
        slope = (chosen - odds) * error[:, None]
        surprise = np.log(odds + 1e-9)
        slope -= entropy * odds * (surprise - (odds * surprise).sum(axis=1, keepdims=True))
        slope /= len(actions)
        error /= len(actions)
        back = (slope @ out.T + np.outer(error, expect)) * (hidden > 0)
        flat = seen.reshape(len(seen), -1).astype(np.float32)
        gradients = [flat.T @ back, back.sum(axis=0), hidden.T @ slope, slope.sum(axis=0), hidden.T @ error]
        self.updates += 1
        for n, gradient in enumerate(gradients):
            first, second = self.moments[n]
            first[...] = 0.9 * first + 0.1 * gradient
            second[...] = 0.999 * second + 0.001 * gradient**2
            scale = np.sqrt(second / (1 - 0.999**self.updates)) + 1e-8
            self.weights[n] += rate * first / (1 - 0.9**self.updates) / scale


def train(game: str, updates: int, *, seed: int = 0) -> Agent:
    """Returns an agent trained for a number of updates."""
    agent = Agent(game, seed=seed)
    batch = quintet.Batch(game, 128, seed=seed)
    for update in range(updates):
        # The learning rate decays.
        agent.learn(batch, rate=0.0003 + 0.006 * (1 - update / updates))
    return agent


def against_random(agent: Agent, games: int = 1000) -> float:
    """Returns the share of games that the agent wins against random moves, moving first in half of them."""
    won = 0
    for begins in (True, False):
        batch = quintet.Batch(agent.game, games // 2, seed=99, autoreset=False)
        if not begins:
            batch.step_level("random")
        while not batch.terminated.all():
            _, odds = agent.probabilities(batch.observations, np.maximum(batch.masks, batch.terminated[:, None]))
            actions = np.where(batch.terminated, quintet.NO_ACTION, odds.argmax(axis=1)).astype(np.int32)
            before = batch.terminated.copy()
            batch.step_against(actions, "random")
            won += int(((batch.rewards > 0) & ~before).sum())
    return won / games


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="gridlock")
    parser.add_argument("--updates", type=int, default=900)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    began = time.process_time()
    agent = train(options.game, options.updates, seed=options.seed)
    print(f"{options.updates} updates in {time.process_time() - began:.1f} s of processor time")
    share = against_random(agent)
    print(f"wins {100 * share:.1f}% of the games against random moves")
    figures = quintet.evaluate(agent, options.game, positions=1000)["all"]
    for name in ("legality", "accuracy", "skill", "regret"):
        figure = figures[name]
        low, high = figure["interval95"]
        print(f"{name:<9} {figure['value']:.3f}  (95%: {low:.3f} to {high:.3f})")
    return 0 if share > 0.97 and figures["skill"]["value"] > 0.7 else 1


if __name__ == "__main__":
    sys.exit(main())
