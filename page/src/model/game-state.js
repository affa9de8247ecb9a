// The game that a board screen shows, with the move that the server has not answered yet.

import { ApiError } from "../app/api.js";

/** @import { Game } from "../../types/page.d.ts" */

/** @typedef {{text: string, tone: "won" | "lost" | "plain"}} Finale  the result for the person at this screen */

/** Returns the result of a game in neutral words if it is over. @param {Game} game @returns {Finale | null} */
export function finaleOf({ over, winner, view, plies, at }) {
  if (!over || at !== plies.length) return null;
  return { text: winner ? `${view.names[winner - 1]} wins` : "The game is over", tone: "plain" };
}

/** Returns the result for one of the players. @param {boolean} hasWon @returns {Finale} */
export function ownFinale(hasWon) {
  return hasWon ? { text: "You won", tone: "won" } : { text: "You lost", tone: "lost" };
}

/** @template {Game} G */
export class GameState {
  /** Grows with every change, so that a response to an earlier state can be ignored. */
  #turn = 0;
  /** The game after an unanswered move. @type {G | null} */
  predicted = null;

  /** @param {G} game @param {AbortSignal} signal */
  constructor(game, signal) {
    this.game = game;
    this.signal = signal;
  }

  /** The game to show, with the unanswered move. */
  get shown() {
    return this.predicted?.at === this.game.at + 1 ? this.predicted : this.game;
  }

  /** True at the last position. */
  get isAtEnd() {
    return this.game.at === this.game.plies.length;
  }

  /** The sentence about the last move before the position. */
  get lastSentence() {
    const { plies, at } = this.game;
    return plies[at - 1]?.sentence ?? "The start of the game.";
  }

  /** Invalidates pending responses, and returns a function that is true until the next change. */
  begin() {
    const turn = (this.#turn += 1);
    return () => turn === this.#turn && !this.signal.aborted;
  }

  /** @param {G} game */
  set(game) {
    this.#turn += 1;
    this.game = game;
    this.predicted = null;
  }

  /**
   * Waits for a response and returns it, or null if it was refused or is out of date.
   * @template T
   * @param {Promise<T>} response
   * @param {(reason: string) => void} refuse
   * @returns {Promise<T | null>}
   */
  async latest(response, refuse) {
    const isLatest = this.begin();
    try {
      const result = await response;
      return isLatest() ? result : null;
    } catch (error) {
      if (!(error instanceof ApiError || this.signal.aborted)) throw error;
      if (isLatest()) {
        this.predicted = null;
        refuse(/** @type {ApiError} */ (error).message);
      }
      return null;
    }
  }
}
