"""Positions, records, puzzles and levels."""

import copy
import pickle
import unittest
from xml.etree import ElementTree

import numpy as np

import quintet
from quintet import Position, Record


class Positions(unittest.TestCase):
    def test_the_catalogue_has_five_games(self) -> None:
        games = quintet.games()
        self.assertEqual(
            list(games), ["gridlock", "adjacency-block", "matrix-isolation", "grid-runner", "quad-block"]
        )
        self.assertEqual(games["gridlock"][0], "4x4")
        self.assertEqual(quintet.levels(), ["random", "novice", "easy", "medium", "hard", "expert", "perfect"])

    def test_values_of_the_starts_are_the_known_ones(self) -> None:
        # docs/solved.md: computed by optimized code, which the compiler has got wrong before.
        known = {
            "gridlock": ("loss", 12),
            "adjacency-block": ("win", 7),
            "matrix-isolation": ("win", 7),
            "grid-runner": ("loss", 24),
            "quad-block": ("win", 7),
        }
        for game, value in known.items():
            self.assertEqual(Position(game).value(), value)

    def test_a_game_is_played_by_texts_and_by_numbers(self) -> None:
        start = Position("gridlock")
        self.assertEqual((start.to_move, start.winner, start.over, len(start.moves)), (1, None, False, 16))
        by_text, by_number = start.play("2 2"), start.play(5)
        self.assertEqual(by_text, by_number)
        self.assertEqual(by_text.text, "..../.X../..../.... 2")
        self.assertEqual(start.play(np.int64(5)), by_text)
        self.assertEqual((start.action("2-2"), start.move(5)), (5, "2 2"))
        self.assertEqual(start.text, "..../..../..../.... 1", "a position never changes")
        while not start.over:
            start = start.play(start.moves[0])
        self.assertEqual((start.moves, start.actions), ([], []))
        self.assertIn(start.winner, (1, 2))

    def test_errors_are_sentences(self) -> None:
        position = Position("gridlock", text="..../.X../..../.... 2")
        for attempt in (lambda: position.play("2 2"), lambda: position.play(5)):
            with self.assertRaises(ValueError) as caught:
                attempt()
            self.assertIn("occupied", str(caught.exception))
        for wrong in ("two", 99, -1, 10**30):
            with self.assertRaises(ValueError):
                position.play(wrong)
        with self.assertRaises(TypeError):
            position.play(None)  # type: ignore[arg-type]
        for arguments in (("chess",), ("gridlock", "9x9"), ("gridlock", None, "nonsense")):
            with self.assertRaises(ValueError):
                Position(*arguments)
        with self.assertRaises(AttributeError):
            position.text = "other"  # type: ignore[misc]

    def test_positions_are_values(self) -> None:
        for game, sizes in quintet.games().items():
            for size in sizes:
                position = Position(game, size, first=2)
                position = position.play(position.moves[-1])
                same = Position(game, size, position.text)
                self.assertEqual(position, same)
                self.assertEqual(hash(position), hash(same))
                self.assertEqual(pickle.loads(pickle.dumps(position)), position)
                self.assertEqual(copy.deepcopy(position), copy.copy(position))
                self.assertEqual(eval(repr(position)), position)
                self.assertNotEqual(position, Position(game, size))
        self.assertNotEqual(Position("gridlock"), "gridlock")

    def test_observation_and_mask(self) -> None:
        position = Position("gridlock", text="..../.X../..../.... 2")
        own, theirs = position.observation()
        self.assertEqual((own.sum(), theirs.sum(), theirs[1, 1]), (0, 1, 1))
        np.testing.assert_array_equal(position.observation(1)[0], theirs)
        self.assertEqual(list(np.nonzero(position.mask())[0]), position.actions)
        self.assertEqual(position.observation().dtype, np.uint8)

    def test_analysis_line_and_reason(self) -> None:
        position = Position("gridlock")
        analysis = position.analysis()
        self.assertEqual((analysis["value"], analysis["distance"]), ("loss", 12))
        self.assertEqual(len(analysis["moves"]), 16)
        self.assertEqual(len(position.line()), 12)
        self.assertTrue(position.reason())
        self.assertEqual(position.analysis(explain=True)["line"], position.line())
        self.assertEqual(Position("gridlock", "8x8").value()[0], "loss")
        self.assertEqual(Position("grid-runner", "7x7").value(), ("unsolved", None))

    def test_a_notebook_shows_the_board_with_values(self) -> None:
        for game in quintet.games():
            svg = Position(game)._repr_svg_()
            texts = [element.text for element in ElementTree.fromstring(svg).iter() if element.tag.endswith("text")]
            self.assertTrue(any(text and text[0] in "+-=" for text in texts), svg)
            self.assertTrue(any(text and text.endswith(" to move") for text in texts), svg)
        svg = Position("grid-runner").play("BARRIER C3")._repr_svg_()
        self.assertIn("P2 to move", svg)
        self.assertIn("P1: 2 of 3 X, P2: 3 of 3 X", svg)
        position = Position("adjacency-block")
        while not position.over:
            position = position.play(position.moves[0])
        self.assertIn(" won", position._repr_svg_())

    def test_drawing(self) -> None:
        self.assertEqual(str(Position("gridlock")), Position("gridlock").draw())


class Records(unittest.TestCase):
    def test_a_record_is_read_written_and_reviewed(self) -> None:
        record = Record("adjacency-block", ["1", "3", "5"], players=("A", "B"), date="2026-11-15")
        text = record.write()
        again = Record.read(text)
        self.assertEqual((again, again.moves, again.players), (record, ["1", "3", "5"], ("A", "B")))
        self.assertEqual(again.positions[0], Position("adjacency-block"))
        self.assertEqual(len(again.positions), 4)
        review = record.review()
        self.assertTrue(review["moves"][0]["mistake"], "the first player wins, but not with an edge cell")
        self.assertEqual(pickle.loads(pickle.dumps(record)), record)
        self.assertEqual(hash(again), hash(record))

    def test_a_wrong_record_says_where(self) -> None:
        with self.assertRaises(ValueError) as caught:
            Record("gridlock", ["2-2", "2-3"])
        self.assertIn("ply 2", str(caught.exception))
        with self.assertRaises(ValueError):
            Record.read("nonsense")


class Truth(unittest.TestCase):
    def test_levels_play(self) -> None:
        start = Position("gridlock")
        for level in quintet.levels():
            self.assertIn(quintet.choose(start, level, seed=1), start.moves)
        self.assertEqual(quintet.choose(start, "easy", seed=5), quintet.choose(start, "easy", seed=5))
        document = quintet.match("gridlock", "perfect", "random", games=20)
        self.assertGreaterEqual(document["p1"]["won"], 18)

    def test_puzzles(self) -> None:
        puzzle = quintet.puzzle("gridlock", seed=3)
        best = [move["move"] for move in puzzle.position.analysis()["moves"] if move["value"] == "win"]
        self.assertEqual(len(best), 1)
        self.assertIn("Solved", puzzle.judge(best[0])["puzzle"])
        self.assertEqual(puzzle, quintet.puzzle("gridlock", seed=3))

    def test_a_move_is_judged(self) -> None:
        judged = quintet.judge(Position("adjacency-block"), "1")
        self.assertEqual((judged["before"]["value"], judged["after"]["value"], judged["correct"]), ("win", "loss", False))
        self.assertTrue(quintet.judge(Position("adjacency-block"), 2)["correct"])


if __name__ == "__main__":
    unittest.main()
