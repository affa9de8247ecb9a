"""The adapters in examples/adapters against their real packages and a scripted model, without a network.

scripts/adapters [inspect | lm_eval | verifiers | textarena]...
"""

import asyncio
import os
import sys
import unittest
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import quintet

FOLDER = Path(__file__).resolve().parents[3] / "examples" / "adapters"
sys.path.insert(0, str(FOLDER))
os.environ.setdefault("HF_HUB_OFFLINE", "1")
os.environ.setdefault("HF_DATASETS_OFFLINE", "1")


def perfect(question: quintet.Question) -> str:
    return f"I look at the board.\nMOVE: {quintet.choose(question.position, 'perfect', seed=1)}"


class Inspect(unittest.TestCase):
    def test_a_perfect_model_has_a_skill_of_1_and_a_silent_one_none(self) -> None:
        import inspect_task
        from inspect_ai import eval as run
        from inspect_ai.model import ModelOutput, ModelUsage, get_model

        task = inspect_task.quintet_moves(games="gridlock", seed=5, positions=6)
        questions = quintet.questions(None, "gridlock", seed=5, positions=6)
        for answers, expected in (
            ([perfect(question) for question in questions], (1.0, 1.0)),
            (["I do not know."] * 6, (0.0, None)),
        ):
            outputs = [ModelOutput.from_content("mockllm/model", answer) for answer in answers]
            for output in outputs:
                # Otherwise Inspect downloads a tokenizer to count.
                output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
            model = get_model("mockllm/model", custom_outputs=outputs)
            log = run(task, model=model, display="none", log_dir="/tmp/quintet-inspect", max_samples=1)[0]
            assert log.results is not None, str(log.error)[:2000]
            metrics = log.results.scores[0].metrics
            self.assertEqual(metrics["accuracy"].value, expected[0])
            if expected[1] is not None:
                self.assertEqual(metrics["skill"].value, expected[1])
            else:
                self.assertLess(metrics["skill"].value, 0)


class LmEval(unittest.TestCase):
    def test_the_harness_scores_a_perfect_model(self) -> None:
        from lm_eval import simple_evaluate
        from lm_eval.api.model import LM
        from lm_eval.tasks import TaskManager

        class Scripted(LM):  # type: ignore[misc]
            def generate_until(self, requests: list[Any]) -> list[str]:
                import lm_eval_quintet

                return [perfect(lm_eval_quintet.question(request.doc)) for request in requests]

            def loglikelihood(self, requests: list[Any]) -> Any:
                raise NotImplementedError

            def loglikelihood_rolling(self, requests: list[Any]) -> Any:
                raise NotImplementedError

        manager = TaskManager(include_path=str(FOLDER), include_defaults=False)
        results = simple_evaluate(Scripted(), tasks=["quintet"], task_manager=manager, limit=8, bootstrap_iters=0)
        figures = results["results"]["quintet"]
        for name in ("accuracy", "legal", "skill"):
            self.assertEqual(figures[f"{name},none"], 1.0, figures)


class Verifiers(unittest.TestCase):
    def test_rewards_are_exact(self) -> None:
        import quintet_moves

        config = quintet_moves.MoveConfig(id="quintet_moves", games=["quad-block"], seed=3, positions=5)
        tasks = list(quintet_moves.MoveTaskset(config))
        self.assertEqual(len(tasks), 5)
        for task in tasks:
            question = task.data.parsed()
            self.assertIn("Quad Block", task.data.system_prompt)
            for answer, legal in ((perfect(question), 1.0), ("MOVE: 99", 0.0)):
                trace: Any = SimpleNamespace(last_reply=answer)
                reward = asyncio.run(task.preserves_value(trace))
                verdict = quintet.judge(question, quintet.read_answer(answer, question))
                self.assertEqual(reward, 1.0 if legal else 1 - verdict["regret"] / 2)
                self.assertEqual(asyncio.run(task.is_legal(trace)), legal)


class TextArena(unittest.TestCase):
    def test_every_game_is_played_to_its_end_and_illegal_moves_are_answered(self) -> None:
        import textarena
        import textarena_env  # noqa: F401

        for game in quintet.games():
            env = textarena.make(f"Quintet-{game}-v0")
            env.reset(num_players=2, seed=1)
            while not hasattr(env, "position"):
                env = env.env
            player, observation = env.get_observation()
            self.assertEqual(player, 0)
            self.assertIn("MOVE:", str(observation))
            done, _ = env.step("MOVE: nonsense")
            self.assertFalse(done)
            self.assertEqual(env.get_observation()[0], 0, "the same player is asked again")
            while not done:
                move = quintet.choose(env.position, "perfect" if env.position.to_move == 1 else "random", seed=1)
                done, _ = env.step(f"MOVE: {move}")
            rewards, _ = env.close()
            self.assertEqual(rewards[env.position.winner - 1], 1)


if __name__ == "__main__":
    names = {"inspect": Inspect, "lm_eval": LmEval, "verifiers": Verifiers, "textarena": TextArena}
    chosen = [names[name] for name in sys.argv[1:]] or list(names.values())
    suite = unittest.TestSuite(map(unittest.defaultTestLoader.loadTestsFromTestCase, chosen))
    sys.exit(not unittest.TextTestRunner().run(suite).wasSuccessful())
