// Arrows on the board for pieces that move.

import { s } from "../app/dom.js";
import { colorOf, isSame } from "./tokens.js";

/** @import { Change, Player, Scene } from "../../types/page.d.ts" */
/** @import { Layout } from "./layout.js" */

/**
 * @typedef {object} Plan  the way of a piece
 * @property {Player} by
 * @property {number} from
 * @property {number} to
 */

/**
 * Returns the ways of the pieces in a move from the cells that it changes.
 * @param {Scene} scene before the move
 * @param {Pick<Change, "cell" | "token">[]} changes
 * @param {Player} by
 * @returns {Plan[]}
 */
export function planOf(scene, changes, by) {
  const placed = changes.filter(({ token }) => token);
  const removed = changes.filter(({ cell }) => scene.cells[cell].token?.owner === by);
  return placed.flatMap(({ cell: to, token }) => {
    const from = removed.find(({ cell }) => cell !== to && scene.cells[cell].token?.text === token?.text);
    return from ? [{ by, from: from.cell, to }] : [];
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
  return plan.map(({ by, from, to }) => {
    const [start, end] = [layout.at(from), layout.at(to)];
    const [x, y] = [end.x - start.x, end.y - start.y];
    const length = Math.hypot(x, y);
    const tip = length - 22;
    const turn = `translate(${start.x + 50} ${start.y + 50}) rotate(${(Math.atan2(y, x) * 180) / Math.PI})`;
    const d = `M30 -6H${tip - 20}V-17L${tip} 0 ${tip - 20} 17V6H30z`;
    return s("g", { class: `plan ${colorOf(by)}`, transform: turn }, s("path", { d }));
  });
}
