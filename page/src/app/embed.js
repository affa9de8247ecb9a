// A position or a game inside a page of others: its address tells the game as those of the other screens do.
//
//     embed.html?game={game}&size={size}&start={position}&moves={moves}&at={ply}

import { ask, listing, post, Refused } from "./api.js";
import { hrefOf } from "./base.js";
import { able, button, row } from "./controls.js";
import { h, refill, write } from "./dom.js";
import { Board } from "../board/board.js";
import { address, read } from "../model/session.js";

/** @import { IconName } from "./icons.js" */
/** @import { Replay, View } from "../../types/page.d.ts" */
/** @import { Course } from "../model/session.js" */

/** The board is only looked at. */
const NOTHING = { touch() {}, back() {}, point() {}, canDrag: () => false, drop() {} };

/**
 * What is looked at: the board after so many moves, and what was played last.
 * @param {Course} course
 * @param {Replay} game
 */
function shown(course, { start, steps }) {
  const views = [start, ...steps.map((step) => step.view)];
  let at = Math.min(Math.max(Math.floor(course.at ?? steps.length), 0), steps.length);
  const board = new Board("Board", NOTHING);
  const words = h("p", { role: "status" });
  const link = h("a", { target: "_blank", rel: "noopener" }, "Open");
  const go = (/** @type {number} */ to) => {
    at = Math.min(Math.max(to, 0), steps.length);
    board.show(views[at].scene, { last: steps[at - 1]?.touches });
    write(words, sentenceOf(views[at], steps[at - 1]?.sentence));
    link.href = hrefOf(address({ ...course, at }, "explore"));
    for (const one of [first, back]) able(one, at > 0);
    for (const one of [next, last]) able(one, at < steps.length);
  };
  const arrow = (/** @type {string} */ text, /** @type {IconName} */ icon, /** @type {() => number} */ to) =>
    button(text, () => go(to()), { icon, kind: "quiet", hidesText: true });
  const first = arrow("First", "first", () => 0);
  const back = arrow("Back", "back", () => at - 1);
  const next = arrow("Next", "on", () => at + 1);
  const last = arrow("Last", "last", () => steps.length);
  go(at);
  return [board.element, words, row(steps.length > 0 && [first, back, next, last], link)];
}

/** @param {View} view @param {string | undefined} played */
function sentenceOf({ over, names, to_move }, played) {
  return [played, !over && `${names[to_move - 1]} to move.`].filter(Boolean).join(" ");
}

async function show() {
  const main = /** @type {HTMLElement} */ (document.getElementById("screen"));
  const query = new URL(location.href).searchParams;
  try {
    const entry = await listing(query.get("game") ?? "");
    const course = read(entry.id, query.get("size") ?? entry.sizes[0], query);
    const { at, score, ...game } = course;
    const replay = await ask(post("/replay", game, {}));
    const title = `${entry.name} ${course.size}`;
    document.title = title;
    refill(main, h("h1", {}, title), ...shown({ ...course, moves: replay.steps.map(({ move }) => move) }, replay));
  } catch (fault) {
    if (!(fault instanceof Refused)) throw fault;
    refill(main, h("h1", {}, "That did not work"), h("p", {}, fault.message));
  }
  main.removeAttribute("aria-busy");
}

void show();
