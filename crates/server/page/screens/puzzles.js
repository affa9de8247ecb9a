// Puzzles: one move alone keeps the win. The person finds it, a perfect opponent replies.

import { ask, get, listing, post } from "../app/api.js";
import { button, linkButton, select, shown } from "../app/controls.js";
import { h } from "../app/dom.js";
import { go } from "../app/router.js";
import { proceed } from "../model/session.js";
import { truthOf } from "../model/truth.js";
import { LocalScreen } from "./local-screen.js";

/** @import { Place } from "../app/router.js" */
/** @import { Listing, Puzzle, Session, Tone } from "../../types/page.d.ts" */

/** @param {Place} place */
export async function show({ parts, url, signal }) {
  const entry = await listing(parts[0] ?? "");
  const size = parts[1] ?? entry.sizes[0];
  const seed = /^\d{1,15}$/.exec(url.searchParams.get("seed") ?? "")?.[0];
  const day = url.searchParams.get("day") ?? undefined;
  const wanted = { game: entry.id, size, seed: seed ? Number(seed) : undefined, day };
  const puzzle = await ask(get("/puzzles/{game}/{size}", wanted), signal);
  const { view } = puzzle;
  /** @type {[string, string]} */
  const players = view.to_move === 1 ? ["human", "perfect"] : ["perfect", "human"];
  const session = await proceed({ game: entry.id, size, start: view.position, players }, signal);
  const same = puzzle.day ? `day=${puzzle.day}` : `seed=${puzzle.seed}`;
  if (!signal.aborted) history.replaceState(null, "", `${url.pathname}?${same}`);
  return new PuzzleScreen(entry, puzzle, session, signal);
}

class PuzzleScreen extends LocalScreen {
  /** Whether it has been solved, or the solution was shown. */
  #isSettled = false;
  /** What is said about the first move. @type {Promise<{text: string, tone: Tone}>} */
  #judgement = Promise.resolve({ text: "", tone: "plain" });

  tryAgain = button("Try again", () => void this.goTo(0), { icon: "undo" });
  solution = button("Show the solution", () => void this.#solve(), { icon: "hint" });

  /** @param {Listing} entry @param {Puzzle} puzzle @param {Session} session @param {AbortSignal} signal */
  constructor(entry, puzzle, session, signal) {
    const { size } = session;
    super(entry, `Puzzle of ${entry.name} ${size}`, session, signal);
    this.question = puzzle.question;
    this.start = session.view;
    const sizes = entry.sizes.map((value) => ({ value, text: value }));
    const here = `/puzzles/${entry.id}/${size}`;
    const next = button("Next puzzle", () => go(here), { icon: "on", kind: "main" });
    const day = puzzle.day && `The puzzle of ${puzzle.day} (UTC), the same for everybody.`;
    const more = h(
      "div",
      { class: "row bottom" },
      select("Size", sizes, size, (value) => go(`/puzzles/${entry.id}/${value}`)),
      linkButton("Puzzle of the day", `${here}?day=today`, { kind: "quiet" }),
      this.rulesLink,
    );
    const facts = [puzzle.facts, day].filter(Boolean).join(" ");
    this.element = this.arrange({
      name: "Puzzle",
      controls: [this.putBack, this.tryAgain, this.solution, next],
      links: [h("span", { class: "badge" }, puzzle.grade), h("span", { class: "quiet" }, facts)],
      rest: [this.moves.element, this.typing.element, more],
    });
    this.arrive("");
  }

  /** @override */
  get next() {
    return this.game.at === 0 ? this.question : "";
  }

  /** @override */
  get told() {
    return this.game.at === 0 ? "" : super.told;
  }

  /** @override */
  showControls() {
    super.showControls();
    shown(this.tryAgain, this.game.at > 0);
    shown(this.solution, !this.#isSettled);
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
    try {
      const judged = await ask(post("/judge", { game, size, position, move: entry }, {}), this.signal);
      const { puzzle, keeps } = judged;
      if (keeps) this.#isSettled = true;
      return { text: puzzle ?? "", tone: keeps ? "good" : "wrong" };
    } catch {
      // What is wrong with the move is said where it is played.
      return { text: "", tone: "plain" };
    }
  }

  async #solve() {
    this.#isSettled = true;
    if (this.game.at) await this.goTo(0);
    const analysis = await truthOf(this.start);
    await this.play(analysis.moves[0].move);
  }
}
