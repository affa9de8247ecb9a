// Values on cells, on one scale: green wins and red loses, and the nearer the end, the deeper the color. A star marks
// the best move.
//
//     loses soon ▓▒░  ░▒▓ wins soon

import { s } from "../app/dom.js";

/** @import { Note } from "../../types/page.d.ts" */

/** @typedef {Note & {strength: number, isBest: boolean}} Value  strength: how deep its color is, from 0 to 1 */

/** The values for the other player. @type {Record<string, Note["value"]>} */
export const OPPOSITE = { win: "loss", loss: "win" };

/** Greater than all distances. */
const FAR = 500;

/** Ranks a value for its player, or returns null if it is unsolved. @param {Note} note */
function rank({ value, distance }) {
  if (value === "win") return 1000 - (distance ?? FAR);
  if (value === "loss") return (distance ?? FAR) - 1000;
  return value === "endless" ? 0 : null;
}

/**
 * Returns values by cell. The star is on the recommended cell, unless all cells are equally good.
 * @param {Note[]} notes
 * @param {number | undefined} recommended
 * @returns {Map<number, Value>}
 */
export function scaled(notes, recommended) {
  const ranks = notes.map((note) => rank(note) ?? -Infinity);
  const [best, worst] = [Math.max(...ranks), Math.min(...ranks)];
  const isKnown = ranks[notes.findIndex(({ cell }) => cell === recommended)] === best;
  const starred = isKnown ? recommended : notes[ranks.indexOf(best)]?.cell;
  return new Map(
    notes.map((note) => [
      note.cell,
      { ...note, strength: depth(note, notes), isBest: best > worst && note.cell === starred },
    ]),
  );
}

/**
 * Returns the depth of a color: the sooner the end compared with other cells, the deeper.
 * @param {Note} note
 * @param {Note[]} notes
 */
function depth({ value, distance }, notes) {
  const others = notes.filter((note) => note.value === value).map((note) => note.distance ?? FAR);
  const distances = [...new Set(others)].sort((a, b) => a - b);
  if (distances.length < 2) return 0.6;
  return 1 - (0.75 * distances.indexOf(distance ?? FAR)) / (distances.length - 1);
}

/** Returns a value from the side of the other player. @param {Value} value @param {string} words @returns {Value} */
export function flipped(value, words) {
  return { ...value, value: OPPOSITE[value.value] ?? value.value, words };
}

/** Sets the depth of the color of a cell. @param {SVGElement} tile @param {Value | undefined} value */
export function shade(tile, value) {
  tile.style.setProperty("--strength", String(value?.strength ?? 0));
}

/**
 * Draws a value: a sign, the star, and, on the best cell and the one under the pointer, the winner's moves to the end.
 * @param {Value} value
 * @param {boolean} isPointed
 */
export function drawValue({ value, distance, isBest }, isPointed) {
  const sign = { win: "+", loss: "−", endless: "=", unsolved: "?" }[value];
  const moves = distance !== null && (isBest || isPointed) ? String(Math.ceil(distance / 2)) : "";
  return s(
    "g",
    { class: "note" },
    isBest && s("path", { class: "star", d: STAR }),
    s("text", { x: 86, y: 86 }, sign + moves),
  );
}

const STAR = "M79 8.5 82.7 16.3 91.2 17.4 85 23.3 86.5 31.8 79 27.7 71.5 31.8 73 23.3 66.8 17.4 75.3 16.3z";
