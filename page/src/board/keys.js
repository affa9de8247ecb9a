// Moving across the board by keyboard.

/**
 * Returns the cell that a key leads to. Arrow keys follow the cells as they are drawn, also where a row is wrapped.
 * @param {KeyboardEvent} event
 * @param {{at: number, count: number, across: number, isRow: boolean}} grid the current cell, all cells, and the cells
 *   in a line
 * @returns {number | null}
 */
export function keyTarget({ key, ctrlKey }, { at, count, across, isRow }) {
  const column = at % across;
  const start = at - column;
  const end = Math.min(start + across, count) - 1;
  const valid = (/** @type {number} */ cell) => (cell >= 0 && cell < count ? cell : at);
  switch (key) {
    case "ArrowLeft":
      return valid(at > start || isRow ? at - 1 : at);
    case "ArrowRight":
      return valid(at < end || isRow ? at + 1 : at);
    case "ArrowUp":
      return valid(at - across);
    case "ArrowDown":
      return valid(at + across);
    case "Home":
      return ctrlKey ? 0 : start;
    case "End":
      return ctrlKey ? count - 1 : end;
    case "PageUp":
      return column;
    case "PageDown":
      return Math.floor((count - 1 - column) / across) * across + column;
    default:
      return null;
  }
}
