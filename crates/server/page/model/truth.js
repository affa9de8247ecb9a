// What is known about positions, in the words of the analysis.

import { ask, post } from "../app/api.js";

/** @import { Analysis, Value, View } from "../app/types.js" */

/** @type {Map<string, Promise<Analysis>>} */
const known = new Map();

/**
 * The value of a position and of its moves, the line of best play, and the reason.
 * @param {View} view
 * @returns {Promise<Analysis>}
 */
export function truthOf(view) {
  const { game, size, position } = view;
  const key = [game, size, position].join("|");
  let answer = known.get(key);
  if (!answer) {
    answer = ask(post("/analyze", { game, size, position, explain: true }, {}));
    known.set(key, answer);
    answer.catch(() => known.delete(key));
    if (known.size > 200) known.delete(/** @type {string} */ (known.keys().next().value));
  }
  return answer;
}

/** `+5`, `-4`, `=`, `?`. @param {Value} value */
export function sign({ value, distance }) {
  // A true minus sign is as wide as the plus.
  return value === "win" ? `+${distance}` : value === "loss" ? `−${distance}` : value === "endless" ? "=" : "?";
}

/** `wins in 5`, `loses in 4`, `is endless`, `is unsolved`. @param {Value} value */
export function verdict({ value, distance }) {
  return value === "win" ? `wins in ${distance}` : value === "loss" ? `loses in ${distance}` : `is ${value}`;
}

/** A value as a sentence about a player. @param {string} name @param {Value} value */
export function spoken(name, value) {
  if (value.value === "endless") return "Neither player can force a win.";
  if (value.value === "unsolved") return "The value is unsolved.";
  return `${name} ${verdict(value)}.`;
}

/**
 * The best value behind each cell that can be touched next.
 * @param {Analysis} analysis
 * @param {View} view
 * @param {number[]} picked
 * @returns {Map<number, {text: string, kind: string, words: string}>}
 */
export function notes(analysis, view, picked) {
  const found = new Map();
  const touches = new Map((view.moves ?? []).map((way) => [way.move, way.touches]));
  // Moves come best first, so the first that touches a cell is the best there.
  for (const known of analysis.moves) {
    const cells = touches.get(known.move);
    if (!cells || !picked.every((cell, n) => cells[n] === cell)) continue;
    const cell = cells[picked.length];
    if (cell !== undefined && !found.has(cell)) {
      found.set(cell, { text: sign(known), kind: known.value, words: verdict(known) });
    }
  }
  return found;
}
