// The variations of an explored game in its address: each leaves the game after some moves, and goes on with others.
//
//     line=2+3-3+4-4     after two moves of the game, 3 3 and 4 4 instead of what was played
//     on=1-2             what is shown is the second move of the first line

import { oneWord } from "./session.js";
import { look } from "./tree.js";

/** @import { Node } from "./tree.js" */

/** An address can only be so long: the variations that were tried last stay in it. */
const MOST = 2000;

/** The ends of all lines of a tree, in the order of the tree. @param {Node} node @returns {Node[]} */
function ends(node) {
  return node.children.length ? node.children.flatMap(ends) : [node];
}

/** The moves of a line that leaves the game, and the number of moves after which it does. @param {Node} end */
function partOf(end) {
  const later = end.path.filter((node) => !node.isMain);
  return { from: end.ply - later.length, later };
}

/**
 * Puts the variations of a tree into a query.
 * @param {URLSearchParams} query
 * @param {Node} root
 * @param {Node} here what is shown
 * @param {(end: Node) => boolean} isKept whether a line is to be found again
 */
export function tell(query, root, here, isKept) {
  const isHere = (/** @type {Node} */ end) => !here.isMain && end.path.includes(here);
  let lines = ends(root).filter((end) => !end.isMain && (isKept(end) || isHere(end)));
  const text = (/** @type {Node} */ end) => {
    const { from, later } = partOf(end);
    return [from, ...later.map(({ move }) => oneWord(move))].join(" ");
  };
  const length = () => lines.map(text).join().length;
  while (lines.length > 1 && length() > MOST) {
    const first = lines.findIndex((end) => !isHere(end));
    lines = lines.filter((_, n) => n !== Math.max(first, 0));
  }
  for (const end of lines) query.append("line", text(end));
  const on = lines.findIndex(isHere);
  if (on >= 0) query.set("on", `${on + 1}-${here.ply - partOf(here).from}`);
}

/**
 * Adds the variations of an address to a tree, but nothing that is not legal.
 * @param {URLSearchParams} query
 * @param {Node} root
 * @param {AbortSignal} signal
 * @returns {Promise<Node | undefined>} what is shown, if that is in a variation
 */
export async function read(query, root, signal) {
  const game = [root, ...root.rest];
  const lines = query.getAll("line").map((line) => {
    const [from = "", ...moves] = line.split(/\s+/).filter(Boolean);
    return game[Number(from)]?.line(moves) ?? [];
  });
  for (const line of lines) {
    const end = line.at(-1);
    if (!end) continue;
    await look(end, signal).catch(() => line.find(({ view }) => !view)?.remove());
  }
  const [line, step] = (query.get("on") ?? "").split("-").map(Number);
  const here = lines[line - 1]?.[step - 1];
  return here?.view ? here : undefined;
}
