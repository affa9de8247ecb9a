// After the game: where the result changed hands, what would have been better, and another try.

import { ask, listing } from "../app/api.js";
import { button, linkButton } from "../app/controls.js";
import { h } from "../app/dom.js";
import { go } from "../app/router.js";
import { Hand } from "../board/hand.js";
import { consequences, outcome } from "../board/outcomes.js";
import { address, read, replayable } from "../model/course.js";
import { courseOf } from "../model/record.js";
import { Sitting } from "../model/sitting.js";
import { sign, verdict } from "../model/truth.js";
import { Graph } from "../parts/graph.js";
import { Moves } from "../parts/moves.js";
import { Players } from "../parts/players.js";
import { Status } from "../parts/status.js";
import { table } from "../parts/table.js";

/** @typedef {import("../app/types.js").Played} Played */
/** @typedef {import("../app/types.js").Review} Review */
/** @typedef {import("../app/types.js").View} View */
/** @typedef {import("../app/types.js").Listing} Listing */

/** @param {import("../app/router.js").Place} place */
export async function show({ parts, url, signal }) {
  const live = url.searchParams.get("live");
  const course = live ? await courseOfLive(live, signal) : null;
  const entry = await listing(course?.game ?? parts[0] ?? "");
  const known = course ?? read(entry.id, parts[1] ?? entry.sizes[0], url.searchParams);
  const sitting = await Sitting.of(known, signal);
  /** @type {Review} */
  const review = await ask("/review", { ...replayable(sitting.course), start: sitting.start.position, first: undefined }, signal);
  const screen = new ReviewScreen(entry, sitting, review, url.searchParams.has("at"));
  return { title: screen.title, content: screen.element };
}

/** A game between people, from its record. @param {string} id @param {AbortSignal} signal */
async function courseOfLive(id, signal) {
  const record = await ask(`/games/${encodeURIComponent(id)}/record`, undefined, signal);
  const course = await courseOf(record, signal);
  history.replaceState(null, "", address({ ...course, at: 0 }, "review"));
  return { ...course, at: 0 };
}

class ReviewScreen {
  /** The better line from the position that is shown, and how far it is followed. @type {{views: View[], steps: Played[], at: number} | null} */
  #better = null;
  #turn = 0;

  previous = button("Previous mistake", () => this.#toMistake(-1), { icon: "back" });
  following = button("Next mistake", () => this.#toMistake(1), { icon: "on" });
  better = button("Better line", () => void this.#follow(), { icon: "play" });
  along = button("Next in the line", () => this.#goAlong(1), { icon: "on" });
  backAlong = button("Back in the line", () => this.#goAlong(-1), { icon: "back" });
  leave = button("Back to the game", () => this.#leave(), { icon: "close" });
  again = button("Try again from here", () => this.#tryAgain(), { icon: "again", kind: "main" });

  /** @param {Listing} entry @param {Sitting} sitting @param {Review} review @param {boolean} isPlaceGiven */
  constructor(entry, sitting, review, isPlaceGiven) {
    this.entry = entry;
    this.sitting = sitting;
    this.review = review;
    this.title = `Review of ${entry.name} ${sitting.course.size}`;
    this.hand = new Hand(`Board of ${this.title}`, { play: () => {}, say: () => {} });
    this.status = new Status();
    this.players = new Players(entry.picture);
    this.moves = new Moves((at) => this.goTo(at));
    const { names } = sitting.start;
    this.graph = new Graph(review.moves, names, (at) => this.goTo(at));
    const accuracy = review.accuracy.map(({ player, percent, kept, decisions }) =>
      h("li", {}, h("strong", {}, names[player - 1]), percent === null ? " had nothing to err in" : ` accuracy ${percent} % (${kept} of ${decisions})`),
    );
    this.element = table({
      title: this.title,
      links: [linkButton("Back to the board", address({ ...sitting.course, at: sitting.course.moves.length }), { icon: "undo", kind: "quiet" })],
      players: this.players.element,
      board: this.hand.board.element,
      status: this.status.element,
      controls: h(
        "div",
        { class: "tools", role: "group", "aria-label": "Review" },
        this.again,
        this.better,
        this.along,
        this.backAlong,
        this.leave,
        this.previous,
        this.following,
      ),
      rest: [this.graph.element, h("ul", { class: "accuracy", "aria-label": "Accuracy" }, accuracy), this.moves.element],
    });
    const first = this.#mistakes[0] ?? 0;
    this.goTo(isPlaceGiven && sitting.course.at > 0 ? sitting.course.at : first);
  }

  get #mistakes() {
    return this.review.moves.flatMap((move, n) => (move.mistake ? [n] : []));
  }

  /** The move that was played in the position that is shown. */
  get #played() {
    return this.review.moves[this.sitting.course.at];
  }

  /** @param {number} at */
  goTo(at) {
    if (at < 0 || at > this.sitting.course.moves.length) return;
    this.#better = null;
    this.sitting.go(at);
    history.replaceState(history.state, "", address(this.sitting.course, "review"));
    this.#draw();
    this.#tell();
  }

  #draw() {
    const { sitting, review } = this;
    const { at } = sitting.course;
    const turn = (this.#turn += 1);
    const line = this.#better;
    if (line) {
      const last = line.at ? line.steps[line.at - 1] : null;
      this.hand.show({ view: line.views[line.at], mayMove: false, marks: { last: last?.touches, lastBy: line.at ? line.views[line.at - 1].to_move : undefined } });
    } else {
      const touches = sitting.steps[at]?.touches ?? [];
      const marks = { picked: touches, last: sitting.last?.touches, lastBy: at ? sitting.moverOf(at - 1) : undefined };
      this.hand.show({ view: sitting.view, mayMove: false, marks });
      void this.#showPlayed(turn);
    }
    const { view } = sitting;
    const { players } = sitting.course;
    const who = /** @type {[string, string]} */ (players.map((name) => (name === "human" ? "person" : name)));
    this.players.show({ view, who, isOver: at === sitting.course.moves.length && sitting.isOver, winner: at === sitting.course.moves.length ? sitting.winner : null });
    this.moves.show(review.moves.map(({ move, player, mistake }) => ({ move, player, isMistake: mistake })), at);
    this.graph.show(at);
    this.#showControls();
  }

  /** What was played in the position that is shown stands there faintly. @param {number} turn */
  async #showPlayed(turn) {
    const { sitting } = this;
    const step = sitting.steps[sitting.course.at];
    if (!step) return;
    const view = { ...sitting.view, moves: [{ move: step.move, touches: step.touches }] };
    const ghosts = await consequences(view, step.touches).catch(() => null);
    if (turn === this.#turn && ghosts) this.hand.consider(ghosts);
  }

  #showControls() {
    const { at } = this.sitting.course;
    const line = this.#better;
    const shown = (/** @type {HTMLElement} */ made, /** @type {boolean} */ isShown) => (made.hidden = !isShown);
    shown(this.better, !line && (this.#played?.line.length ?? 0) > 0);
    shown(this.along, line !== null);
    shown(this.backAlong, line !== null);
    shown(this.leave, line !== null);
    shown(this.previous, !line && this.#mistakes.some((n) => n < at));
    shown(this.following, !line && this.#mistakes.some((n) => n > at));
    shown(this.again, !(line ? line.views[line.at] : this.sitting.view).over);
  }

  /** What was played here and what would have been better. */
  #tell() {
    const { sitting } = this;
    const move = this.#played;
    if (!move) {
      this.status.say(["The end of the game.", sitting.ending].filter(Boolean).join(" "));
      return;
    }
    const said = `${sitting.view.names[move.player - 1]} plays ${move.move}.`;
    if (!move.mistake) {
      this.status.say(`${said} It ${verdict(move.after)} (${sign(move.after)}).`);
      return;
    }
    const what = `A mistake: ${verdict(move.before)} before (${sign(move.before)}), ${verdict(move.after)} after it (${sign(move.after)}).`;
    this.status.say(`${said} ${what}`, { todo: move.better ? `Better: ${move.better}.` : "", tone: "wrong" });
  }

  /** @param {1 | -1} direction */
  #toMistake(direction) {
    const { at } = this.sitting.course;
    const mistakes = this.#mistakes;
    const found = direction === 1 ? mistakes.find((n) => n > at) : mistakes.findLast((n) => n < at);
    if (found !== undefined) this.goTo(found);
  }

  async #follow() {
    const moves = this.#played?.line ?? [];
    const { view } = this.sitting;
    const views = [view];
    /** @type {Played[]} */
    const steps = [];
    for (const move of moves) {
      const played = await outcome(views[views.length - 1], move);
      steps.push(played);
      views.push(played.view);
    }
    if (view !== this.sitting.view) return;
    this.#better = { views, steps, at: 0 };
    this.#goAlong(1);
    this.along.focus();
  }

  /** @param {1 | -1} by */
  #goAlong(by) {
    const line = this.#better;
    if (!line) return;
    line.at = Math.min(Math.max(line.at + by, 0), line.steps.length);
    this.#draw();
    const before = line.views[line.at - 1];
    const end = line.views[line.at].ending ?? "";
    const said = before ? `Better line, ${line.at} of ${line.steps.length}: ${before.names[before.to_move - 1]} plays ${line.steps[line.at - 1].move}. ${end}` : "The better line, at its start.";
    this.status.say(said.trim(), { todo: line.steps.map((step) => step.move).join(", ") });
  }

  #leave() {
    this.#better = null;
    this.#draw();
    this.#tell();
    this.better.focus();
  }

  /** The game up to the position that is shown, along the better line if that is followed, to be played on. */
  #tryAgain() {
    const { course } = this.sitting;
    const line = this.#better;
    const moves = [...course.moves.slice(0, course.at), ...(line?.steps.slice(0, line.at).map((step) => step.move) ?? [])];
    go(address({ ...course, moves, at: moves.length, resigned: null }));
  }
}
