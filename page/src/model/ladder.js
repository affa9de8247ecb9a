// The ladder: the opponents of a game from the weakest to the strongest, and those that the person has beaten.

import { capitalized } from "../app/dom.js";
import { load, store } from "../app/settings.js";
import { address } from "./session.js";

/** @import { Listing } from "../../types/page.d.ts" */

/** @type {Record<string, string>} by game */
const NO_SIZES = {};
/**
 * The opponent is "human", a level, or "friend". The side is a player, or "auto" for the one with the better prospects.
 * The first player is "1", "2" or "random".
 */
const DEFAULTS = { opponent: "easy", side: "auto", first: "1", name: "", sizes: NO_SIZES };

/** @typedef {typeof DEFAULTS} Choices  the options of new games */

/** @type {Record<string, string[]>} the levels beaten, by game */
const NONE = {};

/** Returns the options that were chosen last. @returns {Choices} */
export function choices() {
  return { ...load("choices", DEFAULTS) };
}

/** Returns the display name of an opponent. @param {Listing} entry @param {string} name */
export function titleOf(entry, name) {
  return entry.levels.find((level) => level.name === name)?.title ?? capitalized(name);
}

/** Returns the levels that the person has beaten. @param {string} game @returns {string[]} */
export function beaten(game) {
  return load("ladder", NONE)[game] ?? [];
}

/** Stores a win. @param {string} game @param {string} level */
export function recordWin(game, level) {
  store("ladder", { ...load("ladder", NONE), [game]: [...new Set([...beaten(game), level])] });
}

/** Returns the level above another one. @param {Listing} entry @param {string} name */
export function levelAbove({ levels }, name) {
  const at = levels.findIndex((level) => level.name === name);
  return at < 0 ? undefined : levels[at + 1];
}

/** Returns the size that was chosen last, or the standard one. @param {Listing} entry @param {Choices} chosen */
export function sizeOf({ id, sizes }, chosen) {
  const size = chosen.sizes[id];
  return sizes.includes(size) ? size : sizes[0];
}

/**
 * Returns the address of a new game against a level or another person on this device.
 * @param {Listing} entry
 * @param {Partial<Choices> & {size?: string}} [changes] to the options that were chosen last
 */
export function newGame(entry, changes) {
  const chosen = { ...choices(), ...changes };
  const opponent = chosen.opponent === "friend" ? DEFAULTS.opponent : chosen.opponent;
  const first = chosen.first === "random" ? "random" : chosen.first === "2" ? 2 : 1;
  const size = changes?.size ?? sizeOf(entry, chosen);
  const side = sideOf(entry, { ...chosen, sizes: { [entry.id]: size } });
  /** @type {[string, string]} */
  const players = side === 2 ? [opponent, "human"] : ["human", opponent];
  return address({ game: entry.id, size, players, first });
}

/** Returns the player that the person plays. @param {Listing} entry @param {Choices} chosen @returns {1 | 2} */
export function sideOf(entry, chosen) {
  if (chosen.side !== "auto") return chosen.side === "2" ? 2 : 1;
  // At other sizes the winner is not listed, and the first player is as good as any.
  const favored = sizeOf(entry, chosen) === entry.sizes[0] ? entry.favored : null;
  return (chosen.first === "2") === (favored === 2) ? 1 : 2;
}
