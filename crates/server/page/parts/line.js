// A line of best play, followed on the board move by move.

import { outcome } from "../board/outcomes.js";

/** @import { Played, View } from "../app/types.js" */
/** @import { Sight } from "../board/hand.js" */

export class Line {
  /** How many moves of the line have been followed. */
  #at = 0;

  /**
   * @param {string} name how the line is called in sentences, such as "Best line"
   * @param {View} start
   * @param {Played[]} steps
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
    /** @type {Played[]} */
    const steps = [];
    for (const move of moves) steps.push(await outcome(steps.at(-1)?.view ?? start, move));
    return new Line(name, start, steps);
  }

  /** Follows the line forwards or backwards. @param {1 | -1} by */
  go(by) {
    this.#at = Math.min(Math.max(this.#at + by, 0), this.steps.length);
  }

  /** The position that is shown. */
  get view() {
    return this.#viewAt(this.#at);
  }

  /** @param {number} at */
  #viewAt(at) {
    return at ? this.steps[at - 1].view : this.start;
  }

  /** What the board shows. @returns {Sight} */
  get sight() {
    const [last] = this.followed.slice(-1);
    const marks = last && { last: last.touches, lastBy: this.#viewAt(this.#at - 1).to_move };
    return { view: this.view, mayMove: false, marks };
  }

  /** The moves that have been followed. */
  get followed() {
    return this.steps.slice(0, this.#at);
  }

  /** The move that led to the position that is shown, in words. */
  get sentence() {
    const [last] = this.followed.slice(-1);
    if (!last) return `${this.name}, at its start.`;
    const { names, to_move } = this.#viewAt(this.#at - 1);
    const said = `${this.name}, ${this.#at} of ${this.steps.length}: ${names[to_move - 1]} plays ${last.move}.`;
    return [said, this.view.ending].filter(Boolean).join(" ");
  }
}
