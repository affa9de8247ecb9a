"""All positions of a game with their values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from quintet._core import Rows

if TYPE_CHECKING:
    import pyarrow


def dataset(game: str, *, size: str | None = None, chunk: int = 65536) -> Iterator[dict[str, Any]]:
    """Iterate over the unfinished positions of a solved game, in chunks of NumPy columns.

    Positions that differ only by symmetry or by swapping the players are listed once; `images` is their number. The
    columns are `position` (strings), `observation`, `legal` and `best` (1 for each action that preserves value and
    distance), `to_move`, `value` (1 win, 0 endless, -1 loss), `distance` (plies, -1 if endless) and `images`. A
    background thread prepares the next chunks.
    """
    return iter(Rows(game, size, chunk))


def arrow(game: str, *, size: str | None = None, chunk: int = 65536) -> pyarrow.RecordBatchReader:
    """Return the same data as an Arrow stream with the schema of `quintet export`. Requires `pyarrow`."""
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

    def listed(marks: Any) -> Any:
        offsets = np.concatenate([[0], marks.sum(axis=1, dtype=np.int32).cumsum(dtype=np.int32)]).astype(np.int32)
        actions = pa.array(np.nonzero(marks)[1].astype(np.uint8))
        return pa.ListArray.from_arrays(pa.array(offsets), actions)

    def batches() -> Iterator[Any]:
        for columns in dataset(game, size=size, chunk=chunk):
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
            yield pa.RecordBatch.from_arrays(arrays, schema=schema)

    return pa.RecordBatchReader.from_batches(schema, batches())
