// The home screen: the daily puzzle, a card for each game, the opponent, and the person's own games.

import { ApiError, catalogue, get, post, request } from "../app/api.js";
import { hrefOf } from "../app/base.js";
import { button, choice, linkButton, panel, row, select, toggle } from "../app/controls.js";
import { capitalised, h, setChildren } from "../app/dom.js";
import { go } from "../app/router.js";
import { load, store } from "../app/settings.js";
import { HAS_SERVER } from "../app/backend.js";
import { picture } from "../board/board.js";
import { pastGames } from "../model/games.js";
import { isSolved, resultOf } from "../model/puzzles.js";
import { address, specOfReplay } from "../model/session.js";
import { demosOf } from "../parts/demo.js";
import { figures } from "../parts/progress.js";

/** @import { Place } from "../app/router.js" */
/** @import { Listing, Puzzle } from "../../types/page.d.ts" */

/** @type {Record<string, string>} by game */
const NO_SIZES = {};
/** The opponent is "human", a level, or "friend". The first player is "1", "2" or "random". */
const DEFAULTS = { opponent: "medium", side: "1", first: "1", name: "", sizes: NO_SIZES };

/**
 * @typedef {typeof DEFAULTS} Choices
 * @typedef {(changes: Partial<Choices>) => void} Change
 */

/** @param {Place} place */
export async function show({ signal }) {
  const { games, players } = await catalogue();
  const choices = { ...load("choices", DEFAULTS) };
  const opponents = ["human", ...players, ...(HAS_SERVER ? ["friend"] : [])];
  if (!opponents.includes(choices.opponent)) choices.opponent = DEFAULTS.opponent;
  /** @type {Change} */
  const change = (changes) => {
    Object.assign(choices, changes);
    store("choices", choices);
  };
  const error = h("p", { class: "said wrong", role: "status" });
  const play = (/** @type {Listing} */ game) => {
    begin(game, choices).catch((reason) => {
      error.textContent = reason instanceof ApiError ? reason.message : "The server does not respond. Try again.";
    });
  };
  const demos = demosOf(games, signal);
  const still = toggle("Pause animations", false, (isOn) => demos.pause(isOn), "pause");
  still.classList.add("quiet", "still");
  const cards = games.map((game, n) => card(game, demos.elements[n], choices, change, play));
  const element = h(
    "div",
    { class: "home" },
    h("div", { class: "hero" }, greeting(), today(games, signal)),
    h(
      "section",
      { class: "stack", "aria-label": "New game" },
      h("div", { class: "row ends" }, h("h2", {}, "New game"), still),
      setup(players, choices, change),
      error,
      h("div", { class: "cards" }, cards),
    ),
    h("div", { class: "after" }, past(), more()),
  );
  return { title: "Quintet", element };
}

/** The headline, and a link to an unfinished game. */
function greeting() {
  const unfinished = pastGames().find(({ ending }) => !ending);
  return h(
    "section",
    { class: "stack greeting" },
    h("h1", {}, "Five tiny strategy games. Every position solved."),
    h("p", { class: "lead" }, "Play against a friend or the computer, and see the best move whenever you like."),
    unfinished && row(linkButton(`Continue ${unfinished.title}`, unfinished.address, { icon: "play", kind: "main" })),
  );
}

/** The daily puzzle, which is filled in when it is loaded. @param {Listing[]} games @param {AbortSignal} signal */
function today(games, signal) {
  const place = h("section", { class: "panel today", "aria-label": "Puzzle of the day", "aria-busy": "true" });
  const fill = (/** @type {Puzzle} */ puzzle) => {
    const { view, grade } = puzzle;
    const name = games.find(({ id }) => id === view.game)?.name ?? "";
    const hasSolved = isSolved(resultOf(puzzle));
    const label = hasSolved ? "View again" : "Solve";
    place.removeAttribute("aria-busy");
    setChildren(
      place,
      h("div", { class: "today-board" }, picture(view.scene)),
      h(
        "div",
        { class: "lines" },
        h("h2", {}, "Puzzle of the day"),
        h("p", { class: "row" }, h("strong", {}, name), h("span", { class: "badge" }, hasSolved ? "solved" : grade)),
        h("p", { class: "quiet" }, `${view.names[view.to_move - 1]} to move. ${puzzle.question}`),
        row(
          linkButton(label, "/puzzles", { icon: "puzzle", kind: hasSolved ? undefined : "main" }),
          linkButton("Rush", "/rush", { kind: "quiet", label: "Rush: puzzles against the clock" }),
        ),
      ),
      h("div", { class: "row ends today-past" }, figures()),
    );
  };
  request(get("/puzzles", {}), signal).then(fill, () => place.remove());
  return place;
}

/** The options of new games. @param {string[]} players @param {Choices} choices @param {Change} change */
function setup(players, choices, change) {
  const opponents = [
    { value: "human", text: "Same device" },
    ...players.filter((name) => name !== "human").map((name) => ({ value: name, text: capitalised(name) })),
    ...(HAS_SERVER ? [{ value: "friend", text: "Invite a friend" }] : []),
  ];
  const sides = [
    { value: "1", text: "Player 1" },
    { value: "2", text: "Player 2" },
  ];
  const name = h("input", {
    type: "text",
    maxlength: 40,
    autocomplete: "nickname",
    value: choices.name,
    oninput: () => change({ name: name.value }),
  });
  const nameField = h("label", { class: "field" }, h("span", {}, "Your name (optional)"), name);
  const side = choice("Play as", sides, choices.side, (value) => change({ side: value }));
  const starters = [...sides, { value: "random", text: "Random" }];
  const starts = choice("Who starts", starters, choices.first, (first) => change({ first }));
  const adapt = () => {
    nameField.hidden = choices.opponent !== "friend";
    side.hidden = choices.opponent === "human";
  };
  adapt();
  return h(
    "div",
    { class: "row setup" },
    choice("Opponent", opponents, choices.opponent, (opponent) => {
      change({ opponent });
      adapt();
    }),
    side,
    starts,
    nameField,
    !HAS_SERVER && h("p", { class: "quiet" }, "Inviting a friend needs a server, which this page does not have."),
  );
}

/** The latest games. */
function past() {
  const games = pastGames();
  if (!games.length) return null;
  const items = games
    .slice(0, 4)
    .map(({ title, who, ending, address: where }) =>
      h(
        "li",
        {},
        h("a", { class: "past-link", href: hrefOf(where) }, h("strong", {}, title), h("span", { class: "quiet" }, who)),
        h("span", { class: "quiet" }, ending ? "finished" : "unfinished"),
      ),
    );
  const all = linkButton("Show all", "/games", { kind: "quiet" });
  return panel("Your games", row(h("h2", {}, "Your games"), all), h("ul", { class: "past-list" }, items));
}

/** Returns the size that was chosen last, or the standard one. @param {Listing} game @param {Choices} choices */
function sizeOf(game, choices) {
  const size = choices.sizes[game.id];
  return game.sizes.includes(size) ? size : game.sizes[0];
}

/**
 * @param {Listing} game
 * @param {HTMLElement} demo
 * @param {Choices} choices
 * @param {Change} change
 * @param {(game: Listing) => void} play
 */
function card(game, demo, choices, change, play) {
  const sizes = game.sizes.map((size) => ({ value: size, text: size }));
  const chosen = sizeOf(game, choices);
  const label = `${game.name} puzzle`;
  const puzzle = linkButton("Puzzle", `/puzzles/${game.id}/${chosen}`, { kind: "quiet", label });
  const resize = (/** @type {string} */ size) => {
    change({ sizes: { ...choices.sizes, [game.id]: size } });
    puzzle.href = hrefOf(`/puzzles/${game.id}/${size}`);
  };
  return h(
    "article",
    { class: "card" },
    demo,
    h("h3", {}, game.name),
    h("p", { class: "quiet" }, game.summary),
    h(
      "div",
      { class: "card-foot" },
      button("Play", () => play(game), { kind: "main", icon: "play", label: `Play ${game.name}` }),
      select(`Size of ${game.name}`, sizes, chosen, resize, { hidesTitle: true }),
      linkButton("Rules", `/rules/${game.id}`, { kind: "quiet", label: `Rules of ${game.name}` }),
      puzzle,
    ),
  );
}

/** Starts a game. @param {Listing} game @param {Choices} choices */
async function begin(game, choices) {
  const size = sizeOf(game, choices);
  const first = choices.first === "random" ? "random" : choices.first === "2" ? 2 : 1;
  const seat = choices.side === "2" ? 2 : 1;
  const { opponent, name } = choices;
  if (opponent === "friend") {
    const { invite } = await import("../model/invitation.js");
    await invite({ game: game.id, size, first, seat, name });
    return;
  }
  /** @type {[string, string]} */
  const players = seat === 1 ? ["human", opponent] : [opponent, "human"];
  go(address({ game: game.id, size, players, first }));
}

/** The panel for opening a record. */
function more() {
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
