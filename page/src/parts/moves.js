// The moves of a game, each a button that shows the position after it.

import { able, button, panel, row } from "../app/controls.js";
import { h, refill } from "../app/dom.js";
import { colourOf } from "../board/tokens.js";

/** @import { IconName } from "../app/icons.js" */
/** @import { Player } from "../../types/page.d.ts" */

/** @typedef {{move: string, player: Player}} MoveEntry */

export class Moves {
  /** @param {(at: number) => void} go */
  constructor(go) {
    this.go = go;
    this.list = h("ol", { class: "moves" });
    this.at = 0;
    this.count = 0;
    /** @param {string} text @param {IconName} icon @param {() => number} to */
    const step = (text, icon, to) => {
      const act = () => to() >= 0 && to() <= this.count && go(to());
      return button(text, act, { icon, kind: "plain", hidesText: true });
    };
    this.buttons = [
      step("First position", "first", () => 0),
      step("Previous position", "back", () => this.at - 1),
      step("Next position", "on", () => this.at + 1),
      step("Last position", "last", () => this.count),
    ];
    this.place = h("span", { class: "quiet" });
    const steps = h("div", { class: "steps", role: "group", "aria-label": "Step through the game" }, this.buttons);
    this.element = panel("Moves", row(h("h2", {}, "Moves"), this.place, steps), this.list);
  }

  /** @param {MoveEntry[]} lines @param {number} at */
  show(lines, at) {
    this.at = at;
    this.count = lines.length;
    this.place.textContent = lines.length && at < lines.length ? `after ${at} of ${lines.length}` : "";
    this.buttons.forEach((made, n) => able(made, n < 2 ? at > 0 : at < lines.length));
    const items = lines.map((line, n) => {
      const isHere = n + 1 === at;
      const words = `Move ${n + 1}: ${line.move}`;
      const made = h(
        "button",
        {
          type: "button",
          class: `move ${colourOf(line.player)} ${n >= at ? "is-later" : ""}`,
          "aria-label": words,
          "aria-current": isHere ? "step" : null,
          onclick: () => this.go(n + 1),
        },
        h("span", {}, line.move),
      );
      return h("li", { "data-number": n % 2 === 0 && `${n / 2 + 1}.` }, made);
    });
    const hadFocus = this.list.contains(document.activeElement);
    refill(this.list, items.length ? items : h("li", { class: "quiet" }, "No move yet."));
    const here = this.list.querySelector("[aria-current]");
    if (hadFocus && here instanceof HTMLElement) here.focus({ preventScroll: true });
    this.list.scrollTop = here instanceof HTMLElement ? here.offsetTop - 60 : 0;
  }
}
