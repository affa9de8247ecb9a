// What is known about positions. Each is asked for once.

import { ask, post } from "../app/api.js";

/** @import { Analysis, View } from "../../types/page.d.ts" */

/** @type {Map<string, Promise<Analysis>>} */
const known = new Map();

/**
 * What is found at once is shown, and then all is asked for that can be found.
 * @param {{ game: string, size: string, position: string, explain: boolean }} question
 * @param {((first: Analysis) => void) | undefined} show
 * @returns {Promise<Analysis>}
 */
async function inSteps(question, show) {
  const first = await ask(post("/analyze", { ...question, quick: true }, {}));
  if (!first.more) return first;
  show?.(first);
  return ask(post("/analyze", question, {}));
}

/**
 * The value of a position and of its moves, the line of best play, and the reason.
 * @param {View} view
 * @param {(first: Analysis) => void} [show] gets what is found at once, if more may be found
 * @returns {Promise<Analysis>}
 */
export function truthOf({ game, size, position }, show) {
  const key = [game, size, position].join("|");
  let answer = known.get(key);
  if (!answer) {
    answer = inSteps({ game, size, position, explain: true }, show);
    known.set(key, answer);
    answer.catch(() => known.delete(key));
    if (known.size > 200) known.delete(/** @type {string} */ (known.keys().next().value));
  }
  return answer;
}
