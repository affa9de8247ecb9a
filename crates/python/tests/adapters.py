"""The adapters in examples/adapters against their real packages and a scripted model, without a network.

scripts/adapters [inspect | lm_eval | verifiers | textarena]...
"""

import asyncio
import json
import os
import sys
import threading
import unittest
from collections.abc import Callable
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import quintet

FOLDER = Path(__file__).resolve().parents[3] / "examples" / "adapters"
sys.path[:0] = [str(FOLDER), str(FOLDER.parent)]
os.environ.setdefault("HF_HUB_OFFLINE", "1")
os.environ.setdefault("HF_DATASETS_OFFLINE", "1")

import chat_model  # noqa: E402


def perfect(question: quintet.Question) -> str:
    return f"I look at the board.\nMOVE: {quintet.choose(question.position, 'perfect', seed=1)}"


class Model:
    """A scripted model behind an OpenAI-compatible endpoint on a free port."""

    def __init__(self, reply: Callable[[list[dict[str, str]]], str]) -> None:
        class Handler(chat_model.Handler):
            def reply(self, messages: list[dict[str, str]]) -> str:
                return reply(messages)

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)

    def __enter__(self) -> str:
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return f"http://127.0.0.1:{self.server.server_port}/v1"

    def __exit__(self, *_: object) -> None:
        self.server.shutdown()


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
    def test_rewards_of_rollouts_are_exact(self) -> None:
        import quintet_moves
        import verifiers.v1 as vf
        from verifiers.v1.configs.agent import AgentConfig
        from verifiers.v1.runtimes import ProgramResult

        class Asking(vf.Harness[vf.HarnessConfig]):
            """Asks the model once, without a program of its own."""

            APPENDS_SYSTEM_PROMPT, NEEDS_CONTAINER, EXECUTES_CODE = True, False, False

            async def setup(self, runtime: Any) -> None:
                pass

            async def launch(self, ctx: Any, trace: Any, runtime: Any, endpoint: str, secret: str, *rest: Any) -> Any:
                system, prompt = self.resolve_prompt(rest[1])
                messages = [{"role": "system", "content": system}, {"role": "user", "content": prompt}]
                body = json.dumps({"model": ctx.model, "messages": messages}).encode()
                headers = {"content-type": "application/json", "authorization": f"Bearer {secret}"}
                request = Request(f"{endpoint}/chat/completions", body, headers)
                await asyncio.to_thread(lambda: urlopen(request).read())
                return ProgramResult(0, "", "")

        config = quintet_moves.MoveConfig(id="quintet_moves", games=["quad-block"], seed=3, positions=4)
        tasks = list(quintet_moves.MoveTaskset(config))
        answers = {task.data.prompt: perfect(task.data.parsed()) for task in tasks[:2]}
        for task in tasks:
            self.assertIn("Quad Block", task.data.system_prompt)
        with Model(lambda messages: answers.get(messages[-1]["content"], "MOVE: 99")) as url:

            async def rollouts() -> list[Any]:
                client = vf.EvalClientConfig(base_url=url, api_key_var="NO_KEY")
                settings = AgentConfig(model="scripted", client=client, harness={"id": "null"}, runtime={"type": "subprocess"})
                agent = vf.Agent(settings)
                agent.harness = Asking(vf.HarnessConfig(id="asking"))
                async with agent:
                    return [await agent.run(task) for task in tasks]

            traces = asyncio.run(rollouts())
        for n, (task, trace) in enumerate(zip(tasks, traces, strict=True)):
            self.assertTrue(trace.ok, trace.errors)
            verdict = quintet.judge(task.data.parsed(), None)
            self.assertEqual(trace.reward, 1.0 if n < 2 else 1 - verdict["regret"] / 2)
            self.assertEqual(trace.metrics["is_legal"], float(n < 2))


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
            self.assertIn("you are asked once more. If the second answer is not legal either, you lose", str(observation))
            done, _ = env.step("MOVE: nonsense")
            self.assertFalse(done)
            self.assertEqual(env.get_observation()[0], 0, "the same player is asked again")
            while not done:
                move = quintet.choose(env.position, "perfect" if env.position.to_move == 1 else "random", seed=1)
                done, _ = env.step(f"MOVE: {move}")
            rewards, _ = env.close()
            self.assertEqual(rewards[env.position.winner - 1], 1)
            env.reset(num_players=2, seed=1)
            env.step("MOVE: nonsense")
            done, _ = env.step("nothing")
            self.assertTrue(done)
            self.assertEqual(env.close()[0], {0: -1, 1: 1})


if __name__ == "__main__":
    names = {"inspect": Inspect, "lm_eval": LmEval, "verifiers": Verifiers, "textarena": TextArena}
    chosen = [names[name] for name in sys.argv[1:]] or list(names.values())
    suite = unittest.TestSuite(map(unittest.defaultTestLoader.loadTestsFromTestCase, chosen))
    sys.exit(not unittest.TextTestRunner().run(suite).wasSuccessful())
