// The arrangement of a screen with a board: the board large, everything else beside or below it.

import { h } from "../app/dom.js";

/** @import { Child } from "../app/dom.js" */

/**
 * @param {object} parts
 * @param {string} parts.title
 * @param {Child[]} [parts.links]
 * @param {Node} parts.players
 * @param {Node} parts.board
 * @param {Node} parts.status
 * @param {Node} parts.controls
 * @param {Node[]} parts.rest
 */
export function table({ title, links = [], players, board, status, controls, rest }) {
  return h(
    "section",
    { class: "table" },
    h("div", { class: "table-head" }, h("h1", {}, title), h("p", { class: "row" }, links)),
    h("div", { class: "table-players" }, players),
    h("div", { class: "table-board" }, board),
    h("div", { class: "table-status" }, status),
    h("div", { class: "table-controls" }, controls),
    h("div", { class: "table-rest" }, rest),
  );
}
