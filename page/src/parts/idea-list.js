// The named ideas of a game, as links to their pages.

import { hrefOf } from "../app/base.js";
import { h } from "../app/dom.js";

/** @import { GamePage } from "../../types/page.d.ts" */

/**
 * Returns links to the ideas of a game, without the one that is shown.
 * @param {GamePage} page
 * @param {string} [shown]
 */
export function ideaList({ id, ideas }, shown) {
  const items = ideas
    .filter((idea) => idea.id !== shown)
    .map((idea) => {
      return h("li", {}, h("a", { href: hrefOf(`/learn/${id}/${idea.id}`) }, idea.name));
    });
  const title = shown ? "More ideas" : "Ideas that win";
  return items.length > 0 && h("nav", { class: "lines", "aria-label": title }, h("h2", {}, title), h("ul", {}, items));
}
