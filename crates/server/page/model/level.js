// What a level plays.

import { ask, post } from "../app/api.js";

/** @import { Sitting } from "./sitting.js" */

/** A level that answers at once looks like a fault: it takes this long, in milliseconds. */
const THINKING = 420;
/** Where nobody plays but levels, there is time to watch. */
const WATCHING = 900;

/**
 * The move of the level whose turn it is.
 * @param {Sitting} sitting
 * @param {AbortSignal} signal
 * @returns {Promise<string>}
 */
export async function levelsMove(sitting, signal) {
  const { game, size, position, to_move } = sitting.view;
  const player = sitting.course.players[to_move - 1];
  const patience = new Promise((resolve) => setTimeout(resolve, sitting.hasPerson ? THINKING : WATCHING));
  const choice = ask(post("/choose", { game, size, position, player }, {}), signal);
  const [{ move }] = await Promise.all([choice, patience]);
  return move;
}
