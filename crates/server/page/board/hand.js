// Entering a move at the board: touches of cells become a move, step by step, or a reason why not.

import { ask, post, Refused } from "../app/api.js";
import { Board } from "./board.js";
import { consequences } from "./outcomes.js";
import { isPiece } from "./tokens.js";
import { goingOn, made, steps, targets } from "./ways.js";

/** @import { Token, View } from "../app/types.js" */
/** @import { Marks } from "./drawing.js" */

/**
 * @typedef {object} Owner  the screen that a hand belongs to
 * @property {(move: string) => void} play
 * @property {(sentence: string, isWrong: boolean) => void} say
 * @property {() => string} [idle]  what to tell a person who may not move
 * @property {(picked: number[]) => void} [changed]  after a touch that does not make a whole move
 *
 * @typedef {object} Sight  what is to be seen
 * @property {View} view
 * @property {boolean} mayMove  whether it is this person's turn
 * @property {Marks} [marks]  besides those of the hand
 * @property {(picked: number[]) => Marks["notes"]} [notes]
 */

/** The pointer must stay on a cell this long, in milliseconds, before its move is previewed. */
const GLANCE = 70;

export class Hand {
  /** @type {number[]} */
  picked = [];
  /** @type {Map<number, Token | null>} */
  #ghosts = new Map();
  /** @type {Sight | null} */
  #sight = null;
  /** @type {number | undefined} */
  #timer;
  #glances = 0;

  /** @param {string} label @param {Owner} owner */
  constructor(label, owner) {
    this.owner = owner;
    this.board = new Board(label, {
      touch: (cell) => this.touch(cell),
      back: () => this.back(),
      point: (cell) => this.#point(cell),
      canDrag: (cell) => this.#canDrag(cell),
      drop: (from, to) => void this.#drop(from, to),
    });
  }

  /** @param {Sight} sight */
  show(sight) {
    if (sight.view.position !== this.#sight?.view.position) {
      this.picked = [];
      this.#ghosts.clear();
      this.#glances += 1;
    }
    if (!sight.mayMove) this.#ghosts.clear();
    this.#sight = sight;
    this.#draw();
  }

  /** Shows tokens that would appear or disappear. @param {Map<number, Token | null>} ghosts */
  consider(ghosts) {
    this.#ghosts = ghosts;
    this.#draw();
  }

  get #ways() {
    return (this.#sight?.mayMove && this.#sight.view.moves) || [];
  }

  #draw() {
    const sight = this.#sight;
    if (!sight) return;
    const { view } = sight;
    /** @type {Marks} */
    const marks = {
      ...sight.marks,
      winning: view.over ? view.winning : [],
      winner: view.winner ?? undefined,
      mover: view.to_move,
      targets: targets(this.#ways, this.picked),
      picked: this.picked.length ? this.picked : sight.marks?.picked,
      ghosts: this.#ghosts,
      notes: sight.notes?.(this.picked),
    };
    this.board.plate.classList.toggle("is-awake", this.#ways.length > 0);
    this.board.plate.classList.toggle("has-picked", this.picked.length > 0);
    this.board.show(view.scene, marks, view.sentence);
  }

  /** What is to be done next, in words; empty if a single touch makes a move. */
  get instruction() {
    const all = steps(this.#ways, this.picked);
    if (all < 2) return "";
    const step = this.picked.length;
    return `Step ${step + 1} of ${all}: ${this.#sight?.view.steps[step] ?? ""}`;
  }

  /** Touches a cell: a step of a move, or a reason why not. @param {number} cell */
  touch(cell) {
    const sight = this.#sight;
    if (!sight) return;
    if (!this.#ways.length) {
      if (!sight.view.over) this.owner.say(this.owner.idle?.() ?? "It is not your turn.", true);
      return;
    }
    const touched = [...this.picked, cell];
    const way = made(this.#ways, touched);
    if (way) {
      this.picked = [];
      this.owner.play(way.move);
    } else if (goingOn(this.#ways, touched).length) {
      this.picked = touched;
      this.#draw();
      this.#look(touched);
      this.owner.changed?.(touched);
    } else if (this.picked.includes(cell)) {
      this.back();
    } else {
      void this.#explain(touched);
    }
  }

  /** Takes back the last touch. */
  back() {
    if (!this.picked.length) return;
    this.picked = this.picked.slice(0, -1);
    this.#ghosts = new Map();
    this.#draw();
    this.#look(this.picked);
    this.owner.changed?.(this.picked);
  }

  /** Says why no legal move begins with these cells. @param {number[]} touched */
  async #explain(touched) {
    const view = /** @type {Sight} */ (this.#sight).view;
    const { game, size, position } = view;
    try {
      const { sentence } = await ask(post("/why", { game, size, position, touched }, {}));
      this.owner.say(sentence ?? view.how, true);
    } catch (fault) {
      if (fault instanceof Refused) this.owner.say(fault.message, true);
    }
  }

  /** @param {number | null} cell */
  #point(cell) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#look(cell === null ? this.picked : [...this.picked, cell]), GLANCE);
  }

  /** Shows what the touched cells would do. @param {number[]} touched */
  async #look(touched) {
    const glance = (this.#glances += 1);
    const sight = this.#sight;
    if (!sight?.mayMove) return;
    const isPart = goingOn(this.#ways, touched).length > 0;
    const ghosts = await consequences({ ...sight.view, moves: this.#ways }, isPart ? touched : this.picked).catch(
      () => null,
    );
    if (!ghosts || glance !== this.#glances) return;
    this.#ghosts = ghosts;
    this.#draw();
  }

  /**
   * A token can be dragged if moves begin with it, or if it is a piece; where it can go is checked when it is dropped.
   * @param {number} cell
   */
  #canDrag(cell) {
    const sight = this.#sight;
    const token = sight?.view.scene.cells[cell].token;
    if (!sight || !token || token.owner !== sight.view.to_move || !this.#ways.length || this.picked.length)
      return false;
    return steps(this.#ways, [cell]) > 1 || isPiece(token);
  }

  /** Puts a dragged token down. @param {number} from @param {number} to */
  async #drop(from, to) {
    const sight = this.#sight;
    if (!sight) return;
    if (goingOn(this.#ways, [from, to]).length) {
      this.picked = [from];
      this.touch(to);
      return;
    }
    const token = sight.view.scene.cells[from].token;
    const changes = await consequences(sight.view, [to]).catch(() => new Map());
    if (this.#sight !== sight) return;
    const isMoved = changes.get(to)?.text === token?.text;
    if (isMoved) this.touch(to);
    else if (goingOn(this.#ways, [to]).length)
      this.owner.say(`${token?.text} cannot go to ${sight.view.scene.cells[to].name}.`, true);
    else void this.#explain(steps(this.#ways, [from]) > 1 ? [from, to] : [to]);
    this.#draw();
  }
}
