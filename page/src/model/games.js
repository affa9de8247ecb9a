// The games that were played in this browser: those at this screen, and those by link. A game at this screen stands in
// its address, so the address is all that has to be kept.

import { keep, keptList } from "../app/settings.js";

const UNKNOWN = {
  /** The same for all states of one game. */
  key: "",
  address: "",
  /** The id of the game. */
  game: "",
  /** The name of the game and its size. */
  title: "",
  /** Who played, such as "you against hard". */
  who: "",
  moves: 0,
  /** How it ended, in words; empty while it goes on. */
  ending: "",
  /** When something was last done, in milliseconds. */
  time: 0,
};

/** @typedef {typeof UNKNOWN} PastGame */

/** Of more games than that, those that were left longest ago are forgotten. */
const MOST = 100;

/** Every game, the last one first. @returns {PastGame[]} */
export function pastGames() {
  return keptList("past", UNKNOWN);
}

/** The key of the game at this screen with an address, if it is known. @param {string} address */
export function keyOf(address) {
  return pastGames().find((game) => game.address === address)?.key;
}

/** A key for a game at this screen that is not known yet. */
export function newKey() {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`;
}

/** Remembers a game as it is now. @param {Omit<PastGame, "time">} game */
export function remember(game) {
  const others = pastGames().filter(({ key }) => key !== game.key);
  keep("past", [{ ...game, time: Date.now() }, ...others].slice(0, MOST));
}

/** Forgets a game. @param {string} key */
export function forget(key) {
  keep("past", pastGames().filter((game) => game.key !== key));
}
