// Inviting a friend: a game with an address of its own.

import { once } from "../app/api.js";
import { go } from "../app/router.js";

/**
 * Makes a game and goes there.
 * @param {{game: string, size: string, first: 1 | 2, seat: 1 | 2, name: string}} wish
 */
export async function invite(wish) {
  await once("/browser", {});
  const joined = await once("/games", { ...wish, name: wish.name.trim() || undefined });
  go(`/game/${joined.game.id}`);
}
