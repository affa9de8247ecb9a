// The explorer of a position or of a game: every line can be tried, with values, and nothing is lost by trying.
//
//     /explore/{game}/{size}?start=...&moves=2-2+3-3&at=1&line=1+4-4

import { ask, listing, post } from "../app/api.js";
import { linkButton } from "../app/controls.js";
import { address, knownPlayers, read } from "../model/session.js";
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
  const { at, score, ...asked } = read(entry.id, parts[1] ?? entry.sizes[0], url.searchParams);
  // An address may name a level that there is not.
  const course = { ...asked, players: await knownPlayers(asked.players ?? []) };
  const replay = await ask(post("/replay", course, {}), signal);
  const root = treeFrom(replay.start);
  root.line(replay.steps.map(({ move }) => move)).forEach((node, n) => node.tell(replay.steps[n]));
  const screen = new Explore(entry, root, { ...course, size: replay.size }, signal);
  await screen.open(url.searchParams, at ?? replay.steps.length);
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
    const moves = this.root.rest.map(({ move }) => move);
    return this.addressWith({ ...this.course, moves }, "explore", node);
  }
}
