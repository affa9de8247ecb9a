// The games that were played in this browser, to continue, review, download or remove, and records to open.

import { ApiError, catalogue, get, post, request } from "../app/api.js";
import { button, linkButton, panel, row } from "../app/controls.js";
import { confirmed } from "../app/dialog.js";
import { announce, capitalized, h, setChildren } from "../app/dom.js";
import { hrefOf } from "../app/base.js";
import { icon } from "../app/icons.js";
import { go } from "../app/router.js";
import { picture } from "../board/board.js";
import { forget, headToHead, pastGames, sceneFrom } from "../model/games.js";
import { address, specFrom, specOfReplay } from "../model/session.js";
import { download } from "../parts/picture.js";

/** @import { Listing } from "../../types/page.d.ts" */
/** @import { PastGame } from "../model/games.js" */

export async function show() {
  const { games: entries } = await catalogue();
  const list = h("ul", { class: "past stack" });
  const message = h("p", { class: "lead", role: "status" });
  const fill = () => {
    const games = pastGames();
    setChildren(
      list,
      games.map((game) => item(game, entries, fill, (sentence) => (message.textContent = sentence))),
    );
    list.hidden = !games.length;
    message.textContent = games.length ? "" : "No games yet. Games that you play in this browser appear here.";
  };
  fill();
  const friends = [...new Set(pastGames().map(({ opponent }) => opponent))].filter(Boolean);
  const scores = friends.map((name) => {
    const { won, lost } = headToHead(name);
    return h("li", { class: "badge" }, `${name}: ${won} won, ${lost} lost`);
  });
  const element = h(
    "section",
    { class: "page" },
    h("div", { class: "row ends" }, h("h1", {}, "Your games"), linkButton("All games", "/", { kind: "quiet" })),
    h("p", { class: "quiet" }, "Saved only in this browser: your last 100 games."),
    scores.length > 0 && h("ul", { class: "row scores", "aria-label": "Friends" }, scores),
    message,
    list,
    openRecord(),
  );
  return { title: "Your games", element };
}

/** Returns the id of a game with a friend. @param {PastGame} game */
const liveId = (game) => /^\/game\/([^/?#]+)$/.exec(game.address)?.[1];

/** @param {PastGame} past */
function specOfPast(past) {
  const url = new URL(past.address, location.origin);
  const [, , game, size] = url.pathname.split("/");
  return specFrom(game, size, url.searchParams);
}

/** Returns the address of the review of a game. @param {PastGame} game */
function reviewOf(game) {
  const live = liveId(game);
  return live ? `/review?live=${live}` : address({ ...specOfPast(game), at: undefined }, "review");
}

/** Requests the record of a game. @param {PastGame} past */
async function recordOf(past) {
  const live = liveId(past);
  if (live) return request(get("/games/{id}/record", { id: live }));
  const { at, score, first, ...game } = specOfPast(past);
  const replay = await request(post("/replay", { ...game, first: first ?? undefined, date: "today" }, {}));
  return replay.record;
}

/** Formats the age of a game. @param {number} time */
function ago(time) {
  const days = Math.floor(Date.now() / 86_400_000) - Math.floor(time / 86_400_000);
  if (days <= 0) return "today";
  return new Intl.RelativeTimeFormat("en", { numeric: "auto" }).format(-days, "day");
}

/** Returns a small picture of the position of a game. @param {PastGame} game @param {Listing[]} games */
function emblem({ game, columns, cells }, games) {
  const entry = games.find(({ id }) => id === game);
  if (!entry) return null;
  const scene = columns > 0 ? sceneFrom(entry.picture, columns, cells.split(" ")) : entry.picture;
  const made = h("div", { class: "card-board emblem" }, picture(scene));
  made.style.setProperty("--hue", String(entry.hue));
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
      say("The record of this game could not be downloaded. The server may have deleted the game.");
    }
  };
  const remove = async () => {
    if (!(await confirmed(`Remove this game of ${title} from the list?`, "Remove"))) return;
    forget(key);
    changed();
    announce("Removed.");
  };
  const isOver = ending !== "";
  const { result } = game;
  return h(
    "li",
    { class: "panel past-game" },
    emblem(game, games),
    h(
      "div",
      {},
      h(
        "h2",
        { class: "row" },
        h("a", { href: hrefOf(game.address), class: "whole" }, title),
        result && h("span", { class: `badge ${result === "won" ? "win" : "loss"}` }, capitalized(result)),
      ),
      h("p", { class: "quiet" }, `${game.who} · ${moves} ${moves === 1 ? "move" : "moves"} · ${ago(game.time)}`),
    ),
    row(
      !isOver && linkButton("Continue", game.address, { icon: "play", kind: "main", label: `Continue the game ${of}` }),
      isOver && moves > 0 && linkButton("Review", reviewOf(game), { icon: "graph", label: `Review the game ${of}` }),
      h(
        "details",
        { class: "menu" },
        h("summary", { class: "button plain", "aria-label": `More about the game ${of}` }, icon("more")),
        h(
          "div",
          { class: "panel" },
          button("Record", () => void save(), { icon: "save", kind: "plain", label: `Download the record ${of}` }),
          button("Remove", () => void remove(), { icon: "close", kind: "plain", label: `Remove the game ${of}` }),
        ),
      ),
    ),
  );
}

/** The panel for opening a record. */
function openRecord() {
  const open = async (/** @type {string} */ text) => {
    try {
      if (text.trim()) go(address(await specOfReplay(await request(post("/replay", { record: text }, {})))));
      else message.textContent = "Paste a record first.";
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      message.textContent = error.message;
    }
  };
  const message = h("p", { class: "said wrong", role: "status" });
  const area = h("textarea", { rows: 3, spellcheck: "false", placeholder: "Paste a record or drop a file here" });
  const file = h("input", {
    type: "file",
    accept: ".txt,text/plain",
    class: "unseen",
    onchange: () => file.files?.[0]?.text().then(open),
  });
  const drop = panel(
    "Open a record",
    h("h2", {}, "Open a record"),
    h("p", { class: "quiet" }, "View, review or continue a saved game."),
    h("label", { class: "field" }, h("span", { class: "unseen" }, "Record"), area),
    row(
      button("Open", () => void open(area.value), { icon: "play" }),
      h("label", { class: "button" }, h("span", {}, "Choose a file"), file),
    ),
    message,
  );
  drop.addEventListener("dragover", (event) => {
    event.preventDefault();
    drop.classList.add("is-over");
  });
  drop.addEventListener("dragleave", () => drop.classList.remove("is-over"));
  drop.addEventListener("drop", (event) => {
    event.preventDefault();
    drop.classList.remove("is-over");
    const dropped = event.dataTransfer?.files[0];
    if (dropped) void dropped.text().then(open);
    else void open(event.dataTransfer?.getData("text/plain") ?? "");
  });
  return drop;
}
