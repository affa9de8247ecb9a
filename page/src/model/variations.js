// The variations of an explored game in its address. Each leaves the game after a number of moves:
//
//     line=2+3-3+4-4     after two moves of the game, 3 3 and 4 4 instead of the moves that were played
//     on=1-2             the screen shows the second move of the first line

import { oneWord } from "./session.js";
import { loadNode } from "./tree.js";

/** @import { MoveNode } from "./tree.js" */

/** The length at which an address drops the oldest variations. */
const MAX_LENGTH = 2000;

/** Returns the ends of all lines. @param {MoveNode} node @returns {MoveNode[]} */
function ends(node) {
  return node.children.length ? node.children.flatMap(ends) : [node];
}

/** Returns the part of a line that is not in the game, and the number of moves before it. @param {MoveNode} end */
function branchOf(end) {
  const moves = end.path.filter((node) => !node.isMain);
  return { from: end.ply - moves.length, moves };
}

/**
 * Adds the variations of a tree to a query.
 * @param {URLSearchParams} query
 * @param {MoveNode} root
 * @param {MoveNode} here the node on the screen
 * @param {(end: MoveNode) => boolean} isIncluded
 */
export function writeVariations(query, root, here, isIncluded) {
  const isHere = (/** @type {MoveNode} */ end) => !here.isMain && end.path.includes(here);
  let lines = ends(root).filter((end) => !end.isMain && (isIncluded(end) || isHere(end)));
  const text = (/** @type {MoveNode} */ end) => {
    const { from, moves } = branchOf(end);
    return [from, ...moves.map(({ move }) => oneWord(move))].join(" ");
  };
  const length = () => lines.map(text).join().length;
  while (lines.length > 1 && length() > MAX_LENGTH) {
    const first = lines.findIndex((end) => !isHere(end));
    lines = lines.filter((_, n) => n !== Math.max(first, 0));
  }
  for (const end of lines) query.append("line", text(end));
  const on = lines.findIndex(isHere);
  if (on >= 0) query.set("on", `${on + 1}-${here.ply - branchOf(here).from}`);
}

/**
 * Adds the legal variations of an address to a tree, and returns the node to show if that is in a variation.
 * @param {URLSearchParams} query
 * @param {MoveNode} root
 * @param {AbortSignal} signal
 * @returns {Promise<MoveNode | undefined>}
 */
export async function readVariations(query, root, signal) {
  const game = [root, ...root.rest];
  const lines = query.getAll("line").map((line) => {
    const [from = "", ...moves] = line.split(/\s+/).filter(Boolean);
    return game[Number(from)]?.line(moves) ?? [];
  });
  for (const line of lines) {
    const end = line.at(-1);
    if (end) await loadNode(end, signal).catch(() => line.find(({ view }) => !view)?.remove());
  }
  const [line, step] = (query.get("on") ?? "").split("-").map(Number);
  const here = lines[line - 1]?.[step - 1];
  return here?.view ? here : undefined;
}
