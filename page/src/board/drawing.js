// The drawing of a board: an SVG of a scene with marks on its cells.

import { hasMotion, s, setChildren } from "../app/dom.js";
import { drawClaim } from "./claims.js";
import { joined, layOut } from "./layout.js";
import { guidesOf, groupsOf } from "./guides.js";
import { drawPlan } from "./plan.js";
import { colorOf, drawToken, isSame } from "./tokens.js";
import { drawValue, shade } from "./values.js";

/** @import { Idea, Mark, Scene, Token } from "../../types/page.d.ts" */
/** @import { Value } from "./values.js" */
/** @import { Plan } from "./plan.js" */
/** @import { Layout, Room } from "./layout.js" */

/**
 * @typedef {object} Marks  highlights on the cells
 * @property {number[]} [targets]  that can be chosen
 * @property {number[]} [picked]  that are chosen
 * @property {number[]} [last]  of the last move
 * @property {1 | 2} [lastBy]  the player of that move
 * @property {number[]} [winning]  that decided the game
 * @property {1 | 2} [winner]
 * @property {number[]} [hint]
 * @property {number[]} [refused]  of a move that is not legal
 * @property {number[]} [blocking]  that make that move illegal
 * @property {Map<number, Value>} [notes]  values
 * @property {number | null} [pointed]  the cell under the pointer or with the focus
 * @property {Map<number, Token["kind"] | undefined>} [kinds]  the token that choosing a cell would put there
 * @property {Idea} [idea]  for guides that show the idea of the game
 * @property {readonly string[]} [names]  of the players
 * @property {Plan[]} [plan]  arrows
 * @property {Mark[]} [claim]  the picture of a claim
 * @property {Map<number, Token | null>} [ghosts]  tokens that would appear, or `null` for one that would go
 * @property {1 | 2} [mover]
 */

/** The drawing of one board. It changes as little as possible, so that nothing flickers. */
export class Drawing {
  /** @type {Scene | null} */
  #scene = null;
  /** @type {SVGGElement[]} */
  #tiles = [];
  /** @type {SVGGElement[]} */
  #tops = [];
  /** The shapes that join the cells of a body. */
  #bodies = s("g");
  /** The shapes that join the cells of a group. */
  #groups = s("g");
  /** The shapes of the picture of a claim, below the tokens. */
  #claim = s("g");
  /** Arrows, and the signs of the picture of a claim. */
  #plan = s("g");
  /** @type {Layout | null} */
  layout = null;
  #room = "";

  constructor() {
    this.element = s("svg", { class: "drawing", "aria-hidden": "true", focusable: "false" });
  }

  /** Shows a scene. Pieces that have moved since the last one slide. @param {Scene} scene @param {Room} [room] */
  show(scene, room = { across: Infinity, scale: 1 }) {
    const before = this.#scene;
    const isSameBoard = before?.rows === scene.rows && before.columns === scene.columns;
    this.#scene = scene;
    const shape = `${room.across} ${room.scale}`;
    if (!isSameBoard || shape !== this.#room) {
      this.#room = shape;
      this.#build(scene, room);
    }
    this.#place(scene, isSameBoard ? before : null);
    setChildren(
      this.#bodies,
      scene.bodies.flatMap((cells) => this.#body(cells)),
    );
  }

  /** Returns the edge and the inside of a body, below its tokens. @param {number[]} cells */
  #body(cells) {
    const d = joined(cells, /** @type {Layout} */ (this.layout));
    const color = colorOf(this.#scene?.cells[cells[0]].token?.owner ?? null);
    return ["edge", "inside"].map((part) => s("path", { class: `joined ${part} ${color}`, d }));
  }

  /** @param {Scene} scene @param {Room} room */
  #build(scene, room) {
    const layout = layOut(scene, room);
    this.element.style.setProperty("--scale", String(room.scale));
    this.layout = layout;
    this.element.setAttribute("viewBox", `0 0 ${layout.width} ${layout.height}`);
    const hasNumbers = !scene.column_labels.length && !scene.row_labels.length;
    /** @param {number} cell */
    const group = (cell) => {
      const { x, y } = layout.at(cell);
      return s("g", { class: "cell", transform: `translate(${x} ${y})` });
    };
    this.#tiles = scene.cells.map((cell, n) => {
      const made = group(n);
      made.append(
        s("rect", { class: "tile-edge", x: 3, y: 5.5, width: 94, height: 94, rx: 13 }),
        s("rect", { class: "tile", x: 3, y: 3, width: 94, height: 94, rx: 13 }),
      );
      if (hasNumbers) made.append(s("text", { class: "number", x: 16, y: 17 }, cell.name));
      return made;
    });
    this.#tops = scene.cells.map((_, n) => group(n));
    const plates = layout.plates.map((plate) => s("rect", { class: "plate", ...plate, rx: 22 }));
    const bands = layout.bands && s("path", { class: "bands", d: layout.bands });
    const labels = layout.labels.map(({ x, y, text }) => s("text", { class: "label", x, y }, text));
    setChildren(
      this.element,
      bands,
      ...plates,
      ...this.#tiles,
      this.#groups,
      this.#bodies,
      this.#claim,
      ...labels,
      ...this.#tops,
      this.#plan,
    );
  }

  /** @param {Scene} scene @param {Scene | null} before */
  #place(scene, before) {
    const differs = scene.cells.map((cell, n) => !isSame(cell.token, before?.cells[n].token ?? null));
    const gone = scene.cells.flatMap((_, n) => {
      const token = before?.cells[n].token;
      return differs[n] && token ? [{ cell: n, token }] : [];
    });
    scene.cells.forEach(({ token }, n) => {
      const top = this.#tops[n];
      if (!differs[n] && top.querySelector(".token:not(.ghost)")) return;
      top.querySelector(".token:not(.ghost)")?.remove();
      if (!token) return;
      const drawn = drawToken(token);
      top.prepend(drawn);
      if (!before || !differs[n]) return;
      const from = gone.find((one) => isSame(one.token, token));
      if (from) this.#slide(drawn, from.cell, n);
      else drawn.classList.add("comes");
    });
  }

  /** @param {SVGGElement} drawn @param {number} from @param {number} to */
  #slide(drawn, from, to) {
    if (!this.layout || !hasMotion()) return;
    const [a, b] = [this.layout.at(from), this.layout.at(to)];
    const start = `translate(${a.x - b.x}px, ${a.y - b.y}px)`;
    // A sliding piece is above everything except the plan.
    if (drawn.parentElement) this.element.insertBefore(drawn.parentElement, this.#plan);
    const lifted = `translate(${(a.x - b.x) / 2}px, ${(a.y - b.y) / 2 - 5}px) scale(1.06)`;
    const path = [{ transform: start }, { transform: lifted }, { transform: "none" }];
    drawn.animate(path, { duration: 200, easing: "cubic-bezier(.3,.7,.2,1)" });
  }

  /** Replaces all marks. @param {Marks} marks */
  mark(marks) {
    const { layout } = this;
    setChildren(this.#groups, marks.idea && this.#scene && layout ? groupsOf(marks.idea, this.#scene, layout) : []);
    const { plan = [], claim = [] } = marks;
    const { below, above } = layout ? drawClaim(claim, layout) : { below: [], above: [] };
    setChildren(this.#claim, below);
    setChildren(this.#plan, layout ? [...above, ...drawPlan(plan, layout)] : []);
    this.#tiles.forEach((tile, n) => {
      const top = this.#tops[n];
      const isPicked = marks.picked?.includes(n);
      const isLast = marks.last?.includes(n);
      const isWinning = marks.winning?.includes(n);
      const by = isWinning ? marks.winner : isLast && !isPicked ? marks.lastBy : marks.mover;
      const color = colorOf(by ?? null);
      const ghost = marks.ghosts?.get(n);
      const isTaken = this.#scene?.cells[n].token || ghost;
      const isMarked = isPicked || isWinning;
      const note = marks.notes?.get(n);
      const marked = isMarked ? `is-marked ${color}` : note ? `is-valued ${note.value}` : color;
      tile.setAttribute("class", `cell ${marked} ${isTaken ? "is-taken" : ""}`);
      shade(tile, note);
      top.setAttribute(
        "class",
        `cell ${ghost === null ? "is-leaving" : ""} ${isPicked ? "is-picked" : ""} ${isWinning ? "is-winning" : ""}`,
      );
      for (const old of tile.querySelectorAll(".guide")) old.remove();
      if (marks.idea && this.#scene) tile.append(...guidesOf(marks.idea, this.#scene, n));
      for (const old of top.querySelectorAll(".ghost, .target, .note, .frame, .refusal, .order")) old.remove();
      if ((isLast && !isWinning) || isPicked) top.append(frame(color));
      if (ghost) {
        const drawn = drawToken(ghost);
        drawn.classList.add("ghost");
        top.append(drawn);
      }
      if (marks.targets?.includes(n) && !ghost && !note && !claim.length) top.append(targetOf(marks, n));
      if (note) top.append(drawValue(note, n === marks.pointed));
      if (marks.refused?.includes(n)) top.append(refusal());
      else if (marks.blocking?.includes(n)) top.append(blocker());
      if (marks.hint?.includes(n) && !marks.refused?.includes(n)) top.append(...hintOf(marks.hint, n));
    });
  }

  /**
   * Moves a token with the pointer; `null` puts it back.
   * @param {number} cell
   * @param {{x: number, y: number} | null} by in units of the drawing
   */
  drag(cell, by) {
    const top = this.#tops[cell];
    const token = /** @type {SVGGElement | null} */ (top.querySelector(".token:not(.ghost)"));
    if (!token) return;
    token.classList.toggle("is-dragged", by !== null);
    if (by) {
      token.setAttribute("transform", `translate(${by.x} ${by.y})`);
      if (top !== top.parentElement?.lastElementChild) top.parentElement?.append(top);
    } else {
      token.removeAttribute("transform");
    }
  }
}

/** Returns the corners of a cell. @param {string} color */
function frame(color) {
  const upper = "M7 26V18A11 11 0 0 1 18 7H26M74 7H82A11 11 0 0 1 93 18V26";
  const lower = "M93 74V82A11 11 0 0 1 82 93H74M26 93H18A11 11 0 0 1 7 82V74";
  return s("path", { class: `frame ${color}`, d: upper + lower });
}

/**
 * Returns the frame of a cell in a hint, with its number if there are several.
 * @param {number[]} hint
 * @param {number} cell
 */
function hintOf(hint, cell) {
  const box = s("rect", { class: "frame hint win", x: 7, y: 7, width: 86, height: 86, rx: 11 });
  return hint.length > 1 ? [box, s("text", { class: "order win", x: 78, y: 24 }, `${hint.indexOf(cell) + 1}`)] : [box];
}

/**
 * Returns the mark of a cell that can be chosen: a dot, or a small block for an obstacle.
 * @param {Marks} marks
 * @param {number} cell
 */
function targetOf({ kinds, mover }, cell) {
  const color = colorOf(mover ?? null);
  if (kinds?.get(cell) !== "obstacle") return s("circle", { class: `target dot ${color}`, cx: 50, cy: 50, r: 7.5 });
  return s("rect", { class: "target block-dot none", x: 41, y: 41, width: 18, height: 18, rx: 4 });
}

/** Returns the frame of a cell that makes a move illegal. */
function blocker() {
  return s("rect", { class: "frame blocking loss", x: 7, y: 7, width: 86, height: 86, rx: 11 });
}

/** Returns the mark of a cell that may not be chosen. */
function refusal() {
  const box = s("rect", { class: "frame no", x: 8, y: 8, width: 84, height: 84, rx: 10 });
  return s("g", { class: "refusal loss" }, box, s("path", { d: "M67 15 85 33M85 15 67 33" }));
}
