// A rush: puzzles against the clock, of all games or of one, the easy ones first. Three mistakes end it.
//
//     /rush?game=GAME

import { catalogue, get, listing, post, request } from "../app/api.js";
import { hrefOf } from "../app/base.js";
import { button, linkButton, panel, select, setShown } from "../app/controls.js";
import { h, setChildren, setText } from "../app/dom.js";
import { arrive, go } from "../app/router.js";
import { picture } from "../board/board.js";
import { analysisOf } from "../model/analysis.js";
import { GameState } from "../model/game-state.js";
import { progress, recordRush, recordRushed } from "../model/puzzles.js";
import { address, predicted } from "../model/session.js";
import { Table } from "../parts/table.js";

/** @import { Place } from "../app/router.js" */
/** @import { Game, Listing, Puzzle } from "../../types/page.d.ts" */

const SECONDS = 180;
const MISTAKES = 3;
/** The time in milliseconds for which a judged move stays on the board. */
const FEEDBACK = 400;

/** @param {Place} place */
export async function show({ url, signal }) {
  const { games } = await catalogue();
  const chosen = games.find(({ id }) => id === url.searchParams.get("game"))?.id;
  const seed = Math.floor(Math.random() * 2 ** 40);
  const next = (/** @type {number} */ number) => request(get("/rush", { seed, number, games: chosen }), signal);
  const puzzle = await next(0);
  return new Rush(await listing(puzzle.view.game), games, chosen ?? "", next, puzzle, signal);
}

/** @param {Puzzle} puzzle @returns {Game} */
function gameOf({ view }) {
  return { view, plies: [], at: 0, over: false, winner: null, ending: null };
}

class Rush {
  title = "Rush";
  /** The number of the puzzle. */
  #number = 0;
  #solved = 0;
  /** The puzzles that were not solved. @type {Puzzle[]} */
  #missed = [];
  /** True between a move and the next puzzle, when moves are ignored. */
  #isBusy = false;
  #isFinished = false;
  /** When the time is up; the clock starts with the first move. @type {number | null} */
  #end = null;
  #rating = progress().rushRating;

  clock = h("strong", { class: "clock" });
  tally = h("span", {});
  level = h("span", { class: "badge" });
  misses = h("div", {});
  skip = button("Skip this puzzle", () => void this.#skip(), { icon: "skip" });
  goal = h("p", { class: "goal" });

  /**
   * @param {Listing} entry
   * @param {Listing[]} games
   * @param {string} chosen the id of the only game, or empty for all
   * @param {(number: number) => Promise<Puzzle>} next requests a puzzle
   * @param {Puzzle} puzzle
   * @param {AbortSignal} signal
   */
  constructor(entry, games, chosen, next, puzzle, signal) {
    this.entry = entry;
    this.next = next;
    this.puzzle = puzzle;
    this.state = new GameState(gameOf(puzzle), signal);
    this.following = this.#prefetch();
    this.table = new Table(entry, this.title, signal, {
      play: (move) => this.#play(move),
      goTo: () => {},
      prompt: () => this.#prompt,
    });
    const options = [{ value: "", text: "All games" }, ...games.map(({ id, name }) => ({ value: id, text: name }))];
    this.choice = select("Games", options, chosen, (id) => go(id ? `/rush?game=${id}` : "/rush"));
    this.element = this.table.arrange({
      name: "Rush",
      controls: [this.skip],
      links: [this.level],
      above: h("div", { class: "row ends rush", role: "timer" }, this.clock, this.tally),
      news: [this.goal, this.choice],
      rest: [this.misses, this.table.typing.element],
    });
    this.#draw();
    const end = `The rush ends ${SECONDS / 60} minutes after your first move, or after ${MISTAKES} mistakes.`;
    this.table.say(`${this.#prompt} ${end}`);
    const timer = setInterval(() => this.#tick(), 250);
    signal.addEventListener("abort", () => clearInterval(timer));
  }

  #prefetch() {
    const puzzle = this.next((this.#number += 1));
    // The rush may end before it is used.
    puzzle.catch(() => {});
    return puzzle;
  }

  get #isOver() {
    return this.#missed.length >= MISTAKES || this.#left === 0;
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
    const { game, shown } = this.state;
    this.table.show({
      game,
      position: {
        view: shown.view,
        mayMove: this.#mayMove,
        idle: this.#isOver ? "The rush is over." : "Wait a moment.",
      },
      finale: this.#isFinished ? { text: `${this.#solved} solved`, tone: "plain" } : null,
      results: this.#isFinished
        ? [button("Again", () => void arrive(), { kind: "main", icon: "again" }), linkButton("All games", "/")]
        : [],
    });
    setText(this.level, `${this.entry.name}, ${this.puzzle.grade}`);
    setText(this.goal, this.puzzle.goal);
    setShown(this.choice, this.#end === null);
    setShown(this.skip, !this.#isOver);
    this.skip.disabled = this.#isBusy;
    this.#tick();
  }

  #tick() {
    // The clock stops when the rush is over.
    if (this.#isFinished) return;
    const left = this.#left;
    setText(this.clock, `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`);
    setText(this.tally, `${this.#solved} solved, ${this.#missed.length} of ${MISTAKES} mistakes`);
    if (this.#isOver) this.#finish();
  }

  #finish() {
    this.#isFinished = true;
    const isBest = recordRush(this.#solved);
    this.#draw();
    this.#showMisses();
    const { rush, rushRating } = progress();
    const best = isBest ? "A new best!" : `Your best is ${rush}.`;
    const change = rushRating - this.#rating;
    const rating = `Your rush rating is ${rushRating} (${change < 0 ? "−" : "+"}${Math.abs(change)}).`;
    this.table.say(`The rush is over: ${this.#solved} solved. ${best} ${rating}`, "good", "");
  }

  /** Links the puzzles that were not solved. */
  #showMisses() {
    if (!this.#missed.length) return;
    const items = this.#missed.map((puzzle) => {
      const { game, size, position: start, scene } = puzzle.view;
      const board = h("div", {}, picture(scene));
      const words = h("span", {}, puzzle.question);
      void analysisOf(puzzle.view).then(({ hinted, hint }) => {
        const touches = puzzle.view.moves?.find(({ move }) => move === hinted)?.touches;
        setChildren(board, picture(scene, { hint: touches }));
        setText(words, (hint ?? "").replace("Hint: ", ""));
      });
      return h(
        "li",
        {},
        h("a", { href: hrefOf(address({ game, size, start }, "explore")), class: "miss" }, board, words),
      );
    });
    setChildren(this.misses, panel("Missed", h("h2", {}, "Missed"), h("ul", { class: "misses" }, items)));
  }

  /** @param {string} entry */
  async #play(entry) {
    if (!this.#mayMove) return;
    this.#begin();
    const { game, size, position } = this.state.game.view;
    this.state.predicted = predicted(this.state.game, entry);
    this.#draw();
    const judging = request(post("/judge", { game, size, position, move: entry }, {}), this.state.signal);
    const judged = await this.state.latest(judging, (reason) => {
      this.#isBusy = false;
      this.#draw();
      this.table.say(reason, "wrong");
    });
    if (judged) await this.#count(Boolean(judged.correct));
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
    // A move that is judged after the end does not count.
    if (this.#isFinished) return;
    recordRushed(this.puzzle, hasSolved);
    if (hasSolved) this.#solved += 1;
    else this.#missed.push(this.puzzle);
    this.#tick();
    if (this.#isOver) return;
    this.table.say(hasSolved ? "Correct!" : "Wrong.", hasSolved ? "good" : "wrong", "");
    const shown = new Promise((resolve) => setTimeout(resolve, FEEDBACK));
    const following = shown.then(() => this.following);
    const puzzle = await this.state.latest(following, (reason) => this.table.say(reason, "wrong"));
    this.following = this.#prefetch();
    this.#isBusy = false;
    if (!puzzle || this.#isOver) return;
    this.puzzle = puzzle;
    this.entry = await listing(puzzle.view.game);
    this.table.players.setTokens(this.entry.picture);
    this.element.style.setProperty("--hue", String(this.entry.hue));
    this.state.set(gameOf(puzzle));
    this.#draw();
    this.table.say(this.#prompt);
  }
}
