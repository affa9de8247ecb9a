// The board by mouse, pen and finger: a click touches a cell, and a piece can be dragged.

/**
 * @typedef {object} PointerEvents
 * @property {(cell: number) => void} touch
 * @property {(cell: number | null) => void} point  the pointer or the focus is on another cell
 * @property {(cell: number) => boolean} grab  returns true if the token on a cell can be dragged
 * @property {(cell: number, x: number, y: number) => void} drag  by a distance in pixels
 * @property {(from: number, to: number | null) => void} drop
 */

/** The distance in pixels at which a click becomes a drag. */
const SLACK = 6;

/** @param {Element | EventTarget | null | undefined} target @returns {number | null} */
function cellOf(target) {
  const cell = target instanceof Element ? target.closest("[data-cell]") : null;
  return cell instanceof HTMLElement ? Number(cell.dataset.cell) : null;
}

/** @param {HTMLElement} grid @param {PointerEvents} events */
export function followPointer(grid, { touch, point, grab, drag, drop }) {
  /** @type {{cell: number, x: number, y: number, id: number, isMoving: boolean} | null} */
  let grabbed = null;
  let hasDropped = false;
  const cellAt = (/** @type {PointerEvent} */ { clientX, clientY }) =>
    cellOf(document.elementsFromPoint(clientX, clientY).find((element) => grid.contains(element)));

  grid.addEventListener("click", ({ target }) => {
    const cell = cellOf(target);
    if (cell !== null && !hasDropped) touch(cell);
  });
  grid.addEventListener("focusin", ({ target }) => {
    const cell = cellOf(target);
    if (cell !== null) point(cell);
  });
  grid.addEventListener("focusout", ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && grid.contains(relatedTarget))) point(null);
  });
  grid.addEventListener("pointerover", ({ pointerType, target }) => {
    if (pointerType === "mouse" && !grabbed?.isMoving) point(cellOf(target));
  });
  grid.addEventListener("pointerleave", () => {
    if (!grabbed?.isMoving) point(null);
  });

  grid.addEventListener("pointerdown", ({ target, button, clientX, clientY, pointerId }) => {
    hasDropped = false;
    const cell = cellOf(target);
    if (cell === null || button !== 0 || !grab(cell)) return;
    grabbed = { cell, x: clientX, y: clientY, id: pointerId, isMoving: false };
  });
  grid.addEventListener("pointermove", (event) => {
    if (!grabbed || event.pointerId !== grabbed.id) return;
    const [x, y] = [event.clientX - grabbed.x, event.clientY - grabbed.y];
    if (!grabbed.isMoving && Math.hypot(x, y) < SLACK) return;
    if (!grabbed.isMoving) grid.setPointerCapture(event.pointerId);
    grabbed.isMoving = true;
    drag(grabbed.cell, x, y);
    point(cellAt(event));
  });
  /** @param {PointerEvent} event @param {boolean} isDrop */
  const end = (event, isDrop) => {
    if (!grabbed || event.pointerId !== grabbed.id) return;
    const { cell, isMoving } = grabbed;
    grabbed = null;
    if (!isMoving) return;
    hasDropped = true;
    drop(cell, isDrop ? cellAt(event) : null);
  };
  grid.addEventListener("pointerup", (event) => end(event, true));
  grid.addEventListener("pointercancel", (event) => end(event, false));
}
