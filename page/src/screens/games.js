// The games that were played in this browser: to be continued, reviewed, saved as records, or forgotten.

import { ask, catalogue, get, post } from "../app/api.js";
import { button, linkButton, row } from "../app/controls.js";
import { confirmed } from "../app/dialog.js";
import { announce, h, refill } from "../app/dom.js";
import { picture } from "../board/board.js";
import { forget, pastGames } from "../model/games.js";
import { address, read } from "../model/session.js";
import { download } from "../parts/picture.js";

/** @import { Listing } from "../../types/page.d.ts" */
/** @import { PastGame } from "../model/games.js" */

export async function show() {
  const { games: known } = await catalogue();
  const list = h("ul", { class: "past stack" });
  /** What is said when there is nothing, or something cannot be done. */
  const said = h("p", { class: "lead", role: "status" });
  const fill = () => {
    const games = pastGames();
    refill(list, games.map((game) => item(game, known, fill, (sentence) => (said.textContent = sentence))));
    list.hidden = !games.length;
    said.textContent = games.length ? "" : "Nothing yet. Games that you play in this browser are listed here.";
  };
  fill();
  const element = h(
    "section",
    { class: "page" },
    h("div", { class: "row ends" }, h("h1", {}, "Your games"), linkButton("All games", "/", { kind: "quiet" })),
    h("p", { class: "quiet" }, "They are remembered in this browser alone, the last hundred of them."),
    said,
    list,
  );
  return { title: "Your games", element };
}

/** The id of a game by link; nothing if it was played at this screen. @param {PastGame} game */
const liveId = ({ address }) => /^\/game\/([^/?#]+)$/.exec(address)?.[1];

/** The game that an address tells. @param {PastGame} past */
function courseOf(past) {
  const url = new URL(past.address, location.origin);
  const [, , game, size] = url.pathname.split("/");
  return read(game, size, url.searchParams);
}

/** The address of the review of a game. @param {PastGame} game */
export function reviewOf(game) {
  const live = liveId(game);
  return live ? `/review?live=${live}` : address({ ...courseOf(game), at: undefined }, "review");
}

/** The record of a game. @param {PastGame} past */
async function recordOf(past) {
  const live = liveId(past);
  if (live) return ask(get("/games/{id}/record", { id: live }));
  const { at, score, first, ...game } = courseOf(past);
  const replay = await ask(post("/replay", { ...game, first: first ?? undefined, date: "today" }, {}));
  return replay.record;
}

/** How long ago something was, in words. @param {number} time */
export function ago(time) {
  const days = Math.floor(Date.now() / 86_400_000) - Math.floor(time / 86_400_000);
  if (days <= 0) return "today";
  return new Intl.RelativeTimeFormat("en", { numeric: "auto" }).format(-days, "day");
}

/** A small picture of the game that was played. @param {PastGame} game @param {Listing[]} games */
function emblem(game, games) {
  const entry = games.find(({ id }) => id === game.game);
  const made = h("div", { class: "card-board emblem" }, entry && picture(entry.picture));
  if (entry) made.style.setProperty("--hue", String(entry.hue));
  return made;
}

/**
 * @param {PastGame} game
 * @param {Listing[]} games
 * @param {() => void} changed
 * @param {(sentence: string) => void} say
 */
function item(game, games, changed, say) {
  const { title, moves, ending, key } = game;
  const of = `of ${title}`;
  const save = async () => {
    try {
      const name = `${title.toLowerCase().replace(/\s+/g, "-")}.txt`;
      download(new Blob([await recordOf(game)], { type: "text/plain" }), name);
    } catch {
      say("The record of this game cannot be had: it may be gone from the server.");
    }
  };
  const remove = async () => {
    if (!(await confirmed(`Forget this game of ${title}?`, "Forget"))) return;
    forget(key);
    changed();
    announce("Forgotten.");
  };
  const isOver = ending !== "";
  return h(
    "li",
    { class: "panel past-game" },
    emblem(game, games),
    h(
      "div",
      {},
      h("h2", {}, title),
      h("p", { class: "quiet" }, `${game.who} · ${moves} ${moves === 1 ? "move" : "moves"} · ${ago(game.time)}`),
      h("p", {}, isOver ? ending : "Not finished."),
    ),
    row(
      linkButton(isOver ? "Look" : "Continue", game.address, {
        icon: "play",
        kind: isOver ? undefined : "main",
        label: `${isOver ? "Look at the game" : "Continue the game"} ${of}`,
      }),
      moves > 0 && linkButton("Review", reviewOf(game), { icon: "graph", label: `Review the game ${of}` }),
      button("Record", () => void save(), { icon: "save", label: `Download the record ${of}` }),
      button("Forget", () => void remove(), { icon: "close", kind: "plain", label: `Forget the game ${of}` }),
    ),
  );
}
