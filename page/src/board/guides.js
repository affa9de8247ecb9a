// What shows the idea of a game below its tokens: who can still use a cell, where somebody wants to go, how large a
// group is. All of it stands in the scene; nothing here knows a game.

import { s } from "../app/dom.js";
import { colourOf, drawToken } from "./tokens.js";

/** @import { Idea, Scene, Token } from "../../types/page.d.ts" */
/** @import { Layout } from "./layout.js" */

/** @param {[number[], number[]] | undefined} cells @param {number} cell @returns {[boolean, boolean]} */
function holds(cells, cell) {
  return [cells?.[0].includes(cell) ?? false, cells?.[1].includes(cell) ?? false];
}

/**
 * What is drawn on one cell.
 * @param {Idea} idea
 * @param {Scene} scene
 * @param {number} cell
 * @returns {SVGElement[]}
 */
export function guidesOf(idea, scene, cell) {
  const drawn = /** @type {SVGElement[]} */ ([]);
  const [toOne, toTwo] = holds(/** @type {any} */ (idea.closed), cell);
  const box = { x: 3, y: 3, width: 94, height: 94, rx: 13 };
  if (toOne && toTwo) {
    drawn.push(s("rect", { class: "guide dead", ...box }), s("path", { class: "guide dead-mark", d: "M40 50H60" }));
  } else if (toOne || toTwo) {
    const owner = toOne ? 2 : 1;
    const token = drawToken(ownToken(scene, owner));
    token.setAttribute("transform", "translate(6 70) scale(.24)");
    drawn.push(s("rect", { class: `guide kept ${colourOf(owner)}`, ...box }), s("g", { class: "guide whose" }, token));
  }
  holds(/** @type {any} */ (idea.goals), cell).forEach((isGoal, n) => {
    if (isGoal) drawn.push(goal(colourOf(n === 0 ? 1 : 2)));
  });
  return drawn;
}

/** A flag, where a player wants to go. @param {string} colour */
function goal(colour) {
  return s(
    "g",
    { class: `guide goal ${colour}` },
    s("rect", { x: 10, y: 10, width: 80, height: 80, rx: 9 }),
    s("path", { class: "pole", d: "M36 76V25" }),
    s("path", { class: "cloth", d: "M36 26 70 37 36 50z" }),
  );
}

/** What a player's tokens look like in a scene. @param {Scene} scene @param {1 | 2} player @returns {Token} */
function ownToken(scene, player) {
  const cell = scene.cells.find(({ token }) => token?.owner === player);
  return cell?.token ?? { owner: player, text: player === 1 ? "X" : "O", kind: "marker" };
}

/**
 * The groups whose size counts: what joins their cells, and a number.
 * @param {Idea} idea
 * @param {Scene} scene
 * @param {Layout} layout
 */
export function groupsOf(idea, scene, layout) {
  return (idea.groups ?? []).flatMap((group) => {
    const middles = group.map((cell) => layout.at(cell));
    const pairs = middles.flatMap((a, n) => middles.slice(n + 1).map((b) => [a, b]));
    const joins = pairs.filter(([a, b]) => Math.abs(a.x - b.x) + Math.abs(a.y - b.y) === 100);
    const d = joins.map(([a, b]) => `M${a.x + 50} ${a.y + 50}L${b.x + 50} ${b.y + 50}`).join("");
    const colour = colourOf(scene.cells[group[0]].token?.owner ?? null);
    const { x, y } = middles[0];
    return [
      s("path", { class: `guide group ${colour}`, d }),
      s(
        "g",
        { class: `guide count ${colour}`, transform: `translate(${x + 82} ${y + 18})` },
        s("circle", { r: 13 }),
        s("text", {}, String(group.length)),
      ),
    ];
  });
}

/**
 * What the idea of the game says about a cell, in words.
 * @param {Idea} idea
 * @param {readonly string[]} names
 * @param {number} cell
 */
export function guideWords(idea, names, cell) {
  const words = /** @type {string[]} */ ([]);
  const [toOne, toTwo] = holds(/** @type {any} */ (idea.closed), cell);
  if (toOne && toTwo) words.push("closed to both");
  else if (toOne || toTwo) words.push(`closed to ${names[toOne ? 0 : 1]}`);
  holds(/** @type {any} */ (idea.goals), cell).forEach((isGoal, n) => isGoal && words.push(`goal of ${names[n]}`));
  const group = idea.groups?.find((cells) => cells.includes(cell));
  if (group) words.push(`in a group of ${group.length}`);
  return words;
}
