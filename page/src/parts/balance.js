// Who wins, as a bar between the players: the larger a side, the nearer its win. Hidden while nothing is known or
// wanted.

import { h, s } from "../app/dom.js";

/** @import { Player } from "../../types/page.d.ts" */

/**
 * @typedef {object} Standing  what best play leads to
 * @property {Player | null} winner  nobody where neither can force a win, or nothing is known
 * @property {number | null} distance  plies to the end, if they are known
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

  /** @param {Standing | null} standing */
  show(standing) {
    this.element.classList.toggle("is-off", !standing);
    this.words.textContent = standing?.words ?? "";
    if (!standing) return;
    const { winner, distance } = standing;
    // A win is more than half at any distance, and if that is not known, too.
    const near = distance === null ? 0 : 36 / (1 + distance / 6);
    const lead = winner ? 12 + near : 0;
    this.fill.setAttribute("width", `${50 + (winner === 2 ? -lead : lead)}%`);
  }
}
