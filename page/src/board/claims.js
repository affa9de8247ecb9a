// The picture of a claim: marks over the board, in the colors of the players they are about.
//
//     move, answer   a disc with its label       private, open, room,
//                                                group                  a tinted shape with its label
//     threat         a ring with a cross         path                   an arrow through its cells
//     block          a barred square             exit                   a small ring

import { s } from "../app/dom.js";
import { joined } from "./layout.js";
import { colorOf } from "./tokens.js";

/** @import { Mark } from "../../types/page.d.ts" */
/** @import { Layout } from "./layout.js" */

/** The distance between paths of different players, which may share cells. */
const ASIDE = 7;

const AREAS = ["private", "open", "room", "group"];

/** @type {Record<string, string>} */
const SIGNS = {
  threat: "M0 -30V30M-30 0H30M20 0A20 20 0 1 1 -20 0 20 20 0 1 1 20 0",
  block: "M-26 -26H26V26H-26zM-14 0H14",
  exit: "M13 0A13 13 0 1 1 -13 0 13 13 0 1 1 13 0",
};

/**
 * Draws the marks: shapes below the tokens, and signs and labels above them.
 * @param {Mark[]} marks
 * @param {Layout} layout
 */
export function drawClaim(marks, layout) {
  const drawn = marks.map((mark) => {
    const { below, above } = AREAS.includes(mark.kind)
      ? area(mark, layout)
      : mark.kind === "path"
        ? path(mark, layout)
        : { below: [], above: signs(mark, layout) };
    const look = `${mark.kind} ${colorOf(mark.player)}`;
    return [s("g", { class: `claim-shape ${look}` }, below), s("g", { class: `claim-mark ${look}` }, above)];
  });
  return { below: drawn.map(([below]) => below), above: drawn.map(([, above]) => above) };
}

/** @param {number} cell @param {Layout} layout */
function middle(cell, layout) {
  const { x, y } = layout.at(cell);
  return { x: x + 50, y: y + 50 };
}

/** @param {number} x @param {number} y @param {string} label */
function badge(x, y, label) {
  const width = Math.max(34, 16 + 13 * label.length);
  const box = s("rect", { x: -width / 2, y: -17, width, height: 34, rx: 17 });
  return s("g", { class: "claim-badge", transform: `translate(${x} ${y})` }, box, s("text", {}, label));
}

/** @param {Mark} mark @param {Layout} layout */
function area({ cells, label, player }, layout) {
  // The labels of two players are at different ends.
  const [labeled, down] = player === 2 ? [cells[cells.length - 1], 86] : [cells[0], 14];
  const { x, y } = layout.at(labeled);
  const ends = cells.map((cell) => middle(cell, layout)).map((end) => `M${end.x} ${end.y}h.1`);
  const shape = s("path", { class: "claim-area", d: ends.join("") + joined(cells, layout) });
  return { below: [shape], above: [label && badge(x + 50, y + down, label)] };
}

/** @param {Mark} mark @param {Layout} layout */
function path({ cells, label, player }, layout) {
  const aside = player === 1 ? -ASIDE : player === 2 ? ASIDE : 0;
  const points = cells.map((cell) => middle(cell, layout)).map(({ x, y }) => ({ x: x + aside, y: y + aside }));
  const [end, before] = [points[points.length - 1], points[points.length - 2] ?? points[0]];
  const turn = (Math.atan2(end.y - before.y, end.x - before.x) * 180) / Math.PI;
  const third = Math.floor((points.length - 1) * (player === 2 ? 0.67 : 0.33));
  const next = points[third + 1] ?? end;
  const line = s("path", { class: "claim-line", d: `M${points.map(({ x, y }) => `${x} ${y}`).join("L")}` });
  const place = `translate(${end.x} ${end.y}) rotate(${turn})`;
  const tip = s("path", { class: "claim-tip", d: "M16 0-12 -15-12 15z", transform: place });
  const [x, y] = [(points[third].x + next.x) / 2, (points[third].y + next.y) / 2];
  return { below: [line, tip], above: [label && badge(x, y, label)] };
}

/** Draws a sign on each cell. The cells of a move are linked. @param {Mark} mark @param {Layout} layout */
function signs({ kind, cells, label }, layout) {
  const middles = cells.map((cell) => middle(cell, layout));
  const link = kind !== "exit" && cells.length > 1;
  const drawn = middles.map(({ x, y }, n) => {
    const text = n === 0 ? label : null;
    const sign = SIGNS[kind];
    const shape = sign
      ? s("path", { class: "claim-sign", d: sign })
      : s("circle", { class: "claim-disc", r: n === 0 ? 24 : 15 });
    const words = text && (sign ? badge(30, -30, text) : s("text", {}, text));
    return s("g", { transform: `translate(${x} ${y})` }, shape, words);
  });
  const d = `M${middles.map(({ x, y }) => `${x} ${y}`).join("L")}`;
  return [link && s("path", { class: "claim-link", d }), ...drawn];
}
