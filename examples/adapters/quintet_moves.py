"""Quintet's questions as a taskset of verifiers, with exact rewards. Tried with verifiers 0.4.0.

Installed as the package `quintet_moves`, or on the Python path: `eval quintet_moves --model ...`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

import quintet
import verifiers.v1 as vf


class MoveData(vf.TaskData):
    """A question."""

    question: dict[str, Any]

    def parsed(self) -> quintet.Question:
        """Return the question, in which JSON has turned tuples into lists."""
        return quintet.Question(**{**self.question, "moves": tuple(self.question["moves"])})


class MoveTask(vf.Task[MoveData, vf.State, vf.TaskConfig]):
    """One move in a position with exact values."""

    def judge(self, trace: vf.Trace) -> dict[str, Any]:
        """Judge the move in the answer."""
        question = self.data.parsed()
        return quintet.judge(question, quintet.read_answer(trace.last_reply, question))

    @vf.reward
    async def preserves_value(self, trace: vf.Trace) -> float:
        """Return 1 if the move preserves the value of the position, less for each step of value lost."""
        return 1.0 - float(self.judge(trace)["regret"]) / 2

    @vf.metric
    async def is_legal(self, trace: vf.Trace) -> float:
        """Return 1 if the move is legal."""
        return float(self.judge(trace)["legal"])


class MoveConfig(vf.TasksetConfig):
    """The questions: the public ones, or private ones drawn by a seed."""

    games: list[str] = []
    questions: str = "v1"
    seed: int | None = None
    positions: int = 200


class MoveTaskset(vf.Taskset[MoveTask, MoveConfig]):
    """All questions, with the prompt of `quintet evaluate`."""

    def load(self) -> Iterator[MoveTask]:
        """Yield a task for each question."""
        name = self.config.questions if self.config.seed is None else None
        seed, positions = self.config.seed or 0, self.config.positions
        for question in quintet.questions(name, *self.config.games, seed=seed, positions=positions):
            messages = {message["role"]: message["content"] for message in quintet.prompt(question)}
            data = MoveData(
                prompt=messages["user"], system_prompt=messages["system"], question=asdict(question)
            )
            yield MoveTask(data, self.config.task)
