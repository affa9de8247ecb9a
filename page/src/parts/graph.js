// The graph of values: bars point up where Player 1 wins, down where Player 2 wins, and grow toward the end. Mistakes
// are marked.

import { panel } from "../app/controls.js";
import { h, s } from "../app/dom.js";
import { signOf } from "./signs.js";

/** @import { Reviewed } from "../../types/page.d.ts" */

/** The longest bar, and the margin above and below, in percent of the height. */
const HALF = 43;
const EDGE = 50 - HALF;

/** Returns a relative length. The drawing has no viewBox, so its text is not distorted. @param {number} value */
const percent = (value) => `${value}%`;

/** Returns the height of a bar, positive for Player 1. @param {Reviewed} move @param {number} longest */
function height({ after, player }, longest) {
  if (after.value !== "win" && after.value !== "loss") return 0;
  const near = 1 - (after.distance ?? longest) / (longest + 1);
  const size = HALF * (0.22 + 0.78 * near);
  return (after.value === "win") === (player === 1) ? size : -size;
}

export class Graph {
  /** @param {Reviewed[]} moves @param {string[]} names @param {(at: number) => void} go */
  constructor(moves, names, go) {
    const longest = Math.max(1, ...moves.map((move) => move.after.distance ?? 0));
    const width = 100 / Math.max(moves.length, 8);
    this.columns = moves.map((move, n) => {
      const size = height(move, longest);
      const left = n * width;
      const across = { x: percent(left + width / 6), width: percent((width * 2) / 3) };
      const up = { y: percent(50 - Math.max(size, 0)), height: percent(Math.abs(size)) };
      const mark = (/** @type {string} */ kind, /** @type {number} */ y, /** @type {string} */ text) =>
        s("text", { class: kind, x: percent(left + width / 2), y: percent(y) }, text);
      return s(
        "g",
        { class: "column", onclick: () => go(n + 1) },
        s("rect", { class: "reach", x: percent(left), y: 0, width: percent(width), height: "100%" }),
        size !== 0 && s("rect", { class: `bar ${size > 0 ? "one" : "two"}`, ...across, ...up, rx: 3 }),
        size === 0 && mark("level", 50 - EDGE, move.after.value === "endless" ? "=" : "?"),
        move.mistake && mark("slip", size > 0 ? 50 + 1.4 * EDGE : 50 - 1.4 * EDGE, signOf(move)),
      );
    });
    const slips = moves.filter((move) => move.mistake).length;
    const marked = `${slips} ${slips === 1 ? "mistake" : "mistakes"} marked`;
    const words = `Values after each of ${moves.length} moves, with ${marked}. The table below has the same data.`;
    const drawing = s(
      "svg",
      { class: "graph", role: "img", "aria-label": words },
      this.columns,
      s("line", { class: "axis", x1: 0, x2: "100%", y1: "50%", y2: "50%" }),
    );
    const rows = moves.map(({ ply, player, move, words: value, mistake, better }) => {
      const cells = [names[player - 1], move, value, mistake ? `mistake, better ${better ?? ""}` : ""];
      return h(
        "tr",
        {},
        h("th", { scope: "row" }, String(ply)),
        cells.map((text) => h("td", {}, text)),
      );
    });
    const titles = ["Move", "Player", "Played", "Value", "Remark"].map((text) => h("th", { scope: "col" }, text));
    const values = h("table", {}, h("thead", {}, h("tr", {}, titles)), h("tbody", {}, rows));
    const [one, two] = names.map((name) => h("span", {}, `${name} wins`));
    this.element = panel(
      "Value graph",
      h("div", { class: "graph-frame" }, one, drawing, two),
      h(
        "details",
        { class: "fold" },
        h("summary", {}, "Values as a table"),
        h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Values of the moves" }, values),
      ),
    );
  }

  /** Highlights a move. @param {number} ply */
  show(ply) {
    this.columns.forEach((column, n) => column.classList.toggle("is-here", n === ply - 1));
  }
}
