"""Players that live in Python, judged as the command judges players."""

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any

import quintet
from quintet import Position

#: A program for the command that answers as `last_move` does. The package is where this interpreter finds it.
ENGINE = """
import sys
import quintet
game, position = "gridlock", None
for line in sys.stdin:
    words = line.split()
    if words[:1] == ["ugi"]:
        print("id name last\\noption name Game type string default gridlock\\nugiok")
    elif words[:1] == ["isready"]:
        print("readyok")
    elif words[:3] == ["setoption", "name", "Game"]:
        game = words[-1]
    elif words[:1] == ["position"]:
        start, _, moves = line.strip().removeprefix("position ").partition(" moves ")
        text = None if start == "startpos" else start.removeprefix("fen ")
        position = quintet.Position(game, text=text)
        for move in moves.split():
            position = position.play(move)
    elif words[:1] == ["go"]:
        print("bestmove", position.moves[-1].replace(" ", "-"))
    elif words[:1] == ["quit"]:
        break
    sys.stdout.flush()
"""


def last_move(position: Position) -> str:
    return position.moves[-1]


def perfect(position: Position) -> str:
    return quintet.choose(position, "perfect", seed=1)


def timeless(document: Any, *removed: str) -> Any:
    """Remove the times, which vary, the name of the player, and other fields."""
    if isinstance(document, dict):
        varying = ("milliseconds", "move_time", "player", *removed)
        return {key: timeless(part, *removed) for key, part in document.items() if key not in varying}
    return [timeless(part, *removed) for part in document] if isinstance(document, list) else document


class Evaluation(unittest.TestCase):
    def test_perfection_chance_and_nonsense_are_told_apart(self) -> None:
        report = quintet.evaluate(perfect, "gridlock", positions=100)
        self.assertEqual((report["player"], report["level"]), ("perfect", "perfect"))
        figures = report["all"]
        self.assertEqual((figures["accuracy"]["value"], figures["skill"]["value"]), (1.0, 1.0))
        self.assertEqual((figures["regret"]["value"], figures["legality"]["value"]), (0.0, 1.0))
        chance = quintet.evaluate(lambda position: quintet.choose(position, "random"), "gridlock", positions=600)
        low, high = chance["all"]["skill"]["interval95"]
        self.assertLess(low, 0.15)
        self.assertGreater(high, -0.15)
        part = chance["games"][0]
        for by in ("by_distance", "by_phase", "by_choices"):
            self.assertEqual(sum(group["asked"] for group in part[by]), part["asked"])
        answers: list[Any] = ["nonsense", None, 99, -1, 2.5, object()]
        for answer in answers:
            report = quintet.evaluate(lambda position: answer, "gridlock", positions=20)
            self.assertEqual((report["all"]["legality"]["value"], report["all"]["accuracy"]["value"]), (0.0, 0.0))
        self.assertIn("a move must be a string or an action number", report["games"][0]["worst"][0]["fault"])

    def test_several_games_and_one_size(self) -> None:
        report = quintet.evaluate(last_move, "gridlock", "adjacency-block", positions=10)
        self.assertEqual([part["name"] for part in report["games"]], ["gridlock 4x4", "adjacency-block 10"])
        self.assertEqual(report["all"]["asked"], 20)
        report = quintet.evaluate(last_move, "gridlock", size="3x3", positions=5, name="mine")
        self.assertEqual((report["games"][0]["name"], report["player"]), ("gridlock 3x3", "mine"))
        with self.assertRaises(ValueError):
            quintet.evaluate(last_move, size="3x3")
        with self.assertRaises(ValueError):
            quintet.evaluate(last_move, "gridlock", positions=0)

    def test_the_error_of_a_failing_player_is_raised(self) -> None:
        with self.assertRaises(ZeroDivisionError):
            quintet.evaluate(lambda position: 1 // 0, "gridlock", positions=5)

    @unittest.skipUnless("QUINTET" in os.environ, "scripts/python names the command")
    def test_equal_players_get_equal_figures_from_the_command(self) -> None:
        def command(player: str, *arguments: str) -> Any:
            line = [os.environ["QUINTET"], "evaluate", player, *arguments, "--pairs", "0", "--json"]
            return timeless(json.loads(subprocess.run(line, check=True, capture_output=True, text=True).stdout))

        with tempfile.TemporaryDirectory() as folder:
            engine = Path(folder) / "engine.py"
            engine.write_text(ENGINE)
            games = ("gridlock", "grid-runner")
            by_command = command(f"engine:'{sys.executable}' '{engine}'", *games, "--positions", "60", "--seed", "7")
            here = quintet.evaluate(last_move, *games, positions=60, seed=7)
            self.assertLess(here["all"]["skill"]["value"], 0.9, "it errs")
            self.assertEqual(timeless(here), by_command)
            # The defaults are the same. The player chooses at random among equal moves.
            by_default = timeless(quintet.evaluate(perfect, "gridlock"), "move")
            self.assertEqual(by_default, timeless(command("perfect", "gridlock"), "move"))
            report = Path(folder) / "report.json"
            report.write_text(json.dumps(here))
            compared = subprocess.run(
                [os.environ["QUINTET"], "evaluate", "--compare", report, report],
                check=True,
                capture_output=True,
                text=True,
            )
            self.assertIn("last_move", compared.stdout)


if __name__ == "__main__":
    unittest.main()
