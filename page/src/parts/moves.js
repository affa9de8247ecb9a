// The list of the moves of a game.

import { panel, row } from "../app/controls.js";
import { h, setChildren } from "../app/dom.js";
import { colorOf } from "../board/tokens.js";
import { moveButton, showCurrent, stepButtons } from "./steps.js";

/** @import { Player } from "../../types/page.d.ts" */

/** @typedef {{move: string, player: Player}} MoveEntry */

export class Moves {
  #at = 0;
  #count = 0;
  #list = h("ol", { class: "moves" });
  #place = h("span", { class: "quiet" });

  /** @param {(ply: number) => void} go */
  constructor(go) {
    this.go = go;
    this.steps = stepButtons((n) => {
      const ply = [0, this.#at - 1, this.#at + 1, this.#count][n];
      if (ply >= 0 && ply <= this.#count) go(ply);
    });
    this.element = panel("Moves", row(h("h2", {}, "Moves"), this.#place, this.steps.element), this.#list);
  }

  /** @param {MoveEntry[]} moves @param {number} at the number of moves before the position on the screen */
  show(moves, at) {
    this.#at = at;
    this.#count = moves.length;
    this.#place.textContent = at < moves.length ? `after ${at} of ${moves.length}` : "";
    this.steps.enable(at > 0, at < moves.length);
    const hadFocus = this.#list.contains(document.activeElement);
    const items = moves.map(({ move, player }, n) => {
      const entry = { move, color: colorOf(player), isCurrent: n + 1 === at, isLater: n >= at };
      const made = moveButton({ ...entry, label: `Move ${n + 1}: ${move}` }, () => this.go(n + 1));
      return h("li", { "data-number": n % 2 === 0 && `${n / 2 + 1}.` }, made);
    });
    setChildren(this.#list, items.length ? items : h("li", { class: "quiet" }, "No moves yet."));
    showCurrent(this.#list, hadFocus);
  }
}
