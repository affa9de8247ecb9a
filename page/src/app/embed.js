// A position or a game embedded in another page. Its address is like that of the other screens:
//
//     embed.html?game={game}&size={size}&start={position}&moves={moves}&at={ply}

import { ApiError, catalogue, listing, post, request } from "./api.js";
import { hrefOf } from "./base.js";
import { button, row, setEnabled } from "./controls.js";
import { h, setChildren, setText } from "./dom.js";
import { Board } from "../board/board.js";
import { address, specFrom } from "../model/session.js";

/** @import { IconName } from "./icons.js" */
/** @import { Replay, View } from "../../types/page.d.ts" */
/** @import { GameSpec } from "../model/session.js" */

/**
 * Returns the board, the last move, and buttons to step through the game.
 * @param {GameSpec} spec
 * @param {Replay} game
 */
function viewer(spec, { start, steps }) {
  const views = [start, ...steps.map((step) => step.view)];
  let at = Math.min(Math.max(Math.floor(spec.at ?? steps.length), 0), steps.length);
  const board = new Board("Board");
  const words = h("p", { role: "status" });
  const link = h("a", { target: "_blank", rel: "noopener" }, "Open");
  const go = (/** @type {number} */ to) => {
    at = Math.min(Math.max(to, 0), steps.length);
    board.show(views[at].scene, { last: steps[at - 1]?.touches });
    setText(words, sentenceOf(views[at], steps[at - 1]?.sentence));
    link.href = hrefOf(address({ ...spec, at }, "explore"));
    for (const one of [first, back]) setEnabled(one, at > 0);
    for (const one of [next, last]) setEnabled(one, at < steps.length);
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
    if (!query.has("game")) {
      setChildren(main, h("h1", {}, "Choose a game"), ...(await gameLinks()));
      return;
    }
    const entry = await listing(query.get("game") ?? "");
    const spec = specFrom(entry.id, query.get("size") ?? entry.sizes[0], query);
    const { at, score, ...game } = spec;
    const replay = await request(post("/replay", game, {}));
    const title = `${entry.name} ${spec.size}`;
    document.title = title;
    setChildren(main, h("h1", {}, title), ...viewer({ ...spec, moves: replay.steps.map(({ move }) => move) }, replay));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    setChildren(main, h("h1", {}, "Something went wrong"), h("p", {}, error.message));
  } finally {
    main.removeAttribute("aria-busy");
  }
}

/** Links to a board of each game, for an address that names none. */
async function gameLinks() {
  const { games } = await catalogue();
  return [row(games.map(({ id, name }) => h("a", { href: `?game=${id}` }, name)))];
}

void show();
