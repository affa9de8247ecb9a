// A named idea of a game: an explanation, positions in which it decides, and puzzles that practice it.
//
//     /learn/{game}/{idea}

import { ApiError, get, request } from "../app/api.js";
import { linkButton, row } from "../app/controls.js";
import { h, setChildren } from "../app/dom.js";
import { markdown } from "../app/markdown.js";
import { ideaList } from "../parts/idea-list.js";
import { picture } from "../board/board.js";
import { analysisOf } from "../model/analysis.js";
import { address } from "../model/session.js";

/** @import { Place } from "../app/router.js" */
/** @import { View } from "../../types/page.d.ts" */

/** @param {Place} place */
export async function show({ parts: [game, id], signal }) {
  const page = await request(get("/catalogue/{game}", { game }), signal);
  const idea = page.ideas.find((one) => one.id === id);
  if (!idea) {
    const detail = `Unknown idea in ${page.name}: ${id}.`;
    throw new ApiError({ type: "/problems/not-found", title: detail, status: 404, detail });
  }
  const [title, ...text] = markdown(idea.text);
  const practice = `/puzzles/${game}/${page.sizes[0]}?idea=${id}`;
  const element = h(
    "article",
    { class: "page idea" },
    h(
      "div",
      { class: "stack prose" },
      h("p", { class: "quiet" }, `Idea in ${page.name}`),
      title,
      text,
      row(
        idea.practice && linkButton("Practice puzzles", practice, { icon: "puzzle", kind: "main" }),
        linkButton("Rules", `/rules/${game}`, { icon: "book" }),
      ),
      ideaList(page, id),
    ),
    h(
      "section",
      { class: "stack examples", "aria-label": "Examples" },
      idea.positions.map((view) => example(view, id)),
    ),
  );
  element.style.setProperty("--hue", String(page.hue));
  return { title: `${idea.name} in ${page.name}`, element };
}

/** Shows a position with the claim that has the idea. @param {View} view @param {string} id */
function example(view, id) {
  const board = h("div", {}, picture(view.scene), h("p", { class: "unseen" }, view.sentence));
  const words = h("figcaption", { class: "lines" });
  const { game, size, position: start } = view;
  const explore = linkButton("Explore this position", address({ game, size, start }, "explore"), {
    kind: "quiet",
    icon: "explore",
  });
  analysisOf(view).then(
    ({ claims }) => {
      const claim = claims?.find((one) => one.idea === id);
      if (!claim) return;
      setChildren(
        board,
        picture(view.scene, { claim: claim.marks }),
        h("p", { class: "unseen" }, `${view.sentence} ${claim.alt}`),
      );
      setChildren(words, h("p", {}, `${view.names[view.to_move - 1]} to move. ${claim.sentence}`), explore);
    },
    () => {},
  );
  return h("figure", { class: "panel example" }, board, words);
}
