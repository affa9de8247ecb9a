"""Every position with its value, as NumPy and as Arrow."""

import os
import unittest

import numpy as np
import pyarrow as pa

import quintet
from quintet import Position


class Datasets(unittest.TestCase):
    def test_positions_are_those_that_are_counted(self) -> None:
        # docs/solved.md.
        for game, total in (("gridlock", 130_802), ("adjacency-block", 3_274)):
            images = sum(int(chunk["images"].sum()) for chunk in quintet.dataset(game, chunk=1000))
            self.assertEqual(images, total)

    def test_values_and_best_actions_are_those_of_the_analysis(self) -> None:
        for game in quintet.games():
            chunk = next(iter(quintet.dataset(game, chunk=40)))
            self.assertEqual(len(chunk["position"]), 40)
            for n in range(0, 40, 3):
                position = Position(game, text=chunk["position"][n])
                analysis = position.analysis()
                self.assertEqual({1: "win", 0: "endless", -1: "loss"}[int(chunk["value"][n])], analysis["value"])
                self.assertEqual(chunk["distance"][n], -1 if analysis["distance"] is None else analysis["distance"])
                np.testing.assert_array_equal(chunk["observation"][n], position.observation())
                np.testing.assert_array_equal(chunk["legal"][n], position.mask())
                top = (analysis["moves"][0]["value"], analysis["moves"][0]["distance"])
                best = [move["move"] for move in analysis["moves"] if (move["value"], move["distance"]) == top]
                self.assertEqual(sorted(map(position.action, best)), list(np.nonzero(chunk["best"][n])[0]))

    def test_the_values_of_all_actions_are_those_of_the_analysis(self) -> None:
        kinds = {"win": 1, "endless": 0, "loss": -1}
        for game in quintet.games():
            chunk = next(iter(quintet.dataset(game, chunk=20, action_values=True)))
            np.testing.assert_array_equal(chunk["player"], chunk["to_move"] - 1)
            np.testing.assert_array_equal(chunk["action_values"] != quintet.ILLEGAL, chunk["legal"] == 1)
            for n in range(0, 20, 5):
                position = Position(game, text=chunk["position"][n])
                for move in position.analysis()["moves"]:
                    action = position.action(move["move"])
                    self.assertEqual(chunk["action_values"][n, action], kinds[move["value"]])
                    plies = -1 if move["distance"] is None else move["distance"]
                    self.assertEqual(chunk["action_distances"][n, action], plies)

    def test_a_stream_can_be_left(self) -> None:
        rows = quintet.dataset("grid-runner", chunk=100)
        self.assertEqual(next(rows)["value"].shape, (100,))
        del rows

    def test_arrow_has_the_documented_schema(self) -> None:
        table = quintet.arrow("adjacency-block").read_all()
        self.assertEqual(table.column_names, ["position", "to_move", "value", "distance", "images", "legal", "best"])
        self.assertEqual(table.schema.field("distance").type, pa.uint8())
        rows = table.to_pylist()
        self.assertEqual(sum(row["images"] for row in rows), 3_274)
        start = next(row for row in rows if row["position"] == ".......... 1")
        self.assertEqual((start["value"], start["distance"], len(start["legal"])), (1, 7, 10))
        self.assertIn(2, start["best"])
        rows = quintet.arrow("adjacency-block", action_values=True).read_all().to_pylist()
        start = next(row for row in rows if row["position"] == ".......... 1")
        values = dict(zip(start["legal"], start["action_values"], strict=True))
        self.assertEqual({action for action, value in values.items() if value == 1} & set(start["best"]), set(start["best"]))

    @unittest.skipUnless("QUINTET_EXPORT" in os.environ, "scripts/python exports a file")
    def test_duckdb_reads_what_the_command_exports(self) -> None:
        import duckdb

        path = f"{os.environ['QUINTET_EXPORT']}/gridlock.parquet"
        counted = duckdb.sql(f"select sum(images), count(*), min(len(best)) from '{path}'").fetchall()
        table = quintet.arrow("gridlock").read_all()
        self.assertEqual(counted, [(130_802, len(table), 1)])
        exported = duckdb.sql(f"select * from '{path}'").to_arrow_table()
        self.assertEqual(exported.to_pylist(), table.to_pylist())

    def test_a_size_that_is_not_known_whole_has_no_list(self) -> None:
        with self.assertRaises(ValueError):
            quintet.dataset("gridlock", size="8x8")
        for chunk in (0, -1):
            with self.assertRaises(ValueError):
                quintet.dataset("gridlock", chunk=chunk)

    def test_a_size_with_too_many_positions_has_no_list(self) -> None:
        with self.assertRaisesRegex(ValueError, "too many positions"):
            quintet.dataset("adjacency-block", size="30")


if __name__ == "__main__":
    unittest.main()
