// The next moves of a line, drawn on the board: an arrow for a piece that moves, a number for a token that is placed.

import { s } from "../app/dom.js";
import { colourOf, isSame } from "./tokens.js";

/** @import { Change, Player, Scene } from "../../types/page.d.ts" */
/** @import { Layout } from "./layout.js" */

/**
 * @typedef {object} Plan  a part of a move
 * @property {number} number  of the move in its line, from 1
 * @property {Player} by
 * @property {number} to
 * @property {number} [from]  the cell of a piece that moves
 * @property {boolean} [isTaken]  true if the cell is not empty
 */

/**
 * Returns the parts of a move from the cells that it changes.
 * @param {Scene} scene before the move
 * @param {Pick<Change, "cell" | "token">[]} changes
 * @param {Player} by
 * @param {number} number
 * @returns {Plan[]}
 */
export function planOf(scene, changes, by, number) {
  const placed = changes.filter(({ token }) => token);
  const removed = changes.filter(({ cell }) => scene.cells[cell].token?.owner === by);
  return placed.map(({ cell, token }) => {
    const from = removed.find((one) => one.cell !== cell && scene.cells[one.cell].token?.text === token?.text);
    return { number, by, to: cell, from: from?.cell };
  });
}

/** Returns the cells that differ between two scenes. @param {Scene} before @param {Scene} after @returns {Change[]} */
export function changesOf(before, after) {
  return after.cells.flatMap(({ token }, cell) => {
    return isSame(before.cells[cell].token, token) ? [] : [{ cell, token }];
  });
}

/** @param {Plan[]} plan @param {Layout} layout */
export function drawPlan(plan, layout) {
  return plan.map(({ number, by, to, from, isTaken }) => {
    const end = layout.at(to);
    const colour = `plan ${colourOf(by)} ${number > 1 ? "is-later" : ""}`;
    if (from === undefined) {
      const badge = [s("circle", { r: 19 }), s("text", {}, String(number))];
      const [aside, size] = isTaken ? [84, 0.7] : [50, 1];
      const place = `translate(${end.x + aside} ${end.y + aside}) scale(${size})`;
      return s("g", { class: colour, transform: place }, badge);
    }
    const start = layout.at(from);
    const [x, y] = [end.x - start.x, end.y - start.y];
    const length = Math.hypot(x, y);
    const tip = length - 22;
    const turn = `translate(${start.x + 50} ${start.y + 50}) rotate(${(Math.atan2(y, x) * 180) / Math.PI})`;
    const d = `M30 -6H${tip - 20}V-17L${tip} 0 ${tip - 20} 17V6H30z`;
    return s("g", { class: colour, transform: turn }, s("path", { d }));
  });
}
