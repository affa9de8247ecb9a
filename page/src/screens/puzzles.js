// Puzzles: one move alone keeps the win. The person finds it, a perfect opponent replies.
//
//     /puzzles                  the puzzle of today, of one game; the games take turns
//     /puzzles?day=2026-11-15   that of another day
//     /puzzles/{game}/{size}    any puzzle of a game; ?seed=3 is always the same, ?day=today that of today

import { ask, get, listing, post } from "../app/api.js";
import { hrefOf } from "../app/base.js";
import { button, linkButton, select, shown } from "../app/controls.js";
import { h, refill } from "../app/dom.js";
import { go } from "../app/router.js";
import { isSolved, progress, resultOf, settle } from "../model/puzzles.js";
import { proceed } from "../model/session.js";
import { truthOf } from "../model/truth.js";
import { progressPanel } from "../parts/progress.js";
import { LocalScreen } from "./local-screen.js";

/** @import { Place } from "../app/router.js" */
/** @import { Listing, Puzzle, Session, Tone } from "../../types/page.d.ts" */

/** @param {Place} place */
export async function show({ parts, url, signal }) {
  const day = url.searchParams.get("day") ?? undefined;
  const isDaily = parts.length === 0;
  const puzzle = isDaily ? await ask(get("/puzzles", { day }), signal) : await ofGame(parts, url, signal);
  const { view } = puzzle;
  const { game, size } = view;
  /** @type {[string, string]} */
  const players = view.to_move === 1 ? ["human", "perfect"] : ["perfect", "human"];
  const session = await proceed({ game, size, start: view.position, players }, signal);
  const same = puzzle.day ? `day=${puzzle.day}` : `seed=${puzzle.seed}`;
  const here = isDaily ? "/puzzles" : `/puzzles/${game}/${size}`;
  if (!signal.aborted) history.replaceState(null, "", hrefOf(`${here}?${same}`));
  return new PuzzleScreen(await listing(game), puzzle, session, isDaily, signal);
}

/** A puzzle of a game. @param {string[]} parts @param {URL} url @param {AbortSignal} signal */
async function ofGame([game, size], url, signal) {
  const entry = await listing(game);
  const seed = url.searchParams.get("seed") ?? "";
  // What is no number is no seed: any puzzle will do.
  const wanted = { seed: /^\d{1,15}$/.test(seed) ? Number(seed) : undefined };
  const day = url.searchParams.get("day") ?? undefined;
  const one = { game: entry.id, size: size ?? entry.sizes[0], day, ...(day ? {} : wanted) };
  return ask(get("/puzzles/{game}/{size}", one), signal);
}

/** Today in universal time. */
const today = () => new Date().toISOString().slice(0, 10);

class PuzzleScreen extends LocalScreen {
  /** What was known about puzzles when it was last shown. */
  #known = "";
  /** Whether the solution is being shown. */
  #isShowing = false;
  /** What is said about the first move. @type {Promise<{text: string, tone: Tone}>} */
  #judgement = Promise.resolve({ text: "", tone: "plain" });

  tryAgain = button("Try again", () => void this.goTo(0), { icon: "undo" });
  solution = button("Show the solution", () => void this.#solve(), { icon: "hint" });
  progress = h("div", {});

  /**
   * @param {Listing} entry
   * @param {Puzzle} puzzle
   * @param {Session} session
   * @param {boolean} isDaily
   * @param {AbortSignal} signal
   */
  constructor(entry, puzzle, session, isDaily, signal) {
    const { size } = session;
    super(entry, isDaily ? `Puzzle of the day: ${entry.name}` : `Puzzle of ${entry.name} ${size}`, session, signal);
    this.puzzle = puzzle;
    this.start = session.view;
    const here = `/puzzles/${entry.id}/${size}`;
    this.following = button("Next puzzle", () => go(here), { icon: "on" });
    const sizes = entry.sizes.map((value) => ({ value, text: value }));
    const day = puzzle.day && `The puzzle of ${puzzle.day} (UTC), the same for everybody.`;
    const more = h(
      "div",
      { class: "row bottom" },
      select("Size", sizes, size, (value) => go(`/puzzles/${entry.id}/${value}`)),
      !isDaily && linkButton("Puzzle of the day", "/puzzles", { kind: "quiet" }),
      linkButton("Rush", "/rush", { kind: "quiet" }),
      this.rulesLink,
    );
    const facts = [puzzle.facts, day].filter(Boolean).join(" ");
    this.element = this.arrange({
      name: "Puzzle",
      controls: [this.putBack, this.tryAgain, this.solution, this.following],
      links: [h("span", { class: "badge" }, puzzle.grade), h("span", { class: "quiet" }, facts)],
      rest: [this.progress, this.moves.element, this.typing.element, more],
    });
    this.arrive("");
  }

  /** @override */
  get next() {
    return this.game.at === 0 ? this.puzzle.question : "";
  }

  /** @override */
  get told() {
    return this.game.at === 0 ? "" : super.told;
  }

  /** @override */
  showControls() {
    super.showControls();
    const result = resultOf(this.puzzle);
    const hasSolved = isSolved(result);
    shown(this.tryAgain, this.game.at > 0);
    shown(this.solution, !hasSolved && result !== "shown");
    // To go on is what is wanted only when there is nothing left to be found.
    this.following.classList.toggle("main", hasSolved);
    const known = JSON.stringify(progress());
    if (known !== this.#known) refill(this.progress, progressPanel(today()));
    this.#known = known;
  }

  /** @override @param {string} entry */
  async play(entry) {
    if (this.game.at === 0 && this.mayMove) this.#judgement = this.#judge(entry);
    await super.play(entry);
  }

  /** The first move is judged, and then the reply to it is told. @override @param {Session} before */
  async proceeded(before) {
    const { turn } = this;
    const { said, played } = this.game;
    if (before.at > 0 || !played.length) return super.proceeded(before);
    const { text, tone } = await this.#judgement;
    if (this.isNow(turn)) this.arrive([text, ...said.slice(1)].join(" "), tone);
  }

  /** Right exactly if the move keeps the win. @param {string} entry @returns {Promise<{text: string, tone: Tone}>} */
  async #judge(entry) {
    const { game, size, position } = this.start;
    const isShowing = this.#isShowing;
    this.#isShowing = false;
    try {
      const judged = await ask(post("/judge", { game, size, position, move: entry }, {}), this.signal);
      const { puzzle, keeps, move, consequence } = judged;
      if (isShowing) return { text: `The solution: ${move} ${consequence}.`, tone: "plain" };
      const isFirst = resultOf(this.puzzle) === undefined;
      settle(this.puzzle, keeps ? (isFirst ? "found" : "later") : "missed");
      return { text: puzzle ?? "", tone: keeps ? "good" : "wrong" };
    } catch {
      // What is wrong with the move is said where it is played.
      return { text: "", tone: "plain" };
    }
  }

  async #solve() {
    settle(this.puzzle, "shown");
    if (this.game.at) await this.goTo(0);
    const analysis = await truthOf(this.start);
    this.#isShowing = true;
    await this.play(analysis.moves[0].move);
  }
}
