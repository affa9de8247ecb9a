// The explorer of a position or of a game: every line can be tried, with values, and nothing is lost by trying.
//
//     /explore/{game}/{size}?start=...&moves=2-2+3-3&at=1

import { ask, listing, post } from "../app/api.js";
import { hrefOf } from "../app/base.js";
import { linkButton } from "../app/controls.js";
import { address, read } from "../model/session.js";
import { treeFrom } from "../model/tree.js";
import { called } from "../parts/players.js";
import { Explorer } from "./explorer.js";

/** @import { Place } from "../app/router.js" */
/** @import { Listing } from "../../types/page.d.ts" */
/** @import { Course } from "../model/session.js" */
/** @import { Node } from "../model/tree.js" */

/** @param {Place} place */
export async function show({ parts, url, signal }) {
  const entry = await listing(parts[0] ?? "");
  const { at, score, ...course } = read(entry.id, parts[1] ?? entry.sizes[0], url.searchParams);
  const replay = await ask(post("/replay", course, {}), signal);
  const root = treeFrom(replay.start);
  root.line(replay.steps.map(({ move }) => move)).forEach((node, n) => node.tell(replay.steps[n]));
  const screen = new Explore(entry, root, { ...course, size: replay.size }, signal);
  await screen.goTo(Math.min(at ?? replay.steps.length, replay.steps.length));
  return screen;
}

class Explore extends Explorer {
  /** @param {Listing} entry @param {Node} root @param {Course} course @param {AbortSignal} signal */
  constructor(entry, root, course, signal) {
    super(entry, `Explorer of ${entry.name} ${course.size}`, root, course, signal);
    this.who = called(course.players ?? [], "person");
    this.element = this.arrange({
      name: "Explorer",
      controls: [...this.questions, this.playFrom, this.back, this.putBack],
      above: this.truth.balance.element,
      links: [linkButton("Back to the board", address(course), { icon: "undo", kind: "quiet" }), this.rulesLink],
      news: [this.list.element],
      rest: [this.truth.element, this.typing.element],
    });
    this.element.classList.add("explorer");
  }

  /** @override @param {Node} node */
  addressOf(node) {
    const line = [...node.path, ...node.rest].map(({ move }) => move);
    return hrefOf(address({ ...this.course, moves: line, at: node.ply }, "explore"));
  }
}
