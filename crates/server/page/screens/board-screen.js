// The base of every screen with a board. It holds what they share: the board, the status, the players, the list of
// moves, typing a move, and looking at earlier positions.

import { Refused } from "../app/api.js";
import { button, linkButton } from "../app/controls.js";
import { h, refill, write } from "../app/dom.js";
import { Hand } from "../board/hand.js";
import { Moves } from "../parts/moves.js";
import { Players } from "../parts/players.js";
import { followShortcuts } from "../parts/shortcuts.js";
import { Typing } from "../parts/typing.js";

/** @import { Child } from "../app/dom.js" */
/** @import { Game, Listing, Tone } from "../../types/page.d.ts" */
/** @import { Sight } from "../board/hand.js" */
/** @import { MoveEntry } from "../parts/moves.js" */
/** @import { Seating } from "../parts/players.js" */
/** @import { Shortcut } from "../parts/shortcuts.js" */

/**
 * @typedef {object} Arrangement  what a screen adds to the parts that all have
 * @property {string} name  what the controls are for
 * @property {HTMLElement[]} controls
 * @property {Child[]} links
 * @property {Child[]} [news]  above the status
 * @property {Node[]} rest  below
 */

/** @template {Game} G */
export class BoardScreen {
  /** Grows with every change of what is shown. An answer that was asked for at an earlier turn is ignored. */
  turn = 0;
  /** The game with a move that is not answered yet, while there is one. @type {G | null} */
  foreseen = null;
  /** Who plays, such as "you" or the name of a level. @type {[string, string]} */
  who = ["", ""];
  /** What can be done after the end. */
  result = h("div", { class: "row", hidden: true });
  /** What has just happened. */
  said = h("p", { class: "said" });
  /** What is to be done. */
  todo = h("p", { class: "quiet" });
  status = h("div", { class: "status", role: "status" }, this.said, this.todo);
  putBack = button("Put back", () => this.hand.back(), { icon: "close" });

  /** @param {Listing} entry @param {string} title @param {G} game @param {AbortSignal} signal */
  constructor(entry, title, game, signal) {
    this.entry = entry;
    this.title = title;
    this.game = game;
    this.signal = signal;
    this.hand = new Hand(`Board of ${title}`, this);
    this.players = new Players(entry.picture);
    this.moves = new Moves((at) => void this.goTo(at));
    this.typing = new Typing((text) => void this.play(text));
    followShortcuts(() => this.shortcuts, signal);
  }

  /** The keys of the screen. @returns {Shortcut[]} */
  get shortcuts() {
    const { plies, at } = this.game;
    const go = (/** @type {number} */ to) => to >= 0 && to <= plies.length && to !== at && this.goTo(to);
    return [
      { key: "ArrowLeft", words: "Previous position", act: () => go(at - 1) },
      { key: "ArrowRight", words: "Next position", act: () => go(at + 1) },
      { key: "Home", words: "First position", act: () => go(0) },
      { key: "End", words: "Last position", act: () => go(plies.length) },
    ];
  }

  /** The element of the screen: the board large, everything else beside or below it. @param {Arrangement} parts */
  arrange({ name, controls, links, news = [], rest }) {
    return h(
      "section",
      { class: "table" },
      h("div", { class: "row ends table-head" }, h("h1", {}, this.title), h("p", { class: "row" }, links)),
      this.players.element,
      h("div", { class: "table-board" }, this.hand.board.element),
      h("div", { class: "stack" }, news, this.status, this.result),
      h("div", { class: "tools", role: "group", "aria-label": name }, controls),
      h("div", { class: "stack" }, rest),
    );
  }

  get rulesLink() {
    return linkButton("Rules", `/rules/${this.entry.id}`, { icon: "book", kind: "quiet" });
  }

  /** What is drawn: the game, or the game with the move that is not answered yet. */
  get shown() {
    return this.foreseen?.at === this.game.at + 1 ? this.foreseen : this.game;
  }

  /** Whether the last position is looked at. */
  get isAtEnd() {
    return this.game.at === this.game.plies.length;
  }

  /** Whether a person may move now. */
  get mayMove() {
    return false;
  }

  /** Said to a person who may not move now. */
  get idle() {
    return "It is not your turn.";
  }

  /** What happens next, in words. */
  get next() {
    return this.game.view.next ?? "";
  }

  /** What led to the position that is looked at, in words. */
  get told() {
    const { plies, at } = this.game;
    return plies[at - 1]?.sentence ?? "The start of the game.";
  }

  /** What the board shows. @returns {Sight} */
  get sight() {
    const { view, plies, at } = this.shown;
    const last = plies[at - 1];
    return { view, mayMove: this.mayMove, marks: { last: last?.touches, lastBy: last?.player } };
  }

  /** What is shown about the players. @returns {Seating} */
  get seating() {
    const { view, over, winner } = this.shown;
    return { view, who: this.who, isOver: this.isAtEnd && over, winner: this.isAtEnd ? winner : null };
  }

  /** The list of moves. @returns {MoveEntry[]} */
  get moveList() {
    return this.game.plies;
  }

  draw() {
    const { sight } = this;
    this.hand.show(sight);
    this.players.show(this.seating);
    this.moves.show(this.moveList, this.game.at);
    this.typing.show(sight.view.how, sight.mayMove);
    this.showControls();
  }

  showControls() {
    this.putBack.hidden = !this.hand.picked.length;
  }

  /** @param {boolean} isOver @param {...Child} choices */
  showResult(isOver, ...choices) {
    refill(this.result, choices);
    this.result.hidden = !isOver;
  }

  /** @param {string} sentence @param {Tone} [tone] @param {string} [todo] */
  say(sentence, tone = "plain", todo = this.hand.instruction) {
    // A refusal is announced again even if its words are the same.
    if (tone === "wrong") this.said.textContent = sentence;
    else write(this.said, sentence);
    write(this.todo, todo);
    this.said.className = `said ${tone}`;
  }

  /** A person has touched a cell, and the move is not whole yet. */
  touched() {
    this.say(this.hand.picked.length ? "" : this.next);
    this.showControls();
  }

  /** A person has entered a move. @param {string} _entry @returns {Promise<void>} */
  async play(_entry) {}

  /** Shows the position after so many moves. @param {number} _at @returns {Promise<void>} */
  async goTo(_at) {}

  /** Whether the screen still shows what it showed at a turn. @param {number} turn */
  isNow(turn) {
    return turn === this.turn && !this.signal.aborted;
  }

  /**
   * Asks for another game to be shown. If the server refuses, the screen shows again what it showed, and says why.
   * @param {Promise<G>} asked
   * @returns {Promise<G | null>} nothing if it was refused, or something else was asked for meanwhile
   */
  async answer(asked) {
    const turn = (this.turn += 1);
    try {
      const game = await asked;
      return this.isNow(turn) ? game : null;
    } catch (fault) {
      if (!(fault instanceof Refused || this.signal.aborted)) throw fault;
      if (this.isNow(turn)) this.refuse(/** @type {Refused} */ (fault).message);
      return null;
    }
  }

  /** Another state of the game is known. @param {G} game */
  take(game) {
    this.turn += 1;
    this.game = game;
    this.foreseen = null;
  }

  /** What was done last is not done. @param {string} reason */
  refuse(reason) {
    this.foreseen = null;
    this.draw();
    this.say(reason, "wrong");
  }
}
