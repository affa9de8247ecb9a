"""A tour of exact values: the value of the start position, the mistakes of a trained agent, and its accuracy by distance.

    python examples/walk.py --plot accuracy.png

Needs the packages quintet, numpy and matplotlib. Each part can be pasted into a cell of a notebook, where a position
shows itself as a board with the values of its moves.
"""

from __future__ import annotations

import argparse

import matplotlib.pyplot as plt
from policy_gradient import train

import quintet


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--updates", type=int, default=150)
    parser.add_argument("--plot", default="accuracy.png")
    options = parser.parse_args()

    # The exact value of the start position.
    start = quintet.Position("gridlock")
    value, distance = start.value()
    line = " ".join(move.replace(" ", "-") for move in start.line())
    print(f"Gridlock, first player: {value} in {distance} plies. Best play is {line}.")
    print(start.reason())

    # An agent trained for a few seconds, and a puzzle that it fails.
    agent = train("gridlock", options.updates)
    for seed in range(100):
        puzzle = quintet.puzzle("gridlock", seed=seed)
        move = puzzle.position.move(agent(puzzle.position))
        judged = puzzle.judge(move)
        if not judged["correct"]:
            print(f"\nIn this position the agent plays {move}, which {judged['consequence']}.")
            print(puzzle.position.draw())
            break

    # Its accuracy by the distance to the end.
    report = quintet.evaluate(agent, "gridlock", positions=2000)
    figures = report["all"]
    points = [point for point in report["games"][0]["by_distance"] if point["asked"] >= 10]
    distances = [int(point["name"]) for point in points]
    shares = [point["accuracy"]["value"] for point in points]
    below = [point["accuracy"]["value"] - point["accuracy"]["interval95"][0] for point in points]
    above = [point["accuracy"]["interval95"][1] - point["accuracy"]["value"] for point in points]
    plt.errorbar(distances, shares, yerr=[below, above], fmt="o-", capsize=3, label="trained agent")
    plt.axhline(figures["chance"], linestyle="--", color="gray", label="chance")
    plt.xlabel("plies to the end with best play")
    plt.ylabel("decisions that keep the value")
    plt.ylim(0, 1.02)
    plt.legend()
    plt.title(f"Gridlock: skill {figures['skill']['value']:.2f}")
    plt.savefig(options.plot)
    print(f"\nSkill {figures['skill']['value']:.2f}; the plot is in {options.plot}.")


if __name__ == "__main__":
    main()
