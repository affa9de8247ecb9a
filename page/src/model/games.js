// The games that were played in this browser, on this device or with a friend. The address of a game on this device
// contains all of it.

import { loadList, store } from "../app/settings.js";

const EMPTY = {
  /** The same for all positions of a game. */
  key: "",
  address: "",
  /** The id of the game. */
  game: "",
  /** The name of the game and its size. */
  title: "",
  /** The players, such as "you against hard". */
  who: "",
  moves: 0,
  /** The result in words, empty for an unfinished game. */
  ending: "",
  /** The time of the last action, in milliseconds. */
  time: 0,
};

/** @typedef {typeof EMPTY} PastGame */

/** The number of games that are stored. */
const MAX_GAMES = 100;

/** Returns all games, the latest first. @returns {PastGame[]} */
export function pastGames() {
  return loadList("past", EMPTY);
}

/** Returns the key of the game with an address. @param {string} address */
export function keyOf(address) {
  return pastGames().find((game) => game.address === address)?.key;
}

/** Returns a key for a new game. */
export function newKey() {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`;
}

/** Stores the current state of a game. @param {Omit<PastGame, "time">} game */
export function remember(game) {
  const others = pastGames().filter(({ key }) => key !== game.key);
  store("past", [{ ...game, time: Date.now() }, ...others].slice(0, MAX_GAMES));
}

/** Removes a game. @param {string} key */
export function forget(key) {
  store(
    "past",
    pastGames().filter((game) => game.key !== key),
  );
}
