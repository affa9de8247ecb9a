// A board that can be looked at, listened to and touched: the drawing, and over it a grid of cells for
// keyboard, pointer and screen reader.

import { h, refill, write } from "../app/dom.js";
import { Drawing } from "./drawing.js";
import { guideWords } from "./guides.js";
import { followKeys } from "./keys.js";
import { followPointer } from "./pointer.js";

/** @import { Scene } from "../../types/page.d.ts" */
/** @import { Marks } from "./drawing.js" */
/** @import { Layout, Room } from "./layout.js" */

/**
 * @typedef {object} Handlers  what a person does at the board
 * @property {(cell: number) => void} touch
 * @property {() => void} back  takes back the last touch
 * @property {(cell: number | null) => void} point  looks at a cell, with pointer or focus
 * @property {(cell: number) => boolean} canDrag
 * @property {(from: number, to: number) => void} drop
 */

/** The narrowest cell that a finger hits well, in pixels, and one in which everything is seen well. */
const FINGER = 44;
const COMFORT = 64;

/**
 * How many cells of a single row stand side by side: as many as can be seen well, if the lines that this makes fit the
 * height, else as many as can be hit.
 * @param {number} count
 * @param {number} room in pixels
 */
function acrossOf(count, room) {
  const well = Math.max(4, Math.floor(room / COMFORT));
  const lines = Math.ceil(count / well);
  const isLow = lines > 1 && lines * COMFORT * 1.5 > 0.7 * innerHeight;
  return isLow ? Math.max(4, Math.floor(room / FINGER)) : well;
}

export class Board {
  drawing = new Drawing();
  /** @type {Scene | null} */
  scene = null;
  /** @type {Marks} */
  #marks = {};
  /** @type {HTMLElement[]} */
  #rows = [];
  /** @type {HTMLElement[]} */
  cells = [];
  /** The cell that has the focus, or gets it when the focus comes to the board. */
  current = 0;
  /** @type {Room} */
  #room = { across: Infinity, scale: 1 };

  /** @param {string} label @param {Handlers} handlers */
  constructor(label, handlers) {
    this.handlers = handlers;
    this.sentence = h("p", { class: "unseen" });
    this.grid = h("div", { class: "cells", role: "grid", "aria-label": label });
    this.plate = h("div", { class: "board" }, this.drawing.element, this.grid);
    this.element = h("div", { class: "board-room" }, this.sentence, this.plate);
    followKeys(this);
    followPointer(this);
    new ResizeObserver(() => this.#draw()).observe(this.element);
  }

  /** @param {Scene} scene @param {Marks} [marks] @param {string} [sentence] the board in words */
  show(scene, marks = {}, sentence) {
    const isOther = scene.rows !== this.scene?.rows || scene.columns !== this.scene.columns;
    if (isOther) this.current = Math.floor(scene.rows / 2) * scene.columns + Math.floor(scene.columns / 2);
    this.scene = scene;
    this.#marks = marks;
    if (sentence !== undefined) write(this.sentence, sentence);
    this.#draw();
  }

  /** What the screen gives this board. @returns {Room} */
  #measure() {
    const [room, plate] = [this.element.clientWidth, this.plate.clientWidth];
    if (!this.scene || !room) return this.#room;
    const { rows, columns } = this.scene;
    const across = rows === 1 ? acrossOf(columns, room) : Infinity;
    const inLine = Math.ceil(columns / Math.ceil(columns / Math.min(across, columns)));
    return { across, scale: Math.round((10 * 100 * inLine) / (plate || room)) / 10 };
  }

  /** Draws the board in the room that there is. */
  #draw() {
    const { scene } = this;
    if (!scene) return;
    this.#room = this.#measure();
    const before = this.drawing.layout;
    this.drawing.show(scene, this.#room);
    this.drawing.mark(this.#marks);
    const layout = /** @type {Layout} */ (this.drawing.layout);
    if (layout.across !== before?.across || scene.cells.length !== this.cells.length) this.#build(layout);
    if (layout !== before) this.#place(layout);
    this.cells.forEach((cell, n) => {
      cell.ariaLabel = this.#label(n);
      cell.tabIndex = n === this.current ? 0 : -1;
      cell.classList.toggle("is-target", this.#marks.targets?.includes(n) ?? false);
      cell.classList.toggle("is-loose", this.handlers.canDrag(n));
      cell.ariaSelected = this.#marks.picked?.includes(n) ? "true" : null;
    });
  }

  /**
   * Makes the cells. They are reused when the board only changes its size: a click is lost if its cell is replaced
   * between press and release.
   * @param {Layout} layout
   */
  #build(layout) {
    const hadFocus = this.grid.contains(document.activeElement);
    this.cells = (this.scene?.cells ?? []).map((_, n) => h("div", { role: "gridcell", "data-cell": n }));
    const lineOf = (/** @type {number} */ line) => this.cells.slice(line * layout.across, (line + 1) * layout.across);
    this.#rows = Array.from({ length: layout.lines }, (_, line) => h("div", { role: "row" }, lineOf(line)));
    refill(this.grid, this.#rows);
    if (hadFocus) this.focus(this.current);
  }

  /** Places the cells over the drawing. @param {Layout} layout */
  #place(layout) {
    this.plate.style.setProperty("--ratio", String(layout.width / layout.height));
    this.plate.style.setProperty("--units", String(layout.width / 100));
    const across = (/** @type {number} */ units) => `${(100 * units) / layout.width}%`;
    const down = (/** @type {number} */ units) => `${(100 * units) / layout.height}%`;
    this.#rows.forEach((row, line) => {
      const { x, y, width, height } = layout.line(line);
      Object.assign(row.style, { left: across(x), top: down(y), width: across(width), height: down(height) });
    });
  }

  /** A cell in words. @param {number} n */
  #label(n) {
    const { cells, bodies } = /** @type {Scene} */ (this.scene);
    const { name, token } = cells[n];
    const marks = this.#marks;
    const held = !token ? "empty" : token.kind === "obstacle" ? "blocked" : token.text.replaceAll("'", "");
    const others = bodies.find((body) => body.includes(n))?.filter((other) => other !== n) ?? [];
    const words = [name, held];
    if (others.length) words.push(`joined with ${others.map((other) => cells[other].name).join(" and ")}`);
    if (marks.winning?.includes(n)) words.push("decides the game");
    else if (marks.last?.includes(n)) words.push("last move");
    if (marks.picked?.includes(n)) words.push("chosen");
    if (marks.hint?.includes(n)) words.push("hint");
    if (marks.idea) words.push(...guideWords(marks.idea, marks.names ?? [], n));
    if (marks.culprits?.includes(n) && !marks.refused?.includes(n)) words.push("in the way");
    const note = marks.notes?.get(n);
    if (note) words.push(note.words);
    if (marks.targets?.includes(n)) words.push("can be chosen");
    return words.join(", ");
  }

  /** The cell below a point of the screen. @param {number} x @param {number} y @returns {number | null} */
  cellAt(x, y) {
    const found = document.elementsFromPoint(x, y).find((element) => this.grid.contains(element));
    const cell = found?.closest("[data-cell]");
    return cell instanceof HTMLElement ? Number(cell.dataset.cell) : null;
  }

  /** How many units of the drawing a pixel is. */
  get unitsPerPixel() {
    return (this.drawing.layout?.width ?? 1) / (this.plate.clientWidth || 1);
  }

  /** @param {number} cell */
  focus(cell) {
    this.cells[this.current].tabIndex = -1;
    this.current = cell;
    this.cells[cell].tabIndex = 0;
    this.cells[cell].focus();
  }
}

/**
 * A board only to be looked at, without a name of its own: its place says what it is.
 * @param {Scene} scene
 * @param {Marks} [marks]
 * @param {Room} [room]
 */
export function picture(scene, marks = {}, room = { across: 5, scale: 2.6 }) {
  const drawing = new Drawing();
  drawing.show(scene, room);
  drawing.mark(marks);
  return drawing.element;
}
