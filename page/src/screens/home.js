// The home screen: a card for each game, the options of new games, and the daily puzzle.

import { ApiError, catalogue, get, request } from "../app/api.js";
import { HAS_SERVER } from "../app/backend.js";
import { button, choice, linkButton, row, select, toggle } from "../app/controls.js";
import { openDialog } from "../app/dialog.js";
import { h, setChildren } from "../app/dom.js";
import { icon } from "../app/icons.js";
import { go } from "../app/router.js";
import { store } from "../app/settings.js";
import { picture } from "../board/board.js";
import { pastGames } from "../model/games.js";
import { beaten, choices, newGame, sideOf, sizeOf, titleOf } from "../model/ladder.js";
import { isLearnt } from "../model/lesson.js";
import { isSolved, progress, resultOf, streak } from "../model/puzzles.js";
import { demosOf } from "../parts/demo.js";

/** @import { Place } from "../app/router.js" */
/** @import { Choices } from "../model/ladder.js" */
/** @import { Listing, Puzzle } from "../../types/page.d.ts" */

/** @param {Place} place */
export async function show({ signal }) {
  const { games, players } = await catalogue();
  const chosen = choices();
  if (chosen.opponent === "friend" ? !HAS_SERVER : !players.includes(chosen.opponent)) chosen.opponent = "easy";
  const error = h("p", { class: "said wrong", role: "status" });
  const play = (/** @type {Listing} */ game) => {
    begin(game, chosen).catch((reason) => {
      error.textContent = reason instanceof ApiError ? reason.message : "The server does not respond. Try again.";
    });
  };
  const demos = demosOf(games, signal);
  const still = toggle("Pause animations", false, (isOn) => demos.pause(isOn), "pause");
  still.classList.add("plain", "still");
  const versus = h("span", {}, nameOf(games[0], chosen.opponent));
  const options = h(
    "button",
    { type: "button", class: "button", "aria-haspopup": "dialog", onclick: () => openOptions(games, chosen, change) },
    h("span", { class: "unseen" }, "New game options:"),
    versus,
    icon("more"),
  );
  const change = (/** @type {Partial<Choices>} */ changes) => {
    Object.assign(chosen, changes);
    store("choices", chosen);
    versus.textContent = nameOf(games[0], chosen.opponent);
  };
  const unfinished = pastGames().find(({ ending }) => !ending);
  const element = h(
    "div",
    { class: "home" },
    h(
      "div",
      { class: "row ends home-head" },
      h("h1", {}, "Five tiny strategy games, every one solved."),
      row(unfinished && linkButton(`Continue ${unfinished.title}`, unfinished.address, { icon: "on" }), options, still),
    ),
    error,
    h(
      "div",
      { class: "cards" },
      games.map((game, n) => card(game, demos.elements[n], play)),
    ),
    h("div", { class: "more" }, today(games, signal), rush(), beatPerfect(games[0])),
  );
  return { title: "Quintet", element };
}

/** Describes an opponent on the control that opens the options. @param {Listing} game @param {string} opponent */
function nameOf(game, opponent) {
  if (opponent === "human") return "Same device";
  return opponent === "friend" ? "vs a friend" : `vs ${titleOf(game, opponent)}`;
}

/** @param {Listing} game @param {HTMLElement} demo @param {(game: Listing) => void} play */
function card(game, demo, play) {
  const { id, name, summary, levels } = game;
  const won = levels.filter((level) => beaten(id).includes(level.name)).length;
  const pips = levels.map((level) => h("span", { class: beaten(id).includes(level.name) && "is-won" }));
  const words = `Won against ${won} of ${levels.length} opponents`;
  return h(
    "article",
    { class: "card" },
    demo,
    h(
      "div",
      { class: "lines card-text" },
      h("h2", {}, name),
      h("p", { class: "quiet" }, summary),
      won > 0 && h("p", { class: "pips", role: "img", "aria-label": words, title: words }, pips),
    ),
    h(
      "div",
      { class: "row card-foot" },
      button("Play", () => play(game), { kind: "main", icon: "play", label: `Play ${name}` }),
      linkButton("Learn", `/learn/${id}`, { icon: isLearnt(id) ? "check" : "learn", label: `Learn ${name}` }),
      linkButton("Rules", `/rules/${id}`, { icon: "book", kind: "plain", label: `Rules of ${name}`, hidesText: true }),
    ),
  );
}

/**
 * Opens the options of new games.
 * @param {Listing[]} games
 * @param {Choices} chosen
 * @param {(changes: Partial<Choices>) => void} change
 */
function openOptions(games, chosen, change) {
  const opponents = [
    ...games[0].levels.map(({ name, title }) => ({ value: name, text: title })),
    { value: "human", text: "Same device" },
    ...(HAS_SERVER ? [{ value: "friend", text: "Invite a friend" }] : []),
  ];
  const players = [
    { value: "1", text: "Player 1" },
    { value: "2", text: "Player 2" },
  ];
  const name = h("input", {
    type: "text",
    maxlength: 40,
    autocomplete: "nickname",
    value: chosen.name,
    oninput: () => change({ name: name.value }),
  });
  const nameField = h("label", { class: "field" }, h("span", {}, "Your name (optional)"), name);
  const sides = [{ value: "auto", text: "The winning side" }, ...players];
  const side = choice("Play as", sides, chosen.side, (value) => change({ side: value }));
  const adapt = () => {
    nameField.hidden = chosen.opponent !== "friend";
    side.hidden = chosen.opponent === "human";
  };
  adapt();
  const starters = [...players, { value: "random", text: "Random" }];
  const sizes = games.map((game) => {
    const listed = game.sizes.map((value) => ({ value, text: value }));
    const resize = (/** @type {string} */ size) => change({ sizes: { ...chosen.sizes, [game.id]: size } });
    return select(game.name, listed, sizeOf(game, chosen), resize);
  });
  const dialog = openDialog("New game", [
    choice("Opponent", opponents, chosen.opponent, (opponent) => {
      change({ opponent });
      adapt();
    }),
    nameField,
    side,
    choice("Who starts", starters, chosen.first, (first) => change({ first })),
    h("fieldset", { class: "choice" }, h("legend", {}, "Board size"), h("div", { class: "row sizes" }, sizes)),
    !HAS_SERVER && h("p", { class: "quiet" }, "Inviting a friend needs a server, which this page does not have."),
    row(button("Done", () => dialog.close(), { kind: "main", icon: "check" })),
  ]);
}

/** A strip with the daily puzzle, filled in when it is loaded. @param {Listing[]} games @param {AbortSignal} signal */
function today(games, signal) {
  const board = h("div", { class: "strip-board" });
  const words = h("p", { class: "quiet" }, "Three tries, the same puzzle for everyone.");
  const solve = linkButton("Solve", "/puzzles", { icon: "puzzle" });
  const element = h(
    "section",
    { class: "panel strip today", "aria-label": "Puzzle of the day", "aria-busy": "true" },
    board,
    h("div", { class: "strip-words" }, h("h2", {}, "Puzzle of the day"), words),
    solve,
  );
  const fill = (/** @type {Puzzle} */ puzzle) => {
    const { view, grade, question } = puzzle;
    const name = games.find(({ id }) => id === view.game)?.name ?? "";
    element.removeAttribute("aria-busy");
    setChildren(board, picture(view.scene));
    const hasSolved = isSolved(resultOf(puzzle));
    const state = hasSolved ? "Solved." : `${view.names[view.to_move - 1]} to move. ${question}`;
    if (hasSolved) setChildren(solve, icon("puzzle"), "View again");
    const days = streak(progress());
    const run = days > 0 && `${days}-day streak.`;
    words.textContent = [`${name}, ${grade}.`, state, run].filter(Boolean).join(" ");
  };
  request(get("/puzzles", {}), signal).then(fill, () => element.remove());
  return element;
}

/** @param {string} title @param {string} words @param {HTMLElement} act */
function strip(title, words, act) {
  const text = h("div", { class: "strip-words" }, h("h2", {}, title), h("p", { class: "quiet" }, words));
  return h("section", { class: "panel strip", "aria-label": title }, text, act);
}

function rush() {
  const { rush: best } = progress();
  const words = `Three minutes of puzzles that get harder and harder.${best ? ` Your best: ${best}.` : ""}`;
  return strip("Rush", words, linkButton("Start", "/rush", { icon: "play" }));
}

/** @param {Listing} game */
function beatPerfect({ id }) {
  const words = "You have a won position. Perfect holds out as long as it can.";
  return strip("Beat Perfect", words, linkButton("Try", `/puzzles/beat/${id}`, { icon: "crown" }));
}

/** Starts a game. @param {Listing} game @param {Choices} chosen */
async function begin(game, chosen) {
  if (chosen.opponent !== "friend") {
    go(newGame(game, chosen));
    return;
  }
  const { invite } = await import("../model/invitation.js");
  const first = chosen.first === "random" ? "random" : chosen.first === "2" ? 2 : 1;
  const seat = sideOf(game, chosen);
  await invite({ game: game.id, size: sizeOf(game, chosen), first, seat, name: chosen.name });
}
