// Inviting a friend: a game with an address of its own; and taking the seat that a friend has left free.
//
// A seat belongs to a browser, which is known again by its cookie. A browser without cookies gets a token instead. That
// is enough for a program, but a page would lose it with the next reload, so the page only watches then.

import { ask, once, post, Refused } from "../app/api.js";
import { go } from "../app/router.js";

/** @import { LiveState, OpenRequest } from "../../types/page.d.ts" */

/** Said where no seat can be taken. */
const NO_COOKIES =
  "This browser keeps no cookies, so it cannot hold a seat in a game. " +
  "Allow cookies for this site to play with a friend.";

/** @returns {Refused} */
function seatless() {
  return new Refused({ type: "", title: "No cookies", status: 401, detail: NO_COOKIES });
}

/** Makes a game and goes there. @param {OpenRequest & {name: string}} wish */
export async function invite(wish) {
  if (!navigator.cookieEnabled) throw seatless();
  await once(post("/browser", {}, {}));
  const joined = await once(post("/games", { ...wish, name: wish.name.trim() || undefined }, {}));
  if (joined.token) throw seatless();
  go(`/game/${joined.game.id}`);
}

/**
 * Takes the free seat of a game. A person who cannot have one watches, and may be told why.
 * @param {LiveState} state
 * @param {string} name
 * @param {AbortSignal} signal
 * @returns {Promise<{state: LiveState, why?: string}>}
 */
export async function join(state, name, signal) {
  if (state.you || state.seats.every((seat) => seat.taken)) return { state };
  if (!navigator.cookieEnabled) return { state, why: NO_COOKIES };
  try {
    await ask(post("/browser", {}, {}), signal);
    const body = { name: name.trim() || undefined };
    const { token, game } = await ask(post("/games/{id}/join", body, { id: state.id }), signal);
    return token ? { state: { ...game, you: null, can: [] }, why: NO_COOKIES } : { state: game };
  } catch (fault) {
    if (!(fault instanceof Refused) || !fault.problem.current) throw fault;
    return { state: fault.problem.current };
  }
}
