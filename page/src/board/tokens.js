// Drawings of tokens by kind, owner and text, in a cell of 100 by 100:
//
//     an obstacle  a hatched block    X  two strokes    O  a ring    any other marker, or a piece  a disc with its text
//
// The discs of the two players also differ in shape: one is full, the other a ring.

import { s } from "../app/dom.js";

/** @import { Scene, Token } from "../../types/page.d.ts" */

/** Returns the class for a player's color. @param {1 | 2 | null} owner */
export function colorOf(owner) {
  return owner === 1 ? "one" : owner === 2 ? "two" : "none";
}

/** @param {Token} token @returns {SVGGElement} */
export function drawToken(token) {
  return s("g", { class: `token ${colorOf(token.owner)}` }, s("g", { class: "body" }, shape(token)));
}

/** Returns a token of a player as it looks in a scene. @param {Scene} scene @param {1 | 2} player @returns {Token} */
export function tokenOf(scene, player) {
  const cell = scene.cells.find(({ token }) => token?.owner === player);
  return cell?.token ?? { owner: player, text: player === 1 ? "X" : "O", kind: "marker" };
}

/** @param {Token} token @returns {SVGElement[]} */
function shape({ kind, owner, text: quoted }) {
  // Some tokens have quotes around their text.
  const text = quoted.replaceAll("'", "");
  if (kind === "obstacle") {
    return [s("rect", { class: "block", x: 15, y: 15, width: 70, height: 70, rx: 12 }), hatching()];
  }
  if (kind === "marker" && text === "X") return [s("path", { class: "stroke", d: "M29 29 71 71M71 29 29 71" })];
  if (kind === "marker" && text === "O") return [s("circle", { class: "stroke", cx: 50, cy: 50, r: 23 })];
  const disc = owner === 1 ? { class: "full", r: 33 } : { class: "ring", r: 29.5 };
  const letters = s("text", { class: owner === 1 ? "on-full" : null, x: 50, y: 51 }, text);
  return [s("circle", { ...disc, cx: 50, cy: 50 }), letters];
}

/** @param {Token | null} one @param {Token | null} other */
export function isSame(one, other) {
  return one?.owner === other?.owner && one?.text === other?.text;
}

/** Returns the diagonal lines of an obstacle. */
function hatching() {
  const [low, high] = [21, 79];
  let d = "";
  for (let sum = 2 * low + 12; sum < 2 * high; sum += 16.6) {
    const from = Math.min(high, sum - low);
    d += `M${from} ${sum - from}L${sum - from} ${from}`;
  }
  return s("path", { class: "hatch", d });
}
