"""Questions, prompts, answers and judgements, as the command uses them."""

import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

import numpy as np

import quintet
from quintet import Position, Question, Questions


class PublicQuestions(unittest.TestCase):
    def test_the_public_set_is_fixed(self) -> None:
        questions = quintet.questions("v1")
        self.assertEqual(len(questions), 1500)
        self.assertEqual({one.game for one in questions}, set(quintet.games()))
        self.assertEqual(questions.hash, quintet.questions("v1").hash)
        self.assertEqual(len(quintet.questions("v1", "gridlock")), 300)
        with self.assertRaisesRegex(ValueError, "unknown set of questions 'v0'"):
            quintet.questions("v0")

    def test_private_questions_are_drawn_by_a_seed(self) -> None:
        one, two = (quintet.questions(None, "gridlock", positions=20, seed=seed) for seed in (5, 6))
        self.assertEqual((len(one), one.hash), (20, quintet.questions(None, "gridlock", positions=20, seed=5).hash))
        self.assertNotEqual(one.hash, two.hash)
        with self.assertRaises(ValueError):
            quintet.questions(size="3x3")

    def test_a_question_is_asked_read_and_judged(self) -> None:
        for question in quintet.questions("v1", "grid-runner")[:20]:
            system, user = quintet.prompt(question)
            self.assertEqual((system["role"], user["role"]), ("system", "user"))
            self.assertNotIn("costs nothing", system["content"])
            self.assertIn(question.position.draw().strip(), user["content"])
            best = quintet.choose(question.position, "perfect", seed=1)
            answer = f"I think.\n\n**MOVE: {best.lower()}**"
            move = quintet.read_answer(answer, question)
            verdict = quintet.judge(question, move)
            self.assertEqual((verdict["legal"], verdict["correct"], verdict["regret"]), (True, True, 0))
            self.assertLess(verdict["chance"], 1)
            self.assertIsNone(quintet.read_answer("I do not know.", question))
            for wrong in (None, "MOVE Z9", 10**6):
                verdict = quintet.judge(question, wrong)
                self.assertEqual((verdict["legal"], verdict["correct"], verdict["move"]), (False, False, None))
                self.assertGreater(verdict["regret"], 0)
            kept = quintet.judge(question.position, best)
            self.assertTrue(kept["correct"])
        mine = quintet.prompt(question, "{game}\n---\n{moves} {scoring}")
        self.assertIn("counts as the worst move", mine[1]["content"])
        with self.assertRaisesRegex(ValueError, "unknown placeholder"):
            quintet.prompt(question, "{board}")

    def test_a_disguised_prompt_is_answered_in_its_own_words(self) -> None:
        for game, title in (("grid-runner", "Grid Runner"), ("quad-block", "Quad Block")):
            question = quintet.questions("v1", game)[0]
            move = question.position.moves[0]
            for disguise in ("renamed", "relabeled"):
                template = "{game}: {drawing} {moves}"
                text = quintet.prompt(question, template, disguise=disguise)[0]["content"]
                self.assertNotEqual(text, quintet.prompt(question, template)[0]["content"])
                self.assertEqual(title in text, disguise == "relabeled")
                listed = quintet.prompt(question, "{moves}", disguise=disguise)[0]["content"].split(", ")
                answer = f"MOVE: {listed[0]}"
                self.assertEqual(quintet.read_answer(answer, question, disguise=disguise), move)
        with self.assertRaises(ValueError):
            quintet.prompt(question, disguise="hidden")

    def test_a_mirrored_question_has_the_same_value(self) -> None:
        for question in quintet.questions("v1", "gridlock")[:20]:
            images = {quintet.mirror(question, n).position for n in range(8)}
            self.assertGreater(len(images | {question.position}), 1)
            self.assertEqual({image.value() for image in images}, {question.position.value()})

    def test_the_prompt_of_a_game_states_what_follows_an_illegal_answer(self) -> None:
        question = quintet.questions("v1", "gridlock")[0]
        stated = [quintet.prompt(question, "{scoring}", retries=2, forfeits=loses)[0]["content"] for loses in (True, False)]
        self.assertIn("up to 2 times", stated[0])
        self.assertIn("you lose the game", stated[0])
        self.assertIn("a random move is played", stated[1])

    def test_answers_may_be_numpy_scalars_and_arrays_of_one(self) -> None:
        question = quintet.questions("v1", "gridlock")[0]
        action = question.position.actions[0]
        for answer in (action, np.int64(action), np.array([action]), np.array(action)):
            self.assertTrue(quintet.judge(question, answer)["legal"], repr(answer))

    def test_an_evaluation_of_fixed_questions(self) -> None:
        calls = []
        report = quintet.evaluate(
            lambda position: quintet.choose(position, "perfect", seed=1),
            "gridlock",
            questions=quintet.questions("v1"),
            repeats=2,
            progress=lambda done, total: calls.append((done, total)),
        )
        self.assertEqual((report["all"]["asked"], calls[-1]), (600, (600, 600)))
        self.assertEqual((report["all"]["skill"]["value"], report["level"], report["repeats"]), (1.0, "perfect", 2))
        self.assertEqual(report["questions"], "v1")

    def test_an_unsolved_size_is_evaluated_soon(self) -> None:
        report = quintet.evaluate(lambda position: position.moves[0], "grid-runner", size="7x7", positions=5)
        self.assertEqual((report["all"]["asked"], report["games"][0]["is_solved"]), (5, False))
        asked = [answer["position"] for answer in report["games"][0]["answers"]]
        self.assertEqual(len(set(asked)), 5)

    @unittest.skipUnless("QUINTET" in os.environ, "scripts/python names the command")
    def test_the_command_asks_the_questions_of_a_file(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "mine.jsonl"
            questions = quintet.questions(None, "gridlock", positions=20, seed=9)
            questions.write(path)
            command = [os.environ["QUINTET"], "evaluate", "random", "gridlock", "--pairs=0", "--json"]
            ran = subprocess.run([*command, "--questions", path], check=True, capture_output=True, text=True)
            report = json.loads(ran.stdout)
            self.assertEqual((report["questions"], report["hash"]), ("mine", questions.hash))
            asked = [answer["position"] for answer in report["games"][0]["answers"]]
            self.assertEqual(asked, [question.position.text for question in questions])

    def test_questions_are_checked(self) -> None:
        with self.assertRaises(ValueError):
            Questions([Question("gridlock", "4x4", "..../..../..../.... 1", ("9 9",), 0)])[0].position
        question = Question("gridlock", "4x4", "..../..../..../.... 1", (), 0)
        self.assertEqual(question.position, Position("gridlock"))


if __name__ == "__main__":
    unittest.main()
