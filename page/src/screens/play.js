// A game at this screen: people here, or a person and a level, or two levels to watch.

import { listing } from "../app/api.js";
import { hrefOf } from "../app/base.js";
import { able, button, linkButton, shown } from "../app/controls.js";
import { confirmed } from "../app/dialog.js";
import { h, refill } from "../app/dom.js";
import { go } from "../app/router.js";
import { keyOf, newKey, remember } from "../model/games.js";
import { address, knownPlayers, proceed, read, told } from "../model/session.js";
import { TruthPanel } from "../parts/truth-panel.js";
import { LocalScreen } from "./local-screen.js";

/** @import { Place } from "../app/router.js" */
/** @import { Act, Listing, Session } from "../../types/page.d.ts" */
/** @import { Sight } from "../board/hand.js" */
/** @import { Seating } from "../parts/players.js" */
/** @import { Shortcut } from "../parts/shortcuts.js" */

/** @param {Place} place */
export async function show({ parts, url, signal }) {
  const entry = await listing(parts[0] ?? "");
  const course = read(entry.id, parts[1] ?? entry.sizes[0], url.searchParams);
  // An address may name a level that there is not.
  const session = await proceed({ ...course, players: await knownPlayers(course.players ?? []) }, signal);
  return new Play(entry, session, signal);
}

class Play extends LocalScreen {
  /** The whole game as it was when this screen was opened, and the name under which it is remembered. */
  #opened = "";
  /** @type {string | undefined} */
  #key;
  /** The moves of the line that was last left for another. @type {string[]} */
  #left = [];

  undo = button("Undo", () => void this.#take("undo"), { icon: "undo" });
  redo = button("Redo", () => void this.#take("redo"), { icon: "redo" });
  pause = button("Pause", () => this.#pause(), { icon: "pause" });
  playOn = button("Play on from here", () => this.#playOn(), { icon: "play" });
  other = button("Return to the other line", () => this.#return(), { icon: "again" });
  resign = button("Resign", () => void this.#resign(), { icon: "flag" });
  again = button("New game", () => void this.#newGame(), { icon: "again" });
  share = button("Share", () => void this.#share(), { icon: "share" });
  truth = new TruthPanel(this);

  /** @param {Listing} entry @param {Session} session @param {AbortSignal} signal */
  constructor(entry, session, signal) {
    const { size } = session;
    super(entry, `${entry.name} ${size}`, session, signal);
    const { undo, redo, putBack, playOn, other, pause, again, resign, share, truth } = this;
    this.explore = linkButton("Explore", "/", { icon: "graph", kind: "quiet" });
    const puzzles = linkButton("Puzzles", `/puzzles/${entry.id}/${size}`, { icon: "puzzle", kind: "quiet" });
    this.element = this.arrange({
      name: "Game",
      controls: [undo, redo, ...truth.buttons, again, resign, share, putBack, playOn, other, pause],
      links: [this.learnLink, this.rulesLink, this.explore, puzzles],
      above: truth.balance.element,
      news: [truth.followed, session.plies.length === 0 && this.offerLesson()],
      rest: [
        h("p", { class: "quiet", hidden: !session.caution }, session.caution ?? ""),
        truth.element,
        this.moves.element,
        this.typing.element,
      ],
    });
    this.arrive("");
  }

  /** @override @returns {Sight} */
  get sight() {
    const sight = super.sight;
    const { truth } = this;
    if (this.foreseen) return sight;
    const notes = (/** @type {number[]} */ picked) => truth.notes(picked);
    return truth.line?.sight ?? { ...sight, marks: { ...sight.marks, hint: truth.hint, plan: truth.hintPlan }, notes };
  }

  /** @override */
  draw() {
    super.draw();
    this.truth.showBalance();
  }

  /** @override @returns {Seating} */
  get seating() {
    const seating = { ...super.seating, score: this.game.score };
    const view = this.truth.line?.sight.view;
    return view ? { ...seating, view, isOver: view.over, winner: view.winner, doing: undefined } : seating;
  }

  /** @override @param {string} said */
  arrive(said) {
    this.#remember(this.game);
    this.truth.arrive(this.game.view, !this.game.over || !this.isAtEnd);
    super.arrive(said);
  }

  /** The address tells the whole game. @param {Session} game */
  #remember(game) {
    const here = address(told(game));
    history.replaceState(history.state, "", hrefOf(here));
    const whole = address({ ...told(game), at: undefined });
    if (!this.#opened) this.#key = keyOf(whole);
    this.#opened ||= whole;
    // A game that is only looked at is not the person's own.
    if (whole !== this.#opened) this.#key ??= newKey();
    if (!this.#key || !this.hasPerson) return;
    const [one, two] = game.players;
    const who = one === two ? "two people here" : `you against ${one === "human" ? two : one}`;
    const ending = game.over ? (game.ending ?? "") : "";
    const { title, entry } = this;
    remember({ key: this.#key, address: whole, game: entry.id, title, who, moves: game.plies.length, ending });
  }

  /** @override */
  showControls() {
    super.showControls();
    const { isAtEnd, hasPerson } = this;
    const { chooses, over, plies, can_undo, can_redo, can_resign } = this.game;
    able(this.undo, can_undo || this.foreseen !== null);
    able(this.redo, can_redo);
    shown(this.playOn, !isAtEnd && chooses !== null && chooses !== "human");
    shown(this.other, this.#left.length > 0);
    shown(this.pause, !hasPerson && !over && isAtEnd);
    refill(this.pause, h("span", {}, this.isPaused ? "Go on" : "Pause"));
    shown(this.resign, can_resign !== null);
    shown(this.again, plies.length > 0 && !over);
    this.explore.href = hrefOf(address(told(this.game), "explore"));
    const review = address({ ...told(this.game), at: undefined }, "review");
    this.showResult(
      over,
      button("Rematch", () => void this.#next(), { kind: "main", icon: "again" }),
      plies.length > 0 && linkButton("Review the game", review, { icon: "graph" }),
    );
  }

  /** @override @returns {Shortcut[]} */
  get shortcuts() {
    const { truth } = this;
    return [
      ...super.shortcuts,
      { key: "u", words: "Undo", act: () => this.undo.click() },
      { key: "h", words: "Hint", act: () => truth.hintButton.click() },
      { key: "v", words: "Values", act: () => truth.values.click() },
      { key: "w", words: "Why", act: () => truth.why.click() },
    ];
  }

  /** A level may think for long; the move is not lost if the page is left meanwhile. @override @param {string} entry */
  async play(entry) {
    const playing = super.play(entry);
    if (this.foreseen && this.isAtEnd) this.#remember(this.foreseen);
    await playing;
  }

  /** @override @param {string} reason */
  refuse(reason) {
    this.#remember(this.game);
    super.refuse(reason);
  }

  /** @override @param {Session} before */
  async proceeded(before) {
    if (this.game.replaced.length) {
      // The browser's way back leads to the line that was left, too.
      this.#left = before.plies.map((ply) => ply.move);
      history.pushState(null, "");
    }
    await super.proceeded(before);
  }

  /** @override @param {number} at */
  async goTo(at) {
    this.isPaused = !this.hasPerson;
    await super.goTo(at);
  }

  /** Takes back, or plays again. @param {Act} act */
  async #take(act) {
    this.isPaused = !this.hasPerson;
    if (act === "undo" && this.foreseen) {
      this.take(this.game);
      this.arrive("");
    } else {
      await this.proceed({ act });
    }
  }

  #return() {
    const moves = this.#left;
    go(address({ ...told(this.game), moves, at: moves.length, resigned: null }));
  }

  #pause() {
    this.isPaused = !this.isPaused;
    this.take(this.game);
    this.arrive("");
  }

  /** Where a level is to move in an earlier position, it moves again. */
  #playOn() {
    this.isPaused = false;
    void this.proceed({ act: "forget", reply: true });
  }

  /** The line of best play that was looked at is played. @param {string[]} line */
  async playLine(line) {
    const { plies, at } = this.game;
    history.pushState(null, "");
    const moves = [...plies.slice(0, at).map((ply) => ply.move), ...line];
    await this.proceed({ moves, at: moves.length, resigned: null });
  }

  async #resign() {
    if (await confirmed("Resign this game?", "Resign")) await this.proceed({ act: "resign" });
  }

  async #newGame() {
    const question = "Begin a new game? This one stays in your browser's history.";
    if (await confirmed(question, "New game")) await this.#next();
  }

  async #next() {
    const next = await this.answer(proceed({ ...told(this.game), act: "next" }, this.signal));
    if (next) go(address(told(next)));
  }

  async #share() {
    const { shareSession } = await import("../parts/share.js");
    shareSession(this.game, this.title, this.hand.board);
  }
}
