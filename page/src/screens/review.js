// The review of a game: its mistakes, and the better lines as variations.

import { get, listing, post, request } from "../app/api.js";
import { button, linkButton, setShown } from "../app/controls.js";
import { capitalized, h } from "../app/dom.js";
import { go } from "../app/router.js";
import { changesOf, planOf } from "../board/plan.js";
import { address, specFrom, specOfReplay, validPlayers } from "../model/session.js";
import { loadNode, treeFrom } from "../model/tree.js";
import { Explorer } from "../parts/explorer.js";
import { Graph } from "../parts/graph.js";
import { signOf, SIGNS } from "../parts/signs.js";
import { Mistakes } from "./mistakes.js";

/** @import { Place } from "../app/router.js" */
/** @import { Listing, Player, Replay, Review, Reviewed, View } from "../../types/page.d.ts" */
/** @import { GameSpec } from "../model/session.js" */
/** @import { MoveNode } from "../model/tree.js" */

/** @param {Place} place */
export async function show({ parts, url, signal }) {
  const id = url.searchParams.get("live");
  const live = id ? await liveGame(id, signal) : null;
  const entry = await listing(live?.spec.game ?? parts[0] ?? "");
  const spec = live?.spec ?? specFrom(entry.id, parts[1] ?? entry.sizes[0], url.searchParams);
  const valid = { ...spec, players: await validPlayers(spec.players ?? []) };
  const { at, score, ...game } = valid;
  const [replay, review] = await Promise.all([
    request(post("/replay", game, {}), signal),
    request(post("/review", game, {}), signal),
  ]);
  const whole = { ...valid, moves: replay.steps.map((step) => step.move) };
  const own = live?.own ?? peopleOf(whole);
  const here = id ? `/review?live=${id}` : address({ ...whole, at: undefined }, "review");
  const mistakes = review.moves.filter(({ mistake, player }) => mistake && own.includes(player));
  const learn = url.searchParams.get("learn");
  if (learn !== null && mistakes.length) {
    return new Mistakes(entry, replay, review.moves, mistakes, here, signal).open(Number(learn) || 0);
  }
  const screen = new ReviewScreen(entry, whole, mistakes, here, replay, review, signal);
  await screen.explorer.open(url.searchParams, at ?? screen.mistakes[0]?.ply ?? 0);
  return screen;
}

/** @param {GameSpec} spec @returns {Player[]} */
function peopleOf({ players = ["human", "human"] }) {
  const seats = /** @type {Player[]} */ ([1, 2]);
  return seats.filter((player) => players?.[player - 1] === "human");
}

/** Requests a game between people. @param {string} id @param {AbortSignal} signal */
async function liveGame(id, signal) {
  const [state, record] = await Promise.all([
    request(get("/games/{id}", { id }), signal),
    request(get("/games/{id}/record", { id }), signal),
  ]);
  const spec = await specOfReplay(await request(post("/replay", { record }, {}), signal));
  return { spec: { ...spec, at: undefined }, own: state.you ? [state.you] : [] };
}

class ReviewScreen {
  /** @type {Map<MoveNode, Reviewed>} */
  #reviewed = new Map();
  /** The better moves, by mistake. @type {Map<MoveNode, MoveNode>} */
  #better = new Map();
  /** The moves of the better lines. @type {Set<MoveNode>} */
  #given = new Set();
  /** The better moves whose positions have been requested. @type {Set<MoveNode>} */
  #requested = new Set();

  previous = button("Previous mistake", () => this.#go(this.#mistakeBefore), { icon: "rewind" });
  following = button("Next mistake", () => this.#go(this.#mistakeAfter), { icon: "skip" });
  betterLine = button("Better line", () => this.#go(this.#better.get(this.explorer.node)), { icon: "line" });
  again = button("Try again", () => go(this.#lesson(this.explorer.node.ply)), { icon: "again", kind: "main" });

  /**
   * @param {Listing} entry
   * @param {GameSpec} spec
   * @param {Reviewed[]} own the mistakes that the person can try again
   * @param {string} here the address of the review
   * @param {Replay} replay
   * @param {Review} review
   * @param {AbortSignal} signal
   */
  constructor(entry, spec, own, here, replay, review, signal) {
    this.title = `Review of ${entry.name} ${spec.size}`;
    this.signal = signal;
    this.replay = replay;
    this.own = own;
    this.here = here;
    const root = treeFrom(replay.start);
    const line = root.line(spec.moves);
    line.forEach((node, n) => {
      node.fill(replay.steps[n]);
      this.#reviewed.set(node, review.moves[n]);
    });
    line.forEach((node, n) => {
      const nodes = (node.parent ?? root).line(review.moves[n].line);
      const [better] = nodes;
      if (better && better !== node) this.#better.set(node, better);
      for (const one of nodes) this.#given.add(one);
    });
    this.mistakes = line.filter((_, n) => review.moves[n].mistake);
    this.explorer = new Explorer(entry, this.title, root, signal, {
      screen: "review",
      spec: { ...spec, at: undefined },
      signOf: (node) => signOf(this.#reviewed.get(node)),
      describe: (node) => this.#describe(node),
      marksOf: (node) => this.#marksOf(node),
      isOwn: (end) => !this.#given.has(end),
      drawn: (node) => this.#drawn(node),
    });
    this.graph = new Graph(review.moves, replay.start.names, (ply) => void this.explorer.goTo(ply));
    const accuracy = review.accuracy.map(({ words }) => h("li", {}, words));
    this.element = this.explorer.arrange({
      name: "Review",
      before: [this.again, this.previous, this.following, this.betterLine],
      links: [
        own.length > 0 && linkButton("Learn from your mistakes", this.#lesson(0), { icon: "learn", kind: "quiet" }),
      ],
      rest: [this.graph.element, h("ul", { class: "accuracy", "aria-label": "Accuracy" }, accuracy)],
    });
  }

  /** @param {MoveNode | undefined} node */
  #go(node) {
    if (node) void this.explorer.visit(node);
  }

  /** Returns the address at which the mistake at a move can be tried again. @param {number} ply */
  #lesson(ply) {
    return `${this.here}${this.here.includes("?") ? "&" : "?"}learn=${ply}`;
  }

  /** Marks the better move on the board. @param {MoveNode} node */
  #marksOf(node) {
    const better = this.#better.get(node);
    if (!better) return null;
    if (!better.view) return {};
    const before = /** @type {View} */ (node.parent?.view);
    const changes = changesOf(before.scene, better.view.scene);
    return { hint: better.touches, plan: planOf(before.scene, changes, better.player) };
  }

  /** @param {MoveNode} node */
  #drawn(node) {
    const { explorer } = this;
    const better = this.#better.get(node);
    this.graph.show(node.isMain ? node.ply : 0);
    setShown(this.again, node.isMain && this.own.some(({ ply }) => ply === node.ply));
    setShown(this.betterLine, better !== undefined);
    setShown(this.previous, this.#mistakeBefore !== undefined);
    setShown(this.following, this.#mistakeAfter !== undefined);
    if (!better || better.view || this.#requested.has(better)) return;
    this.#requested.add(better);
    const redraw = () => explorer.node === node && !this.signal.aborted && explorer.draw();
    loadNode(better, this.signal).then(redraw, () => {});
  }

  /** Compares a move with the best one. @param {MoveNode} node */
  #describe(node) {
    const reviewed = this.#reviewed.get(node);
    if (!reviewed) return null;
    const { mistake, words, better_name } = reviewed;
    const sign = signOf(reviewed);
    const ending = node.ply === this.replay.steps.length ? this.replay.ending : null;
    const verdict = mistake ? `${capitalized(SIGNS[sign] ?? "a mistake")}: ${words}.` : `${capitalized(words)}.`;
    const sentence = [node.sentence, verdict, ending].filter(Boolean).join(" ");
    return { sentence, isMistake: Boolean(mistake), todo: better_name ? `Better: ${better_name}.` : undefined };
  }

  get #mistakeBefore() {
    return this.mistakes.findLast((mistake) => mistake.ply < this.explorer.node.ply);
  }

  get #mistakeAfter() {
    return this.mistakes.find((mistake) => mistake.ply > this.explorer.node.ply);
  }
}
