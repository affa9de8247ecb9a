// A game on this device between people and levels. A turn is one request: the person's move is drawn at once, and the
// response brings the level's reply.

import { finaleOf, GameState, ownFinale } from "./game-state.js";
import { predicted, proceed, specOf } from "./session.js";

/** @import { Player, Session, SessionRequest } from "../../types/page.d.ts" */
/** @import { Seating } from "../parts/players.js" */

/** The shortest time in milliseconds for a level's move, against a person and between levels. */
const REPLY = 420;
const WATCHED_REPLY = 900;

/**
 * @typedef {object} GameEvents
 * @property {() => void} draw
 * @property {(before: Session) => void} proceeded  a response has arrived
 * @property {(reason: string) => void} refused
 */

/** @extends {GameState<Session>} */
export class LocalGame extends GameState {
  /** True while a game between levels is paused. */
  isPaused = false;

  /** @param {Session} session @param {AbortSignal} signal @param {GameEvents} events */
  constructor(session, signal, events) {
    super(session, signal);
    this.events = events;
  }

  /** The player of the only person in the game. @returns {Player | null} */
  get viewer() {
    const [one, two] = this.game.players;
    return (one === "human") === (two === "human") ? null : one === "human" ? 1 : 2;
  }

  get hasPerson() {
    return this.game.players.includes("human");
  }

  get mayMove() {
    return this.game.chooses === "human" && !this.predicted;
  }

  get isThinking() {
    const { chooses } = this.game;
    return this.isAtEnd && chooses !== null && chooses !== "human" && !this.isPaused;
  }

  get finale() {
    const finale = finaleOf(this.shown);
    const { winner } = this.shown;
    return !finale || !winner || this.viewer === null ? finale : ownFinale(winner === this.viewer);
  }

  /** @returns {Partial<Seating>} */
  get seating() {
    const { view, over, winner } = this.shown;
    const end = { isOver: this.isAtEnd && over, winner: this.isAtEnd ? winner : null };
    if (!this.predicted) return { view, ...end, doing: this.isThinking ? "thinking" : undefined };
    const other = view.to_move === 1 ? 2 : 1;
    const doing = this.game.players[other - 1] === "human" ? undefined : "thinking";
    return { view: { ...view, to_move: other }, ...end, doing };
  }

  /** Lets a level reply if it is its turn. */
  reply() {
    if (this.isThinking) void this.proceed({ reply: true });
  }

  /** Requests the game after an action. @param {Partial<SessionRequest>} changes to the game as a request */
  async proceed(changes) {
    const before = this.game;
    const pause = new Promise((resolve) => setTimeout(resolve, this.hasPerson ? REPLY : WATCHED_REPLY));
    const respond = async () => {
      const session = await proceed({ ...specOf(before), ...changes }, this.signal);
      const isOwn = typeof changes.act === "object";
      if (session.played.length > (isOwn ? 1 : 0)) await pause;
      return session;
    };
    const session = await this.latest(respond(), (reason) => this.events.refused(reason));
    if (!session) return;
    this.set(session);
    this.events.proceeded(before);
  }

  /** The sentences about the last response. @param {Session} before */
  news(before) {
    const { messages, at } = this.game;
    return messages.join(" ") || (at === before.at ? "" : this.lastSentence);
  }

  /** Plays a move in any spelling. @param {string} entry */
  async play(entry) {
    if (!this.mayMove) return;
    this.predicted = predicted(this.game, entry);
    if (this.predicted) this.events.draw();
    await this.proceed({ act: { play: entry }, reply: true });
  }
}
