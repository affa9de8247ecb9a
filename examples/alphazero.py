#!/usr/bin/env python3
"""AlphaZero in NumPy on batches: self-play with tree search, measured by its exact error.

python examples/alphazero.py [gridlock | quad-block] [--seconds N] [--plot FILE]

The error is the share of the public questions in which the network's move, without search, loses value.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np
import quintet
from numpy.typing import NDArray

Floats = NDArray[np.float32]

GAMES, SIMULATIONS, HIDDEN, EXPLORATION = 128, 32, 192, 1.5

#: Games begin with fewer random plies than this. Otherwise the network forgets the positions that its own games avoid.
OPENING = 12


class Network:
    """A perceptron with one hidden layer, a policy and a value, trained with Adam."""

    def __init__(self, inputs: int, actions: int, rng: np.random.Generator) -> None:
        def layer(rows: int, columns: int, scale: float) -> Floats:
            return (rng.standard_normal((rows, columns)) * scale).astype(np.float32)

        self.weights = [
            layer(inputs + 1, HIDDEN, (2 / inputs) ** 0.5),
            layer(HIDDEN + 1, HIDDEN, (2 / HIDDEN) ** 0.5),
            layer(HIDDEN + 1, actions + 1, 0.01),
        ]
        self.moments = [(np.zeros_like(one), np.zeros_like(one)) for one in self.weights]
        self.steps = 0

    def forward(self, observations: NDArray[Any]) -> list[Floats]:
        """Return the input of each layer, then its output: logits and the value before the hyperbolic tangent."""
        layers = [with_bias(observations.reshape(len(observations), -1).astype(np.float32))]
        for weights in self.weights[:-1]:
            layers.append(with_bias(np.maximum(layers[-1] @ weights, 0)))
        return [*layers, layers[-1] @ self.weights[-1]]

    def evaluate(self, observations: NDArray[Any], masks: NDArray[Any]) -> tuple[Floats, Floats]:
        """Return the policy and the value for the player to move."""
        output = self.forward(observations)[-1]
        return softmax(output[:, :-1], masks), np.tanh(output[:, -1])

    def train(self, observations: NDArray[Any], masks: NDArray[Any], policy: Floats, result: Floats) -> None:
        """Take a step toward a policy and a result."""
        *layers, output = self.forward(observations)
        value = np.tanh(output[:, -1])
        slope = np.empty_like(output)
        slope[:, :-1] = softmax(output[:, :-1], masks) - policy
        slope[:, -1] = (value - result) * (1 - value**2)
        slope /= len(slope)
        self.steps += 1
        for n in reversed(range(len(self.weights))):
            gradient = layers[n].T @ slope + 1e-4 * self.weights[n]
            slope = (slope @ self.weights[n].T)[:, :-1] * (layers[n][:, :-1] > 0)
            mean, square = self.moments[n]
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            corrected = mean / (1 - 0.9**self.steps), square / (1 - 0.999**self.steps)
            self.weights[n] -= 1e-3 * corrected[0] / (np.sqrt(corrected[1]) + 1e-8)


def with_bias(values: Floats) -> Floats:
    return np.concatenate([values, np.ones((len(values), 1), np.float32)], axis=1)


def softmax(logits: Floats, masks: NDArray[Any]) -> Floats:
    """Return shares of the legal actions; all are 0 where there are none."""
    powers: Floats = np.exp(logits - logits.max(axis=1, keepdims=True)) * masks
    shares: Floats = powers / np.maximum(powers.sum(axis=1, keepdims=True), 1e-9)
    return shares


def search(network: Network, batch: quintet.Batch, scratch: quintet.Batch, rng: np.random.Generator) -> Floats:
    """Return how often a tree search visits each action, for all games at once."""
    every, actions = np.arange(GAMES), batch.num_actions
    shape = (GAMES, SIMULATIONS + 1, actions)
    children = np.full(shape, -1, np.int32)
    visits, sums, priors = (np.zeros(shape, np.float32) for _ in range(3))
    priors[:, 0], _ = network.evaluate(batch.observations, batch.masks)
    noise = softmax(np.log(rng.gamma(0.5, size=priors[:, 0].shape) + 1e-9).astype(np.float32), batch.masks)
    priors[:, 0] = 0.75 * priors[:, 0] + 0.25 * noise
    roots = [batch.position(game) for game in range(GAMES)]
    for new in range(1, SIMULATIONS + 1):
        for game, root in enumerate(roots):
            scratch.place(game, root)
        nodes, descends, path = np.zeros(GAMES, np.int32), scratch.masks.any(axis=1), []
        while descends.any():
            seen = visits[every, nodes]
            mean = sums[every, nodes] / np.maximum(seen, 1)
            bonus = EXPLORATION * priors[every, nodes] * np.sqrt(seen.sum(axis=1, keepdims=True) + 1) / (seen + 1)
            chosen = np.where(scratch.masks == 1, mean + bonus, -np.inf).argmax(axis=1)
            path.append((descends.copy(), nodes.copy(), chosen))
            scratch.reply(np.where(descends, chosen, -1).astype(np.int32))
            reached = children[every, nodes, chosen]
            is_leaf = descends & (reached < 0)
            children[is_leaf, nodes[is_leaf], chosen[is_leaf]] = new
            descends &= (reached >= 0) & scratch.masks.any(axis=1)
            nodes = np.where(descends, reached, nodes).astype(np.int32)
        policy, value = network.evaluate(scratch.observations, scratch.masks)
        priors[:, new] = policy
        # A finished game has an exact result, for the player to move.
        worth = np.where(scratch.masks.any(axis=1), value, scratch.rewards)
        for was_there, at, chosen in reversed(path):
            # The value of a node is that of its opponent's, reversed, at each step toward the root.
            worth = np.where(was_there, -worth, worth)
            visits[was_there, at[was_there], chosen[was_there]] += 1
            sums[was_there, at[was_there], chosen[was_there]] += worth[was_there]
    shares: Floats = (visits[:, 0] / SIMULATIONS).astype(np.float32)
    return shares


def play(network: Network, game: str, seed: int, rng: np.random.Generator) -> list[NDArray[Any]]:
    """Play games to their end, and return the observations, searches and results."""
    batch = quintet.Batch(game, GAMES, seed=seed, limit=60, autoreset=False)
    scratch = quintet.Batch(game, GAMES, autoreset=False)
    moments, openings, ply = [], rng.integers(OPENING, size=GAMES), 0
    while (running := batch.masks.any(axis=1)).any():
        shares, searched = search(network, batch, scratch, rng), running & (ply >= openings)
        moments.append((searched, batch.observations.copy(), batch.masks.copy(), shares, batch.to_move.copy()))
        drawn = (shares.cumsum(axis=1) > rng.random((GAMES, 1)) * shares.sum(axis=1, keepdims=True)).argmax(axis=1)
        batch.step(np.where(searched, drawn, batch.sample()))
        ply += 1
    winners = np.array([batch.position(number).winner or 0 for number in range(GAMES)])
    columns: list[list[NDArray[Any]]] = [[], [], [], []]
    for searched, observations, masks, shares, mover in moments:
        result = np.where(winners == 0, 0, np.where(winners == mover, 1, -1)).astype(np.float32)
        parts: list[NDArray[Any]] = [observations, masks, shares, result]
        for column, values in zip(columns, parts, strict=True):
            column.append(values[searched])
    return [np.concatenate(column) for column in columns]


def error(network: Network, questions: quintet.Questions) -> float:
    """Return the share of questions in which the network's move loses value."""
    positions = [question.position for question in questions]
    observations = np.stack([position.observation() for position in positions])
    masks = np.stack([position.mask() for position in positions])
    policy, _ = network.evaluate(observations, masks)
    moves = np.where(masks == 1, policy, -1).argmax(axis=1)
    verdicts = [quintet.judge(question, int(move)) for question, move in zip(questions, moves, strict=True)]
    return 1 - sum(bool(verdict["correct"]) for verdict in verdicts) / len(verdicts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="gridlock")
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--plot")
    arguments = parser.parse_args()
    rng, game = np.random.default_rng(1), arguments.game
    questions, symmetries = quintet.questions("v1", game), quintet.symmetries(game)
    start = quintet.Position(game)
    network = Network(start.observation().size, len(start.mask()), rng)
    memory: list[list[NDArray[Any]]] = []
    began, curve = time.perf_counter(), []
    while True:
        spent = time.perf_counter() - began
        curve.append((spent, error(network, questions)))
        print(f"{spent:6.1f} s  error {100 * curve[-1][1]:.1f}%")
        if spent > arguments.seconds:
            break
        memory = [*memory, play(network, game, len(curve), rng)][-20:]
        observations, masks, shares, results = (np.concatenate(column) for column in zip(*memory, strict=True))
        for _ in range(60):
            rows = rng.integers(len(results), size=512)
            cells, moves = symmetries[rng.integers(len(symmetries))]
            turned = np.empty_like(observations[rows])
            turned.reshape(*turned.shape[:2], -1)[:, :, cells] = observations[rows].reshape(*turned.shape[:2], -1)
            legal, policy = np.empty_like(masks[rows]), np.empty_like(shares[rows])
            legal[:, moves], policy[:, moves] = masks[rows], shares[rows]
            network.train(turned, legal, policy, results[rows])
    if arguments.plot:
        import matplotlib.pyplot as plt

        plt.plot(*zip(*curve, strict=True))
        plt.xlabel("seconds")
        plt.ylabel("share of questions in which the network's move loses value")
        plt.title(game)
        plt.ylim(0)
        plt.savefig(arguments.plot)


if __name__ == "__main__":
    main()
