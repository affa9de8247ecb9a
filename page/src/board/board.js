// A board: its drawing, and over it a grid of cells for keyboard, pointer and screen reader.

import { h, setChildren, setText } from "../app/dom.js";
import { Drawing } from "./drawing.js";
import { guideWords } from "./guides.js";
import { keyTarget } from "./keys.js";
import { followPointer } from "./pointer.js";

/** @import { Scene } from "../../types/page.d.ts" */
/** @import { Marks } from "./drawing.js" */
/** @import { Layout, Room } from "./layout.js" */

/**
 * @typedef {object} BoardEvents
 * @property {(cell: number) => void} touch
 * @property {() => void} back  the last touch is taken back
 * @property {(cell: number | null) => void} point  the pointer or the focus is on another cell
 * @property {(from: number, to: number) => void} drop
 */

/** The narrowest cell of a row that a finger still hits, and that of a row which has to be wrapped, in pixels. */
const NARROW = 33;
const FINGER = 44;

/** The purpose of choosing a cell, by the token that this puts there. */
const CHOICES = { marker: "can be chosen", piece: "can be moved to", obstacle: "can be blocked" };

/** Returns the number of cells of a row to draw side by side. @param {number} count @param {number} room in pixels */
function wrapAt(count, room) {
  return room / count >= NARROW ? count : Math.max(4, Math.floor(room / FINGER));
}

export class Board {
  drawing = new Drawing();
  /** @type {Scene | null} */
  #scene = null;
  /** @type {Marks} */
  #marks = {};
  /** The cells whose tokens can be dragged. @type {number[]} */
  #draggable = [];
  /** @type {HTMLElement[]} */
  #rows = [];
  /** @type {HTMLElement[]} */
  #cells = [];
  /** The cell that has the focus, or receives it when the focus enters the board. */
  #current = 0;
  /** @type {Room} */
  #room = { across: Infinity, scale: 1 };

  /** @param {string} label @param {BoardEvents} [events] none for a board that is only viewed */
  constructor(label, events) {
    this.sentence = h("p", { class: "unseen" });
    this.grid = h("div", { class: "cells", role: "grid", "aria-label": label });
    this.plate = h("div", { class: "board" }, this.drawing.element, this.grid);
    this.element = h("div", { class: "board-room" }, this.sentence, this.plate);
    this.grid.addEventListener("keydown", (event) => this.#press(event, events));
    if (events) this.#follow(events);
    new ResizeObserver(() => this.#draw()).observe(this.element);
  }

  /** @param {BoardEvents} events */
  #follow({ touch, point, drop }) {
    followPointer(this.grid, {
      touch: (cell) => {
        this.focus(cell);
        touch(cell);
      },
      point: (cell) => {
        if (cell !== null && this.#cells[cell] === document.activeElement) this.#current = cell;
        point(cell);
      },
      grab: (cell) => this.#draggable.includes(cell),
      drag: (cell, x, y) => {
        const scale = (this.drawing.layout?.width ?? 1) / (this.plate.clientWidth || 1);
        this.drawing.drag(cell, { x: x * scale, y: y * scale });
      },
      drop: (from, to) => {
        this.drawing.drag(from, null);
        if (to !== null && to !== from) drop(from, to);
        else point(null);
      },
    });
  }

  /** @param {KeyboardEvent} event @param {BoardEvents} [events] */
  #press(event, events) {
    if (event.altKey || event.metaKey || !this.#scene) return;
    const count = this.#cells.length;
    const across = this.drawing.layout?.across ?? count;
    const to = keyTarget(event, { at: this.#current, count, across, isRow: this.#scene.rows === 1 });
    if (to !== null) this.focus(to);
    else if ((event.key === "Enter" || event.key === " ") && !event.ctrlKey) events?.touch(this.#current);
    else if (event.key === "Escape" || event.key === "Backspace") events?.back();
    else return;
    event.preventDefault();
  }

  /**
   * @param {Scene} scene
   * @param {Marks} [marks]
   * @param {{sentence?: string, draggable?: number[]}} [more] the board in words, and the cells that can be dragged
   */
  show(scene, marks = {}, { sentence, draggable = [] } = {}) {
    const isOther = scene.rows !== this.#scene?.rows || scene.columns !== this.#scene.columns;
    if (isOther) this.#current = Math.floor(scene.rows / 2) * scene.columns + Math.floor(scene.columns / 2);
    this.#scene = scene;
    this.#marks = marks;
    this.#draggable = draggable;
    if (sentence !== undefined) setText(this.sentence, sentence);
    this.#draw();
  }

  /** @returns {Room} */
  #measure() {
    const [room, plate] = [this.element.clientWidth, this.plate.clientWidth];
    if (!this.#scene || !room) return this.#room;
    const { rows, columns } = this.#scene;
    const across = rows === 1 ? wrapAt(columns, room) : Infinity;
    const inLine = Math.ceil(columns / Math.ceil(columns / Math.min(across, columns)));
    return { across, scale: Math.round((10 * 100 * inLine) / (plate || room)) / 10 };
  }

  #draw() {
    const scene = this.#scene;
    if (!scene) return;
    this.#room = this.#measure();
    const before = this.drawing.layout;
    this.drawing.show(scene, this.#room);
    this.drawing.mark(this.#marks);
    const layout = /** @type {Layout} */ (this.drawing.layout);
    if (layout.across !== before?.across || scene.cells.length !== this.#cells.length) this.#build(scene, layout);
    if (layout !== before) this.#place(layout);
    const { targets = [], picked = [] } = this.#marks;
    this.#cells.forEach((cell, n) => {
      cell.ariaLabel = this.#label(scene, n);
      cell.tabIndex = n === this.#current ? 0 : -1;
      cell.classList.toggle("is-target", targets.includes(n));
      cell.classList.toggle("is-loose", this.#draggable.includes(n));
      cell.ariaSelected = picked.includes(n) ? "true" : null;
    });
  }

  /**
   * Creates the cells. A board that only changes its size reuses them, because a click is lost if its cell is replaced
   * between press and release.
   * @param {Scene} scene
   * @param {Layout} layout
   */
  #build(scene, layout) {
    const hadFocus = this.grid.contains(document.activeElement);
    this.#cells = scene.cells.map((_, n) => h("div", { role: "gridcell", "data-cell": n }));
    const lineOf = (/** @type {number} */ line) => this.#cells.slice(line * layout.across, (line + 1) * layout.across);
    this.#rows = Array.from({ length: layout.lines }, (_, line) => h("div", { role: "row" }, lineOf(line)));
    setChildren(this.grid, this.#rows);
    if (hadFocus) this.focus(this.#current);
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

  /** Describes a cell. @param {Scene} scene @param {number} n */
  #label({ cells, bodies }, n) {
    const { name, token } = cells[n];
    const marks = this.#marks;
    const content = !token ? "empty" : token.kind === "obstacle" ? "blocked" : token.text.replaceAll("'", "");
    const others = bodies.find((body) => body.includes(n))?.filter((other) => other !== n) ?? [];
    const words = [name, content];
    if (others.length) words.push(`joined with ${others.map((other) => cells[other].name).join(" and ")}`);
    if (marks.winning?.includes(n)) words.push("decides the game");
    else if (marks.last?.includes(n)) words.push("last move");
    if (marks.picked?.includes(n)) words.push("chosen");
    if (marks.hint?.includes(n)) words.push("hint");
    if (marks.idea) words.push(...guideWords(marks.idea, marks.names ?? [], n));
    if (marks.blocking?.includes(n) && !marks.refused?.includes(n)) words.push("in the way");
    const note = marks.notes?.get(n);
    if (note) words.push(note.words);
    if (marks.targets?.includes(n)) words.push(CHOICES[marks.kinds?.get(n) ?? "marker"]);
    return words.join(", ");
  }

  /** @param {number} cell */
  focus(cell) {
    this.#cells[this.#current].tabIndex = -1;
    this.#current = cell;
    this.#cells[cell].tabIndex = 0;
    this.#cells[cell].focus();
  }
}

/** Returns the room of a small picture, in which a long row is wrapped. @param {Scene} scene @returns {Room} */
export function smallRoom({ rows, columns }) {
  return { across: rows === 1 ? Math.max(5, Math.ceil(Math.sqrt(2.5 * columns))) : Infinity, scale: 2.6 };
}

/**
 * Returns the drawing of a board that is only viewed.
 * @param {Scene} scene
 * @param {Marks} [marks]
 * @param {Room} [room]
 */
export function picture(scene, marks = {}, room = smallRoom(scene)) {
  const drawing = new Drawing();
  drawing.show(scene, room);
  drawing.mark(marks);
  return drawing.element;
}
