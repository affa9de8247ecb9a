"""The functions of `lm_eval_quintet.yaml`."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

import quintet


def load(questions: str = "v1", games: str = "", seed: int | None = None, **_: Any) -> Any:
    """Load the public questions, or private ones drawn by a seed: `--metadata '{"seed": 7}'`."""
    from datasets import Dataset, DatasetDict

    chosen = [game for game in games.split(",") if game]
    asked = quintet.questions(questions if seed is None else None, *chosen, seed=seed or 0)
    rows = [{"question": json.dumps(asdict(question))} for question in asked]
    return DatasetDict({"test": Dataset.from_list(rows)})


def text(doc: dict[str, Any]) -> str:
    """Return the prompt of `quintet evaluate` as one message."""
    return "\n\n".join(message["content"] for message in quintet.prompt(question(doc)))


def score(doc: dict[str, Any], results: list[str]) -> dict[str, Any]:
    """Judge the move in an answer by the exact values of the position."""
    asked = question(doc)
    verdict = quintet.judge(asked, quintet.read_answer(results[0], asked))
    correct = float(verdict["correct"])
    return {"accuracy": correct, "legal": float(verdict["legal"]), "skill": (correct, verdict["chance"])}


def skill(answers: list[tuple[float, float]]) -> float:
    """Scale the accuracy: 0 for random moves, 1 for perfect play."""
    kept, chance = (sum(column) / len(answers) for column in zip(*answers, strict=True))
    return (kept - chance) / (1 - chance)


def question(doc: dict[str, Any]) -> quintet.Question:
    """Parse a question."""
    fields = json.loads(doc["question"])
    return quintet.Question(**{**fields, "moves": tuple(fields["moves"])})
