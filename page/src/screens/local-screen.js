// A board screen for a game that is played here, by people and levels. A turn is one question: the person's move is
// drawn at once, and the answer brings the level's reply.

import { foreseen, proceed, told } from "../model/session.js";
import { called } from "../parts/players.js";
import { BoardScreen } from "./board-screen.js";

/** @import { Listing, Player, Question, Session, Tone } from "../../types/page.d.ts" */
/** @import { Seating } from "../parts/players.js" */
/** @import { Finale } from "./board-screen.js" */

/** A level that replies at once looks like a fault: it takes this long, in milliseconds. */
const THINKING = 420;
/** Where nobody plays but levels, there is time to watch. */
const WATCHING = 900;

/** @extends {BoardScreen<Session>} */
export class LocalScreen extends BoardScreen {
  /** Levels that play each other wait until told to go on. */
  isPaused = false;

  /** @param {Listing} entry @param {string} title @param {Session} session @param {AbortSignal} signal */
  constructor(entry, title, session, signal) {
    super(entry, title, session, signal);
    const { players } = session;
    this.who = called(players, players[0] === players[1] ? "person" : "you");
  }

  /** The only person at this screen who plays, if there is one alone. @returns {Player | null} */
  get viewer() {
    const [one, two] = this.game.players;
    return (one === "human") === (two === "human") ? null : one === "human" ? 1 : 2;
  }

  /** @override */
  get outcome() {
    const outcome = super.outcome;
    const { winner } = this.shown;
    if (!outcome || !winner || this.viewer === null) return outcome;
    return /** @type {Finale} */ (
      winner === this.viewer ? { text: "You won", tone: "won" } : { text: "You lost", tone: "lost" }
    );
  }

  get hasPerson() {
    return this.game.players.includes("human");
  }

  /** @override */
  get mayMove() {
    return this.game.chooses === "human" && !this.foreseen;
  }

  /** Whether a level is to move now. */
  get #isThinking() {
    const { chooses } = this.game;
    return this.isAtEnd && chooses !== null && chooses !== "human" && !this.isPaused;
  }

  /** @override @returns {Seating} */
  get seating() {
    const seating = super.seating;
    if (!this.foreseen) return { ...seating, doing: this.#isThinking ? "thinking" : undefined };
    const other = seating.view.to_move === 1 ? 2 : 1;
    const doing = this.game.players[other - 1] === "human" ? undefined : "thinking";
    return { ...seating, view: { ...seating.view, to_move: other }, doing };
  }

  /** Another game or position is shown. @param {string} said @param {Tone} [tone] */
  arrive(said, tone) {
    this.draw();
    const ending = this.isAtEnd ? this.game.ending : null;
    this.say([said, ending ?? this.next].filter(Boolean).join(" "), tone ?? (ending ? "good" : "plain"));
    if (this.#isThinking) void this.proceed({ reply: true });
  }

  /**
   * Asks for the game after something is done, and shows it.
   * @param {Partial<Question>} changes what is asked besides the game as it is
   */
  async proceed(changes) {
    const before = this.game;
    const pause = new Promise((resolve) => setTimeout(resolve, this.hasPerson ? THINKING : WATCHING));
    const ask = async () => {
      const session = await proceed({ ...told(before), ...changes }, this.signal);
      const isOwn = typeof changes.act === "object";
      if (session.played.length > (isOwn ? 1 : 0)) await pause;
      return session;
    };
    const session = await this.answer(ask());
    if (!session) return;
    this.take(session);
    this.typing.clear();
    await this.proceeded(before);
  }

  /** The game has another state now. @param {Session} before */
  async proceeded(before) {
    const { said, at } = this.game;
    this.arrive(said.join(" ") || (at === before.at ? "" : this.told));
  }

  /** Plays a move, given in any spelling, or says why not. @override @param {string} entry */
  async play(entry) {
    if (!this.mayMove) return;
    this.foreseen = foreseen(this.game, entry);
    if (this.foreseen) this.draw();
    await this.proceed({ act: { play: entry }, reply: true });
  }

  /** @override @param {number} at */
  async goTo(at) {
    await this.proceed({ at });
  }
}
