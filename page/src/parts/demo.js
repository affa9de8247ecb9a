// Small boards on which each game plays itself. They stand still where motion is not wanted.

import { h, mayMove } from "../app/dom.js";
import { Drawing } from "../board/drawing.js";

/** @import { Listing, Scene } from "../../types/page.d.ts" */

/** How long a move is looked at, in milliseconds, and for how many moves the end is. */
const PACE = 1100;
const END = 4;

/** A game on a small board. */
class Demo {
  #drawing = new Drawing();
  #at = 0;
  isSeen = false;

  /** @param {Listing} entry @param {number} place in the catalogue */
  constructor({ demo, picture, hue }, place) {
    this.winning = demo.winning;
    /** @type {{scene: Scene, changed: number[]}[]} */
    this.frames = [{ scene: demo.start, changed: [] }];
    for (const changes of demo.steps) {
      const before = this.frames[this.frames.length - 1].scene;
      const cells = [...before.cells];
      for (const { cell, token } of changes) cells[cell] = { ...cells[cell], token };
      this.frames.push({ scene: { ...before, cells }, changed: changes.map(({ cell }) => cell) });
    }
    // They do not all begin at once.
    this.#at = (2 * place) % this.frames.length;
    this.element = h("div", { class: "card-board" }, this.#drawing.element);
    this.element.style.setProperty("--hue", String(hue));
    this.#drawing.show(picture, ROOM);
    this.#drawing.mark({});
  }

  step() {
    if (!this.isSeen) return;
    const last = this.frames.length - 1;
    const at = Math.min(this.#at, last);
    const { scene, changed } = this.frames[at];
    this.#drawing.show(scene, ROOM);
    const lastBy = at % 2 ? 1 : 2;
    const isOver = at === last;
    this.#drawing.mark({ last: changed, lastBy, winning: isOver ? this.winning : [], winner: lastBy });
    this.#at = this.#at < last + END ? this.#at + 1 : 0;
  }
}

const ROOM = { across: 5, scale: 2.6 };

/**
 * The small board of each game, and a way to stop and start all of them.
 * @param {Listing[]} games
 * @param {AbortSignal} signal
 */
export function demosOf(games, signal) {
  const demos = games.map((game, n) => new Demo(game, n));
  let isStill = false;
  const seen = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      const demo = demos.find(({ element }) => element === target);
      if (demo) demo.isSeen = isIntersecting;
    }
  });
  for (const { element } of demos) seen.observe(element);
  const timer = setInterval(() => {
    if (!isStill && !document.hidden && mayMove()) for (const demo of demos) demo.step();
  }, PACE);
  signal.addEventListener("abort", () => {
    clearInterval(timer);
    seen.disconnect();
  });
  return { elements: demos.map(({ element }) => element), pause: (/** @type {boolean} */ still) => (isStill = still) };
}
