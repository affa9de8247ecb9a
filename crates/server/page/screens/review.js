// The review of a game: its mistakes, what would have been better, and another try.

import { ask, get, listing, post } from "../app/api.js";
import { hrefOf } from "../app/base.js";
import { button, linkButton, shown } from "../app/controls.js";
import { h, refill } from "../app/dom.js";
import { go } from "../app/router.js";
import { isSame } from "../board/drawing.js";
import { address, courseOf, read } from "../model/session.js";
import { Graph } from "../parts/graph.js";
import { Line } from "../parts/line.js";
import { called } from "../parts/players.js";
import { BoardScreen } from "./board-screen.js";

/** @import { Place } from "../app/router.js" */
/** @import { Game, Listing, Replay, Review } from "../../types/page.d.ts" */
/** @import { Sight } from "../board/hand.js" */
/** @import { Course } from "../model/session.js" */

/** @param {Place} place */
export async function show({ parts, url, signal }) {
  const live = url.searchParams.get("live");
  const course = live ? await courseOfLive(live, signal) : null;
  const entry = await listing(course?.game ?? parts[0] ?? "");
  const known = course ?? read(entry.id, parts[1] ?? entry.sizes[0], url.searchParams);
  const { at, score, ...game } = known;
  const [replay, review] = await Promise.all([
    ask(post("/replay", game, {}), signal),
    ask(post("/review", game, {}), signal),
  ]);
  const moves = replay.steps.map((step) => step.move);
  const screen = new ReviewScreen(entry, { ...known, moves }, replay, review, signal);
  await screen.goTo(at || (screen.mistakes[0] ?? 0));
  return screen;
}

/** A game between people, from its record. @param {string} id @param {AbortSignal} signal */
async function courseOfLive(id, signal) {
  const record = await ask(get("/games/{id}/record", { id }), signal);
  return { ...(await courseOf(await ask(post("/replay", { record }, {}), signal))), at: 0 };
}

/** A game after so many moves. @param {Replay} replay @param {number} at @returns {Game} */
function gameAt({ start, steps, ending, winner }, at) {
  return { view: steps[at - 1]?.view ?? start, plies: steps, at, over: ending !== null, winner, ending };
}

/** @extends {BoardScreen<Game>} */
class ReviewScreen extends BoardScreen {
  /** The better line from the position that is shown, while it is followed. @type {Line | null} */
  #line = null;

  previous = button("Previous mistake", () => void this.goTo(this.#mistakeBefore ?? 0), { icon: "back" });
  following = button("Next mistake", () => void this.goTo(this.#mistakeAfter ?? 0), { icon: "on" });
  better = button("Better line", () => void this.#follow(), { icon: "play" });
  followed = h("div", {});
  again = button("Try again from here", () => this.#tryAgain(), { icon: "again", kind: "main" });

  /**
   * @param {Listing} entry
   * @param {Course} course
   * @param {Replay} replay
   * @param {Review} review
   * @param {AbortSignal} signal
   */
  constructor(entry, course, replay, review, signal) {
    super(entry, `Review of ${entry.name} ${course.size}`, gameAt(replay, 0), signal);
    this.course = course;
    this.replay = replay;
    this.review = review;
    this.who = called(course.players ?? [], "person");
    /** The moves that were mistakes, counted from 0. */
    this.mistakes = review.moves.flatMap((move, n) => (move.mistake ? [n] : []));
    this.graph = new Graph(review.moves, replay.start.names, (at) => void this.goTo(at));
    const accuracy = review.accuracy.map(({ words }) => h("li", {}, words));
    const board = address({ ...course, at: undefined });
    this.element = this.arrange({
      name: "Review",
      controls: [this.again, this.better, this.previous, this.following],
      links: [linkButton("Back to the board", board, { icon: "undo", kind: "quiet" })],
      rest: [
        this.followed,
        this.graph.element,
        h("ul", { class: "accuracy", "aria-label": "Accuracy" }, accuracy),
        this.moves.element,
      ],
    });
  }

  /** The move that was played in the position that is shown. */
  get #played() {
    return this.review.moves[this.game.at];
  }

  /** @override @param {number} at */
  async goTo(at) {
    this.#line = null;
    this.game = gameAt(this.replay, Math.min(at, this.replay.steps.length));
    const here = address({ ...this.course, at: this.game.at }, "review");
    history.replaceState(history.state, "", hrefOf(here));
    this.draw();
    this.#tell();
  }

  /** What was played in the position that is shown is drawn faintly. @override @returns {Sight} */
  get sight() {
    if (this.#line) return this.#line.sight;
    const sight = super.sight;
    const { plies, at } = this.game;
    const next = this.replay.steps[at];
    const cells = next ? [...next.view.scene.cells.entries()] : [];
    const changed = cells.filter(([n, { token }]) => !isSame(token, sight.view.scene.cells[n].token));
    const ghosts = new Map(changed.map(([n, { token }]) => [n, token]));
    return { ...sight, marks: { ...sight.marks, picked: plies[at]?.touches, ghosts } };
  }

  /** @override */
  get moveList() {
    return this.review.moves.map(({ move, player, mistake }) => ({ move, player, isMistake: mistake }));
  }

  /** @override */
  draw() {
    this.turn += 1;
    super.draw();
    this.graph.show(this.game.at);
    if (!this.#line) refill(this.followed);
  }

  /** @override */
  showControls() {
    const line = this.#line;
    shown(this.better, !line && (this.#played?.line.length ?? 0) > 0);
    shown(this.previous, !line && this.#mistakeBefore !== undefined);
    shown(this.following, !line && this.#mistakeAfter !== undefined);
    shown(this.again, !this.sight.view.over);
  }

  /** What was played here and what would have been better. */
  #tell() {
    const { at, ending } = this.game;
    const played = this.#played;
    if (!played) {
      this.say(["The end of the game.", ending].filter(Boolean).join(" "));
      return;
    }
    const { mistake, words, better } = played;
    const said = this.replay.steps[at].sentence;
    if (mistake) this.say(`${said} A mistake: ${words}.`, "wrong", `Better: ${better}.`);
    else this.say(`${said} ${words.charAt(0).toUpperCase()}${words.slice(1)}.`);
  }

  get #mistakeBefore() {
    return this.mistakes.findLast((n) => n < this.game.at);
  }

  get #mistakeAfter() {
    return this.mistakes.find((n) => n > this.game.at);
  }

  async #follow() {
    const { turn } = this;
    const line = await Line.of("Better line", this.game.view, this.#played?.line ?? [], {
      screen: this,
      left: () => {
        void this.goTo(this.game.at);
        this.better.focus();
      },
    });
    if (!this.isNow(turn)) return;
    this.#line = line;
    refill(this.followed, line.element);
    line.go(1);
    line.next.focus();
  }

  /** The game up to the position that is shown, along the better line if that is followed, to be played on. */
  #tryAgain() {
    const steps = [...this.replay.steps.slice(0, this.game.at), ...(this.#line?.followed ?? [])];
    const moves = steps.map((step) => step.move);
    go(address({ ...this.course, moves, at: moves.length, resigned: null }));
  }
}
