// A game at this screen with all its positions: moves are played, taken back, played again, and looked at.

import { ask, get, post } from "../app/api.js";
import { outcome } from "../board/outcomes.js";
import { word } from "./course.js";

/** @import { Played, Player, View } from "../app/types.js" */
/** @import { Course } from "./course.js" */

/**
 * The view of a position, or of the start.
 * @param {string} game
 * @param {string} size
 * @param {{position?: string | null, first?: Player}} what
 * @param {AbortSignal} [signal]
 */
export function viewOf(game, size, { position, first }, signal) {
  return ask(get("/positions/{game}/{size}", { game, size, position: position || undefined, first }), signal);
}

export class Sitting {
  /**
   * @param {Course} course
   * @param {View} start
   * @param {Played[]} steps one for each move of the course
   */
  constructor(course, start, steps) {
    this.course = course;
    this.start = start;
    this.steps = steps;
  }

  /**
   * Reads a course through. Rejects if a move in it is not legal.
   * @param {Course} course
   * @param {AbortSignal} [signal]
   */
  static async of(course, signal) {
    const { game, size, first } = course;
    const start = await viewOf(game, size, { position: course.start, first }, signal);
    if (!course.moves.length) return new Sitting(course, start, []);
    const { told } = new Sitting(course, start, []);
    const { steps } = await ask(post("/replay", told, {}), signal);
    return new Sitting({ ...course, moves: steps.map((step) => step.move) }, start, steps);
  }

  /** The game as the server reads it. */
  get told() {
    const { game, size, moves } = this.course;
    return { game, size, start: this.start.position, moves };
  }

  /** How many moves led to the position that is shown. */
  get at() {
    return this.course.at;
  }

  /** Every move, and who made it. */
  get moveList() {
    return this.steps.map(({ move, touches }, n) => ({ move, touches, player: this.moverOf(n) }));
  }

  /** The position that is shown. */
  get view() {
    return this.viewAt(this.course.at);
  }

  /** @param {number} at */
  viewAt(at) {
    return at === 0 ? this.start : this.steps[at - 1].view;
  }

  /** The move that led to the position that is shown. */
  get last() {
    return this.course.at === 0 ? null : this.steps[this.course.at - 1];
  }

  /** Who made a move. @param {number} ply */
  moverOf(ply) {
    return this.viewAt(ply).to_move;
  }

  get isAtEnd() {
    return this.course.at === this.course.moves.length;
  }

  /** Whether the game has ended, whatever position is shown. */
  get isOver() {
    return this.course.resigned !== null || this.viewAt(this.course.moves.length).over;
  }

  /** @returns {Player | null} */
  get winner() {
    if (this.course.resigned) return this.course.resigned === 1 ? 2 : 1;
    return this.viewAt(this.course.moves.length).winner;
  }

  /** How the game has ended, in words. */
  get ending() {
    const { resigned } = this.course;
    const { names, ending } = this.viewAt(this.course.moves.length);
    if (resigned) return `${names[resigned - 1]} resigns. ${names[2 - resigned]} wins the game!`;
    return ending;
  }

  /** Whether a person chooses the move in a position. @param {number} at */
  isPersons(at) {
    return this.course.players[this.viewAt(at).to_move - 1] === "human";
  }

  get hasPerson() {
    return this.course.players.includes("human");
  }

  /**
   * Asks for the legal moves of the position that is shown, where they are not known yet.
   * @param {AbortSignal} [signal]
   */
  async complete(signal) {
    const { view } = this;
    if (view.moves) return;
    const { moves } = await viewOf(view.game, view.size, { position: view.position }, signal);
    view.moves = moves;
  }

  /**
   * Plays a move in the position that is shown, unless that has changed before it is known what the move leads to.
   * @param {string} move
   * @returns {Promise<string[] | null>} the moves of another line that gave way to it; `null` if it was not played
   */
  async play(move) {
    const { view } = this;
    const played = await outcome(view, move);
    return view === this.view ? this.#take(played) : null;
  }

  /** @param {Played} played */
  #take(played) {
    const { at, moves } = this.course;
    const other = moves.slice(at);
    if (other.length && word(other[0]) === word(played.move)) {
      this.course = { ...this.course, at: at + 1 };
      return [];
    }
    this.steps = [...this.steps.slice(0, at), played];
    this.course = { ...this.course, moves: [...moves.slice(0, at), played.move], at: at + 1, resigned: null };
    return other;
  }

  /** Shows the position after so many moves. @param {number} at */
  go(at) {
    this.course = { ...this.course, at: Math.min(Math.max(at, 0), this.course.moves.length) };
  }

  /** The position to which undo leads: the person's last decision, or a single move back where only levels play. */
  get undone() {
    for (let at = this.course.at - 1; at >= 0; at -= 1) {
      if (!this.hasPerson || this.isPersons(at)) return at;
    }
    return null;
  }

  /** The position to which redo leads. */
  get redone() {
    const last = this.course.moves.length;
    for (let at = this.course.at + 1; at <= last; at += 1) {
      if (at === last || !this.hasPerson || this.isPersons(at)) return at;
    }
    return null;
  }

  /** The person gives up: the player to move, or the only person there is. */
  resign() {
    const mover = this.view.to_move;
    const player = this.isPersons(this.course.at) ? mover : mover === 1 ? 2 : 1;
    this.course = { ...this.course, resigned: player };
  }

  takeBackResignation() {
    this.course = { ...this.course, resigned: null };
  }

  /** Games won, with this one if it has ended. @returns {[number, number]} */
  get score() {
    const [one, two] = this.course.score;
    return [one + (this.winner === 1 ? 1 : 0), two + (this.winner === 2 ? 1 : 0)];
  }

  /** A new game; after one that has ended, the other player begins. @returns {Course} */
  next() {
    const { course, start } = this;
    const first = this.isOver ? (start.to_move === 1 ? 2 : 1) : start.to_move;
    return { ...course, first, start: null, moves: [], at: 0, resigned: null, score: this.score };
  }
}
