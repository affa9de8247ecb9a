// Legal moves as ways of touching cells. Touches tell moves apart, by the contract of every game.

/** @import { Way } from "../app/types.js" */

/** @param {Way} way @param {number[]} touched */
function beginsWith(way, touched) {
  return touched.every((cell, n) => way.touches[n] === cell);
}

/**
 * The ways that go on from the cells touched so far.
 * @param {Way[]} ways
 * @param {number[]} touched
 */
export function goingOn(ways, touched) {
  return ways.filter((way) => beginsWith(way, touched));
}

/**
 * The cells that can be touched next.
 * @param {Way[]} ways
 * @param {number[]} touched
 * @returns {number[]}
 */
export function targets(ways, touched) {
  const next = goingOn(ways, touched).map((way) => way.touches[touched.length]);
  return [...new Set(next)].filter((cell) => cell !== undefined);
}

/**
 * The move that the touched cells make, if they make one.
 * @param {Way[]} ways
 * @param {number[]} touched
 */
export function made(ways, touched) {
  return ways.find((way) => way.touches.length === touched.length && beginsWith(way, touched)) ?? null;
}

/**
 * How many cells are touched in all for a move that goes on from here.
 * @param {Way[]} ways
 * @param {number[]} touched
 */
export function steps(ways, touched) {
  return Math.max(0, ...goingOn(ways, touched).map((way) => way.touches.length));
}
