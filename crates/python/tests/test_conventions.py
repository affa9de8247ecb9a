"""Gymnasium, PettingZoo and OpenSpiel: their own suites over every game and several sizes."""

import copy
import importlib.util
import json
import pickle
import unittest
import warnings
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

import quintet
import quintet.gym
import quintet.pettingzoo


def everything() -> list[tuple[str, str]]:
    return [(game, size) for game, sizes in quintet.games().items() for size in sizes[:2]]


class Gymnasium(unittest.TestCase):
    def test_every_game_passes_the_checks(self) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for game, size in everything():
                env = quintet.gym.Game(game, size=size, opponent="random", first="random")
                check_env(env, skip_render_check=True)

    def test_games_are_registered(self) -> None:
        names = [name for name in gymnasium.registry if name.startswith("quintet/")]
        self.assertEqual(len(names), 5)
        env = gymnasium.make("quintet/Gridlock-v0", opponent="medium")
        _, info = env.reset(seed=1)
        self.assertEqual(info["action_mask"].sum(), 16)
        env.close()

    def test_a_finished_game_shows_its_last_position(self) -> None:
        env = quintet.gym.Game("gridlock", opponent="random")
        rng = np.random.default_rng(0)
        for seed in range(20):
            _, info = env.reset(seed=seed)
            terminated = False
            while not terminated:
                action = rng.choice(np.nonzero(info["action_mask"])[0])
                observation, reward, terminated, _, info = env.step(action)
            self.assertTrue(env.position.over)
            self.assertEqual(reward, 1 if env.position.winner == 1 else -1)
            np.testing.assert_array_equal(observation, env.position.observation(1))

    def test_a_copy_goes_on_as_the_game_does(self) -> None:
        env = quintet.gym.Game("gridlock", opponent="easy", first="random")
        env.reset(seed=3)
        env.step(env.action_masks().argmax())
        original, again = copy.deepcopy(env), pickle.loads(pickle.dumps(env))
        ended = False
        while not ended:
            action = original.action_masks().argmax()
            one, two = original.step(action), again.step(action)
            np.testing.assert_equal(one, two)
            ended = one[2] or one[3]
        np.testing.assert_equal(original.reset()[0], again.reset()[0])

    def test_an_illegal_action_loses(self) -> None:
        env = quintet.gym.Game("gridlock", opponent="random")
        env.reset(seed=0)
        env.step(5)
        _, reward, terminated, _, info = env.step(5)
        self.assertEqual((reward, terminated, info["illegal"]), (-1.0, True, True))

    def test_seeds_options_and_illegal_actions_of_many_games(self) -> None:
        def make(opponent: Any = None) -> Any:
            return quintet.gym.Games("quad-block", 3, opponent=opponent, first="random")

        one, two = make(), make()
        one.reset(seed=[1, 2, 3])
        two.reset(seed=[1, 9, 9])
        first = [int(mover) for mover in one._batch.to_move]
        self.assertEqual(first[0], int(two._batch.to_move[0]))
        start = "X..../...../...../...../..... 2 p"
        envs = make("random")
        envs.reset(seed=1)
        envs.reset(options={"position": "X..../...../...../...../....O 1 p", "reset_mask": np.array([False, True, False])})
        self.assertEqual([bool(envs._batch.position(game).text.startswith("X")) for game in range(3)], [False, True, False])
        envs = quintet.gym.Games("quad-block", 2, opponent=None)
        envs.reset(options={"position": start})
        observations, rewards, terminated, _, info = envs.step(np.array([0, 1]))
        self.assertEqual((rewards[0], bool(terminated[0]), bool(terminated[1])), (-1.0, True, False))
        self.assertEqual(info["illegal"].tolist(), [True, False])
        self.assertEqual(int(observations[0].sum()), 1, "the position before the illegal action")
        _, rewards, terminated, _, _ = envs.step(np.array([3, 5]))
        self.assertEqual((rewards[0], bool(terminated[0])), (0.0, False))
        self.assertEqual(envs._batch.position(0).text, "...../...../...../...../..... 1 p", "it was reset")

    def test_an_opponent_can_be_a_function(self) -> None:
        seen = []

        def last(observations: Any, masks: Any) -> Any:
            seen.append(masks.shape)
            return masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)

        env = quintet.gym.Game("gridlock", opponent=last, player=2)
        env.reset(seed=1)
        self.assertEqual(env.position.text, "..../..../..../...X 2", "it moved first")
        envs = quintet.gym.Games("gridlock", 8, opponent=last)
        _, info = envs.reset(seed=1)
        finished = 0
        for _ in range(30):
            _, rewards, terminated, _, info = envs.step(info["action_mask"].argmax(axis=1))
            finished += int((np.abs(rewards[terminated]) == 1).sum())
        self.assertGreater(finished, 8)
        self.assertIn((8, 16), seen)

    def test_pictures(self) -> None:
        env = quintet.gym.Game("grid-runner", opponent="random", render_mode="rgb_array")
        env.reset(seed=1)
        picture = env.render()
        self.assertEqual((picture.shape, picture.dtype), ((160, 160, 3), np.uint8))
        self.assertGreater(len(np.unique(picture.reshape(-1, 3), axis=0)), 3)

    def test_the_vector_interface(self) -> None:
        for opponent in ("random", None):
            envs = gymnasium.make_vec(
                "quintet/Gridlock-v0", 32, vectorization_mode="vector_entry_point", opponent=opponent
            )
            _, info = envs.reset(seed=1)
            ended = np.zeros(32, bool)
            finished = 0
            rng = np.random.default_rng(0)
            for _ in range(60):
                masks = info["action_mask"]
                actions = (masks * rng.random(masks.shape)).argmax(axis=1)
                observations, rewards, terminated, truncated, info = envs.step(actions)
                self.assertTrue((rewards[ended] == 0).all(), "a reset game has no reward")
                self.assertTrue((observations[ended].sum(axis=(1, 2, 3)) == 0).all(), "it shows its start")
                self.assertTrue((np.abs(rewards[terminated]) == 1).all())
                self.assertTrue((observations[terminated].sum(axis=(1, 2, 3)) > 0).all(), "the last position")
                ended = terminated | truncated
                finished += int(ended.sum())
            self.assertGreater(finished, 32)
            envs.close()


class PettingZoo(unittest.TestCase):
    def test_every_game_passes_the_suites(self) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for game, size in everything():
                api_test(quintet.pettingzoo.env(game, size=size), num_cycles=300)
                seed_test(lambda game=game, size=size: quintet.pettingzoo.env(game, size=size), num_cycles=50)

    def test_games_are_registered_and_pickled(self) -> None:
        env = pettingzoo.make("aec", "quintet/gridlock-v0")
        env.reset(seed=1)
        env.step(5)
        again = pickle.loads(pickle.dumps(env))
        self.assertEqual(again.position, env.position)
        self.assertEqual(again.agent_selection, "player_2")

    def test_a_copy_is_where_the_game_is(self) -> None:
        for limit in (None, 5):
            env = quintet.pettingzoo.env("gridlock", limit=limit)
            env.reset(seed=1)
            agents = []
            for agent in env.agent_iter():
                agents.append(agent)
                for again in (pickle.loads(pickle.dumps(env)), copy.deepcopy(env)):
                    self.assertEqual(again.agents, env.agents)
                    np.testing.assert_equal(again.last(), env.last())
                    self.assertEqual((again.terminations, again.truncations), (env.terminations, env.truncations))
                    self.assertEqual(again.position, env.position)
                    # Moves in the copy do not affect the original.
                    before = env.position
                    _, _, terminated, truncated, info = again.last()
                    if not (terminated or truncated):
                        again.step(info["action_mask"].argmax())
                        self.assertNotEqual(again.position, before)
                        np.testing.assert_array_equal(
                            again.observe(again.agent_selection)["observation"],
                            again.position.observation(),
                        )
                    self.assertEqual(env.position, before)
                _, _, terminated, truncated, info = env.last()
                env.step(None if terminated or truncated else info["action_mask"].argmax())
            self.assertEqual(len(agents) - 2, 5 if limit else len(agents) - 2)
            self.assertEqual(pickle.loads(pickle.dumps(env)).agents, [])
            for agent in env.possible_agents:
                self.assertEqual(env.observe(agent)["action_mask"].sum(), 0, "nothing can be done any more")

    def test_a_game_does_not_begin_where_it_is_over(self) -> None:
        position = quintet.Position("adjacency-block")
        while not position.over:
            position = position.play(position.moves[0])
        over = position.text
        environments = [quintet.pettingzoo.env("adjacency-block"), quintet.gym.Game("adjacency-block")]
        for env in environments:
            with self.assertRaisesRegex(ValueError, "over"):
                env.reset(options={"position": over})

    def test_rewards_and_masks(self) -> None:
        env = quintet.pettingzoo.env("quad-block", first="random")
        rng = np.random.default_rng(0)
        for seed in range(10):
            env.reset(seed=seed)
            total = {"player_1": 0.0, "player_2": 0.0}
            for agent in env.agent_iter():
                observation, reward, terminated, truncated, info = env.last()
                total[agent] += reward
                if terminated or truncated:
                    env.step(None)
                    continue
                np.testing.assert_array_equal(observation["action_mask"], info["action_mask"])
                env.step(rng.choice(np.nonzero(info["action_mask"])[0]))
            winner = env.position.winner
            self.assertEqual(total, {f"player_{player}": 1.0 if player == winner else -1.0 for player in (1, 2)})


@unittest.skipUnless(importlib.util.find_spec("pyspiel"), "OpenSpiel is not installed")
class OpenSpiel(unittest.TestCase):
    def test_random_simulations_with_serialisation(self) -> None:
        import pyspiel

        import quintet.openspiel

        quintet.openspiel.register()
        quintet.openspiel.register()
        for game, size in everything():
            name = f"quintet_{game.replace('-', '_')}"
            name += "" if size == quintet.games()[game][0] else f"_{size}"
            loaded = pyspiel.load_game(name)
            pyspiel.random_sim_test(loaded, num_sims=4, serialize=True, verbose=False)
        for name, length in (("adjacency_block", 10), ("gridlock_3x3", 9), ("matrix_isolation", 14), ("quad_block", 200)):
            self.assertEqual(pyspiel.load_game(f"quintet_{name}").max_game_length(), length)
        self.assertEqual(pyspiel.load_game("quintet_quad_block(limit=30)").max_game_length(), 30)

    def test_records_are_converted_both_ways(self) -> None:
        import quintet.openspiel

        quintet.openspiel.register()
        for game, size in (("adjacency-block", "10"), ("grid-runner", "6x6")):
            position, moves = quintet.Position(game, size), []
            for _ in range(5):
                moves.append(position.moves[-1])
                position = position.play(moves[-1])
            state = quintet.openspiel.from_record(quintet.Record(game, moves, size=size))
            self.assertEqual((state.position, len(state.history())), (position, 5))
            self.assertEqual(quintet.openspiel.to_record(state).moves, moves)
        with self.assertRaises(ValueError):
            quintet.openspiel.from_record(quintet.Record("gridlock", ["1 1"], first=2))


class Kaggle(unittest.TestCase):
    def test_records_are_converted_both_ways(self) -> None:
        from quintet.kaggle import from_episode, to_episode

        for game, size in everything():
            position, moves = quintet.Position(game, size), []
            while not position.over:
                moves.append(quintet.choose(position, "medium", seed=len(moves)))
                position = position.play(moves[-1])
            record = quintet.Record(game, moves, size=size, players=("one", "two"))
            episode = json.loads(json.dumps(to_episode(record)))
            self.assertEqual(from_episode(episode), record)
            self.assertEqual((len(episode["steps"]), episode["statuses"]), (len(moves) + 2, ["DONE", "DONE"]))
            won = [1.0, -1.0] if position.winner == 1 else [-1.0, 1.0]
            self.assertEqual(episode["rewards"], won)
            first = [player["action"]["submission"] for player in episode["steps"][2]]
            self.assertEqual(first, [quintet.Position(game, size).action(moves[0]), -1])
        with self.assertRaises(ValueError):
            to_episode(quintet.Record("gridlock", ["1 1"], first=2))
        with self.assertRaises(ValueError):
            from_episode({**episode, "name": "open_spiel_chess"})


if __name__ == "__main__":
    unittest.main()
