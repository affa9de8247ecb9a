// Tokens, drawn from nothing but their kind, owner and text, in a cell of 100 by 100:
//
//     an obstacle  a hatched block    X  two strokes    O  a ring    any other marker, or a piece  a disc with its text
//
// The discs of the two players differ in shape too: one is full, the other a ring.

import { s } from "../app/dom.js";

/** @import { Token } from "../../types/page.d.ts" */

/** The class that gives a player's colour. @param {1 | 2 | null} owner */
export function colourOf(owner) {
  return owner === 1 ? "one" : owner === 2 ? "two" : "none";
}

/** A token as a group around the middle of its cell. @param {Token} token @returns {SVGGElement} */
export function drawToken(token) {
  return s("g", { class: `token ${colourOf(token.owner)}` }, s("g", { class: "body" }, shape(token)));
}

/** @param {Token} token @returns {SVGElement[]} */
function shape({ kind, owner, text: quoted }) {
  // The book may put quotes around a token.
  const text = quoted.replaceAll("'", "");
  if (kind === "obstacle")
    return [s("rect", { class: "block", x: 15, y: 15, width: 70, height: 70, rx: 12 }), hatching()];
  if (kind === "marker" && text === "X") return [s("path", { class: "stroke", d: "M29 29 71 71M71 29 29 71" })];
  if (kind === "marker" && text === "O") return [s("circle", { class: "stroke", cx: 50, cy: 50, r: 23 })];
  const disc = owner === 1 ? { class: "full", r: 33 } : { class: "ring", r: 29.5 };
  const letters = s("text", { class: owner === 1 ? "on-full" : null, x: 50, y: 51 }, text);
  return [s("circle", { ...disc, cx: 50, cy: 50 }), letters];
}

/** Diagonal lines inside the block of an obstacle. */
function hatching() {
  const [low, high] = [21, 79];
  let d = "";
  for (let sum = 2 * low + 12; sum < 2 * high; sum += 16.6) {
    const from = Math.min(high, sum - low);
    d += `M${from} ${sum - from}L${sum - from} ${from}`;
  }
  return s("path", { class: "hatch", d });
}
