// The start page: every game with a picture, and the choice of opponents.

import { ask, catalogue, post, Refused } from "../app/api.js";
import { hrefOf } from "../app/base.js";
import { button, choice, linkButton, panel, row, select } from "../app/controls.js";
import { h } from "../app/dom.js";
import { go } from "../app/router.js";
import { keep, kept, keptList } from "../app/settings.js";
import { picture } from "../board/board.js";
import { address, courseOf } from "../model/session.js";

/** @import { Listing } from "../../types/page.d.ts" */

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

export async function show() {
  const { games, players } = await catalogue();
  const choices = { ...kept("choices", USUAL) };
  if (!["human", "friend", ...players].includes(choices.opponent)) choices.opponent = USUAL.opponent;
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
  const element = h(
    "div",
    { class: "home" },
    intro(players, choices, change),
    said,
    h("div", { class: "cards" }, ...games.map((game) => card(game, choices, change, play))),
    more(),
  );
  return { title: "Quintet", element };
}

/** @param {string[]} players @param {Choices} choices @param {Change} change */
function intro(players, choices, change) {
  const opponents = [
    { value: "human", text: "A person here" },
    ...players.filter((name) => name !== "human").map((name) => ({ value: name, text: capital(name) })),
    { value: "friend", text: "A friend by link" },
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
    "section",
    { class: "intro" },
    h(
      "div",
      { class: "stack" },
      h("h1", {}, "Grid games, perfectly known"),
      h(
        "p",
        { class: "lead" },
        "Quick to learn, solved to the last move. Play, and ask for the truth whenever you like.",
      ),
      continued(),
    ),
    h(
      "div",
      { class: "stack" },
      choice("Opponent", opponents, choices.opponent, (opponent) => (change({ opponent }), adapt())),
      h("div", { class: "row setup-row" }, side, begins),
      nameField,
    ),
  );
}

/** Links to games that are not finished. */
function continued() {
  const { address: where, title } = kept("game", { address: "", title: "" });
  const games = keptList("games", { id: "", title: "" });
  const links = games.slice(0, 3).map((game) => {
    const text = `${game.title} with a friend`;
    return linkButton(text, `/game/${game.id}`, { icon: "link", label: `Continue ${text}` });
  });
  if (where.startsWith("/play/")) links.unshift(linkButton(`Continue ${title}`, where, { icon: "play" }));
  return links.length > 0 && row(links);
}

/** The size that was chosen last, as long as there is such a one. @param {Listing} game @param {Choices} choices */
function sizeOf(game, choices) {
  const size = choices.sizes[game.id];
  return game.sizes.includes(size) ? size : game.sizes[0];
}

/** @param {Listing} game @param {Choices} choices @param {Change} change @param {(game: Listing) => void} play */
function card(game, choices, change, play) {
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
    h("div", { class: "card-board" }, picture(game.picture)),
    h("h2", {}, game.name),
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
