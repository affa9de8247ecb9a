// The start page: today's puzzle, every game playing itself on a small board, the choice of opponents, and the games
// that were played here.

import { ask, catalogue, get, post, Refused } from "../app/api.js";
import { hrefOf } from "../app/base.js";
import { button, choice, linkButton, panel, row, select, toggle } from "../app/controls.js";
import { h, refill } from "../app/dom.js";
import { go } from "../app/router.js";
import { keep, kept } from "../app/settings.js";
import { HAS_SERVER } from "../app/way.js";
import { picture } from "../board/board.js";
import { pastGames } from "../model/games.js";
import { isSolved, resultOf } from "../model/puzzles.js";
import { address, courseOf } from "../model/session.js";
import { demosOf } from "../parts/demo.js";
import { calendar, figures } from "../parts/progress.js";

/** @import { Place } from "../app/router.js" */
/** @import { Listing, Puzzle } from "../../types/page.d.ts" */

/** @type {Record<string, string>} by game */
const NO_SIZES = {};
/** The opponent is "human", a level, or "friend"; "1", "2" or "random" is first. */
const USUAL = { opponent: "medium", side: "1", first: "1", name: "", sizes: NO_SIZES };

/**
 * @typedef {typeof USUAL} Choices
 * @typedef {(changes: Partial<Choices>) => void} Change
 */

/** @param {string} word */
const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);

/** @param {Place} place */
export async function show({ signal }) {
  const { games, players } = await catalogue();
  const choices = { ...kept("choices", USUAL) };
  const opponents = ["human", ...players, ...(HAS_SERVER ? ["friend"] : [])];
  if (!opponents.includes(choices.opponent)) choices.opponent = USUAL.opponent;
  /** @type {Change} */
  const change = (changes) => {
    Object.assign(choices, changes);
    keep("choices", choices);
  };
  const said = h("p", { class: "said wrong", role: "status" });
  const play = (/** @type {Listing} */ game) => {
    begin(game, choices).catch((fault) => {
      said.textContent = fault instanceof Refused ? fault.message : "The server does not answer. Try again.";
    });
  };
  const demos = demosOf(games, signal);
  const still = toggle("Pause the boards", false, (isOn) => demos.pause(isOn), "pause");
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
      said,
      h("div", { class: "cards" }, cards),
    ),
    h("div", { class: "after" }, past(), more()),
  );
  return { title: "Quintet", element };
}

/** What this is, and the game that is not finished. */
function greeting() {
  const unfinished = pastGames().find(({ ending }) => !ending);
  return h(
    "section",
    { class: "stack greeting" },
    h("h1", {}, "Grid games, perfectly known"),
    h(
      "p",
      { class: "lead" },
      "Quick to learn, solved to the last move. Play, and ask for the truth whenever you like.",
    ),
    unfinished &&
      row(linkButton(`Continue ${unfinished.title}`, unfinished.address, { icon: "play", kind: "main" })),
  );
}

/** The puzzle of today; its place is there before it is. @param {Listing[]} games @param {AbortSignal} signal */
function today(games, signal) {
  const place = h("section", { class: "panel today", "aria-label": "Puzzle of the day", "aria-busy": "true" });
  const fill = (/** @type {Puzzle} */ puzzle) => {
    const { view, grade, day } = puzzle;
    const name = games.find(({ id }) => id === view.game)?.name ?? "";
    const hasSolved = isSolved(resultOf(puzzle));
    const date = day ?? "";
    const label = hasSolved ? "Look at it again" : "Solve it";
    place.removeAttribute("aria-busy");
    refill(
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
      h("div", { class: "row ends today-past" }, figures(date), calendar(date, 1)),
    );
  };
  ask(get("/puzzles", {}), signal).then(fill, () => place.remove());
  return place;
}

/** The choice of opponents. @param {string[]} players @param {Choices} choices @param {Change} change */
function setup(players, choices, change) {
  const opponents = [
    { value: "human", text: "A person here" },
    ...players.filter((name) => name !== "human").map((name) => ({ value: name, text: capital(name) })),
    ...(HAS_SERVER ? [{ value: "friend", text: "A friend by link" }] : []),
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
  const nameField = h("label", { class: "field" }, h("span", {}, "Your name, if you like"), name);
  const side = choice("You are", sides, choices.side, (value) => change({ side: value }));
  const beginners = [...sides, { value: "random", text: "Random" }];
  const begins = choice("Begins", beginners, choices.first, (first) => change({ first }));
  const adapt = () => {
    nameField.hidden = choices.opponent !== "friend";
    side.hidden = choices.opponent === "human";
  };
  adapt();
  return h(
    "div",
    { class: "row setup" },
    choice("Opponent", opponents, choices.opponent, (opponent) => (change({ opponent }), adapt())),
    side,
    begins,
    nameField,
    !HAS_SERVER && h("p", { class: "quiet" }, "Games with a friend by link need a server; everything else is here."),
  );
}

/** The games that were played last. */
function past() {
  const games = pastGames();
  if (!games.length) return null;
  const items = games.slice(0, 4).map(({ title, who, ending, address: where }) =>
    h(
      "li",
      {},
      h("a", { class: "past-link", href: hrefOf(where) }, h("strong", {}, title), h("span", { class: "quiet" }, who)),
      h("span", { class: "quiet" }, ending ? "over" : "not finished"),
    ),
  );
  const all = linkButton("All of them", "/games", { kind: "quiet" });
  return panel("Your games", row(h("h2", {}, "Your games"), all), h("ul", { class: "past-list" }, items));
}

/** The size that was chosen last, as long as there is such a one. @param {Listing} game @param {Choices} choices */
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
  const label = `Puzzle of ${game.name}`;
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

/** Begins a game. @param {Listing} game @param {Choices} choices */
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

/** The panel that opens a record. */
function more() {
  const open = async (/** @type {string} */ text) => {
    try {
      if (text.trim()) go(address(await courseOf(await ask(post("/replay", { record: text }, {})))));
      else said.textContent = "There is nothing to open yet.";
    } catch (fault) {
      if (!(fault instanceof Refused)) throw fault;
      said.textContent = fault.message;
    }
  };
  const said = h("p", { class: "said wrong", role: "status" });
  const area = h("textarea", { rows: 3, spellcheck: "false", placeholder: "Paste a record here, or drop its file" });
  const file = h("input", {
    type: "file",
    accept: ".txt,text/plain",
    class: "unseen",
    onchange: () => file.files?.[0]?.text().then(open),
  });
  const drop = panel(
    "Open a record",
    h("h2", {}, "Open a record"),
    h(
      "p",
      { class: "quiet" },
      "Any game that was saved here, in the terminal, or by a program: look at it, review it, play on.",
    ),
    h("label", { class: "field" }, h("span", { class: "unseen" }, "Record"), area),
    row(
      button("Open", () => void open(area.value), { icon: "play" }),
      h("label", { class: "button" }, h("span", {}, "Choose a file"), file),
    ),
    said,
  );
  drop.addEventListener("dragover", (event) => (event.preventDefault(), drop.classList.add("is-over")));
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
