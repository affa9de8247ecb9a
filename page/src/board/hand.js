// Entering a move at the board: touches of cells become a move, step by step, or a reason why not. What each touch
// leads to stands in the view, so the server is asked only why something is not legal.

import { ask, post, Refused } from "../app/api.js";
import { Board } from "./board.js";

/** @import { Token, Touch, View } from "../../types/page.d.ts" */
/** @import { Marks } from "./drawing.js" */

/**
 * @typedef {object} Owner  the screen that a hand belongs to
 * @property {(move: string) => void} play
 * @property {(reason: string, tone: "wrong", touched?: number[]) => void} say  why a touch leads to nothing
 * @property {string} idle  what to tell a person who may not move
 * @property {() => void} touched  after a touch that does not make a whole move
 *
 * @typedef {object} Sight  what is to be seen
 * @property {View} view
 * @property {boolean} mayMove  whether it is this person's turn
 * @property {boolean} [isComing]  whether the same position comes again, with what each touch leads to
 * @property {Marks} [marks]  besides those of the hand
 * @property {(picked: number[]) => Marks["notes"]} [notes]
 * @property {boolean} [hasGuides]  whether the idea of the game is drawn, too
 */

export class Hand {
  /** The cells that have been touched. @type {number[]} */
  picked = [];
  /** The cells that were touched before it was known what they lead to. @type {number[]} */
  #early = [];
  /** The cell that is looked at, with pointer or focus. @type {number | null} */
  #pointed = null;
  /** @type {Sight | null} */
  #sight = null;
  /** What the cells touched so far lead to. @type {Map<string, Touch>} */
  #touches = new Map();
  /** The cell that was refused last, and what is in its way. @type {{refused: number[], culprits: number[]} | null} */
  #refusal = null;

  /** @param {string} label @param {Owner} owner */
  constructor(label, owner) {
    this.owner = owner;
    this.board = new Board(label, {
      touch: (cell) => this.touch(cell),
      back: () => this.back(),
      point: (cell) => {
        this.#pointed = cell;
        // A cell that is replaced loses the focus while the board is drawn: that is drawn afterwards.
        queueMicrotask(() => this.#draw());
      },
      canDrag: (cell) => this.#canDrag(cell),
      drop: (from, to) => this.#drop(from, to),
    });
  }

  /** @param {Sight} sight */
  show(sight) {
    const { view, mayMove } = sight;
    const isOther = view.position !== this.#sight?.view.position;
    if (isOther) this.#early = [];
    if (isOther || !mayMove) {
      this.picked = [];
      this.#pointed = null;
      this.#refusal = null;
    }
    this.#sight = sight;
    this.#touches = new Map(((mayMove && view.touch) || []).map((touch) => [touch.touched.join(), touch]));
    this.#draw();
    if (this.#touches.size) for (const cell of this.#early.splice(0)) this.touch(cell);
  }

  /** What cells lead to that are touched in this order; nothing if no legal move begins so. @param {number[]} cells */
  #lead(...cells) {
    return this.#touches.get(cells.join());
  }

  /** What would change by the cells that are touched and looked at. @returns {Map<number, Token | null> | undefined} */
  get #ghosts() {
    const pointed = this.#pointed === null ? [] : [this.#pointed];
    const touch = this.#lead(...this.picked, ...pointed) ?? this.#lead(...this.picked);
    return touch && new Map(touch.preview?.map(({ cell, token }) => [cell, token]));
  }

  #draw() {
    const sight = this.#sight;
    if (!sight) return;
    const { view, marks } = sight;
    const { picked } = this;
    // While a move waits to be confirmed, everything else can still be chosen.
    const open = this.#lead(...(this.#waiting ? [] : picked));
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
      idea: sight.hasGuides ? view.scene.idea : undefined,
      targets: open?.targets,
      kinds: new Map(open?.targets?.map((cell) => [cell, this.#comesTo(cell)?.kind])),
      ...this.#refusal,
      picked: picked.length ? picked : marks?.picked,
      notes: sight.notes?.(picked),
    };
    this.board.show(view.scene, all, view.sentence);
  }

  /** The move that the touched cells make, as long as it waits to be confirmed. */
  get #waiting() {
    return this.picked.length ? this.#lead(...this.picked)?.move : undefined;
  }

  /** What comes to a cell that can be touched next. @param {number} cell @returns {Token | null | undefined} */
  #comesTo(cell) {
    const touched = this.#waiting ? [cell] : [...this.picked, cell];
    return this.#lead(...touched)?.preview?.find((change) => change.cell === cell)?.token;
  }

  /** What is to be done next, in words. */
  get instruction() {
    const next = this.#lead(...this.picked);
    if (!next || !this.#sight) return "";
    const { steps, left, to_move, scene } = this.#sight.view;
    if (next.move) {
      const has = left[to_move - 1];
      const name = scene.cells[this.picked[this.picked.length - 1]].name;
      return `Choose ${name} again to do it, or another cell.${has ? ` You have ${has} left.` : ""}`;
    }
    const said = next.instruction ?? "";
    return steps.length > 1 ? `Step ${this.picked.length + 1} of ${steps.length}: ${said}` : said;
  }

  /** Touches a cell: a step of a move, or a reason why not. @param {number} cell */
  touch(cell) {
    const sight = this.#sight;
    if (!sight) return;
    if (!this.#touches.size) {
      if (sight.isComing) this.#early.push(cell);
      else if (!sight.view.over) this.owner.say(this.owner.idle, "wrong");
      return;
    }
    this.#refusal = null;
    const waiting = this.#waiting;
    const isConfirmed = waiting !== undefined && cell === this.picked[this.picked.length - 1];
    if (waiting !== undefined && !isConfirmed) this.picked = [];
    const touched = isConfirmed ? this.picked : [...this.picked, cell];
    const next = this.#lead(...touched);
    if (next?.move && next.spends && !isConfirmed) {
      // What uses up something scarce is done at a second touch.
      this.#pick(touched);
    } else if (next?.move) {
      this.picked = [];
      this.owner.play(next.move);
    } else if (next) {
      this.#pick(touched);
      if (next.targets?.length === 1) this.board.focus(next.targets[0]);
    } else if (this.picked.includes(cell)) {
      this.back();
    } else {
      void this.#explain(touched);
    }
  }

  /** Takes back the last touch. */
  back() {
    if (this.picked.length) this.#pick(this.picked.slice(0, -1));
  }

  /** @param {number[]} touched */
  #pick(touched) {
    this.picked = touched;
    this.#draw();
    this.owner.touched();
  }

  /** Says why no legal move begins with these cells. @param {number[]} touched */
  async #explain(touched) {
    const { game, size, position, how } = /** @type {Sight} */ (this.#sight).view;
    try {
      const { sentence, cells } = await ask(post("/why", { game, size, position, touched }, {}));
      if (position !== this.#sight?.view.position) return;
      this.#refusal = { refused: touched.slice(-1), culprits: cells };
      this.#draw();
      this.owner.say(sentence ?? how, "wrong", touched);
    } catch (fault) {
      if (fault instanceof Refused) this.owner.say(fault.message, "wrong");
    }
  }

  /** A token can be dragged if moves begin with it, or if it is a piece of the player to move. @param {number} cell */
  #canDrag(cell) {
    const { scene, to_move } = /** @type {Sight} */ (this.#sight).view;
    const token = scene.cells[cell].token;
    if (token?.owner !== to_move || !this.#touches.size || (this.picked.length && !this.#waiting)) return false;
    return token.kind === "piece" || Boolean(this.#lead(cell)?.targets?.length);
  }

  /** Puts a dragged token down. @param {number} from @param {number} to */
  #drop(from, to) {
    const { cells } = /** @type {Sight} */ (this.#sight).view.scene;
    const name = cells[from].token?.text;
    const comes = this.#lead(to)?.preview?.find(({ cell }) => cell === to)?.token;
    this.picked = [];
    if (this.#lead(from, to)) {
      this.picked = [from];
      this.touch(to);
    } else if (comes?.text === name) {
      this.touch(to);
    } else if (this.#lead(to)) {
      this.owner.say(`${name} cannot go to ${cells[to].name}.`, "wrong");
    } else {
      void this.#explain(this.#lead(from) ? [from, to] : [to]);
    }
    this.#draw();
  }
}
