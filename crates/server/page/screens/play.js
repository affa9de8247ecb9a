// A game at this screen: people here, or a person and a level, or two levels to watch.

import { listing } from "../app/api.js";
import { able, button, linkButton, shown } from "../app/controls.js";
import { confirmed } from "../app/dialog.js";
import { h, refill } from "../app/dom.js";
import { go } from "../app/router.js";
import { keep } from "../app/settings.js";
import { address, read } from "../model/course.js";
import { Sitting } from "../model/sitting.js";
import { TruthPanel } from "../parts/truth-panel.js";
import { LocalScreen } from "./local-screen.js";

/** @import { Place } from "../app/router.js" */
/** @import { Listing } from "../app/types.js" */
/** @import { Sight } from "../board/hand.js" */
/** @import { Seating } from "../parts/players.js" */

/** @param {Place} place */
export async function show({ parts, url, signal }) {
  const entry = await listing(parts[0] ?? "");
  const course = read(entry.id, parts[1] ?? entry.sizes[0], url.searchParams);
  const sitting = await Sitting.of(course, signal);
  await sitting.complete(signal);
  const screen = new Play(entry, sitting, signal);
  return { title: screen.title, content: screen.element };
}

class Play extends LocalScreen {
  /** Whether the start offers to continue this game. */
  #isKept = false;
  /** The moves of the line that was last left for another. @type {string[]} */
  #left = [];

  undo = button("Undo", () => this.#undo(), { icon: "undo" });
  redo = button("Redo", () => this.#redo(), { icon: "redo" });
  pause = button("Pause", () => this.#pause(), { icon: "pause" });
  playOn = button("Play on from here", () => this.#playOn(), { icon: "play" });
  other = button("Return to the other line", () => this.#return(), { icon: "again" });
  resign = button("Resign", () => void this.#resign(), { icon: "flag" });
  again = button("New game", () => void this.#newGame(), { icon: "again" });
  share = button("Share", () => void this.#share(), { icon: "share" });
  truth = new TruthPanel({
    changed: () => this.draw(),
    say: (sentence) => this.say(sentence, "plain"),
    playOn: (moves) => void this.#playLine(moves),
  });

  /** @param {Listing} entry @param {Sitting} sitting @param {AbortSignal} signal */
  constructor(entry, sitting, signal) {
    const { size } = sitting.course;
    super(entry, `${entry.name} ${size}`, sitting, signal);
    const { undo, redo, putBack, playOn, other, pause, again, resign, share } = this;
    const puzzles = linkButton("Puzzles", `/puzzles/${entry.id}/${size}`, { icon: "puzzle", kind: "quiet" });
    this.element = this.arrange({
      name: "Game",
      controls: [undo, redo, putBack, playOn, other, pause, again, resign, share],
      links: [this.rulesLink, puzzles],
      rest: [this.truth.element, this.moves.element, this.typing.element],
    });
    this.arrive("");
  }

  /** @override @returns {Sight} */
  get sight() {
    const { line, hint } = this.truth;
    const notes = (/** @type {number[]} */ picked) => this.truth.notes(picked);
    return line?.sight ?? { ...super.sight, marks: { ...this.lastMarks, hint }, notes };
  }

  /** @override @returns {Seating} */
  get seating() {
    return { ...super.seating, score: this.sitting.score };
  }

  /** @override @param {string} said */
  arrive(said) {
    this.#remember();
    this.truth.arrive(this.sitting.view, !this.sitting.isOver || !this.sitting.isAtEnd);
    super.arrive(said);
  }

  /** The address tells the whole game. */
  #remember() {
    const here = address(this.sitting.course);
    history.replaceState(history.state, "", here);
    if (this.sitting.isOver) {
      if (this.#isKept) keep("game", { address: "", title: "" });
      this.#isKept = false;
    } else if (this.sitting.course.moves.length) {
      keep("game", { address: here, title: this.title });
      this.#isKept = true;
    }
  }

  /** @override */
  showControls() {
    super.showControls();
    const { sitting } = this;
    const { isOver, isAtEnd, hasPerson } = sitting;
    const hasMoves = sitting.course.moves.length > 0;
    able(this.undo, sitting.course.resigned !== null || sitting.undone !== null);
    able(this.redo, sitting.redone !== null);
    shown(this.playOn, !isAtEnd && !sitting.view.over && !sitting.isPersons(sitting.at));
    shown(this.other, this.#left.length > 0);
    shown(this.pause, !hasPerson && !isOver && isAtEnd);
    refill(this.pause, h("span", {}, this.isPaused ? "Go on" : "Pause"));
    shown(this.resign, hasPerson && !isOver);
    shown(this.again, hasMoves && !isOver);
    this.showResult(
      isOver,
      button("Rematch", () => go(address(sitting.next())), { kind: "main", icon: "again" }),
      hasMoves && linkButton("Review the game", address({ ...sitting.course, at: 0 }, "review"), { icon: "graph" }),
    );
  }

  /** @override @param {string} _move @param {string} said @param {string[]} other */
  async played(_move, said, other) {
    if (other.length) this.#leave([...this.sitting.course.moves.slice(0, -1), ...other]);
    this.arrive(said);
  }

  /** A line is left for another; the browser's way back leads to it too. @param {string[]} moves */
  #leave(moves) {
    this.#left = moves;
    history.pushState(null, "");
  }

  #return() {
    go(address({ ...this.sitting.course, moves: this.#left, resigned: null }));
  }

  /** @override @param {number} at @param {string} [said] */
  async goTo(at, said) {
    this.isPaused = !this.sitting.hasPerson;
    await super.goTo(at, said);
  }

  #undo() {
    const { sitting } = this;
    if (sitting.course.resigned) {
      sitting.takeBackResignation();
      this.arrive("The resignation is taken back.");
    } else if (sitting.undone !== null) {
      const taken = sitting.at - sitting.undone;
      void this.goTo(sitting.undone, `Taken back: ${taken} ${taken === 1 ? "move" : "moves"}.`);
    }
  }

  #redo() {
    if (this.sitting.redone !== null) void this.goTo(this.sitting.redone, "Played again.");
  }

  #pause() {
    this.isPaused = !this.isPaused;
    this.arrive(this.isPaused ? "Stopped." : "");
  }

  /** Where a level is to move in an earlier position, it moves again. */
  #playOn() {
    const { sitting } = this;
    const { course, at } = sitting;
    this.#leave(course.moves);
    sitting.steps = sitting.steps.slice(0, at);
    sitting.course = { ...course, moves: course.moves.slice(0, at), resigned: null };
    this.isPaused = false;
    this.arrive("");
  }

  /** The line of best play that was looked at is played. @param {string[]} moves */
  async #playLine(moves) {
    const { sitting } = this;
    history.pushState(null, "");
    for (const move of moves) await sitting.play(move);
    await sitting.complete(this.signal);
    this.arrive("");
  }

  async #resign() {
    if (!(await confirmed("Resign this game?", "Resign"))) return;
    this.sitting.resign();
    this.arrive("");
  }

  async #newGame() {
    const question = "Begin a new game? This one stays in your browser's history.";
    if (this.sitting.isOver || (await confirmed(question, "New game"))) go(address(this.sitting.next()));
  }

  async #share() {
    const { shareGame } = await import("../parts/share.js");
    shareGame(this.sitting, this.title, this.hand.board);
  }
}
