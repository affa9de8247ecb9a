// Inviting a friend: a game with an address of its own; and taking the seat that a friend has left free.
//
// A seat belongs to a browser, which is known again by its cookie. One that keeps none gets a token instead, with which
// a program could go on; a page would lose it with the next reload, so it does not pretend to sit.

import { ask, once, Refused } from "../app/api.js";
import { go } from "../app/router.js";

/** @typedef {import("../app/types.js").LiveState} LiveState */
/** @typedef {{seat: 1 | 2, token?: string, game: LiveState}} Joined */

/** What somebody is told who can not sit down here. */
const NO_COOKIES = "This browser keeps no cookies, so it can not hold a seat in a game. Allow cookies for this site to play with a friend.";

/** @returns {Refused} */
function seatless() {
  return new Refused({ type: "", title: "No cookies", status: 401, detail: NO_COOKIES });
}

/**
 * Makes a game and goes there.
 * @param {{game: string, size: string, first: 1 | 2, seat: 1 | 2, name: string}} wish
 */
export async function invite(wish) {
  if (!navigator.cookieEnabled) throw seatless();
  await once("/browser", {});
  /** @type {Joined} */
  const joined = await once("/games", { ...wish, name: wish.name.trim() || undefined });
  if (joined.token) throw seatless();
  go(`/game/${joined.game.id}`);
}

/**
 * Takes the free seat of a game. Whoever can not watches, and may be told why.
 * @param {string} path
 * @param {LiveState} state
 * @param {string} name
 * @param {AbortSignal} signal
 * @returns {Promise<{state: LiveState, why?: string}>}
 */
export async function join(path, state, name, signal) {
  if (state.you || state.seats.every((seat) => seat.taken)) return { state };
  if (!navigator.cookieEnabled) return { state, why: NO_COOKIES };
  try {
    await ask("/browser", {}, signal);
    /** @type {Joined} */
    const { token, game } = await ask(`${path}/join`, { name: name.trim() || undefined }, signal);
    return token ? { state: { ...game, you: null }, why: NO_COOKIES } : { state: game };
  } catch (fault) {
    if (!(fault instanceof Refused) || !fault.problem.current) throw fault;
    return { state: fault.problem.current };
  }
}
