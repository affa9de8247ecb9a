// The board by mouse, pen and finger: a click touches a cell, and a piece can be dragged.

/** @import { Board } from "./board.js" */

/** How far the pointer goes, in pixels, before it drags rather than clicks. */
const SLACK = 6;

/** @param {Event} event @returns {number | null} */
function cellOf(event) {
  const cell = event.target instanceof Element ? event.target.closest("[data-cell]") : null;
  return cell instanceof HTMLElement ? Number(cell.dataset.cell) : null;
}

/** @param {Board} board */
export function followPointer(board) {
  const { grid } = board;
  /** @type {{cell: number, x: number, y: number, id: number, isMoving: boolean} | null} */
  let drag = null;
  let hasDropped = false;

  grid.addEventListener("click", (event) => {
    const cell = cellOf(event);
    if (cell === null || hasDropped) return;
    board.focus(cell);
    board.handlers.touch(cell);
  });
  grid.addEventListener("focusin", (event) => {
    const cell = cellOf(event);
    if (cell === null) return;
    board.current = cell;
    board.handlers.point(cell);
  });
  grid.addEventListener("focusout", (event) => {
    if (!(event.relatedTarget instanceof Node && grid.contains(event.relatedTarget))) board.handlers.point(null);
  });
  grid.addEventListener("pointerover", (event) => {
    if (event.pointerType === "mouse" && !drag?.isMoving) board.handlers.point(cellOf(event));
  });
  grid.addEventListener("pointerleave", () => {
    if (!drag?.isMoving) board.handlers.point(null);
  });

  grid.addEventListener("pointerdown", (event) => {
    hasDropped = false;
    const cell = cellOf(event);
    if (cell === null || event.button !== 0 || !board.handlers.canDrag(cell)) return;
    drag = { cell, x: event.clientX, y: event.clientY, id: event.pointerId, isMoving: false };
  });
  grid.addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.isMoving && Math.hypot(x, y) < SLACK) return;
    if (!drag.isMoving) grid.setPointerCapture(event.pointerId);
    drag.isMoving = true;
    const scale = board.unitsPerPixel;
    board.drawing.drag(drag.cell, { x: x * scale, y: y * scale });
    board.handlers.point(board.cellAt(event.clientX, event.clientY));
  });
  /** @param {PointerEvent} event @param {boolean} isDrop */
  const end = (event, isDrop) => {
    if (!drag || event.pointerId !== drag.id) return;
    const { cell, isMoving } = drag;
    drag = null;
    if (!isMoving) return;
    hasDropped = true;
    board.drawing.drag(cell, null);
    const to = board.cellAt(event.clientX, event.clientY);
    if (isDrop && to !== null && to !== cell) board.handlers.drop(cell, to);
    else board.handlers.point(null);
  };
  grid.addEventListener("pointerup", (event) => end(event, true));
  grid.addEventListener("pointercancel", (event) => end(event, false));
}
