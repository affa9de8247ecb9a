// A line of best play, followed on the board move by move.

import { ask, post } from "../app/api.js";

/** @import { GameStep, View } from "../app/types.js" */
/** @import { Sight } from "../board/hand.js" */

export class Line {
  /** How many moves of the line have been followed. */
  #at = 0;

  /**
   * @param {string} name how the line is called in sentences, such as "Best line"
   * @param {View} start
   * @param {GameStep[]} steps
   */
  constructor(name, start, steps) {
    this.name = name;
    this.start = start;
    this.steps = steps;
  }

  /**
   * Plays the moves of a line out.
   * @param {string} name
   * @param {View} start
   * @param {string[]} moves
   */
  static async of(name, start, moves) {
    const { game, size, position } = start;
    const { steps } = await ask(post("/replay", { game, size, start: position, moves }, {}));
    return new Line(name, start, steps);
  }

  /** Follows the line forwards or backwards. @param {1 | -1} by */
  go(by) {
    this.#at = Math.min(Math.max(this.#at + by, 0), this.steps.length);
  }

  /** The moves that have been followed. */
  get followed() {
    return this.steps.slice(0, this.#at);
  }

  /** What the board shows. @returns {Sight} */
  get sight() {
    const last = this.followed.at(-1);
    const marks = { last: last?.touches, lastBy: last?.player };
    return { view: last?.view ?? this.start, mayMove: false, marks };
  }

  /** The move that led to the position that is shown, in words. */
  get sentence() {
    const last = this.followed.at(-1);
    if (!last) return `${this.name}, at its start.`;
    const { view, player, move } = last;
    const said = `${this.name}, ${this.#at} of ${this.steps.length}: ${view.names[player - 1]} plays ${move}.`;
    return [said, view.ending].filter(Boolean).join(" ");
  }
}
