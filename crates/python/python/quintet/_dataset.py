"""All positions of a game with their values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from quintet._core import Rows

if TYPE_CHECKING:
    import pyarrow


def dataset(
    game: str, *, size: str | None = None, chunk: int = 65536, action_values: bool = False
) -> Iterator[dict[str, Any]]:
    """Iterate over the unfinished positions of a solved game, in chunks of NumPy columns.

    Positions that differ only by symmetry or by swapping the players are listed once; `images` is their number. The
    columns are `position` (strings), `observation`, `legal` and `best` (1 for each action that preserves value and
    distance), `to_move` (1 or 2) and `player` (0 or 1), `value` (1 win, 0 endless, -1 loss), `distance` (plies, -1 if
    endless) and `images`; with `action_values` also `action_values` and `action_distances`, as `Batch.action_values()`
    returns them. A background thread prepares the next chunks.
    """
    return iter(Rows(game, size, chunk, action_values))


def arrow(
    game: str, *, size: str | None = None, chunk: int = 65536, action_values: bool = False
) -> pyarrow.RecordBatchReader:
    """Return the same data as an Arrow stream with the schema of `quintet export`. Requires `pyarrow`.

    With `action_values` there is also a column of this name with the value of each legal action, in the order of `legal`.
    """
    import numpy as np
    import pyarrow as pa

    schema = pa.schema(
        [
            pa.field("position", pa.string(), nullable=False),
            pa.field("to_move", pa.uint8(), nullable=False),
            pa.field("value", pa.int8(), nullable=False),
            pa.field("distance", pa.uint8()),
            pa.field("images", pa.uint32(), nullable=False),
            pa.field("legal", pa.list_(pa.field("element", pa.uint8(), nullable=False)), nullable=False),
            pa.field("best", pa.list_(pa.field("element", pa.uint8(), nullable=False)), nullable=False),
        ]
    )

    if action_values:
        values = pa.list_(pa.field("element", pa.int8(), nullable=False))
        schema = schema.append(pa.field("action_values", values, nullable=False))

    def listed(marks: Any, elements: Any = None) -> Any:
        offsets = np.concatenate([[0], marks.sum(axis=1, dtype=np.int32).cumsum(dtype=np.int32)]).astype(np.int32)
        actions = np.nonzero(marks)[1].astype(np.uint8) if elements is None else elements[marks == 1]
        return pa.ListArray.from_arrays(pa.array(offsets), pa.array(actions))

    def batches() -> Iterator[Any]:
        for columns in dataset(game, size=size, chunk=chunk, action_values=action_values):
            distance = columns["distance"]
            arrays = [
                pa.array(columns["position"], pa.string()),
                pa.array(columns["to_move"]),
                pa.array(columns["value"]),
                pa.array(np.maximum(distance, 0).astype(np.uint8), mask=distance < 0),
                pa.array(columns["images"]),
                listed(columns["legal"]).cast(schema.field("legal").type),
                listed(columns["best"]).cast(schema.field("best").type),
            ]
            if action_values:
                values = listed(columns["legal"], columns["action_values"])
                arrays.append(values.cast(schema.field("action_values").type))
            yield pa.RecordBatch.from_arrays(arrays, schema=schema)

    return pa.RecordBatchReader.from_batches(schema, batches())
