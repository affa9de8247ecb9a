"""Batches: against single positions, wrong arguments, threads, fork, memory."""

import copy
import os
import pickle
import resource
import threading
import unittest
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

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


def stepped(batch: Batch, steps: int) -> float:
    """Runs in another process."""
    total = 0.0
    for step in range(1, steps + 1):
        batch.step(batch.sample())
        total += step * float(batch.rewards @ np.arange(len(batch)))
    return total


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
                    self.assertEqual(batch.players[n], positions[n].to_move - 1)

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
        for wrong in (np.zeros((4, 1), np.int32), np.zeros(4), [0.5] * 4, np.zeros(4, np.bool_), ["a"] * 4, None):
            with self.assertRaises(TypeError):
                batch.step(wrong)
        for wrong in (np.zeros(3, np.int32), np.zeros(5, np.int32), np.zeros(0, np.int32)):
            with self.assertRaises(ValueError):
                batch.step(wrong)
        batch.step(np.arange(8, dtype=np.int32)[::2])
        with self.assertRaises(ValueError):
            batch.sample(np.zeros(3, np.int32))
        with self.assertRaisesRegex(TypeError, "int64 of 1 dimensions; expected a one-dimensional array of int32"):
            batch.sample(np.zeros(4, np.int64))  # type: ignore[arg-type]
        for wrong in (np.zeros(4, np.int8), [True] * 4):
            with self.assertRaisesRegex(TypeError, "expected a one-dimensional array of bool"):
                batch.reset(wrong)  # type: ignore[arg-type]
        for arguments in (
            {"games": 0},
            {"games": -1},
            {"games": 2**40},
            {"games": 4, "first": 3},
            {"games": 4, "limit": 0},
            {"games": 4, "limit": -1},
            {"games": 4, "size": "1"},
        ):
            with self.assertRaises(ValueError):
                Batch("gridlock", **arguments)  # type: ignore[arg-type]
        for game in (4, -1):
            with self.assertRaises(IndexError):
                batch.position(game)
            with self.assertRaises(IndexError):
                batch.place(game, Position("gridlock"))
        with self.assertRaisesRegex(ValueError, "another game or size"):
            batch.place(0, Position("quad-block"))
        with self.assertRaises(ValueError):
            batch.reset(np.zeros(3, np.bool_))

    def test_actions_come_in_any_array_of_integers(self) -> None:
        class Foreign:
            """An array of another library, which only exports its memory."""

            def __init__(self) -> None:
                self.array = np.zeros(4, np.int64)

            def __dlpack__(self, **options: Any) -> Any:
                return self.array.__dlpack__(**options)

            def __dlpack_device__(self) -> Any:
                return self.array.__dlpack_device__()

        expected = Batch("gridlock", 4)
        expected.step(np.zeros(4, np.int32))
        for actions in ([0] * 4, (0,) * 4, np.zeros(4, np.int64), np.zeros(4, np.uint8), expected.masks.argmin(1), Foreign()):
            batch = Batch("gridlock", 4)
            batch.step(actions)
            np.testing.assert_array_equal(batch.observations, expected.observations)
        batch = Batch("gridlock", 4)
        batch.step(batch.masks.argmax(1))
        for far in (2**32, -(2**32), 2**31):
            with self.assertRaisesRegex(ValueError, "actions are 0 to 15"):
                batch.step(np.full(4, far))
        np.testing.assert_array_equal(np.from_dlpack(batch.observations), batch.observations)

    def test_several_threads_take_turns(self) -> None:
        batch = Batch("matrix-isolation", 4096, seed=1)
        failures = []

        def play() -> None:
            try:
                for _ in range(50):
                    batch.sample()
                    batch.values() if batch.size == "1" else batch.reset()
            except Exception as error:  # noqa: BLE001
                failures.append(error)

        threads = [threading.Thread(target=play) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])

    def test_action_values_agree_with_positions_and_best_actions(self) -> None:
        self.assertEqual(Batch("gridlock", 1).num_actions, 16)
        for game in ("gridlock", "adjacency-block", "matrix-isolation"):
            batch = Batch(game, 300, seed=4)
            for _ in range(3):
                batch.step(batch.sample())
            kinds, plies = batch.action_values()
            np.testing.assert_array_equal(kinds != quintet.ILLEGAL, batch.masks == 1)
            values, distances = batch.values()
            legal = np.where(batch.masks == 1, kinds, -2)
            np.testing.assert_array_equal(legal.max(axis=1), values)
            best = batch.best_actions() == 1
            self.assertTrue((kinds[best] == np.repeat(values, best.sum(1))).all())
            self.assertTrue((plies[best] == np.repeat(distances, best.sum(1))).all())
            position = batch.position(7)
            for move in position.analysis()["moves"]:
                action = position.action(move["move"])
                expected = {"win": 1, "endless": 0, "loss": -1}[move["value"]]
                self.assertEqual((kinds[7, action], plies[7, action]), (expected, move["distance"]))

    def test_the_last_observation_of_a_game_remains(self) -> None:
        self.assertIsNone(Batch("gridlock", 2).final_observations)
        one = Batch("quad-block", 64, seed=2, limit=20, final_observations=True)
        two = Batch("quad-block", 64, seed=2, limit=20, autoreset=False)
        ended = np.zeros(64, np.bool_)
        finals = one.final_observations
        assert finals is not None
        for _ in range(60):
            actions = one.sample()
            two.reset(ended)
            two.step(actions)
            one.step(actions)
            ended = one.terminated | one.truncated
            np.testing.assert_array_equal(ended, two.terminated | two.truncated)
            np.testing.assert_array_equal(finals[ended], two.observations[ended])
            self.assertTrue((two.masks[ended] == 0).all(), "no action is left in a truncated game either")
        again = pickle.loads(pickle.dumps(one))
        self.assertEqual(again.final_observations.shape, finals.shape)

    def test_threads_change_nothing(self) -> None:
        one, two = (Batch("gridlock", 20_000, seed=3, threads=threads) for threads in (1, 2))
        for _ in range(20):
            for batch in (one, two):
                batch.step(batch.sample())
            np.testing.assert_array_equal(one.observations, two.observations)
            np.testing.assert_array_equal(one.masks, two.masks)
        with self.assertRaises(ValueError):
            Batch("gridlock", 4, threads=0)

    def test_a_seed_for_each_game(self) -> None:
        one, two = Batch("quad-block", 3, first="random"), Batch("quad-block", 3, first="random")
        one.reset(seed=[1, 2, 3])
        two.reset(seed=[1, 9, 9])
        for _ in range(20):
            one.step(one.sample())
            two.step(two.sample())
        self.assertEqual(one.position(0), two.position(0))
        self.assertNotEqual(one.position(1), two.position(1))
        self.assertEqual(two.position(1), two.position(2), "a game does not depend on its index")

    def test_symmetries_map_observations_masks_and_values(self) -> None:
        for game, count in (("gridlock", 8), ("adjacency-block", 2), ("grid-runner", 4)):
            symmetries = quintet.symmetries(game)
            self.assertEqual(len(symmetries), count)
            np.testing.assert_array_equal(symmetries[0][0], np.arange(len(symmetries[0][0])))
            for cells, actions in symmetries:
                self.assertEqual(sorted(cells), list(range(len(cells))))
                self.assertEqual(sorted(actions), list(range(len(actions))))
        cells, actions = quintet.symmetries("gridlock", size="3x3")[5]
        position = Position("gridlock", "3x3").play("1 2").play("3 3")
        image = Position("gridlock", "3x3")
        for action in (1, 8):
            image = image.play(int(actions[action]))
        turned = np.empty_like(image.observation()).reshape(2, 9)
        turned[:, cells] = position.observation().reshape(2, 9)
        np.testing.assert_array_equal(turned.reshape(2, 3, 3), image.observation())
        mask = np.empty_like(image.mask())
        mask[actions] = position.mask()
        np.testing.assert_array_equal(mask, image.mask())
        self.assertEqual(position.value(), image.value())

    def test_rewards_are_never_negative_zero(self) -> None:
        batch = Batch("gridlock", 64, autoreset=False)
        for _ in range(4):
            batch.step_against(np.where(batch.masks.any(1), batch.masks.argmax(1), -1), "random")
            self.assertFalse(np.signbit(batch.rewards[batch.rewards == 0]).any())

    def test_read_only_arrays_are_an_error(self) -> None:
        batch = Batch("gridlock", 4)
        actions = batch.sample()
        actions.flags.writeable = False
        batch.step(actions)
        with self.assertRaises(Exception):
            batch.sample(actions)
        batch.masks.flags.writeable = False
        before = [batch.position(n) for n in range(4)], batch.observations.copy()
        for use in (
            lambda: batch.step(batch.sample()),
            lambda: batch.step_level("random"),
            lambda: batch.reset(),
            lambda: batch.reset(seed=9),
            lambda: batch.place(0, Position("gridlock", text="..../.X../..../.... 2")),
        ):
            with self.assertRaisesRegex(TypeError, "not writeable"):
                use()
            self.assertEqual([batch.position(n) for n in range(4)], before[0], "nothing is changed")
            np.testing.assert_array_equal(batch.observations, before[1])
        batch.masks.flags.writeable = True
        batch.step(batch.sample())

    def test_resized_arrays_are_an_error(self) -> None:
        batch = Batch("gridlock", 4)
        batch.masks.resize((1, 1), refcheck=False)
        with self.assertRaisesRegex(ValueError, "resized"):
            batch.step(np.zeros(4, np.int32))

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

    def test_a_level_that_begins_every_game_of_one_ply_is_refused(self) -> None:
        batch = Batch("gridlock", 4, first=2, limit=1)
        before = [batch.position(n) for n in range(4)]
        for use in (lambda: batch.step_level("random"), lambda: batch.step_against(batch.sample(), "random")):
            with self.assertRaisesRegex(ValueError, "Player 2 begins every game and the limit is 1 ply"):
                use()
        self.assertEqual([batch.position(n) for n in range(4)], before)
        batch = Batch("gridlock", 64, first="random", limit=1)
        batch.step_level("random")
        self.assertTrue((batch.to_move == 1).all())
        batch = Batch("gridlock", 4, first=2, limit=1, autoreset=False)
        batch.step_level("random")
        self.assertTrue(batch.truncated.all())

    def test_the_players_of_a_batch_draw_from_streams_of_their_own(self) -> None:
        both, second = Batch("grid-runner", 64, seed=5), Batch("grid-runner", 64, seed=5)
        for _ in range(20):
            first = both.choose("easy", player=1)
            both.step(first)
            second.step(first)
            answers = both.choose("easy", player=2)
            np.testing.assert_array_equal(second.choose("easy", player=2), answers, "without the choices of player 1")
            # Nothing ends in so few plies, or the opponents of both would part.
            if both.terminated.any() or not (answers >= 0).all():
                break
            both.step(answers)
            second.step(answers)

    def test_a_level_that_is_changed_goes_on_with_its_stream(self) -> None:
        batch = Batch("quad-block", 64, seed=1)
        first = batch.choose("random", player=1)
        batch.choose("easy", player=1)
        self.assertTrue((batch.choose("random", player=1) != first).any())
        batch.reset(seed=1)
        np.testing.assert_array_equal(batch.choose("random", player=1), first)

    def test_placing_leaves_the_other_games_alone(self) -> None:
        batch = Batch("adjacency-block", 8, seed=1)
        while not batch.terminated.any():
            batch.step(batch.sample())
        ended = int(batch.terminated.argmax())
        batch.place(1 - min(ended, 1), Position("adjacency-block", text="X......... 2"))
        self.assertTrue(batch.terminated[ended])
        self.assertNotEqual(batch.rewards[ended], 0)

    def test_a_finished_position_is_placed_only_where_it_may_stay(self) -> None:
        over = Position("adjacency-block")
        while not over.over:
            over = over.play(over.moves[0])
        batch = Batch("adjacency-block", 2)
        with self.assertRaisesRegex(ValueError, "the position is finished"):
            batch.place(1, over)
        batch.step(batch.sample())
        batch = Batch("adjacency-block", 2, autoreset=False)
        batch.place(1, over)
        self.assertEqual((list(batch.terminated), batch.sample()[1]), ([False, True], NO_ACTION))

    def test_copies_and_pickles_go_on_as_the_batch_does(self) -> None:
        for autoreset in (True, False):
            batch = Batch("matrix-isolation", 32, seed=3, first="random", limit=9, autoreset=autoreset)
            batch.step_level("easy")
            for _ in range(4):
                batch.step_level("medium")
                batch.step(batch.sample())
            for again in (pickle.loads(pickle.dumps(batch)), copy.deepcopy(batch), copy.copy(batch)):
                original: Batch = pickle.loads(pickle.dumps(batch))
                for name in ("observations", "masks", "rewards", "terminated", "truncated", "to_move"):
                    np.testing.assert_array_equal(getattr(again, name), getattr(batch, name), name)
                    self.assertFalse(np.shares_memory(getattr(again, name), getattr(batch, name)))
                for _ in range(20):
                    for one in (original, again):
                        one.step_level("easy", player=1)
                        one.step(one.sample())
                    self.assertEqual(
                        [original.position(n) for n in range(32)], [again.position(n) for n in range(32)]
                    )
                    np.testing.assert_array_equal(original.truncated, again.truncated)
        batch.close()
        with self.assertRaisesRegex(ValueError, "closed"):
            pickle.dumps(batch)
        fresh = Batch("gridlock", 2)
        state = fresh.__getstate__()
        for wrong in ({**state, "plies": [0]}, {**state, "positions": ["nonsense"] * 2}):
            with self.assertRaises(ValueError):
                fresh.__setstate__(wrong)

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
        without_distance = Batch("gridlock", 1, size="8x8").values()
        self.assertEqual((without_distance[0][0], without_distance[1][0]), (-1, -1))

    def test_threads_have_a_batch_each_or_an_error(self) -> None:
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

    def test_positions_and_batches_go_to_other_processes(self) -> None:
        batches = [Batch("quad-block", 16, seed=seed) for seed in range(3)]
        with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
            texts = list(pool.map(played, [Position("quad-block")] * 3, [1, 2, 3]))
            rewards = list(pool.map(stepped, batches, [100] * 3))
        self.assertEqual(texts, [played(Position("quad-block"), moves) for moves in (1, 2, 3)])
        self.assertEqual(rewards, [stepped(batch, 100) for batch in batches])

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
