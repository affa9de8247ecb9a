// A lesson: a guided first game on the real board, one idea at a time, each with a task.

import { ApiError, get, listing, post, request } from "../app/api.js";
import { button, linkButton, setShown } from "../app/controls.js";
import { h, setChildren, setText } from "../app/dom.js";
import { GameState, ownFinale } from "../model/game-state.js";
import { newGame, titleOf } from "../model/ladder.js";
import { storeLesson } from "../model/lesson.js";
import { predicted } from "../model/session.js";
import { ideaList } from "../parts/idea-list.js";
import { Table } from "../parts/table.js";

/** @import { Place } from "../app/router.js" */
/** @import { Game, Lesson, Listing, View } from "../../types/page.d.ts" */

/** @param {Place} place */
export async function show({ parts, url, signal }) {
  const entry = await listing(parts[0] ?? "");
  const lesson = await request(get("/catalogue/{game}/lesson", { game: entry.id }), signal);
  const then = url.searchParams.get("then") ?? "";
  return new Learn(entry, lesson, /^\/game\/[\w-]+$/.test(then) ? then : "", signal);
}

/** Returns a game that starts from a position. @param {View} view @returns {Game} */
function gameFrom(view) {
  return { view, plies: [], at: 0, over: view.over, winner: view.winner, ending: view.ending };
}

class Learn {
  /** The number of the step, from 0. */
  #at = 0;
  /** True once the task of the step is done. */
  #isDone = false;

  place = h("h2");
  progress = h("progress", { "aria-label": "Progress" });
  idea = h("p", { class: "lesson-idea" });
  task = h("p", { class: "lesson-task", role: "status" });
  ideas = h("div", {});
  onward = button("Next", () => this.#go(this.#at + 1), { icon: "on", kind: "main" });
  back = button("Back", () => this.#go(this.#at - 1), { icon: "back" });
  again = button("Try again", () => this.#go(this.#at), { icon: "again" });

  /**
   * @param {Listing} entry
   * @param {Lesson} lesson
   * @param {string} then  the address of an invitation to return to, or ""
   * @param {AbortSignal} signal
   */
  constructor(entry, lesson, then, signal) {
    this.title = `Learn ${entry.name}`;
    this.entry = entry;
    this.lesson = lesson;
    this.then = then;
    this.signal = signal;
    this.state = new GameState(gameFrom(lesson.steps[0].view), signal);
    this.table = new Table(entry, this.title, signal, {
      play: (move) => this.#play(move),
      goTo: () => {},
      picked: () => this.#showTask(),
      refused: (reason, touched) => this.#refused(reason, touched),
    });
    this.progress.max = lesson.steps.length;
    this.element = this.table.arrange({
      name: "Lesson",
      top: h(
        "section",
        { class: "panel lesson", "aria-label": "Lesson" },
        h("div", { class: "row ends" }, this.place, this.progress),
        this.idea,
        h("div", { class: "row ends" }, this.task, this.onward),
      ),
      controls: [this.back, this.again],
      links: [
        linkButton("Skip", this.then || this.#game, { kind: "plain", label: "Skip the lesson" }),
        this.table.rulesLink,
      ],
      rest: [this.ideas],
    });
    this.#go(0);
  }

  /** The address of a game against an easy level, from the side that can win. */
  get #game() {
    return newGame(this.entry, { opponent: "easy", side: "auto", first: "1", size: this.lesson.size });
  }

  get #step() {
    return this.lesson.steps[this.#at];
  }

  get #isLast() {
    return this.#at === this.lesson.steps.length - 1;
  }

  /** @param {number} at */
  #go(at) {
    const reply = at === this.#at + 1 ? this.#step.reply : null;
    this.#at = at;
    this.#isDone = false;
    this.state.set(gameFrom(this.#step.view));
    setText(this.place, `Step ${at + 1} of ${this.lesson.steps.length}`);
    this.progress.value = at;
    setText(this.idea, this.#step.idea);
    // Two steps may have the same position.
    this.table.input.clear();
    this.#draw();
    this.#showTask();
    this.table.say(reply ?? "", "plain", "");
  }

  /** Writes the task, or what came of it. @param {string} text @param {"" | "is-done" | "is-wrong"} [look] */
  #write(text, look = "") {
    setText(this.task, text);
    this.task.className = `lesson-task ${look}`;
    this.table.say("", "plain", "");
  }

  /** Shows the task, or the second part of a move. */
  #showTask() {
    const { picked, instruction } = this.table.input;
    this.#write(picked.length ? instruction : this.#step.todo);
  }

  #draw() {
    const { state } = this;
    const { view, plies, at } = state.shown;
    const { task, refused } = this.#step;
    const isOver = this.#isDone && this.#isLast;
    const last = plies[at - 1];
    this.table.show({
      game: state.game,
      position: {
        view,
        mayMove: !this.#isDone && !state.predicted,
        idle: this.#isLast ? "Lesson complete." : "Well done. Choose Next to continue.",
        marks: {
          last: last?.touches,
          lastBy: last?.player,
          hint: task === "refused" && !this.#isDone ? refused : undefined,
        },
      },
      finale: isOver ? ownFinale(true) : null,
      results: isOver
        ? [
            this.then && linkButton("Back to the invitation", this.then, { kind: "main", icon: "back" }),
            linkButton(`Play against ${titleOf(this.entry, "easy")}`, this.#game, {
              kind: this.then ? undefined : "main",
              icon: "play",
            }),
            linkButton("Puzzles", `/puzzles/${this.entry.id}/${this.lesson.size}`, { icon: "puzzle" }),
          ]
        : [],
    });
    setShown(this.onward, this.#isDone && !this.#isLast);
    setShown(this.again, this.#isDone);
    setShown(this.back, this.#at > 0);
  }

  #complete() {
    this.#isDone = true;
    this.progress.value = this.#at + 1;
    this.#draw();
    this.#write(this.#step.praise, "is-done");
    if (this.#isLast) void this.#finish();
    else this.onward.focus({ preventScroll: true });
  }

  /** Shows the next lessons. */
  async #finish() {
    const { id } = this.entry;
    storeLesson(id, "finished");
    setChildren(this.ideas, ideaList(await request(get("/catalogue/{game}", { game: id }), this.signal)));
  }

  /** Explains an illegal touch, which can be the task. @param {string} reason @param {number[]} touched */
  #refused(reason, touched) {
    const { task, refused } = this.#step;
    if (this.#isDone) return false;
    if (task === "refused" && touched.join() === refused.join()) this.#complete();
    else this.#write(reason, "is-wrong");
    return true;
  }

  /** @param {string} reason */
  #reject(reason) {
    this.state.predicted = null;
    this.#draw();
    this.#write(reason, "is-wrong");
  }

  /** @param {string} entry */
  async #play(entry) {
    const { state } = this;
    if (this.#isDone || state.predicted) return;
    const { view, task, accepted, otherwise } = this.#step;
    if (task !== "any" && !accepted.includes(entry)) {
      this.#reject(otherwise || "That move is legal, but this step needs a different one.");
      return;
    }
    const { game, size, position } = view;
    state.predicted = predicted(state.game, entry);
    this.#draw();
    const isLatest = state.begin();
    try {
      const played = await request(post("/play", { game, size, position, move: entry }, {}), this.signal);
      if (!isLatest()) return;
      const ply = { move: played.move, player: view.to_move, touches: played.touches, sentence: "" };
      state.set({ ...gameFrom(played.view), plies: [ply], at: 1 });
      this.#complete();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.#reject(error.message);
    }
  }
}
