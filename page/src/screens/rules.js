// The rules of a game, with drawn examples of legal moves, illegal moves and wins.

import { catalogue, get, request } from "../app/api.js";
import { hrefOf } from "../app/base.js";
import { linkButton, row } from "../app/controls.js";
import { h } from "../app/dom.js";
import { icon } from "../app/icons.js";
import { markdown } from "../app/markdown.js";
import { picture } from "../board/board.js";
import { newGame } from "../model/session.js";

/** @import { IconName } from "../app/icons.js" */
/** @import { Place } from "../app/router.js" */
/** @import { Example } from "../../types/page.d.ts" */

/** @type {Record<Example["outcome"], {word: string, icon: IconName, colour: "win" | "loss"}>} */
const OUTCOMES = {
  legal: { word: "Legal", icon: "check", colour: "win" },
  refused: { word: "Not legal", icon: "close", colour: "loss" },
  wins: { word: "Wins", icon: "flag", colour: "win" },
};

/** @param {Place} place */
export async function show({ parts, signal }) {
  if (!parts.length) return overview();
  const game = await request(get("/catalogue/{game}", { game: parts[0] ?? "" }), signal);
  const [title, ...text] = markdown(game.rules);
  // On a small screen the examples are between the rules and the details.
  const entering = text.findIndex((block) => block.tagName === "H2" && block.textContent === "Entering a move");
  const rest = entering < 0 ? text.length : entering;
  const links = row(
    linkButton("Play", newGame(game.id, game.sizes[0]), { kind: "main", icon: "play", label: `Play ${game.name}` }),
    linkButton("Puzzles", `/puzzles/${game.id}/${game.sizes[0]}`, { icon: "puzzle" }),
  );
  const element = h(
    "article",
    { class: "page rules" },
    h("div", { class: "row ends rules-head" }, title, links),
    h("div", { class: "prose" }, text.slice(0, rest)),
    game.examples.length > 0 &&
      h(
        "section",
        { class: "stack examples", "aria-label": "Examples" },
        h("h2", {}, "Examples"),
        game.examples.map(figure),
      ),
    h("div", { class: "prose" }, text.slice(rest)),
  );
  return { title: `Rules of ${game.name}`, element };
}

/** Lists the rules of all games. */
async function overview() {
  const { games } = await catalogue();
  const items = games.map(({ id, name, summary, hue, picture: scene }) => {
    const board = h("div", { class: "card-board" }, picture(scene));
    board.style.setProperty("--hue", String(hue));
    const link = h("a", { href: hrefOf(`/rules/${id}`) }, `Rules of ${name}`);
    return h("article", { class: "card" }, board, h("h2", {}, link), h("p", { class: "quiet" }, summary));
  });
  const element = h("section", { class: "page" }, h("h1", {}, "Rules"), h("div", { class: "cards" }, items));
  return { title: "Rules", element };
}

/** @param {Example} example */
function figure(example) {
  const { view, after, touches, outcome } = example;
  const mover = view.to_move;
  const shown = after ?? view;
  const marks = after
    ? { last: touches, lastBy: mover, winning: after.over ? after.winning : [], winner: after.winner ?? undefined }
    : { refused: touches };
  const { word, icon: sign, colour } = OUTCOMES[outcome];
  return h(
    "figure",
    { class: "panel example" },
    h("div", {}, picture(shown.scene, marks), h("p", { class: "unseen" }, shown.sentence)),
    h(
      "figcaption",
      { class: "lines" },
      h("p", { class: `badge ${colour}` }, icon(sign), `${word}: ${example.move}`),
      h("p", {}, example.caption),
      example.sentence && example.sentence !== example.caption && h("p", { class: "quiet" }, example.sentence),
    ),
  );
}
