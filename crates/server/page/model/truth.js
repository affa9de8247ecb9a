// What is known about positions. Each is asked for once.

import { ask, post } from "../app/api.js";

/** @import { Analysis, View } from "../../types/page.d.ts" */

/** @type {Map<string, Promise<Analysis>>} */
const known = new Map();

/**
 * The value of a position and of its moves, the line of best play, and the reason.
 * @param {View} view
 * @returns {Promise<Analysis>}
 */
export function truthOf({ game, size, position }) {
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
