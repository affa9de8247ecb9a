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
  /** The name of a friend. */
  opponent: "",
  /** "won" or "lost" for the person, empty if neither. */
  result: "",
  moves: 0,
  /** The width of the board, and the text of each cell. */
  columns: 0,
  cells: "",
  /** The result in words, empty for an unfinished game. */
  ending: "",
  /** The time of the last action, in milliseconds. */
  time: 0,
};

/** @import { Scene } from "../../types/page.d.ts" */

/** @typedef {typeof EMPTY} PastGame */

/** The number of games that are stored. */
const MAX_GAMES = 100;

/** Returns all games, the latest first. @returns {PastGame[]} */
export function pastGames() {
  return loadList("past", EMPTY).filter(({ key }) => key);
}

/** Returns a board in the form in which it is stored. @param {Scene} scene */
export function boardOf({ columns, cells }) {
  return { columns, cells: cells.map(({ token }) => token?.text ?? ".").join(" ") };
}

/**
 * Returns the scene of a board without labels.
 * @param {Scene} picture a scene with every kind of token
 * @param {number} columns
 * @param {string[]} text of each cell; any text other than a token's is an empty cell
 * @returns {Scene}
 */
export function sceneFrom(picture, columns, texts) {
  const plain = (/** @type {string} */ text) => text.replaceAll("'", "");
  const token = (/** @type {string} */ text) =>
    picture.cells.find((cell) => cell.token && plain(cell.token.text) === plain(text))?.token ?? null;
  const cells = texts.map((text) => ({ name: "", token: token(text) }));
  return { rows: texts.length / columns, columns, row_labels: [], column_labels: [], cells, bodies: [], idea: {} };
}

/** Counts the games won and lost against a friend. @param {string} opponent */
export function headToHead(opponent) {
  const games = pastGames().filter((game) => game.opponent === opponent);
  const count = (/** @type {string} */ result) => games.filter((game) => game.result === result).length;
  return { won: count("won"), lost: count("lost") };
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
