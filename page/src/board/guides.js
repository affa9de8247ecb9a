// Guides below the tokens, which show the idea of a game: the cells closed to a player, goals, and the sizes of groups.
// All of them come from the scene.

import { s } from "../app/dom.js";
import { joined } from "./layout.js";
import { colorOf, drawToken, tokenOf } from "./tokens.js";

/** @import { Idea, Scene } from "../../types/page.d.ts" */
/** @import { Layout } from "./layout.js" */

/** @param {[number[], number[]] | undefined} cells by player @param {number} cell @returns {[boolean, boolean]} */
function holds(cells, cell) {
  return [cells?.[0].includes(cell) ?? false, cells?.[1].includes(cell) ?? false];
}

/**
 * Returns the guides of a cell.
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
    const token = drawToken(tokenOf(scene, owner));
    token.setAttribute("transform", "translate(6 70) scale(.24)");
    drawn.push(
      s("rect", { class: `guide private ${colorOf(owner)}`, ...box }),
      s("g", { class: "guide whose" }, token),
    );
  }
  holds(/** @type {any} */ (idea.goals), cell).forEach((isGoal, n) => {
    if (isGoal) drawn.push(goal(colorOf(n === 0 ? 1 : 2)));
  });
  return drawn;
}

/** Returns the flag of a goal. @param {string} color */
function goal(color) {
  return s(
    "g",
    { class: `guide goal ${color}` },
    s("rect", { x: 10, y: 10, width: 80, height: 80, rx: 9 }),
    s("path", { class: "pole", d: "M36 76V25" }),
    s("path", { class: "cloth", d: "M36 26 70 37 36 50z" }),
  );
}

/** Returns the shapes and the sizes of groups. @param {Idea} idea @param {Scene} scene @param {Layout} layout */
export function groupsOf(idea, scene, layout) {
  return (idea.groups ?? []).flatMap((group) => {
    const color = colorOf(scene.cells[group[0]].token?.owner ?? null);
    const { x, y } = layout.at(group[0]);
    return [
      s("path", { class: `guide group ${color}`, d: joined(group, layout) }),
      s(
        "g",
        { class: `guide count ${color}`, transform: `translate(${x + 82} ${y + 18})` },
        s("circle", { r: 13 }),
        s("text", {}, String(group.length)),
      ),
    ];
  });
}

/** Describes the guides of a cell. @param {Idea} idea @param {readonly string[]} names @param {number} cell */
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
