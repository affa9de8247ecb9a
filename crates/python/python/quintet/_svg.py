"""Positions as SVG, for notebooks."""

from __future__ import annotations

from html import escape
from typing import Any

from quintet._core import Position
from quintet._requests import request

_CELL = 48
_EDGE = 22
_COLOURS = {1: "#b43f29", 2: "#1b5e92", None: "#5b606b"}


def board(position: Position) -> str:
    """Draw the board with the best value for each cell: +5, -4, = or ?."""
    view = request("/positions/{game}/{size}", game=position.game, size=position.size, position=position.text)
    scene = view["scene"]
    rows, columns = scene["rows"], scene["columns"]
    width, height = columns * _CELL + 2 * _EDGE, rows * _CELL + 2 * _EDGE
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        ' font-family="sans-serif" text-anchor="middle">',
        f"<title>{escape(position.game)} {escape(position.text)}</title>",
        f'<rect width="{width}" height="{height}" rx="8" fill="#e2dacb"/>',
    ]
    notes = _notes(position)
    for number, cell in enumerate(scene["cells"]):
        x, y = _EDGE + number % columns * _CELL, _EDGE + number // columns * _CELL
        parts.append(
            f'<rect x="{x + 1}" y="{y + 1}" width="{_CELL - 2}" height="{_CELL - 2}" rx="6" fill="#fbf8f2"/>'
        )
        parts.append(_content(cell["token"], notes.get(number), x + _CELL // 2, y + _CELL // 2))
    for number, label in enumerate(scene["column_labels"]):
        parts.append(_text(label, _EDGE + number * _CELL + _CELL // 2, _EDGE - 7, 12, "#5b606b"))
    for number, label in enumerate(scene["row_labels"]):
        parts.append(_text(label, _EDGE // 2, _EDGE + number * _CELL + _CELL // 2 + 4, 12, "#5b606b"))
    parts.append("</svg>")
    return "".join(parts)


def _notes(position: Position) -> dict[int, dict[str, Any]]:
    """Return the values to show on the cells."""
    analysis = position.analysis(explain=True)
    first = [note for note in analysis["notes"] if not note["touched"]]
    return {cell["cell"]: cell for note in first for cell in note["cells"]}


def _content(token: dict[str, Any] | None, note: dict[str, Any] | None, x: int, y: int) -> str:
    colours = {"win": "#2e6b34", "loss": "#9c2f2f"}
    if token is not None:
        drawn = _text(token["text"].strip("'"), x, y + 7, 20, _COLOURS[token["owner"]], bold=True)
        small = "" if note is None else _text(note["sign"], x + 14, y - 11, 10, colours.get(note["value"], "#5b606b"))
        return drawn + small
    if note is not None:
        return _text(note["sign"], x, y + 5, 14, colours.get(note["value"], "#5b606b"))
    return ""


def _text(text: str, x: int, y: int, size: int, colour: str, *, bold: bool = False) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return f'<text x="{x}" y="{y}" font-size="{size}" fill="{colour}"{weight}>{escape(text)}</text>'
