// The list of the moves of a game with its variations. A variation is below the move that it replaces.

import { panel, row } from "../app/controls.js";
import { h, setChildren } from "../app/dom.js";
import { colorOf } from "../board/tokens.js";
import { SIGNS } from "./signs.js";
import { moveButton, showCurrent, stepButtons } from "./steps.js";

/** @import { Child } from "../app/dom.js" */
/** @import { MoveNode } from "../model/tree.js" */

export class TreeList {
  /** @type {MoveNode | null} */
  #here = null;
  #list = h("div", { class: "tree" });

  /** @param {(node: MoveNode) => void} go @param {(node: MoveNode) => string} signOf */
  constructor(go, signOf) {
    this.go = go;
    this.signOf = signOf;
    this.steps = stepButtons((n) => {
      const here = this.#here;
      const node = here && [here.path[0]?.parent, here.parent, here.children[0], here.rest.at(-1)][n];
      if (node) go(node);
    });
    this.element = panel("Moves", row(h("h2", {}, "Moves"), this.steps.element), this.#list);
    this.element.classList.add("tree-panel");
  }

  /** @param {MoveNode} root @param {MoveNode} here */
  show(root, here) {
    this.#here = here;
    this.steps.enable(here.parent !== null, here.children.length > 0);
    const hadFocus = this.#list.contains(document.activeElement);
    const items = this.#line(root, new Set([here, ...here.path]));
    const empty = h("p", { class: "quiet" }, "No moves yet. Play one on the board.");
    setChildren(this.#list, items.length ? items : empty);
    showCurrent(this.#list, hadFocus);
  }

  /** Returns the moves after a node. @param {MoveNode} from @param {Set<MoveNode>} path @returns {Child[]} */
  #line(from, path) {
    /** @type {Child[]} */
    const parts = [];
    for (let node = from; node.children.length; node = node.children[0]) {
      const [next, ...others] = node.children;
      parts.push(this.#move(next, path, node === from));
      for (const other of others) {
        parts.push(h("div", { class: "variation" }, this.#move(other, path, true), this.#line(other, path)));
      }
    }
    return parts;
  }

  /** @param {MoveNode} node @param {Set<MoveNode>} path @param {boolean} isFirst in its line */
  #move(node, path, isFirst) {
    const { ply, move, player } = node;
    const sign = this.signOf(node);
    const number = player === 1 || isFirst ? `${Math.ceil(ply / 2)}${ply % 2 ? "." : "…"}` : "";
    const words = `${node.isMain ? "Move" : "Variation, move"} ${ply}: ${move}`;
    const label = sign ? `${words}, ${SIGNS[sign] ?? sign}` : words;
    const entry = { move, color: colorOf(player), label, isCurrent: node === this.#here, isLater: !path.has(node) };
    const mark = h("span", { class: sign === "!" ? "good-sign" : "mistake", "aria-hidden": "true" }, sign);
    const made = moveButton(entry, () => this.go(node), sign ? mark : "");
    return h("span", { class: "tree-move", "data-number": number || null }, made);
  }
}
