// The board by keyboard: arrows go from cell to cell, Enter and Space touch, Escape takes a touch back.

/** @import { Board } from "./board.js" */

/** @param {Board} board */
export function followKeys(board) {
  board.grid.addEventListener("keydown", (event) => {
    if (event.altKey || event.metaKey || !board.scene) return;
    const to = goal(board, event.key, event.ctrlKey);
    if (to !== null) {
      board.focus(to);
    } else if ((event.key === "Enter" || event.key === " ") && !event.ctrlKey) {
      board.handlers.touch(board.current);
    } else if (event.key === "Escape" || event.key === "Backspace") {
      board.handlers.back();
    } else {
      return;
    }
    event.preventDefault();
  });
}

/**
 * The cell that a key leads to. Arrows follow the cells as they are drawn, also where a row is broken into lines.
 * @param {Board} board
 * @param {string} key
 * @param {boolean} isFar
 * @returns {number | null}
 */
function goal(board, key, isFar) {
  const count = board.cells.length;
  const across = board.drawing.layout?.across ?? count;
  const at = board.current;
  const start = at - (at % across);
  const end = Math.min(start + across, count) - 1;
  const isRow = board.scene?.rows === 1;
  /** @param {number} cell */
  const stay = (cell) => (cell >= 0 && cell < count ? cell : at);
  const goals = new Map([
    ["ArrowLeft", stay(at > start || isRow ? at - 1 : at)],
    ["ArrowRight", stay(at < end || isRow ? at + 1 : at)],
    ["ArrowUp", stay(at - across)],
    ["ArrowDown", stay(at + across)],
    ["Home", isFar ? 0 : start],
    ["End", isFar ? count - 1 : end],
    ["PageUp", at % across],
    ["PageDown", Math.floor((count - 1 - (at % across)) / across) * across + (at % across)],
  ]);
  return goals.get(key) ?? null;
}
