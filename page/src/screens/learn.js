// A guided first game: one idea after the other on the real board, each with one thing to do.

import { ask, get, listing, post, Refused } from "../app/api.js";
import { button, linkButton, shown } from "../app/controls.js";
import { h, write } from "../app/dom.js";
import { setLearnt } from "../model/lesson.js";
import { foreseen, usualGame } from "../model/session.js";
import { BoardScreen } from "./board-screen.js";

/** @import { Place } from "../app/router.js" */
/** @import { Game, Lesson, Listing, Tone, View } from "../../types/page.d.ts" */
/** @import { Sight } from "../board/hand.js" */
/** @import { Finale } from "./board-screen.js" */

/** @param {Place} place */
export async function show({ parts, signal }) {
  const entry = await listing(parts[0] ?? "");
  const lesson = await ask(get("/catalogue/{game}/lesson", { game: entry.id }), signal);
  return new Learn(entry, lesson, signal);
}

/** A position without a past. @param {View} view @returns {Game} */
function gameOf(view) {
  return { view, plies: [], at: 0, over: view.over, winner: view.winner, ending: view.ending };
}

/** @extends {BoardScreen<Game>} */
class Learn extends BoardScreen {
  /** The step that is shown, counted from 0. */
  #at = 0;
  /** Whether what it asks for is done. */
  #isDone = false;

  place = h("h2");
  progress = h("progress", { "aria-label": "Progress" });
  idea = h("p", { class: "lesson-idea" });
  task = h("p", { class: "lesson-task" });
  onward = button("Next", () => this.#go(this.#at + 1), { icon: "on", kind: "main" });
  back = button("Back", () => this.#go(this.#at - 1), { icon: "back" });
  again = button("Try again", () => this.#go(this.#at), { icon: "again" });

  /** @param {Listing} entry @param {Lesson} lesson @param {AbortSignal} signal */
  constructor(entry, lesson, signal) {
    super(entry, `Learn ${entry.name}`, gameOf(lesson.steps[0].view), signal);
    this.lesson = lesson;
    this.progress.max = lesson.steps.length;
    this.element = this.arrange({
      name: "Lesson",
      top: h(
        "section",
        { class: "panel lesson", "aria-label": "Lesson" },
        h("div", { class: "row ends" }, this.place, this.progress),
        this.idea,
        this.task,
      ),
      news: [this.onward],
      controls: [this.back, this.again, this.putBack],
      links: [
        linkButton("Skip", this.#game, { icon: "close", kind: "quiet", label: "Skip the lesson" }),
        this.rulesLink,
      ],
      rest: [],
    });
    setLearnt(entry.id);
    this.#go(0);
  }

  get #game() {
    return usualGame(this.entry.id, this.lesson.size);
  }

  get #step() {
    return this.lesson.steps[this.#at];
  }

  get #isLast() {
    return this.#at === this.lesson.steps.length - 1;
  }

  /** @param {number} at */
  #go(at) {
    const isGoingOn = at === this.#at + 1 && this.#step.reply !== null;
    const reply = isGoingOn ? this.#step.reply : null;
    this.#at = at;
    this.#isDone = false;
    this.take(gameOf(this.#step.view));
    write(this.place, `Step ${at + 1} of ${this.lesson.steps.length}`);
    this.progress.value = at;
    write(this.idea, this.#step.idea);
    write(this.task, this.#step.todo);
    this.draw();
    this.say(reply ? `${this.#step.view.names[1]} plays ${reply}.` : "");
  }

  /** @override */
  get mayMove() {
    return !this.#isDone && !this.foreseen;
  }

  /** @override */
  get idle() {
    return this.#isLast ? "The lesson is over." : "That is done. Go on with Next.";
  }

  /** @override */
  get next() {
    return "";
  }

  /** @override @returns {Finale | null} */
  get outcome() {
    return this.#isDone && this.#isLast ? { text: "You won", tone: "won" } : null;
  }

  /** @override @returns {Sight} */
  get sight() {
    const sight = super.sight;
    const { task, view } = this.#step;
    const isNew = task === "refused" && !this.#isDone && sight.view === view;
    return isNew ? { ...sight, marks: { ...sight.marks, hint: this.#step.refused } } : sight;
  }

  /** @override */
  showControls() {
    super.showControls();
    shown(this.onward, this.#isDone && !this.#isLast);
    shown(this.again, this.#isDone);
    shown(this.back, this.#at > 0);
    this.showResult(
      this.#isDone && this.#isLast,
      linkButton("Play a game", this.#game, { kind: "main", icon: "play" }),
      linkButton("Puzzles", `/puzzles/${this.entry.id}/${this.lesson.size}`, { icon: "puzzle" }),
    );
  }

  #done() {
    this.#isDone = true;
    this.progress.value = this.#at + 1;
  }

  /**
   * A refusal may be what was asked for.
   * @override @param {string} sentence @param {Tone} [tone] @param {number[] | string} [touched]
   */
  say(sentence, tone = "plain", touched = "") {
    const { task, refused, praise } = this.#step;
    const isWanted = task === "refused" && Array.isArray(touched) && touched.join() === refused.join();
    if (!isWanted || this.#isDone) {
      // Where a move is one touch, the task has said what to touch.
      super.say(sentence, tone, this.#step.view.steps.length > 1 ? this.hand.instruction : "");
      return;
    }
    this.#done();
    this.showControls();
    super.say(praise, "good", sentence);
    this.onward.focus({ preventScroll: true });
  }

  /** @override @param {string} entry */
  async play(entry) {
    if (!this.mayMove) return;
    const { view, task, wanted, otherwise, praise } = this.#step;
    if (task !== "any" && !wanted.includes(entry)) {
      this.refuse(otherwise || "That is legal, but this time something else is asked for.");
      return;
    }
    const { game, size, position } = view;
    this.foreseen = foreseen(this.game, entry);
    this.draw();
    try {
      const { turn } = this;
      const played = await ask(post("/play", { game, size, position, move: entry }, {}), this.signal);
      if (!this.isNow(turn)) return;
      const ply = { move: played.move, player: view.to_move, touches: played.touches, sentence: "" };
      this.#done();
      this.take({ ...gameOf(played.view), plies: [ply], at: 1 });
      this.draw();
      this.say(praise, "good");
      if (!this.#isLast) this.onward.focus({ preventScroll: true });
    } catch (fault) {
      if (!(fault instanceof Refused)) throw fault;
      this.refuse(fault.message);
    }
  }
}
