// A line of moves, followed on the board move by move.

import { post, request } from "../app/api.js";
import { button } from "../app/controls.js";
import { h } from "../app/dom.js";
import { changesOf, planOf } from "../board/plan.js";

/** @import { GameStep, View } from "../../types/page.d.ts" */
/** @import { Position } from "../board/move-input.js" */

/**
 * @typedef {object} LineEvents
 * @property {() => void} draw
 * @property {(sentence: string) => void} say
 * @property {() => void} close
 * @property {(moves: string[]) => void} play
 */

export class Line {
  /** The number of moves that have been followed. */
  #at = 0;
  next = button("Next", () => this.step(1), { icon: "on", label: "Next in the line" });

  /** @param {string} name @param {View} start @param {GameStep[]} steps @param {LineEvents} events */
  constructor(name, start, steps, events) {
    this.name = name;
    this.start = start;
    this.steps = steps;
    this.events = events;
    this.items = steps.map(({ move }) => h("li", {}, move));
    const play = () => events.play(steps.map(({ move }) => move));
    this.element = h(
      "div",
      { class: "lines", role: "group", "aria-label": name },
      h("ol", { class: "row line-moves" }, this.items),
      h(
        "div",
        { class: "tools" },
        button("Back", () => this.step(-1), { icon: "back", label: "Back in the line" }),
        this.next,
        button("Play this line", play, { icon: "play" }),
        button("Back to the game", events.close, { icon: "close" }),
      ),
    );
  }

  /**
   * Requests the positions of a line.
   * @param {string} name
   * @param {View} start
   * @param {string[]} moves
   * @param {LineEvents} events
   */
  static async of(name, start, moves, events) {
    const { game, size, position } = start;
    const { steps } = await request(post("/replay", { game, size, start: position, moves }, {}));
    return new Line(name, start, steps, events);
  }

  /** @param {1 | -1} by */
  step(by) {
    this.#at = Math.min(Math.max(this.#at + by, 0), this.steps.length);
    this.items.forEach((item, n) => item.setAttribute("aria-current", n === this.#at - 1 ? "step" : "false"));
    this.events.draw();
    this.events.say(this.#sentence);
  }

  get followed() {
    return this.steps.slice(0, this.#at);
  }

  /** The position for the board. @returns {Position} */
  get position() {
    const last = this.followed.at(-1);
    const view = last?.view ?? this.start;
    return { view, mayMove: false, marks: { last: last?.touches, lastBy: last?.player, plan: this.#plan(view) } };
  }

  /** Returns the next moves, each cell with the first move that changes it. @param {View} view */
  #plan(view) {
    const next = this.steps.slice(this.#at, this.#at + 3);
    const scenes = [view.scene, ...next.map((step) => step.view.scene)];
    const plans = next.flatMap(({ player }, n) => {
      return planOf(scenes[n], changesOf(scenes[n], scenes[n + 1]), player, n + 1);
    });
    const first = plans.filter(({ to }, n) => plans.findIndex((plan) => plan.to === to) === n);
    return first.map((plan) => ({ ...plan, isTaken: view.scene.cells[plan.to].token !== null }));
  }

  get #sentence() {
    const last = this.followed.at(-1);
    if (!last) return `${this.name}: the start.`;
    const sentence = `${this.name}, ${this.#at} of ${this.steps.length}: ${last.sentence}`;
    return [sentence, last.view.ending].filter(Boolean).join(" ");
  }
}
