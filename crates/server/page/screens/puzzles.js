// Puzzles: one move alone keeps the win. The person finds it, a perfect opponent answers.

import { ask, listing, Refused } from "../app/api.js";
import { button, linkButton, select } from "../app/controls.js";
import { h } from "../app/dom.js";
import { go } from "../app/router.js";
import { Hand } from "../board/hand.js";
import { fresh } from "../model/course.js";
import { levelsMove } from "../model/level.js";
import { Sitting } from "../model/sitting.js";
import { truthOf, verdict } from "../model/truth.js";
import { Moves } from "../parts/moves.js";
import { Players } from "../parts/players.js";
import { Status } from "../parts/status.js";
import { table } from "../parts/table.js";
import { Typing } from "../parts/typing.js";

/** @typedef {import("../app/types.js").Listing} Listing */
/** @typedef {import("../app/types.js").Puzzle} Puzzle */

const QUESTION = "One move alone keeps the win. Which?";

/** The same puzzle for everyone all day. */
function todays() {
  const now = new Date();
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const date = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  // As in the terminal app, so that both show the same one.
  return [...date].reduce((seed, letter) => seed * 31 + letter.charCodeAt(0), 0);
}

/** @param {import("../app/router.js").Place} place */
export async function show({ parts, url, signal }) {
  const entry = await listing(parts[0] ?? "");
  const size = parts[1] ?? entry.sizes[0];
  const seed = url.searchParams.get("seed");
  /** @type {Puzzle} */
  const puzzle = await ask(`/puzzles/${entry.id}/${size}${seed ? `?seed=${encodeURIComponent(seed)}` : ""}`, undefined, signal);
  if (!seed && !signal.aborted) history.replaceState(null, "", `${url.pathname}?seed=${puzzle.seed}`);
  const screen = new PuzzleScreen(entry, size, puzzle, signal);
  return { title: screen.title, content: screen.element };
}

class PuzzleScreen {
  #turn = 0;
  #isThinking = false;
  /** Once it has been solved or shown, the rest is for pleasure. */
  #isSettled = false;

  tryAgain = button("Try again", () => void this.goTo(0), { icon: "undo" });
  solution = button("Show the solution", () => void this.#solve(), { icon: "hint" });
  next = button("Next puzzle", () => go(`/puzzles/${this.entry.id}/${this.size}`), { icon: "on", kind: "main" });
  putBack = button("Put back", () => this.hand.back(), { icon: "close" });

  /** @param {Listing} entry @param {string} size @param {Puzzle} puzzle @param {AbortSignal} signal */
  constructor(entry, size, puzzle, signal) {
    this.entry = entry;
    this.size = size;
    this.signal = signal;
    this.title = `Puzzle of ${entry.name} ${size}`;
    this.solver = puzzle.view.to_move;
    /** @type {[string, string]} */
    const players = this.solver === 1 ? ["human", "perfect"] : ["perfect", "human"];
    this.sitting = new Sitting({ ...fresh(entry.id, size), players, start: puzzle.view.position }, puzzle.view, []);
    this.hand = new Hand(`Board of ${this.title}`, {
      play: (move) => void this.play(move),
      say: (sentence, isWrong) => this.#say(sentence, isWrong ? "wrong" : "plain"),
      changed: () => (this.#say(QUESTION, "plain"), this.#draw()),
    });
    this.status = new Status();
    this.players = new Players(entry.picture);
    this.moves = new Moves((at) => void this.goTo(at));
    this.typing = new Typing((text) => void this.play(text));
    const others = (puzzle.view.moves?.length ?? 1) - 1;
    const facts = `A win in ${puzzle.distance} moves of both players; ${others} other moves.`;
    const sizes = entry.sizes.map((value) => ({ value, text: value }));
    this.element = table({
      title: this.title,
      links: [h("span", { class: `badge grade-${puzzle.grade}` }, puzzle.grade), h("span", { class: "quiet" }, facts)],
      players: this.players.element,
      board: this.hand.board.element,
      status: this.status.element,
      controls: h("div", { class: "tools", role: "group", "aria-label": "Puzzle" }, this.putBack, this.tryAgain, this.solution, this.next),
      rest: [
        this.moves.element,
        this.typing.element,
        h(
          "div",
          { class: "row bottom" },
          select("Size", sizes, size, (value) => go(`/puzzles/${entry.id}/${value}`)),
          linkButton("Puzzle of the day", `/puzzles/${entry.id}/${size}?seed=${todays()}`, { kind: "quiet" }),
          linkButton("Rules", `/rules/${entry.id}`, { kind: "quiet", icon: "book" }),
        ),
      ],
    });
    this.#draw();
    this.#say(QUESTION, "plain");
  }

  #draw() {
    const { sitting } = this;
    const { view, last, course } = sitting;
    const mayMove = !view.over && view.to_move === this.solver;
    this.hand.show({ view, mayMove, marks: { last: last?.touches, lastBy: last ? sitting.moverOf(course.at - 1) : undefined } });
    /** @type {[string, string]} */
    const who = this.solver === 1 ? ["you", "perfect"] : ["perfect", "you"];
    this.players.show({ view, who, isOver: view.over, winner: view.winner, doing: this.#isThinking ? "thinking" : undefined });
    this.moves.show(sitting.steps.map((step, n) => ({ move: step.move, player: sitting.moverOf(n) })), course.at);
    this.typing.show(view.how, mayMove);
    this.putBack.hidden = !this.hand.picked.length;
    this.tryAgain.hidden = course.at === 0;
    this.solution.hidden = this.#isSettled;
  }

  /** @param {string} sentence @param {"wrong" | "good" | "plain"} tone */
  #say(sentence, tone) {
    this.status.say(sentence, { todo: this.hand.instruction, tone });
  }

  /** @param {string} move */
  async play(move) {
    const { sitting } = this;
    const turn = (this.#turn += 1);
    const isFirst = sitting.course.at === 0;
    const { names, to_move } = sitting.view;
    try {
      const isPlayed = (await sitting.play(move)) !== null;
      if (!isPlayed || turn !== this.#turn) return;
      await sitting.complete(this.signal);
      if (turn !== this.#turn) return;
      this.typing.clear();
      const played = /** @type {import("../app/types.js").Played} */ (sitting.last);
      const judgement = isFirst ? await this.#judge(played.move) : null;
      if (turn !== this.#turn) return;
      const said = judgement?.text ?? [`${names[to_move - 1]} plays ${played.move}.`, played.notice].filter(Boolean).join(" ");
      this.#arrive(said, judgement?.tone ?? "plain", turn);
    } catch (fault) {
      if (fault instanceof Refused) this.#say(fault.message, "wrong");
    }
  }

  /** Right exactly if the move keeps the win. @param {string} move @returns {Promise<{text: string, tone: "good" | "wrong"}>} */
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

  /** @param {string} said @param {"wrong" | "good" | "plain"} tone @param {number} turn */
  #arrive(said, tone, turn) {
    const { view } = this.sitting;
    this.#isThinking = !view.over && view.to_move !== this.solver && this.sitting.isAtEnd;
    this.#draw();
    this.#say([said, view.ending].filter(Boolean).join(" "), tone);
    if (this.#isThinking) void this.#answer(said, tone, turn);
  }

  /** The opponent answers; what was said of the first move stays to be read. @param {string} said @param {"wrong" | "good" | "plain"} tone @param {number} turn */
  async #answer(said, tone, turn) {
    const { sitting } = this;
    try {
      const move = await levelsMove(sitting, this.signal);
      if (turn !== this.#turn) return;
      const name = sitting.view.names[sitting.view.to_move - 1];
      await sitting.play(move);
      await sitting.complete(this.signal);
      if (turn !== this.#turn) return;
      const isFirst = sitting.course.at === 2;
      this.#arrive([isFirst ? said : "", `${name} plays ${move}.`].filter(Boolean).join(" "), isFirst ? tone : "plain", turn);
    } catch (fault) {
      if (fault instanceof Refused && turn === this.#turn) this.#say(fault.message, "wrong");
    }
  }

  /** @param {number} at */
  async goTo(at) {
    const { sitting } = this;
    if (at < 0 || at > sitting.course.moves.length) return;
    this.#turn += 1;
    this.#isThinking = false;
    sitting.go(at);
    await sitting.complete(this.signal);
    this.#draw();
    this.#say(at === 0 ? QUESTION : `After ${at} of ${sitting.course.moves.length} moves.`, "plain");
  }

  async #solve() {
    this.#isSettled = true;
    await this.goTo(0);
    const analysis = await truthOf(this.sitting.start);
    await this.play(analysis.moves[0].move);
  }
}
