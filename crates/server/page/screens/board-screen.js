// The base of every screen with a board. It holds what they share: the board, the status, the players, the list of
// moves, typing a move, and looking at earlier positions.

import { Refused } from "../app/api.js";
import { button, linkButton } from "../app/controls.js";
import { h, refill } from "../app/dom.js";
import { Hand } from "../board/hand.js";
import { Moves } from "../parts/moves.js";
import { Players } from "../parts/players.js";
import { Status } from "../parts/status.js";
import { table } from "../parts/table.js";
import { Typing } from "../parts/typing.js";

/** @import { Child } from "../app/dom.js" */
/** @import { Listing, Player, Tone, View } from "../app/types.js" */
/** @import { Sight } from "../board/hand.js" */
/** @import { MoveEntry } from "../parts/moves.js" */
/** @import { Seating } from "../parts/players.js" */

/**
 * @typedef {object} Game  what a board screen needs to know about a game; `Sitting` is one
 * @property {View} view  the position that is shown
 * @property {number} at  how many moves led to it
 * @property {{move: string, touches: number[], player: Player}[]} moveList  every move of the game
 * @property {boolean} isAtEnd  whether the last position is shown
 * @property {boolean} isOver  whether the game has ended, whatever position is shown
 * @property {Player | null} winner
 * @property {(at: number) => void} go  shows the position after so many moves
 * @property {(signal: AbortSignal) => Promise<void>} complete  gets the legal moves of the position that is shown
 *
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
  /** Who plays, such as "you" or the name of a level. @type {[string, string]} */
  who = ["", ""];
  /** What can be done after the end. */
  result = h("div", { class: "row result", hidden: true });
  putBack = button("Put back", () => this.hand.back(), { icon: "close" });

  /** @param {Listing} entry @param {string} title @param {G} sitting @param {AbortSignal} signal */
  constructor(entry, title, sitting, signal) {
    this.entry = entry;
    this.title = title;
    this.sitting = sitting;
    this.signal = signal;
    this.hand = new Hand(`Board of ${title}`, {
      play: (move) => void this.play(move),
      say: (sentence, isWrong) => this.say(sentence, isWrong ? "wrong" : "plain"),
      idle: () => this.idle,
      changed: () => {
        this.say(this.hand.picked.length ? "" : this.next, "plain");
        this.showControls();
      },
    });
    this.status = new Status();
    this.players = new Players(entry.picture);
    this.moves = new Moves((at) => void this.goTo(at));
    this.typing = new Typing((text) => void this.play(text));
  }

  /** The element of the screen. @param {Arrangement} parts */
  arrange({ name, controls, links, news = [], rest }) {
    return table({
      title: this.title,
      links,
      players: this.players.element,
      board: this.hand.board.element,
      status: h("div", { class: "stack" }, news, this.status.element, this.result),
      controls: h("div", { class: "tools", role: "group", "aria-label": name }, controls),
      rest,
    });
  }

  get rulesLink() {
    return linkButton("Rules", `/rules/${this.entry.id}`, { icon: "book", kind: "quiet" });
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
    const { names, to_move, over } = this.sitting.view;
    return over ? "" : `${names[to_move - 1]} to move.`;
  }

  /** What led to the position that is shown, in words. */
  get told() {
    const last = this.#last;
    return last ? `${this.sitting.view.names[last.player - 1]} played ${last.move}.` : "The start of the game.";
  }

  get #last() {
    const { at, moveList } = this.sitting;
    return at ? moveList[at - 1] : null;
  }

  /** The marks of the move that led to the position that is shown. */
  get lastMarks() {
    const last = this.#last;
    return { last: last?.touches, lastBy: last?.player };
  }

  /** What the board shows. @returns {Sight} */
  get sight() {
    return { view: this.sitting.view, mayMove: this.mayMove, marks: this.lastMarks };
  }

  /** What is shown about the players. @returns {Seating} */
  get seating() {
    const { view, isAtEnd, isOver, winner } = this.sitting;
    return { view, who: this.who, isOver: isAtEnd && isOver, winner: isAtEnd ? winner : null };
  }

  /** The list of moves. @returns {MoveEntry[]} */
  get moveList() {
    return this.sitting.moveList;
  }

  draw() {
    const { sight } = this;
    this.hand.show(sight);
    this.players.show(this.seating);
    this.moves.show(this.moveList, this.sitting.at);
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

  /** @param {string} sentence @param {Tone} tone */
  say(sentence, tone) {
    this.status.say(sentence, { todo: this.hand.instruction, tone });
  }

  /** Another position is shown. @param {string} said */
  arrive(said) {
    this.turn += 1;
    this.draw();
    this.say(said, "plain");
  }

  /** A person has entered a move. @param {string} _entry @returns {Promise<void>} */
  async play(_entry) {}

  /** Shows the position after so many moves. @param {number} at @param {string} [said] */
  async goTo(at, said) {
    const { sitting } = this;
    const turn = (this.turn += 1);
    sitting.go(at);
    await this.attempt(async () => {
      await sitting.complete(this.signal);
      if (this.isNow(turn)) this.arrive(said ?? this.told);
    });
  }

  /** Whether the screen still shows what it showed at a turn. @param {number} turn */
  isNow(turn) {
    return turn === this.turn && !this.signal.aborted;
  }

  /**
   * Does something that the server may refuse, and says why if it does.
   * @param {() => Promise<void>} work
   */
  async attempt(work) {
    const { turn } = this;
    try {
      await work();
    } catch (fault) {
      if (fault instanceof Refused && this.isNow(turn)) this.say(fault.message, "wrong");
      else if (!(fault instanceof Refused || this.signal.aborted)) throw fault;
    }
  }
}
