// A line of best play, followed on the board move by move.

import { ask, post } from "../app/api.js";
import { button } from "../app/controls.js";
import { h } from "../app/dom.js";
import { changesOf, planOf } from "../board/plan.js";

/** @import { GameStep, View } from "../../types/page.d.ts" */
/** @import { Sight } from "../board/hand.js" */

/**
 * @typedef {object} Follower  who shows a line
 * @property {{draw: () => void, say: (sentence: string) => void}} screen
 * @property {() => void} left
 * @property {(moves: string[]) => void} [playOn]
 */

export class Line {
  /** How many moves of the line have been followed. */
  #at = 0;
  next = button("Next", () => this.go(1), { icon: "on", label: "Next in the line" });

  /**
   * @param {string} name how the line is called in sentences, such as "Best line"
   * @param {View} start
   * @param {GameStep[]} steps
   * @param {Follower} follower
   */
  constructor(name, start, steps, follower) {
    this.name = name;
    this.start = start;
    this.steps = steps;
    this.follower = follower;
    this.items = steps.map(({ move }) => h("li", {}, move));
    const { playOn, left } = follower;
    const play = () => playOn?.(this.steps.map(({ move }) => move));
    this.element = h(
      "div",
      { class: "lines", role: "group", "aria-label": name },
      h("ol", { class: "row line-moves" }, this.items),
      h(
        "div",
        { class: "tools" },
        button("Back", () => this.go(-1), { icon: "back", label: "Back in the line" }),
        this.next,
        playOn && button("Play this line", play, { icon: "play" }),
        button("Back to the game", left, { icon: "close" }),
      ),
    );
  }

  /**
   * Plays the moves of a line out.
   * @param {string} name
   * @param {View} start
   * @param {string[]} moves
   * @param {Follower} follower
   */
  static async of(name, start, moves, follower) {
    const { game, size, position } = start;
    const { steps } = await ask(post("/replay", { game, size, start: position, moves }, {}));
    return new Line(name, start, steps, follower);
  }

  /** Follows the line forwards or backwards. @param {1 | -1} by */
  go(by) {
    this.#at = Math.min(Math.max(this.#at + by, 0), this.steps.length);
    this.items.forEach((item, n) => item.setAttribute("aria-current", n === this.#at - 1 ? "step" : "false"));
    this.follower.screen.draw();
    this.follower.screen.say(this.#sentence);
  }

  /** The moves that have been followed. */
  get followed() {
    return this.steps.slice(0, this.#at);
  }

  /** What the board shows. @returns {Sight} */
  get sight() {
    const last = this.followed.at(-1);
    const view = last?.view ?? this.start;
    return { view, mayMove: false, marks: { last: last?.touches, lastBy: last?.player, plan: this.#plan(view) } };
  }

  /** The next moves from a position of the line, as far as each shows what is on the board. @param {View} view */
  #plan(view) {
    const next = this.steps.slice(this.#at, this.#at + 3);
    const scenes = [view.scene, ...next.map((step) => step.view.scene)];
    const plans = next.flatMap(({ player }, n) => {
      const changes = changesOf(scenes[n], scenes[n + 1]);
      return planOf(scenes[n], changes, player, n + 1);
    });
    // A cell shows the first thing that happens to it.
    const first = plans.filter(({ to }, n) => plans.findIndex((plan) => plan.to === to) === n);
    return first.map((plan) => ({ ...plan, isTaken: view.scene.cells[plan.to].token !== null }));
  }

  /** The move that led to the position that is shown, in words. */
  get #sentence() {
    const last = this.followed.at(-1);
    if (!last) return `${this.name}, at its start.`;
    const said = `${this.name}, ${this.#at} of ${this.steps.length}: ${last.sentence}`;
    return [said, last.view.ending].filter(Boolean).join(" ");
  }
}
