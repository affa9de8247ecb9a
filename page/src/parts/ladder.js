// The opponents of a game, each with its character, and a mark for those that the person has beaten.

import { hrefOf } from "../app/base.js";
import { h } from "../app/dom.js";
import { icon } from "../app/icons.js";
import { beaten, newGame } from "../model/ladder.js";

/** @import { Listing } from "../../types/page.d.ts" */

/** Returns the ladder of a game, each opponent a link to a game. @param {Listing} entry @param {string} [size] */
export function ladder(entry, size) {
  const won = beaten(entry.id);
  const items = entry.levels.map(({ name, title, about, sees }) => {
    const hasWon = won.includes(name);
    const link = h("a", { href: hrefOf(newGame(entry, { opponent: name, size })) }, title);
    const mark = hasWon && h("span", { class: "badge win" }, icon("check"), "won");
    return h("li", {}, h("p", { class: "row" }, h("strong", {}, link), mark), h("p", {}, `${about} ${sees}`));
  });
  return h(
    "details",
    { class: "panel fold" },
    h("summary", {}, "Opponents"),
    h("ol", { class: "lines ladder", "aria-label": `Opponents in ${entry.name}` }, items),
  );
}
