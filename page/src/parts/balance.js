// A bar that shows the winner: the larger a side, the nearer its win.

import { h, s } from "../app/dom.js";

/** @import { Player } from "../../types/page.d.ts" */

/**
 * @typedef {object} Standing  the result of best play
 * @property {Player | null} winner  null if neither player can force a win, or the position is unsolved
 * @property {number | null} distance  plies to the end, if solved
 * @property {string} words
 */

export class Balance {
  constructor() {
    this.fill = s("rect", { class: "balance-one", height: "100%" });
    this.words = h("span", { class: "balance-words" });
    const bar = s(
      "svg",
      { class: "balance-bar", "aria-hidden": "true", focusable: "false" },
      s("rect", { class: "balance-two", width: "100%", height: "100%" }),
      this.fill,
    );
    this.element = h("div", { class: "balance" }, bar, this.words);
  }

  /** @param {Standing | null} standing null hides the bar */
  show(standing) {
    this.element.classList.toggle("is-off", !standing);
    this.words.textContent = standing?.words ?? "";
    if (!standing) return;
    const { winner, distance } = standing;
    // A win is more than half of the bar at any distance, also at an unsolved one.
    const near = distance === null ? 0 : 36 / (1 + distance / 6);
    const lead = winner ? 12 + near : 0;
    this.fill.setAttribute("width", `${50 + (winner === 2 ? -lead : lead)}%`);
  }
}
