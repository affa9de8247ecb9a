// The moves of a game with its variations, each a button that shows the position after it. A variation stands below the
// move that it replaces.

import { able, button, panel, row } from "../app/controls.js";
import { h, refill } from "../app/dom.js";
import { colourOf } from "../board/tokens.js";
import { WORDS } from "./signs.js";

/** @import { Child } from "../app/dom.js" */
/** @import { IconName } from "../app/icons.js" */
/** @import { Node } from "../model/tree.js" */

export class TreeList {
  /** @type {Node | null} */
  #here = null;
  list = h("div", { class: "tree" });

  /**
   * @param {(node: Node) => void} go
   * @param {(node: Node) => string} signOf
   */
  constructor(go, signOf) {
    this.go = go;
    this.signOf = signOf;
    /** @param {string} text @param {IconName} icon @param {() => Node | undefined | null} to */
    const step = (text, icon, to) => {
      const act = () => {
        const node = this.#here && to();
        if (node) go(node);
      };
      return button(text, act, { icon, kind: "plain", hidesText: true });
    };
    this.buttons = [
      step("First position", "first", () => this.#here?.path[0]?.parent),
      step("Previous position", "back", () => this.#here?.parent),
      step("Next position", "on", () => this.#here?.children[0]),
      step("Last position", "last", () => this.#here?.rest.at(-1)),
    ];
    const steps = h("div", { class: "steps", role: "group", "aria-label": "Step through the game" }, this.buttons);
    this.element = panel("Moves", row(h("h2", {}, "Moves"), steps), this.list);
    this.element.classList.add("tree-panel");
  }

  /** @param {Node} root @param {Node} here */
  show(root, here) {
    this.#here = here;
    this.buttons.forEach((made, n) => able(made, n < 2 ? here.parent !== null : here.children.length > 0));
    const hadFocus = this.list.contains(document.activeElement);
    const items = this.#line(root, new Set([here, ...here.path]));
    refill(this.list, items.length ? items : h("p", { class: "quiet" }, "No move yet. Play one on the board."));
    const current = this.list.querySelector("[aria-current]");
    if (!(current instanceof HTMLElement)) return;
    if (hadFocus) current.focus({ preventScroll: true });
    const top = current.offsetTop - this.list.offsetTop;
    const { scrollTop, clientHeight } = this.list;
    if (top < scrollTop || top + current.offsetHeight > scrollTop + clientHeight) this.list.scrollTop = top - 40;
  }

  /** What follows a node. @param {Node} from @param {Set<Node>} path @returns {Child[]} */
  #line(from, path) {
    /** @type {Child[]} */
    const parts = [];
    for (let node = from; node.children.length; node = node.children[0]) {
      const [next, ...others] = node.children;
      parts.push(this.#move(next, path, node === from));
      for (const other of others) {
        parts.push(
          h("div", { class: "variation" }, this.#move(other, path, true), this.#line(other, path)),
        );
      }
    }
    return parts;
  }

  /** @param {Node} node @param {Set<Node>} path @param {boolean} isFirst of its line */
  #move(node, path, isFirst) {
    const { ply, move, player } = node;
    const sign = this.signOf(node);
    const isHere = node === this.#here;
    const number = player === 1 || isFirst ? `${Math.ceil(ply / 2)}${ply % 2 ? "." : "…"}` : "";
    const words = `${node.isMain ? "Move" : "Variation, move"} ${ply}: ${move}`;
    const made = h(
      "button",
      {
        type: "button",
        class: `move ${colourOf(player)} ${path.has(node) ? "" : "is-later"}`,
        "aria-label": sign ? `${words}, ${WORDS[sign] ?? sign}` : words,
        "aria-current": isHere ? "step" : null,
        onclick: () => this.go(node),
      },
      h("span", {}, move),
      sign && h("span", { class: sign === "!" ? "good-sign" : "mistake", "aria-hidden": "true" }, sign),
    );
    return h("span", { class: "tree-move", "data-number": number || null }, made);
  }
}
