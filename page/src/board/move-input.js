// Entering a move on the board: touches of cells become a move step by step, or a reason why it is not legal. The view
// contains the result of each touch, so the server is needed only for reasons.

import { ApiError, post, request } from "../app/api.js";
import { Board } from "./board.js";

/** @import { Token, Touch, View } from "../../types/page.d.ts" */
/** @import { Marks } from "./drawing.js" */

/**
 * @typedef {object} MoveEvents
 * @property {(move: string) => void} play
 * @property {() => void} pick  a cell was touched, and the move is not complete
 * @property {(reason: string, touched?: number[]) => void} refuse  why a touch has no effect
 *
 * @typedef {object} Position  a position to show on the board
 * @property {View} view
 * @property {boolean} mayMove
 * @property {string} [idle]  why a person may not move
 * @property {boolean} [isLoading]  true if the same position follows with the results of touches
 * @property {Marks} [marks]
 * @property {(picked: number[]) => Marks["notes"]} [notes]
 * @property {boolean} [hasGuides]
 */

export class MoveInput {
  /** The cells that have been touched. @type {number[]} */
  picked = [];
  /** The cells touched while the position was loading. @type {number[]} */
  #early = [];
  /** The cell under the pointer or with the focus. @type {number | null} */
  #pointed = null;
  /** @type {Position | null} */
  #position = null;
  /** The touches of legal moves, by the cells touched. @type {Map<string, Touch>} */
  #touches = new Map();
  /** The cell that was refused last, and the cells that block it. @type {Pick<Marks, "refused" | "blocking">} */
  #refusal = {};

  /** @param {string} label @param {MoveEvents} events */
  constructor(label, events) {
    this.events = events;
    this.board = new Board(label, {
      touch: (cell) => this.touch(cell),
      back: () => this.back(),
      point: (cell) => {
        this.#pointed = cell;
        // Replacing a focused cell fires this event while the board is being drawn.
        queueMicrotask(() => this.#draw());
      },
      drop: (from, to) => this.#drop(from, to),
    });
  }

  /** @param {Position} position */
  show(position) {
    const { view, mayMove } = position;
    const isOther = view.position !== this.#position?.view.position;
    if (isOther) this.#early = [];
    if (isOther) this.#refusal = {};
    if (isOther || !mayMove) {
      this.picked = [];
      this.#pointed = null;
    }
    this.#position = position;
    this.#touches = new Map(((mayMove && view.touch) || []).map((touch) => [touch.touched.join(), touch]));
    this.#draw();
    if (this.#touches.size) for (const cell of this.#early.splice(0)) this.touch(cell);
  }

  /** Returns the result of touching cells in this order, if a legal move begins so. @param {number[]} cells */
  #result(...cells) {
    return this.#touches.get(cells.join());
  }

  /** The tokens that the touched cells would change. @returns {Map<number, Token | null> | undefined} */
  get #ghosts() {
    const pointed = this.#pointed === null ? [] : [this.#pointed];
    const touch = this.#result(...this.picked, ...pointed) ?? this.#result(...this.picked);
    return touch && new Map(touch.preview?.map(({ cell, token }) => [cell, token]));
  }

  #draw() {
    if (!this.#position) return;
    const { view, marks, hasGuides, notes } = this.#position;
    const { picked } = this;
    const values = notes?.(picked);
    const { idea } = view.scene;
    // While a move waits for confirmation, all other cells can still be chosen.
    const targets = this.#result(...(this.#unconfirmed ? [] : picked))?.targets;
    this.board.plate.classList.toggle("is-awake", this.#touches.size > 0);
    this.board.plate.classList.toggle("has-picked", picked.length > 0);
    /** @type {Marks} */
    const all = {
      ghosts: this.#ghosts,
      ...marks,
      winning: view.over ? view.winning : [],
      winner: view.winner ?? undefined,
      mover: view.to_move,
      names: view.names,
      // Values have colors of their own.
      idea: !hasGuides ? undefined : values?.size ? { goals: idea.goals } : idea,
      targets,
      kinds: new Map(targets?.map((cell) => [cell, this.#arriving(cell)?.kind])),
      ...this.#refusal,
      picked: picked.length ? picked : marks?.picked,
      notes: values,
      pointed: this.#pointed,
    };
    const draggable = view.scene.cells.flatMap((_, cell) => (this.#canDrag(view, cell) ? [cell] : []));
    this.board.show(view.scene, all, { sentence: view.sentence, draggable });
  }

  /** The complete move of the touched cells, while it waits for confirmation. */
  get #unconfirmed() {
    return this.picked.length ? this.#result(...this.picked)?.move : undefined;
  }

  /** Returns the token that touching a cell next would put there. @param {number} cell */
  #arriving(cell) {
    const touched = this.#unconfirmed ? [cell] : [...this.picked, cell];
    return this.#result(...touched)?.preview?.find((change) => change.cell === cell)?.token;
  }

  /** The next step of the move, in words. */
  get instruction() {
    const next = this.#result(...this.picked);
    if (!next || !this.#position) return "";
    const { steps, left, to_move, scene } = this.#position.view;
    if (next.move) {
      const stock = left[to_move - 1];
      const name = scene.cells[this.picked[this.picked.length - 1]].name;
      return `Choose ${name} again to confirm, or choose another cell.${stock ? ` You have ${stock} left.` : ""}`;
    }
    const step = next.instruction ?? "";
    return steps.length > 1 ? `Step ${this.picked.length + 1} of ${steps.length}: ${step}` : step;
  }

  /** @param {number} cell */
  touch(cell) {
    if (!this.#position) return;
    const { isLoading, idle, view } = this.#position;
    if (!this.#touches.size) {
      if (isLoading) this.#early.push(cell);
      else if (!view.over) this.events.refuse(idle ?? "It is not your turn.");
      return;
    }
    this.#refusal = {};
    const isWaiting = this.#unconfirmed !== undefined;
    const isConfirmed = isWaiting && cell === this.picked[this.picked.length - 1];
    if (isWaiting && !isConfirmed) this.picked = [];
    const touched = isConfirmed ? this.picked : [...this.picked, cell];
    const next = this.#result(...touched);
    if (next?.move && next.spends && !isConfirmed) {
      // A move that uses up something scarce needs a second touch.
      this.#pick(touched);
    } else if (next?.move) {
      this.picked = [];
      this.events.play(next.move);
    } else if (next) {
      this.#pick(touched);
      if (next.targets?.length === 1) this.board.focus(next.targets[0]);
    } else if (this.picked.includes(cell)) {
      this.back();
    } else {
      void this.#explain(view, touched);
    }
  }

  /** Forgets all touches, also of the same position. */
  clear() {
    this.#position = null;
  }

  /** Takes back the last touch. */
  back() {
    if (this.picked.length) this.#pick(this.picked.slice(0, -1));
  }

  /** @param {number[]} touched */
  #pick(touched) {
    this.picked = touched;
    this.#draw();
    this.events.pick();
  }

  /** Explains why no legal move begins with these cells. @param {View} view @param {number[]} touched */
  async #explain({ game, size, position, how }, touched) {
    try {
      const { sentence, cells } = await request(post("/why", { game, size, position, touched }, {}));
      if (position !== this.#position?.view.position) return;
      this.#refusal = { refused: touched.slice(-1), blocking: cells };
      this.#draw();
      this.events.refuse(sentence ?? how, touched);
    } catch (error) {
      if (error instanceof ApiError) this.events.refuse(error.message);
    }
  }

  /** Returns true for own pieces, and for tokens that begin a move. @param {View} view @param {number} cell */
  #canDrag({ scene, to_move }, cell) {
    const { token } = scene.cells[cell];
    if (token?.owner !== to_move || !this.#touches.size || (this.picked.length && !this.#unconfirmed)) return false;
    return token.kind === "piece" || Boolean(this.#result(cell)?.targets?.length);
  }

  /** @param {number} from @param {number} to */
  #drop(from, to) {
    if (!this.#position) return;
    const { view } = this.#position;
    const { cells } = view.scene;
    const name = cells[from].token?.text;
    const arriving = this.#result(to)?.preview?.find(({ cell }) => cell === to)?.token;
    this.picked = [];
    if (this.#result(from, to)) {
      this.picked = [from];
      this.touch(to);
    } else if (arriving?.text === name) {
      this.touch(to);
    } else if (this.#result(to)) {
      this.events.refuse(`${name} cannot go to ${cells[to].name}.`);
    } else {
      void this.#explain(view, this.#result(from) ? [from, to] : [to]);
    }
    this.#draw();
  }
}
