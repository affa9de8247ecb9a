// Puzzles: one move alone keeps the win. The person finds it, a perfect opponent answers.

import { ask, get, listing } from "../app/api.js";
import { button, linkButton, select, shown } from "../app/controls.js";
import { h } from "../app/dom.js";
import { go } from "../app/router.js";
import { fresh } from "../model/course.js";
import { Sitting } from "../model/sitting.js";
import { truthOf, verdict } from "../model/truth.js";
import { LocalScreen } from "./local-screen.js";

/** @import { Place } from "../app/router.js" */
/** @import { Listing, Puzzle, Tone } from "../app/types.js" */

const QUESTION = "One move alone keeps the win. Which?";

/** The same puzzle for everyone all day. */
function todays() {
  const now = new Date();
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const date = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  // As in the terminal app, so that both show the same one.
  return [...date].reduce((seed, letter) => seed * 31 + letter.charCodeAt(0), 0);
}

/** @param {Place} place */
export async function show({ parts, url, signal }) {
  const entry = await listing(parts[0] ?? "");
  const size = parts[1] ?? entry.sizes[0];
  const seed = url.searchParams.get("seed");
  const wanted = { game: entry.id, size, seed: seed ? Number(seed) : undefined };
  const puzzle = await ask(get("/puzzles/{game}/{size}", wanted), signal);
  if (!seed && !signal.aborted) history.replaceState(null, "", `${url.pathname}?seed=${puzzle.seed}`);
  const screen = new PuzzleScreen(entry, puzzle, signal);
  return { title: screen.title, content: screen.element };
}

/** The puzzle as a game that begins with it. @param {Puzzle} puzzle */
function sittingOf({ view }) {
  /** @type {[string, string]} */
  const players = view.to_move === 1 ? ["human", "perfect"] : ["perfect", "human"];
  return new Sitting({ ...fresh(view.game, view.size), players, start: view.position }, view, []);
}

class PuzzleScreen extends LocalScreen {
  /** Whether it has been solved, or the solution was shown. */
  #isSettled = false;
  /** What is said about the first move. @type {{text: string, tone: Tone}} */
  #judgement = { text: "", tone: "plain" };

  tryAgain = button("Try again", () => void this.goTo(0), { icon: "undo" });
  solution = button("Show the solution", () => void this.#solve(), { icon: "hint" });

  /** @param {Listing} entry @param {Puzzle} puzzle @param {AbortSignal} signal */
  constructor(entry, puzzle, signal) {
    const { size } = puzzle.view;
    super(entry, `Puzzle of ${entry.name} ${size}`, sittingOf(puzzle), signal);
    const others = (puzzle.view.moves?.length ?? 1) - 1;
    const facts = `A win in ${puzzle.distance} moves of both players; ${others} other moves.`;
    const sizes = entry.sizes.map((value) => ({ value, text: value }));
    const here = `/puzzles/${entry.id}/${size}`;
    const next = button("Next puzzle", () => go(here), { icon: "on", kind: "main" });
    const more = h(
      "div",
      { class: "row bottom" },
      select("Size", sizes, size, (value) => go(`/puzzles/${entry.id}/${value}`)),
      linkButton("Puzzle of the day", `${here}?seed=${todays()}`, { kind: "quiet" }),
      this.rulesLink,
    );
    this.element = this.arrange({
      name: "Puzzle",
      controls: [this.putBack, this.tryAgain, this.solution, next],
      links: [h("span", { class: `badge grade-${puzzle.grade}` }, puzzle.grade), h("span", { class: "quiet" }, facts)],
      rest: [this.moves.element, this.typing.element, more],
    });
    this.arrive("");
  }

  /** @override */
  get next() {
    return this.sitting.at === 0 ? QUESTION : "";
  }

  /** @override */
  get told() {
    return this.sitting.at === 0 ? "" : super.told;
  }

  /** @override */
  showControls() {
    super.showControls();
    shown(this.tryAgain, this.sitting.at > 0);
    shown(this.solution, !this.#isSettled);
  }

  /**
   * What was said about the first move is said again with the answer to it.
   * @override
   * @param {string} move
   * @param {string} said
   */
  async played(move, said) {
    const { turn } = this;
    const { at } = this.sitting;
    if (at === 1) this.#judgement = await this.#judge(move);
    if (!this.isNow(turn)) return;
    const { text, tone } = this.#judgement;
    if (at > 2) this.arrive(said);
    else this.arrive(at === 1 ? text : `${text} ${said}`, tone);
  }

  /** Right exactly if the move keeps the win. @param {string} move @returns {Promise<{text: string, tone: Tone}>} */
  async #judge(move) {
    const analysis = await truthOf(this.sitting.start);
    const known = analysis.moves.find((one) => one.move === move);
    if (known?.value === "win") {
      this.#isSettled = true;
      return { text: `Solved: only ${move} wins. It ${analysis.reason}.`, tone: "good" };
    }
    const outcome = known ? ` It ${verdict(known)}.` : "";
    return { text: `Not solved: ${move} lets the win go.${outcome}`, tone: "wrong" };
  }

  async #solve() {
    this.#isSettled = true;
    await this.goTo(0);
    const analysis = await truthOf(this.sitting.start);
    await this.play(analysis.moves[0].move);
  }
}
