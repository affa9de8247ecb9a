"""Quintet's questions as a task of Inspect. Tried with inspect-ai 0.3.285.

inspect eval examples/adapters/inspect_task.py --model openai/gpt-4o -T games=gridlock,quad-block
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import quintet
from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ChatMessage, ChatMessageSystem, ChatMessageUser
from inspect_ai.scorer import Metric, SampleScore, Score, Scorer, Target, accuracy, metric, scorer, stderr
from inspect_ai.solver import TaskState, generate


@metric
def skill() -> Metric:
    """Scale the accuracy: 0 for random moves, 1 for perfect play."""

    def measure(scores: list[SampleScore]) -> float:
        kept = sum(one.score.as_float() for one in scores) / len(scores)
        chance = sum((one.score.metadata or {})["chance"] for one in scores) / len(scores)
        return (kept - chance) / (1 - chance)

    return measure


@scorer(metrics=[accuracy(), stderr(), skill()])
def preserves_value() -> Scorer:
    """Score 1 for a move that preserves the exact value of the position."""

    async def score(state: TaskState, target: Target) -> Score:
        question = parsed(state.metadata["question"])
        move = quintet.read_answer(state.output.completion, question)
        verdict = quintet.judge(question, move)
        explanation = verdict["error"] or f"a move that preserves the value: {verdict['better']}"
        return Score(
            value=1 if verdict["correct"] else 0, answer=move, explanation=explanation, metadata=verdict
        )

    return score


@task
def quintet_moves(games: str = "", questions: str = "v1", seed: int | None = None, positions: int = 200) -> Task:
    """Ask the public questions, or private ones drawn by a seed."""
    chosen = [game for game in games.split(",") if game]
    name = questions if seed is None else None
    asked = quintet.questions(name, *chosen, seed=seed or 0, positions=positions)
    return Task(dataset=MemoryDataset([sample(one) for one in asked]), solver=generate(), scorer=preserves_value())


def sample(question: quintet.Question) -> Sample:
    """Return a question with the prompt of `quintet evaluate`."""
    roles = {"system": ChatMessageSystem, "user": ChatMessageUser}
    messages: list[ChatMessage] = [
        roles[message["role"]](content=message["content"]) for message in quintet.prompt(question)
    ]
    return Sample(input=messages, metadata={"question": asdict(question)})


def parsed(fields: dict[str, Any]) -> quintet.Question:
    """Return a question from metadata, in which JSON has turned tuples into lists."""
    return quintet.Question(**{**fields, "moves": tuple(fields["moves"])})
