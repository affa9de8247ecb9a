// A game at this screen: people here, or a person and a level, or two levels to watch.

import { listing, Refused } from "../app/api.js";
import { button, linkButton } from "../app/controls.js";
import { confirmed } from "../app/dialog.js";
import { h, refill } from "../app/dom.js";
import { go } from "../app/router.js";
import { keep } from "../app/settings.js";
import { Hand } from "../board/hand.js";
import { address, read } from "../model/course.js";
import { levelsMove } from "../model/level.js";
import { Sitting } from "../model/sitting.js";
import { Moves } from "../parts/moves.js";
import { Players } from "../parts/players.js";
import { Status } from "../parts/status.js";
import { table } from "../parts/table.js";
import { TruthPanel } from "../parts/truth-panel.js";
import { Typing } from "../parts/typing.js";

/** @typedef {import("../app/types.js").Player} Player */
/** @typedef {import("../app/router.js").Place} Place */
/** @typedef {import("../app/types.js").Listing} Listing */

/** @param {Place} place */
export async function show({ parts, url, signal }) {
  const entry = await listing(parts[0] ?? "");
  const course = read(entry.id, parts[1] ?? entry.sizes[0], url.searchParams);
  const sitting = await Sitting.of(course, signal);
  await sitting.complete(signal);
  const screen = new Play(entry, sitting, signal);
  return { title: screen.title, content: screen.element };
}

class Play {
  /** The latest thing done; whatever was begun before it is void. */
  #turn = 0;
  #isThinking = false;
  /** Levels that play each other wait until told to go on. */
  #isPaused = false;
  /** Whether the start offers to continue this game. */
  #isKept = false;
  /** The moves of the line that was last left for another. @type {string[]} */
  #left = [];

  undo = button("Undo", () => this.#undo(), { icon: "undo" });
  redo = button("Redo", () => this.#redo(), { icon: "redo" });
  putBack = button("Put back", () => this.hand.back(), { icon: "close" });
  pause = button("Pause", () => this.#pause(), { icon: "pause" });
  playOn = button("Play on from here", () => this.#playOn(), { icon: "play" });
  other = button("Return to the other line", () => this.#return(), { icon: "again" });
  resign = button("Resign", () => void this.#resign(), { icon: "flag" });
  again = button("New game", () => void this.#newGame(), { icon: "again" });
  share = button("Share", () => void this.#share(), { icon: "share" });

  /** @param {Listing} entry @param {Sitting} sitting @param {AbortSignal} signal */
  constructor(entry, sitting, signal) {
    this.entry = entry;
    this.sitting = sitting;
    this.signal = signal;
    this.title = `${entry.name} ${sitting.course.size}`;
    this.hand = new Hand(`Board of ${this.title}`, {
      play: (move) => void this.play(move),
      say: (sentence, isWrong) => this.#say(sentence, isWrong ? "wrong" : "plain"),
      changed: () => this.#instruct(),
    });
    this.status = new Status();
    this.players = new Players(entry.picture);
    this.moves = new Moves((at) => this.goTo(at));
    this.typing = new Typing((text) => void this.play(text));
    this.truth = new TruthPanel({
      changed: () => this.#draw(),
      say: (sentence) => this.#say(sentence, "plain"),
      playOn: (moves) => void this.#playLine(moves),
    });
    const all = [this.undo, this.redo, this.putBack, this.playOn, this.other, this.pause, this.again, this.resign, this.share];
    this.result = h("div", { class: "result row" });
    this.element = table({
      title: this.title,
      links: [linkButton("Rules", `/rules/${entry.id}`, { icon: "book", kind: "quiet" }), linkButton("Puzzles", `/puzzles/${entry.id}/${sitting.course.size}`, { icon: "puzzle", kind: "quiet" })],
      players: this.players.element,
      board: this.hand.board.element,
      status: h("div", { class: "stack" }, this.status.element, this.result),
      controls: h("div", { class: "tools", role: "group", "aria-label": "Game" }, all),
      rest: [this.truth.element, this.moves.element, this.typing.element],
    });
    this.#arrive("");
  }

  get #mayMove() {
    const { sitting } = this;
    return !sitting.view.over && !sitting.course.resigned && sitting.isPersons(sitting.course.at);
  }

  get #isLevelsTurn() {
    const { sitting } = this;
    return sitting.isAtEnd && !sitting.isOver && !sitting.isPersons(sitting.course.at);
  }

  /** The position is another one: everything follows it. @param {string} said @param {"plain" | "good"} [tone] */
  #arrive(said, tone) {
    this.#turn += 1;
    this.#isThinking = this.#isLevelsTurn && !this.#isPaused;
    this.#remember();
    this.truth.arrive(this.sitting.view, !this.sitting.isOver || !this.sitting.isAtEnd);
    this.#draw();
    const { sitting } = this;
    const ending = sitting.isAtEnd ? sitting.ending : null;
    this.#say([said, ending ?? this.#next()].filter(Boolean).join(" "), ending ? "good" : (tone ?? "plain"));
    if (this.#isThinking) void this.#think(this.#turn);
  }

  /** Who is to do what next, in words. */
  #next() {
    const { view } = this.sitting;
    return view.over ? "" : `${view.names[view.to_move - 1]} to move.`;
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

  #draw() {
    const { sitting } = this;
    const { view, last, course } = sitting;
    const lastBy = last ? sitting.moverOf(course.at - 1) : undefined;
    const line = this.truth.line;
    if (line) {
      this.hand.show({ view: line.view, mayMove: false, marks: { last: line.touches, lastBy: line.by } });
    } else {
      const marks = { last: last?.touches, lastBy, hint: this.truth.hint };
      const notes = (/** @type {number[]} */ picked) => this.truth.notes(picked);
      this.hand.show({ view, mayMove: this.#mayMove, marks, notes });
    }
    const isMixed = course.players[0] !== course.players[1];
    const who = /** @type {[string, string]} */ (course.players.map((name) => (name === "human" ? (isMixed ? "you" : "person") : name)));
    const doing = this.#isThinking ? "thinking" : undefined;
    this.players.show({ view, who, score: sitting.score, isOver: sitting.isOver && sitting.isAtEnd, winner: sitting.isAtEnd ? sitting.winner : null, doing });
    this.moves.show(
      sitting.steps.map((step, n) => ({ move: step.move, player: sitting.moverOf(n) })),
      course.at,
    );
    this.typing.show(view.how, this.#mayMove && !line);
    this.#showControls();
  }

  #showControls() {
    const { sitting } = this;
    const able = (/** @type {HTMLButtonElement} */ made, /** @type {boolean} */ isAble) => made.setAttribute("aria-disabled", String(!isAble));
    const shown = (/** @type {HTMLElement} */ made, /** @type {boolean} */ isShown) => (made.hidden = !isShown);
    able(this.undo, sitting.course.resigned !== null || sitting.undone !== null);
    able(this.redo, sitting.redone !== null);
    shown(this.putBack, this.hand.picked.length > 0);
    shown(this.playOn, !sitting.isAtEnd && !sitting.view.over && !sitting.isPersons(sitting.course.at));
    shown(this.other, this.#left.length > 0);
    const isWatched = !sitting.hasPerson && !sitting.isOver && sitting.isAtEnd;
    shown(this.pause, isWatched);
    if (isWatched) refill(this.pause, h("span", {}, this.#isPaused ? "Go on" : "Pause"));
    shown(this.resign, sitting.hasPerson && !sitting.isOver);
    const isOver = sitting.isOver;
    shown(this.again, sitting.course.moves.length > 0 && !isOver);
    const hasMoves = sitting.course.moves.length > 0;
    refill(
      this.result,
      isOver && button("Rematch", () => go(address(sitting.next())), { kind: "main", icon: "again" }),
      isOver && hasMoves && linkButton("Review the game", address({ ...sitting.course, at: 0 }, "review"), { icon: "graph" }),
    );
    this.result.hidden = !isOver;
  }

  /** @param {string} sentence @param {"wrong" | "good" | "plain"} tone */
  #say(sentence, tone) {
    this.status.say(sentence, { todo: this.hand.instruction, tone });
  }

  #instruct() {
    this.#say(this.hand.picked.length ? "" : this.#next(), "plain");
    this.#showControls();
  }

  /** Plays a move, given in any spelling, or says why not. @param {string} entry */
  async play(entry) {
    const turn = this.#turn;
    const { sitting } = this;
    const { names, to_move } = sitting.view;
    try {
      const other = await sitting.play(entry);
      if (other === null || turn !== this.#turn || this.signal.aborted) return;
      if (other.length) this.#fork(other);
      await sitting.complete(this.signal);
      this.typing.clear();
      const last = /** @type {import("../app/types.js").Played} */ (sitting.last);
      this.#arrive([`${names[to_move - 1]} plays ${last.move}.`, last.notice].filter(Boolean).join(" "));
    } catch (fault) {
      if (fault instanceof Refused) this.#say(fault.message, "wrong");
    }
  }

  /** A line is left for another; the browser's way back leads to it too. @param {string[]} moves */
  #fork(moves) {
    this.#left = [...this.sitting.course.moves.slice(0, -1), ...moves];
    history.pushState(null, "");
  }

  #return() {
    const { course } = this.sitting;
    go(address({ ...course, moves: this.#left, at: course.at, resigned: null }));
  }

  /** @param {number} turn */
  async #think(turn) {
    const { sitting } = this;
    try {
      const move = await levelsMove(sitting, this.signal);
      if (turn === this.#turn && !this.signal.aborted) await this.play(move);
    } catch (fault) {
      if (fault instanceof Refused && turn === this.#turn) this.#say(fault.message, "wrong");
    }
  }

  /** @param {number} at @param {string} [said] */
  async goTo(at, said = "") {
    const { sitting } = this;
    if (at < 0 || at > sitting.course.moves.length) return;
    this.#isPaused = !sitting.hasPerson;
    sitting.go(at);
    const turn = (this.#turn += 1);
    await sitting.complete(this.signal);
    if (turn !== this.#turn) return;
    const { last } = sitting;
    this.#arrive(said || (last ? `${sitting.view.names[sitting.moverOf(at - 1) - 1]} played ${last.move}.` : "The start of the game."));
  }

  #undo() {
    const { sitting } = this;
    if (sitting.course.resigned) {
      sitting.takeBackResignation();
      this.#arrive("The resignation is taken back.");
    } else if (sitting.undone !== null) {
      const taken = sitting.course.at - sitting.undone;
      void this.goTo(sitting.undone, `Taken back: ${taken} ${taken === 1 ? "move" : "moves"}.`);
    }
  }

  #redo() {
    if (this.sitting.redone !== null) void this.goTo(this.sitting.redone, "Played again.");
  }

  #pause() {
    this.#isPaused = !this.#isPaused;
    this.#arrive(this.#isPaused ? "Stopped." : "");
  }

  /** Where a level is to move in an earlier position, it moves again. */
  #playOn() {
    const { sitting } = this;
    const { course } = sitting;
    this.#left = course.moves;
    history.pushState(null, "");
    sitting.steps = sitting.steps.slice(0, course.at);
    sitting.course = { ...course, moves: course.moves.slice(0, course.at), resigned: null };
    this.#isPaused = false;
    this.#arrive("");
  }

  /** The line of best play that was looked at is played. @param {string[]} moves */
  async #playLine(moves) {
    const { sitting } = this;
    history.pushState(null, "");
    for (const move of moves) await sitting.play(move);
    await sitting.complete(this.signal);
    this.#arrive("");
  }

  async #resign() {
    if (!(await confirmed("Resign this game?", "Resign"))) return;
    this.sitting.resign();
    this.#arrive("");
  }

  async #newGame() {
    if (!this.sitting.isOver && !(await confirmed("Begin a new game? This one stays in your browser's history.", "New game"))) return;
    go(address(this.sitting.next()));
  }

  async #share() {
    const { shareGame } = await import("../parts/share.js");
    shareGame(this.sitting, this.title, this.hand.board);
  }
}
