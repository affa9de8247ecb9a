// The layout of a board in units of its drawing. A cell is 100 wide:
//
//           A    B    C          labels are outside the plate
//         +--------------+
//      1  | 100  100 ... |       a single row that is too long for the screen is
//      2  | 100          |       wrapped like text, and a band joins its lines
//         +--------------+

/** @import { Scene } from "../../types/page.d.ts" */

const CELL = 100;
const EDGE = 12;

/**
 * @typedef {object} Layout
 * @property {number} width
 * @property {number} height
 * @property {number} across  cells in a line
 * @property {number} lines
 * @property {(cell: number) => {x: number, y: number}} at  the upper left corner of a cell
 * @property {(line: number) => {x: number, y: number, width: number, height: number}} line  the cells of a line
 * @property {{x: number, y: number, width: number, height: number}[]} plates  the ground of the cells
 * @property {string} bands  a path from the end of each line of a wrapped row to the start of the next one
 * @property {{x: number, y: number, text: string}[]} labels
 */

/**
 * @typedef {object} Room  the space for a board
 * @property {number} across  the number of cells of a single row that fit side by side
 * @property {number} scale  units per pixel, so that letters have the same size on every board
 */

/** Returns a path through the middles of adjacent cells. @param {number[]} cells @param {Layout} layout */
export function joined(cells, layout) {
  const corners = cells.map((cell) => layout.at(cell));
  const pairs = corners.flatMap((a, n) => corners.slice(n + 1).map((b) => [a, b]));
  const adjacent = pairs.filter(([a, b]) => Math.abs(a.x - b.x) + Math.abs(a.y - b.y) === CELL);
  return adjacent.map(([a, b]) => `M${a.x + 50} ${a.y + 50}L${b.x + 50} ${b.y + 50}`).join("");
}

/** @param {Scene} scene @param {Room} room @returns {Layout} */
export function layOut(scene, { across, scale }) {
  const gutter = Math.min(Math.max(20 * scale, 16), 52);
  const isRow = scene.rows === 1;
  // Lines of a wrapped row have about the same length.
  const perLine = isRow ? Math.ceil(scene.columns / Math.max(1, Math.ceil(scene.columns / across))) : scene.columns;
  const lines = isRow ? Math.ceil(scene.columns / perLine) : scene.rows;
  // Outside the lines of a wrapped row there is room for the bands.
  const margin = isRow && lines > 1 ? 18 : 0;
  const left = scene.row_labels.length ? gutter : margin;
  const top = scene.column_labels.length ? gutter : 0;
  // Each line of a wrapped row has its own plate and labels.
  const pitch = isRow ? CELL + 2 * EDGE + top + 8 : CELL;
  /** @param {number} line */
  const lengthOf = (line) => Math.min(perLine, scene.cells.length - line * perLine);
  /** @param {number} cell */
  const at = (cell) => ({
    x: left + EDGE + (cell % perLine) * CELL,
    y: top + EDGE + Math.floor(cell / perLine) * pitch,
  });
  const width = left + 2 * EDGE + perLine * CELL + margin;
  const height = isRow ? lines * pitch - 8 : top + 2 * EDGE + lines * CELL;
  const plates = Array.from({ length: isRow ? lines : 1 }, (_, line) => ({
    x: left,
    y: top + line * pitch,
    width: 2 * EDGE + lengthOf(line) * CELL,
    height: 2 * EDGE + (isRow ? CELL : lines * CELL),
  }));
  const bands = plates.slice(0, isRow ? -1 : 0).map(({ x, y, width: length, height: thickness }) => {
    const next = y + pitch + thickness / 2;
    return `M${x + length} ${y + thickness / 2}h9V${y + thickness + 8}H${x - 9}V${next}h9`;
  });
  const columns = scene.column_labels.map((text, column) => {
    const { x, y } = at(column);
    return { x: x + CELL / 2, y: y - EDGE - gutter * 0.48, text };
  });
  const rows = scene.row_labels.map((text, row) => ({
    x: left - gutter * 0.5,
    y: at(row * perLine).y + CELL / 2,
    text,
  }));
  return {
    width,
    height,
    across: perLine,
    lines,
    at,
    line: (line) => ({ ...at(line * perLine), width: lengthOf(line) * CELL, height: CELL }),
    plates,
    bands: bands.join(""),
    labels: [...columns, ...rows],
  };
}
