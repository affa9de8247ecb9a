// The rules of a game, with drawn examples of legal moves, illegal moves and wins.

import { catalogue, get, listing, request } from "../app/api.js";
import { hrefOf } from "../app/base.js";
import { linkButton, row } from "../app/controls.js";
import { h } from "../app/dom.js";
import { icon } from "../app/icons.js";
import { markdown } from "../app/markdown.js";
import { picture } from "../board/board.js";
import { sceneFrom } from "../model/games.js";
import { newGame } from "../model/ladder.js";
import { ideaList } from "../parts/idea-list.js";
import { ladder } from "../parts/ladder.js";

/** @import { IconName } from "../app/icons.js" */
/** @import { Place } from "../app/router.js" */
/** @import { Example, Listing } from "../../types/page.d.ts" */

/** @type {Record<Example["outcome"], {word: string, icon: IconName, color: "win" | "loss"}>} */
const OUTCOMES = {
  legal: { word: "Legal", icon: "check", color: "win" },
  refused: { word: "Not legal", icon: "close", color: "loss" },
  wins: { word: "Wins", icon: "crown", color: "win" },
};

/** @param {Place} place */
export async function show({ parts, signal }) {
  if (!parts.length) return overview();
  const entry = await listing(parts[0]);
  const game = await request(get("/catalogue/{game}", { game: entry.id }), signal);
  // The page shows the rulings without their numbers.
  const rules = game.rules.replace("## Rulings", "## Details").replace(/ \([A-Z]\d\)/g, "");
  const [title, ...text] = markdown(rules, (lines) => boardOf(lines, entry));
  // On a small screen the examples are between the rules and the details.
  const entering = text.findIndex((block) => block.tagName === "H2" && block.textContent === "Entering a move");
  const rest = entering < 0 ? text.length : entering;
  const links = row(
    linkButton("Play", newGame(entry), { kind: "main", icon: "play", label: `Play ${game.name}` }),
    linkButton("Learn", `/learn/${game.id}`, { icon: "learn", label: `Learn ${game.name}` }),
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
    h("div", { class: "stack" }, ideaList(game), ladder(entry)),
  );
  return { title: `Rules of ${game.name}`, element };
}

/** Returns the drawing of a board in the rules as a picture. @param {string[]} lines @param {Listing} game */
function boardOf(lines, { picture: scene }) {
  const { rows, columns } = scene;
  // The last columns of a line are its cells; labels and lines between cells have no other text than theirs.
  const texts = lines.map((line) =>
    line.includes("|") ? line.replace(/\|$/, "").split("|") : line.trim().split(/\s+/),
  );
  const cells = texts.filter((line, n) => line.length >= columns && !/-{3}/.test(lines[n])).slice(-rows);
  const drawn = sceneFrom(
    scene,
    columns,
    cells.flatMap((line) => line.slice(-columns)).map((text) => text.trim()),
  );
  const named = drawn.cells.map(({ token }, n) => ({ token, name: scene.cells[n].name }));
  const shown = { ...scene, cells: named, bodies: [], idea: {} };
  return h(
    "div",
    { class: "rules-board", role: "img", "aria-label": "The board, described in the text" },
    picture(shown),
  );
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
  const { word, icon: sign, color } = OUTCOMES[outcome];
  return h(
    "figure",
    { class: "panel example" },
    h("div", {}, picture(shown.scene, marks), h("p", { class: "unseen" }, shown.sentence)),
    h(
      "figcaption",
      { class: "lines" },
      h("p", { class: `badge ${color}` }, icon(sign), `${word}: ${example.name}`),
      h("p", {}, example.caption),
      example.sentence && example.sentence !== example.caption && h("p", { class: "quiet" }, example.sentence),
    ),
  );
}
