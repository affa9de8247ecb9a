// Inviting a friend to a game, and joining one.
//
// A seat belongs to a browser, which the server recognizes by a cookie. Clients without cookies get a token instead. A
// page would lose it with the next reload, so it can only watch.

import { ApiError, post, request, requestOnce } from "../app/api.js";
import { go } from "../app/router.js";

/** @import { LiveState, OpenRequest } from "../../types/page.d.ts" */

const NO_COOKIES =
  "Your browser blocks cookies, which are needed to play with a friend. Allow cookies for this site and try again.";

function noCookies() {
  return new ApiError({ type: "", title: "No cookies", status: 401, detail: NO_COOKIES });
}

/** Creates a game and opens it. @param {OpenRequest & {name: string}} options */
export async function invite(options) {
  if (!navigator.cookieEnabled) throw noCookies();
  await requestOnce(post("/browser", {}, {}));
  const joined = await requestOnce(post("/games", { ...options, name: options.name.trim() || undefined }, {}));
  if (joined.token) throw noCookies();
  go(`/game/${joined.game.id}`);
}

/**
 * Takes the free seat of a game. Without it the person watches; the error explains why.
 * @param {LiveState} state
 * @param {string} name
 * @param {AbortSignal} signal
 * @returns {Promise<{state: LiveState, error?: string}>}
 */
export async function join(state, name, signal) {
  if (state.you || state.seats.every((seat) => seat.taken)) return { state };
  if (!navigator.cookieEnabled) return { state, error: NO_COOKIES };
  try {
    await request(post("/browser", {}, {}), signal);
    const body = { name: name.trim() || undefined };
    const { token, game } = await request(post("/games/{id}/join", body, { id: state.id }), signal);
    return token ? { state: { ...game, you: null, can: [] }, error: NO_COOKIES } : { state: game };
  } catch (error) {
    if (!(error instanceof ApiError) || !error.problem.current) throw error;
    return { state: error.problem.current };
  }
}
