// What moves lead to. Each is asked for once, so a move that was previewed is known before it is played.

import { ask, post } from "../app/api.js";
import { goingOn } from "./ways.js";

/** @import { Played, Token, View } from "../app/types.js" */

/** @type {Map<string, Promise<Played>>} */
const known = new Map();
const MOST = 400;

/**
 * The move played on a position. Rejects with the reason if it is not legal.
 * @param {View} view
 * @param {string} move
 * @returns {Promise<Played>}
 */
export function outcome(view, move) {
  const { game, size, position } = view;
  const key = [game, size, position, move].join("|");
  let answer = known.get(key);
  if (!answer) {
    answer = ask(post("/play", { game, size, position, move }, {}));
    known.set(key, answer);
    answer.catch(() => known.delete(key));
    if (known.size > MOST) known.delete(/** @type {string} */ (known.keys().next().value));
  }
  return answer;
}

/**
 * The cells that certainly change by the touched cells: what comes there, or `null` for what goes. Ways come in the
 * order of their later cells, so what the first and the last agree on, all do.
 * @param {View} view
 * @param {number[]} touched
 * @returns {Promise<Map<number, Token | null>>}
 */
export async function consequences(view, touched) {
  /** @type {Map<number, Token | null>} */
  const changes = new Map();
  const ways = touched.length ? goingOn(view.moves ?? [], touched) : [];
  if (!ways.length) return changes;
  const [one, other] = await Promise.all([ways[0], ways[ways.length - 1]].map((way) => outcome(view, way.move)));
  view.scene.cells.forEach(({ token }, n) => {
    const [a, b] = [one, other].map((played) => played.view.scene.cells[n].token);
    const [now, first, last] = [token, a, b].map((one) => JSON.stringify(one));
    if (first === last && first !== now) changes.set(n, a);
    // Whatever comes in its place, this one goes.
    else if (token && first !== now && last !== now) changes.set(n, null);
  });
  return changes;
}
