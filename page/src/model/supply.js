// The puzzles of a rush: easy ones first, then harder ones, and none twice.

import { get, request } from "../app/api.js";

/** @import { Listing, Puzzle } from "../../types/page.d.ts" */

const GRADES = ["easy", "medium", "hard"];
/** The number of solved puzzles after which the next grade follows. */
const STEP = 4;
/** The largest number of requests for a puzzle of a grade. */
const REQUESTS = 12;

export class Supply {
  /** Puzzles that have not been used yet. @type {Puzzle[]} */
  #pool = [];
  /** @type {Set<string>} */
  #seen = new Set();

  /** @param {Listing[]} games @param {AbortSignal} signal */
  constructor(games, signal) {
    this.games = games;
    this.signal = signal;
  }

  /** Returns the next puzzle. @param {number} solved the number of solved puzzles */
  async next(solved) {
    const wanted = Math.min(Math.floor(solved / STEP), GRADES.length - 1);
    const off = (/** @type {Puzzle} */ { grade }) => Math.abs(GRADES.indexOf(grade) - wanted);
    for (let n = 0; n < REQUESTS || !this.#pool.length; n += 1) {
      if (this.#pool.some((puzzle) => off(puzzle) === 0)) break;
      await this.#request();
    }
    this.#pool.sort((a, b) => off(a) - off(b));
    return /** @type {Puzzle} */ (this.#pool.shift());
  }

  /** Requests a puzzle of a random game at its standard size. */
  async #request() {
    const { id, sizes } = this.games[Math.floor(Math.random() * this.games.length)];
    const seed = Math.floor(Math.random() * 2 ** 40);
    const puzzle = await request(get("/puzzles/{game}/{size}", { game: id, size: sizes[0], seed }), this.signal);
    const name = `${id} ${puzzle.view.position}`;
    if (!this.#seen.has(name)) this.#pool.push(puzzle);
    this.#seen.add(name);
  }
}
