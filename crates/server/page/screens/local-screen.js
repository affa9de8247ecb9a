// A board screen for a game that is played here, by people and levels.

import { levelsMove } from "../model/level.js";
import { called } from "../parts/players.js";
import { BoardScreen } from "./board-screen.js";

/** @import { Listing, Tone } from "../app/types.js" */
/** @import { Sitting } from "../model/sitting.js" */
/** @import { Seating } from "../parts/players.js" */

/** @extends {BoardScreen<Sitting>} */
export class LocalScreen extends BoardScreen {
  #isThinking = false;
  /** Levels that play each other wait until told to go on. */
  isPaused = false;

  /** @param {Listing} entry @param {string} title @param {Sitting} sitting @param {AbortSignal} signal */
  constructor(entry, title, sitting, signal) {
    super(entry, title, sitting, signal);
    const { players } = sitting.course;
    this.who = called(players, players[0] === players[1] ? "person" : "you");
  }

  get #isPersonsTurn() {
    return this.sitting.isPersons(this.sitting.at);
  }

  /** @override */
  get mayMove() {
    return !this.sitting.view.over && !this.sitting.course.resigned && this.#isPersonsTurn;
  }

  /** @override @returns {Seating} */
  get seating() {
    return { ...super.seating, doing: this.#isThinking ? "thinking" : undefined };
  }

  /** @override @param {string} said @param {Tone} [tone] */
  arrive(said, tone) {
    const { sitting } = this;
    const turn = (this.turn += 1);
    this.#isThinking = sitting.isAtEnd && !sitting.isOver && !this.#isPersonsTurn && !this.isPaused;
    this.draw();
    const ending = sitting.isAtEnd ? sitting.ending : null;
    this.say([said, ending ?? this.next].filter(Boolean).join(" "), tone ?? (ending ? "good" : "plain"));
    if (this.#isThinking) void this.#think(turn);
  }

  /** @param {number} turn */
  async #think(turn) {
    await this.attempt(async () => {
      const move = await levelsMove(this.sitting, this.signal);
      if (this.isNow(turn)) await this.play(move);
    });
  }

  /** Plays a move, given in any spelling, or says why not. @override @param {string} entry */
  async play(entry) {
    const { sitting, turn } = this;
    const { names, to_move } = sitting.view;
    await this.attempt(async () => {
      const other = await sitting.play(entry);
      if (other === null || !this.isNow(turn)) return;
      await sitting.complete(this.signal);
      if (!this.isNow(turn) || !sitting.last) return;
      this.typing.clear();
      const { move, notice } = sitting.last;
      await this.played(move, [`${names[to_move - 1]} plays ${move}.`, notice].filter(Boolean).join(" "), other);
    });
  }

  /**
   * A move was played.
   * @param {string} _move
   * @param {string} said what happened, in words
   * @param {string[]} _other the moves of another line that gave way to it
   */
  async played(_move, said, _other) {
    this.arrive(said);
  }
}
