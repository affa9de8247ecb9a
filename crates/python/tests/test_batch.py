"""Batches: against single positions, wrong arguments, threads, fork, memory."""

import os
import pickle
import resource
import threading
import unittest
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import numpy as np

import quintet
from quintet import NO_ACTION, Batch, Position


def everything() -> list[tuple[str, str]]:
    return [(game, size) for game, sizes in quintet.games().items() for size in sizes]


def played(position: Position, moves: int) -> str:
    """Runs in another process."""
    for _ in range(moves):
        position = position.play(position.moves[0])
    return position.text


class Batches(unittest.TestCase):
    def test_a_batch_is_its_positions(self) -> None:
        for game, size in everything():
            batch = Batch(game, 8, size=size, seed=1, first="random", limit=60)
            positions = [batch.position(n) for n in range(8)]
            for _ in range(80):
                actions = batch.sample()
                batch.step(actions)
                for n, action in enumerate(actions):
                    mover = positions[n].to_move
                    after = positions[n].play(int(action))
                    reward = 0 if after.winner is None else 1 if after.winner == mover else -1
                    self.assertEqual((batch.rewards[n], batch.terminated[n]), (reward, after.over))
                    ended = batch.terminated[n] or batch.truncated[n]
                    positions[n] = batch.position(n) if ended else after
                    np.testing.assert_array_equal(batch.observations[n], positions[n].observation())
                    np.testing.assert_array_equal(batch.masks[n], positions[n].mask())
                    self.assertEqual(batch.to_move[n], positions[n].to_move)

    def test_arrays_are_written_in_place(self) -> None:
        batch = Batch("gridlock", 4)
        observations, masks = batch.observations, batch.masks
        before = masks.sum()
        batch.step(batch.sample())
        self.assertIs(batch.observations, observations)
        self.assertNotEqual(masks.sum(), before)
        self.assertEqual(observations.shape, (4, 2, 4, 4))
        types = [array.dtype for array in (observations, masks, batch.rewards, batch.terminated, batch.to_move)]
        self.assertEqual(types, [np.uint8, np.uint8, np.float32, np.bool_, np.uint8])

    def test_an_illegal_action_names_the_first_and_changes_nothing(self) -> None:
        batch = Batch("gridlock", 4)
        batch.step(np.full(4, 5, np.int32))
        before = [batch.position(n) for n in range(4)], batch.masks.copy()
        with self.assertRaises(ValueError) as caught:
            batch.step(np.array([0, 5, 99, 5], np.int32))
        self.assertIn("game 1, action 5", str(caught.exception))
        self.assertEqual(before[0], [batch.position(n) for n in range(4)])
        np.testing.assert_array_equal(batch.masks, before[1])

    def test_wrong_arguments(self) -> None:
        batch = Batch("gridlock", 4)
        for wrong in (np.zeros(4, np.int64), np.zeros((4, 1), np.int32), np.zeros(4), [0, 1, 2, 3], None):
            with self.assertRaises(TypeError):
                batch.step(wrong)  # type: ignore[arg-type]
        for wrong in (np.zeros(3, np.int32), np.zeros(5, np.int32), np.zeros(0, np.int32)):
            with self.assertRaises(ValueError):
                batch.step(wrong)
        batch.step(np.arange(8, dtype=np.int32)[::2])
        with self.assertRaises(ValueError):
            batch.sample(np.zeros(3, np.int32))
        for arguments in ({"games": 0}, {"games": 4, "first": 3}, {"games": 4, "limit": 0}, {"games": 4, "size": "1"}):
            with self.assertRaises(ValueError):
                Batch("gridlock", **arguments)  # type: ignore[arg-type]
        with self.assertRaises(IndexError):
            batch.position(4)
        with self.assertRaises(ValueError):
            batch.place(0, Position("quad-block"))
        with self.assertRaises(ValueError):
            batch.reset(np.zeros(3, np.bool_))

    def test_read_only_arrays_are_an_error(self) -> None:
        batch = Batch("gridlock", 4)
        actions = batch.sample()
        actions.flags.writeable = False
        batch.step(actions)
        with self.assertRaises(Exception):
            batch.sample(actions)
        batch.masks.flags.writeable = False
        with self.assertRaises(Exception):
            batch.step(batch.sample())
        batch.masks.flags.writeable = True
        batch.step(batch.sample())

    def test_a_closed_batch_says_so(self) -> None:
        batch = Batch("gridlock", 4)
        observations = batch.observations
        batch.close()
        for use in (lambda: batch.step(np.zeros(4, np.int32)), batch.sample, batch.reset, batch.values):
            with self.assertRaises(ValueError) as caught:
                use()
            self.assertIn("closed", str(caught.exception))
        self.assertEqual(observations.sum(), 0, "arrays outlive the batch")

    def test_a_game_does_not_depend_on_its_batch(self) -> None:
        few, many = Batch("quad-block", 2, seed=9, first="random"), Batch("quad-block", 50, seed=9, first="random")
        for _ in range(100):
            few.step(few.sample())
            many.step(many.sample())
            self.assertEqual(few.position(1), many.position(1))

    def test_without_autoreset_the_last_position_stays(self) -> None:
        batch = Batch("gridlock", 16, autoreset=False)
        for _ in range(17):
            batch.step(batch.sample())
        self.assertTrue(batch.terminated.all())
        self.assertTrue((batch.sample() == NO_ACTION).all())
        self.assertTrue(all(batch.position(n).over for n in range(16)))
        batch.reset(np.arange(16) == 3)
        self.assertEqual(batch.terminated.sum(), 15)
        self.assertEqual(batch.position(3), Position("gridlock"))
        batch.reset()
        self.assertFalse(batch.terminated.any())

    def test_a_level_answers(self) -> None:
        for first in (1, 2):
            batch = Batch("gridlock", 64, seed=3, first=first)  # type: ignore[arg-type]
            with self.assertRaises(ValueError) if first == 2 else self.subTest():
                batch.step_against(batch.sample(), "perfect")
            batch.reset(seed=4)
            batch.step_level("perfect")
            won, lost = 0, 0
            for _ in range(40):
                self.assertTrue((batch.to_move == 1).all())
                batch.step_against(batch.sample(), "perfect")
                won, lost = won + (batch.rewards > 0).sum(), lost + (batch.rewards < 0).sum()
            self.assertGreater(lost, 10 * max(won, 1), f"{won} won, {lost} lost")
        with self.assertRaises(ValueError):
            batch.step_level("human")

    def test_values_and_best_actions_are_exact(self) -> None:
        for game in ("gridlock", "matrix-isolation", "grid-runner", "quad-block"):
            batch = Batch(game, 4, seed=2)
            for _ in range(8):
                values, distances = batch.values()
                best = batch.best_actions()
                for n in range(4):
                    analysis = batch.position(n).analysis()
                    sign = {"win": 1, "loss": -1, "endless": 0}[analysis["value"]]
                    distance = -1 if analysis["distance"] is None else analysis["distance"]
                    self.assertEqual((values[n], distances[n]), (sign, distance))
                    top = analysis["moves"][0]
                    keeping = [
                        batch.position(n).action(move["move"])
                        for move in analysis["moves"]
                        if (move["value"], move["distance"]) == (top["value"], top["distance"])
                    ]
                    self.assertEqual(list(np.nonzero(best[n])[0]), sorted(keeping))
                batch.step(batch.sample())
        unknown = Batch("grid-runner", 1, size="7x7")
        self.assertEqual(unknown.values()[0][0], quintet.UNSOLVED)

    def test_threads_have_a_batch_each_or_are_told(self) -> None:
        results: list[int] = []

        def run(seed: int) -> None:
            batch = Batch("matrix-isolation", 256, seed=seed)
            for _ in range(200):
                batch.step(batch.sample())
            results.append(int(batch.masks.sum()))

        threads = [threading.Thread(target=run, args=(7,)) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual((len(results), len(set(results))), (4, 1))
        shared = Batch("matrix-isolation", 20_000)
        faults: list[BaseException] = []

        def disturb() -> None:
            for _ in range(200):
                try:
                    shared.sample()
                except RuntimeError as fault:
                    faults.append(fault)

        threads = [threading.Thread(target=disturb) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        shared.step(shared.sample())

    def test_a_forked_process_goes_on(self) -> None:
        batch = Batch("gridlock", 64, seed=5)
        batch.values()
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            batch.step(batch.sample())
            os.write(writing, str(int(batch.masks.sum())).encode())
            os._exit(0)
        os.close(writing)
        with os.fdopen(reading) as answers:
            answer = answers.read()
        os.waitpid(child, 0)
        batch.step(batch.sample())
        self.assertEqual(answer, str(int(batch.masks.sum())))

    def test_positions_go_to_other_processes(self) -> None:
        with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
            texts = list(pool.map(played, [Position("quad-block")] * 3, [1, 2, 3]))
        self.assertEqual(texts, [played(Position("quad-block"), moves) for moves in (1, 2, 3)])
        with self.assertRaises(TypeError):
            pickle.dumps(Batch("gridlock", 1))

    def test_memory_does_not_grow_over_ten_million_steps(self) -> None:
        batch = Batch("gridlock", 10_000)
        for _ in range(100):
            batch.step(batch.sample())
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        for _ in range(1000):
            batch.step(batch.sample())
        grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
        self.assertLess(grown, 4096, "kilobytes")


if __name__ == "__main__":
    unittest.main()
