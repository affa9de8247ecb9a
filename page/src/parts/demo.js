// Small boards on which each game plays itself. They are still if the person prefers reduced motion.

import { h, hasMotion } from "../app/dom.js";
import { smallRoom } from "../board/board.js";
import { Drawing } from "../board/drawing.js";

/** @import { Listing, Scene } from "../../types/page.d.ts" */

/** The duration of a move in milliseconds, and that of the end in moves. */
const PACE = 1100;
const END = 4;

/** A game on a small board. */
class Demo {
  #drawing = new Drawing();
  #at = 0;
  isVisible = false;

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
    // Neighboring boards are at different moves.
    this.#at = (2 * place) % this.frames.length;
    this.element = h("div", { class: "card-board" }, this.#drawing.element);
    this.element.style.setProperty("--hue", String(hue));
    this.room = smallRoom(picture);
    this.#drawing.show(picture, this.room);
    this.#drawing.mark({});
  }

  step() {
    if (!this.isVisible) return;
    const last = this.frames.length - 1;
    const at = Math.min(this.#at, last);
    const { scene, changed } = this.frames[at];
    this.#drawing.show(scene, this.room);
    const lastBy = at % 2 ? 1 : 2;
    const isOver = at === last;
    this.#drawing.mark({ last: changed, lastBy, winning: isOver ? this.winning : [], winner: lastBy });
    this.#at = this.#at < last + END ? this.#at + 1 : 0;
  }
}

/**
 * Returns the small boards of all games, and a function that pauses them.
 * @param {Listing[]} games
 * @param {AbortSignal} signal
 */
export function demosOf(games, signal) {
  const demos = games.map((game, n) => new Demo(game, n));
  let isPaused = false;
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      const demo = demos.find(({ element }) => element === target);
      if (demo) demo.isVisible = isIntersecting;
    }
  });
  for (const { element } of demos) observer.observe(element);
  const timer = setInterval(() => {
    if (!isPaused && !document.hidden && hasMotion()) for (const demo of demos) demo.step();
  }, PACE);
  signal.addEventListener("abort", () => {
    clearInterval(timer);
    observer.disconnect();
  });
  return { elements: demos.map(({ element }) => element), pause: (/** @type {boolean} */ pause) => (isPaused = pause) };
}
