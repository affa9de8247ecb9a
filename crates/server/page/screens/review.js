// The review of a game: its mistakes, what would have been better, and another try.

import { ask, get, listing, post } from "../app/api.js";
import { button, linkButton, shown } from "../app/controls.js";
import { h } from "../app/dom.js";
import { go } from "../app/router.js";
import { consequences } from "../board/outcomes.js";
import { address, read } from "../model/course.js";
import { courseOf } from "../model/record.js";
import { Sitting } from "../model/sitting.js";
import { sign, verdict } from "../model/truth.js";
import { Graph } from "../parts/graph.js";
import { Line } from "../parts/line.js";
import { called } from "../parts/players.js";
import { BoardScreen } from "./board-screen.js";

/** @import { Place } from "../app/router.js" */
/** @import { Listing, Review } from "../app/types.js" */
/** @import { Sight } from "../board/hand.js" */

/** @param {Place} place */
export async function show({ parts, url, signal }) {
  const live = url.searchParams.get("live");
  const course = live ? await courseOfLive(live, signal) : null;
  const entry = await listing(course?.game ?? parts[0] ?? "");
  const known = course ?? read(entry.id, parts[1] ?? entry.sizes[0], url.searchParams);
  const sitting = await Sitting.of(known, signal);
  const review = await ask(post("/review", sitting.told, {}), signal);
  const screen = new ReviewScreen(entry, sitting, review, signal);
  const isPlaceGiven = url.searchParams.has("at") && sitting.at > 0;
  await screen.goTo(isPlaceGiven ? sitting.at : (screen.mistakes[0] ?? 0));
  return { title: screen.title, content: screen.element };
}

/** A game between people, from its record. @param {string} id @param {AbortSignal} signal */
async function courseOfLive(id, signal) {
  const record = await ask(get("/games/{id}/record", { id }), signal);
  const course = { ...(await courseOf(record, signal)), at: 0 };
  history.replaceState(null, "", address(course, "review"));
  return course;
}

/** @extends {BoardScreen<Sitting>} */
class ReviewScreen extends BoardScreen {
  /** The better line from the position that is shown, while it is followed. @type {Line | null} */
  #line = null;

  previous = button("Previous mistake", () => this.#toMistake(-1), { icon: "back" });
  following = button("Next mistake", () => this.#toMistake(1), { icon: "on" });
  better = button("Better line", () => void this.#follow(), { icon: "play" });
  along = button("Next in the line", () => this.#goAlong(1), { icon: "on" });
  backAlong = button("Back in the line", () => this.#goAlong(-1), { icon: "back" });
  leave = button("Back to the game", () => this.#leave(), { icon: "close" });
  again = button("Try again from here", () => this.#tryAgain(), { icon: "again", kind: "main" });

  /** @param {Listing} entry @param {Sitting} sitting @param {Review} review @param {AbortSignal} signal */
  constructor(entry, sitting, review, signal) {
    const { course, start } = sitting;
    super(entry, `Review of ${entry.name} ${course.size}`, sitting, signal);
    this.who = called(course.players, "person");
    this.review = review;
    /** The moves that were mistakes, counted from 0. */
    this.mistakes = review.moves.flatMap((move, n) => (move.mistake ? [n] : []));
    this.graph = new Graph(review.moves, start.names, (at) => void this.goTo(at));
    const accuracy = review.accuracy.map(({ player, percent, kept, decisions }) => {
      const share = percent === null ? " could make no mistake" : ` accuracy ${percent} % (${kept} of ${decisions})`;
      return h("li", {}, h("strong", {}, start.names[player - 1]), share);
    });
    const board = address({ ...course, at: course.moves.length });
    const { again, better, along, backAlong, leave, previous, following } = this;
    this.element = this.arrange({
      name: "Review",
      controls: [again, better, along, backAlong, leave, previous, following],
      links: [linkButton("Back to the board", board, { icon: "undo", kind: "quiet" })],
      rest: [
        this.graph.element,
        h("ul", { class: "accuracy", "aria-label": "Accuracy" }, accuracy),
        this.moves.element,
      ],
    });
  }

  /** The move that was played in the position that is shown. */
  get #played() {
    return this.review.moves[this.sitting.at];
  }

  /** Nothing is played here, so the legal moves need not be known. @override @param {number} at */
  async goTo(at) {
    this.#line = null;
    this.sitting.go(at);
    history.replaceState(history.state, "", address(this.sitting.course, "review"));
    this.draw();
    this.#tell();
  }

  /** @override @returns {Sight} */
  get sight() {
    const picked = this.sitting.steps[this.sitting.at]?.touches ?? [];
    return this.#line?.sight ?? { ...super.sight, marks: { ...this.lastMarks, picked } };
  }

  /** @override */
  get moveList() {
    return this.review.moves.map(({ move, player, mistake }) => ({ move, player, isMistake: mistake }));
  }

  /** @override */
  draw() {
    this.turn += 1;
    super.draw();
    this.graph.show(this.sitting.at);
    if (!this.#line) void this.#showPlayed(this.turn);
  }

  /** What was played in the position that is shown is drawn faintly. @param {number} turn */
  async #showPlayed(turn) {
    const { sitting } = this;
    const step = sitting.steps[sitting.at];
    if (!step) return;
    const view = { ...sitting.view, moves: [{ move: step.move, touches: step.touches }] };
    const ghosts = await consequences(view, step.touches).catch(() => null);
    if (ghosts && this.isNow(turn)) this.hand.consider(ghosts);
  }

  /** @override */
  showControls() {
    const { at } = this.sitting;
    const line = this.#line;
    shown(this.better, !line && (this.#played?.line.length ?? 0) > 0);
    for (const control of [this.along, this.backAlong, this.leave]) shown(control, line !== null);
    shown(this.previous, !line && this.mistakes.some((n) => n < at));
    shown(this.following, !line && this.mistakes.some((n) => n > at));
    shown(this.again, !this.sight.view.over);
  }

  /** What was played here and what would have been better. */
  #tell() {
    const { sitting } = this;
    const move = this.#played;
    if (!move) {
      this.say(["The end of the game.", sitting.ending].filter(Boolean).join(" "), "plain");
      return;
    }
    const { before, after } = move;
    const said = `${sitting.view.names[move.player - 1]} plays ${move.move}.`;
    if (!move.mistake) {
      this.say(`${said} It ${verdict(after)} (${sign(after)}).`, "plain");
      return;
    }
    const was = `${verdict(before)} before (${sign(before)})`;
    const is = `${verdict(after)} after it (${sign(after)})`;
    const todo = move.better ? `Better: ${move.better}.` : "";
    this.status.say(`${said} A mistake: ${was}, ${is}.`, { todo, tone: "wrong" });
  }

  /** @param {1 | -1} direction */
  #toMistake(direction) {
    const { at } = this.sitting;
    const { mistakes } = this;
    const found = direction === 1 ? mistakes.find((n) => n > at) : mistakes.findLast((n) => n < at);
    if (found !== undefined) void this.goTo(found);
  }

  async #follow() {
    const { view } = this.sitting;
    const line = await Line.of("Better line", view, this.#played?.line ?? []);
    if (view !== this.sitting.view) return;
    this.#line = line;
    this.#goAlong(1);
    this.along.focus();
  }

  /** @param {1 | -1} by */
  #goAlong(by) {
    const line = this.#line;
    if (!line) return;
    line.go(by);
    this.draw();
    this.status.say(line.sentence, { todo: line.steps.map((step) => step.move).join(", ") });
  }

  #leave() {
    this.#line = null;
    this.draw();
    this.#tell();
    this.better.focus();
  }

  /** The game up to the position that is shown, along the better line if that is followed, to be played on. */
  #tryAgain() {
    const { course, at } = this.sitting;
    const followed = this.#line?.followed.map((step) => step.move) ?? [];
    const moves = [...course.moves.slice(0, at), ...followed];
    go(address({ ...course, moves, at: moves.length, resigned: null }));
  }
}
