// A rush: puzzles of all games, one after the other, against the clock. Three mistakes end it.

import { ask, catalogue, get, listing, post } from "../app/api.js";
import { button, linkButton } from "../app/controls.js";
import { h, write } from "../app/dom.js";
import { arrive } from "../app/router.js";
import { progress, rushed, settle } from "../model/puzzles.js";
import { Players } from "../parts/players.js";
import { BoardScreen } from "./board-screen.js";

/** @import { Place } from "../app/router.js" */
/** @import { Game, Listing, Puzzle } from "../../types/page.d.ts" */

/** How long a rush lasts, in seconds, and how many mistakes end it. */
const SECONDS = 180;
const MISTAKES = 3;

/** @param {Place} place */
export async function show({ signal }) {
  const { games } = await catalogue();
  const puzzle = await next(games, signal);
  return new Rush(await listing(puzzle.view.game), games, puzzle, signal);
}

/** A puzzle of any game, at the size of its book. @param {Listing[]} games @param {AbortSignal} signal */
function next(games, signal) {
  const { id, sizes } = games[Math.floor(Math.random() * games.length)];
  const asked = ask(get("/puzzles/{game}/{size}", { game: id, size: sizes[0] }), signal);
  // One that is fetched ahead may never be waited for.
  asked.catch(() => {});
  return asked;
}

/** A puzzle as a board screen shows it. @param {Puzzle} puzzle @returns {Game} */
function gameOf({ view }) {
  return { view, plies: [], at: 0, over: false, winner: null, ending: null };
}

/** @extends {BoardScreen<Game>} */
class Rush extends BoardScreen {
  #solved = 0;
  #missed = 0;
  /** Between a move and the next puzzle, when neither a move nor giving up counts. */
  #isBusy = false;
  #isFinished = false;
  /** When the time is up; the clock starts with the first move. @type {number | null} */
  #end = null;

  clock = h("strong", { class: "clock" });
  tally = h("span", {});
  level = h("span", { class: "badge" });

  /** @param {Listing} entry @param {Listing[]} games @param {Puzzle} puzzle @param {AbortSignal} signal */
  constructor(entry, games, puzzle, signal) {
    super(entry, "Rush", gameOf(puzzle), signal);
    this.games = games;
    this.puzzle = puzzle;
    /** The next one is fetched while this one is thought about. */
    this.following = next(games, signal);
    this.skip = button("Give up this one", () => void this.#giveUp(), { icon: "on" });
    this.element = this.arrange({
      name: "Rush",
      controls: [this.putBack, this.skip],
      links: [this.level, linkButton("Puzzle of the day", "/puzzles", { kind: "quiet" })],
      news: [h("div", { class: "panel row ends rush", role: "timer" }, this.clock, this.tally)],
      rest: [this.typing.element],
    });
    this.draw();
    this.say(`${this.next} ${SECONDS / 60} minutes from your first move, and ${MISTAKES} mistakes end it.`);
    const timer = setInterval(() => this.#tick(), 250);
    signal.addEventListener("abort", () => clearInterval(timer));
  }

  get #isOver() {
    return this.#missed >= MISTAKES || this.#left === 0;
  }

  /** The seconds that are left. */
  get #left() {
    if (this.#end === null) return SECONDS;
    return Math.max(0, Math.ceil((this.#end - performance.now()) / 1000));
  }

  /** @override */
  get next() {
    const { view, question } = this.puzzle;
    return `${view.names[view.to_move - 1]} to move. ${question}`;
  }

  /** @override */
  get mayMove() {
    return !this.#isOver && !this.#isBusy;
  }

  /** @override */
  get idle() {
    return this.#isOver ? "The rush is over." : "Wait a moment.";
  }

  /** @override */
  draw() {
    super.draw();
    this.level.textContent = `${this.entry.name}, ${this.puzzle.grade}`;
    this.#tick();
  }

  /** @override */
  showControls() {
    super.showControls();
    this.skip.hidden = this.#isOver;
    this.skip.disabled = this.#isBusy;
  }

  #tick() {
    const left = this.#left;
    write(this.clock, `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`);
    write(this.tally, `${this.#solved} solved, ${this.#missed} of ${MISTAKES} mistakes`);
    if (this.#isOver && !this.#isFinished) this.#finish();
  }

  #finish() {
    this.#isFinished = true;
    const isBest = rushed(this.#solved);
    this.showResult(
      true,
      button("Again", () => void arrive(), { kind: "main", icon: "again" }),
      linkButton("All games", "/", {}),
    );
    this.draw();
    const best = isBest ? "Your best so far." : `Your best is ${progress().rush}.`;
    this.say(`The rush is over: ${this.#solved} solved. ${best}`, "good", "");
  }

  /** @override @param {string} entry */
  async play(entry) {
    if (!this.mayMove) return;
    this.#begin();
    const { game, size, position } = this.game.view;
    const judged = await this.answer(
      ask(post("/judge", { game, size, position, move: entry }, {}), this.signal).then(({ keeps }) => {
        return { ...this.game, over: Boolean(keeps) };
      }),
    );
    if (judged) await this.#count(judged.over);
    else this.#isBusy = false;
  }

  async #giveUp() {
    if (!this.mayMove) return;
    this.#begin();
    await this.#count(false);
  }

  /** Starts the clock with the first move, and ignores further ones until the next puzzle is shown. */
  #begin() {
    this.#end ??= performance.now() + 1000 * SECONDS;
    this.#isBusy = true;
    this.showControls();
  }

  /** Other games have other tokens. @param {Players} players */
  #show(players) {
    this.players.element.replaceWith(players.element);
    Object.assign(this, { players });
  }

  /** Counts the puzzle, and shows the next one. @param {boolean} hasSolved */
  async #count(hasSolved) {
    settle(this.puzzle, hasSolved ? "found" : "missed");
    if (hasSolved) this.#solved += 1;
    else this.#missed += 1;
    this.#tick();
    if (this.#isOver) return;
    const { following } = this;
    const game = await this.answer(following.then(gameOf));
    this.following = next(this.games, this.signal);
    this.#isBusy = false;
    if (!game || this.#isOver) return;
    this.puzzle = await following;
    this.entry = await listing(game.view.game);
    this.#show(new Players(this.entry.picture));
    this.take(game);
    this.draw();
    this.say(`${hasSolved ? "Right." : "Wrong."} ${this.next}`, hasSolved ? "good" : "wrong");
  }
}
