// A rush: puzzles of all games against the clock. Three mistakes end it.

import { catalogue, get, listing, post, request } from "../app/api.js";
import { button, linkButton } from "../app/controls.js";
import { h, setText } from "../app/dom.js";
import { arrive } from "../app/router.js";
import { GameState } from "../model/game-state.js";
import { progress, record, recordRush } from "../model/puzzles.js";
import { Table } from "../parts/table.js";

/** @import { Place } from "../app/router.js" */
/** @import { Game, Listing, Puzzle } from "../../types/page.d.ts" */

const SECONDS = 180;
const MISTAKES = 3;

/** @param {Place} place */
export async function show({ signal }) {
  const { games } = await catalogue();
  const puzzle = await next(games, signal);
  return new Rush(await listing(puzzle.view.game), games, puzzle, signal);
}

/** Requests a puzzle of a random game at its standard size. @param {Listing[]} games @param {AbortSignal} signal */
function next(games, signal) {
  const { id, sizes } = games[Math.floor(Math.random() * games.length)];
  const puzzle = request(get("/puzzles/{game}/{size}", { game: id, size: sizes[0] }), signal);
  // The rush may end before a prefetched puzzle is used.
  puzzle.catch(() => {});
  return puzzle;
}

/** @param {Puzzle} puzzle @returns {Game} */
function gameOf({ view }) {
  return { view, plies: [], at: 0, over: false, winner: null, ending: null };
}

class Rush {
  title = "Rush";
  #solved = 0;
  #missed = 0;
  /** True between a move and the next puzzle, when moves are ignored. */
  #isBusy = false;
  #isFinished = false;
  /** When the time is up; the clock starts with the first move. @type {number | null} */
  #end = null;

  clock = h("strong", { class: "clock" });
  tally = h("span", {});
  level = h("span", { class: "badge" });
  skip = button("Skip this puzzle", () => void this.#skip(), { icon: "on" });

  /** @param {Listing} entry @param {Listing[]} games @param {Puzzle} puzzle @param {AbortSignal} signal */
  constructor(entry, games, puzzle, signal) {
    this.entry = entry;
    this.games = games;
    this.puzzle = puzzle;
    this.signal = signal;
    this.state = new GameState(gameOf(puzzle), signal);
    this.following = next(games, signal);
    this.table = new Table(entry, this.title, signal, {
      play: (move) => this.#play(move),
      goTo: () => {},
      prompt: () => this.#prompt,
    });
    this.element = this.table.arrange({
      name: "Rush",
      controls: [this.skip],
      links: [this.level, linkButton("Puzzle of the day", "/puzzles", { kind: "quiet" })],
      news: [h("div", { class: "panel row ends rush", role: "timer" }, this.clock, this.tally)],
      rest: [this.table.typing.element],
    });
    this.#draw();
    this.table.say(
      `${this.#prompt} You have ${SECONDS / 60} minutes from your first move. ${MISTAKES} mistakes end the rush.`,
    );
    const timer = setInterval(() => this.#tick(), 250);
    signal.addEventListener("abort", () => clearInterval(timer));
  }

  get #isOver() {
    return this.#missed >= MISTAKES || this.#left === 0;
  }

  /** The remaining seconds. */
  get #left() {
    if (this.#end === null) return SECONDS;
    return Math.max(0, Math.ceil((this.#end - performance.now()) / 1000));
  }

  get #prompt() {
    const { view, question } = this.puzzle;
    return `${view.names[view.to_move - 1]} to move. ${question}`;
  }

  get #mayMove() {
    return !this.#isOver && !this.#isBusy;
  }

  #draw() {
    const { game } = this.state;
    this.table.show({
      game,
      position: {
        view: game.view,
        mayMove: this.#mayMove,
        idle: this.#isOver ? "The rush is over." : "Wait a moment.",
      },
      results: this.#isFinished
        ? [button("Again", () => void arrive(), { kind: "main", icon: "again" }), linkButton("All games", "/")]
        : [],
    });
    setText(this.level, `${this.entry.name}, ${this.puzzle.grade}`);
    this.skip.hidden = this.#isOver;
    this.skip.disabled = this.#isBusy;
    this.#tick();
  }

  #tick() {
    const left = this.#left;
    setText(this.clock, `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`);
    setText(this.tally, `${this.#solved} solved, ${this.#missed} of ${MISTAKES} mistakes`);
    if (this.#isOver && !this.#isFinished) this.#finish();
  }

  #finish() {
    this.#isFinished = true;
    const isBest = recordRush(this.#solved);
    this.#draw();
    const best = isBest ? "A new best!" : `Your best is ${progress().rush}.`;
    this.table.say(`The rush is over: ${this.#solved} solved. ${best}`, "good", "");
  }

  /** @param {string} entry */
  async #play(entry) {
    if (!this.#mayMove) return;
    this.#begin();
    const { game, size, position } = this.state.game.view;
    const judging = request(post("/judge", { game, size, position, move: entry }, {}), this.signal);
    const judged = await this.state.latest(judging, (reason) => {
      this.#isBusy = false;
      this.#draw();
      this.table.say(reason, "wrong");
    });
    if (judged) await this.#count(Boolean(judged.keeps));
  }

  async #skip() {
    if (!this.#mayMove) return;
    this.#begin();
    await this.#count(false);
  }

  /** Starts the clock with the first move, and ignores further moves until the next puzzle. */
  #begin() {
    this.#end ??= performance.now() + 1000 * SECONDS;
    this.#isBusy = true;
    this.skip.disabled = true;
  }

  /** Counts a puzzle and shows the next one. @param {boolean} hasSolved */
  async #count(hasSolved) {
    record(this.puzzle, hasSolved ? "found" : "missed");
    if (hasSolved) this.#solved += 1;
    else this.#missed += 1;
    this.#tick();
    if (this.#isOver) return;
    const puzzle = await this.state.latest(this.following, (reason) => this.table.say(reason, "wrong"));
    this.following = next(this.games, this.signal);
    this.#isBusy = false;
    if (!puzzle || this.#isOver) return;
    this.puzzle = puzzle;
    this.entry = await listing(puzzle.view.game);
    this.table.players.setTokens(this.entry.picture);
    this.state.set(gameOf(puzzle));
    this.#draw();
    this.table.say(`${hasSolved ? "Correct!" : "Wrong."} ${this.#prompt}`, hasSolved ? "good" : "wrong");
  }
}
