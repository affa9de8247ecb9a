// The review of a game: its mistakes, what would have been better as variations, and another try.

import { ask, get, listing, post } from "../app/api.js";
import { button, linkButton, shown } from "../app/controls.js";
import { h } from "../app/dom.js";
import { changesOf, planOf } from "../board/plan.js";
import { address, courseOf, knownPlayers, read } from "../model/session.js";
import { look, treeFrom } from "../model/tree.js";
import { Graph } from "../parts/graph.js";
import { called } from "../parts/players.js";
import { signOf, WORDS } from "../parts/signs.js";
import { Explorer } from "./explorer.js";

/** @import { Place } from "../app/router.js" */
/** @import { Listing, Player, Replay, Review, Reviewed, View } from "../../types/page.d.ts" */
/** @import { Sight } from "../board/hand.js" */
/** @import { Course } from "../model/session.js" */
/** @import { Node } from "../model/tree.js" */

/** @param {Place} place */
export async function show({ parts, url, signal }) {
  const live = url.searchParams.get("live");
  const told = live ? await courseOfLive(live, signal) : null;
  const entry = await listing(told?.course.game ?? parts[0] ?? "");
  const asked = told?.course ?? read(entry.id, parts[1] ?? entry.sizes[0], url.searchParams);
  // An address may name a level that there is not.
  const known = { ...asked, players: await knownPlayers(asked.players ?? []) };
  const { at, score, ...game } = known;
  const [replay, review] = await Promise.all([
    ask(post("/replay", game, {}), signal),
    ask(post("/review", game, {}), signal),
  ]);
  const course = { ...known, moves: replay.steps.map((step) => step.move) };
  const screen = new ReviewScreen(entry, course, told ? told.own : ownOf(course), replay, review, signal);
  await screen.open(url.searchParams, at ?? screen.mistakes[0]?.ply ?? 0);
  return screen;
}

/** Whose mistakes are the person's own. @param {Course} course @returns {Player[]} */
function ownOf({ players = ["human", "human"] }) {
  const seats = /** @type {Player[]} */ ([1, 2]);
  return seats.filter((player) => players?.[player - 1] === "human");
}

/** A game between people, from its record. @param {string} id @param {AbortSignal} signal */
async function courseOfLive(id, signal) {
  const [state, record] = await Promise.all([
    ask(get("/games/{id}", { id }), signal),
    ask(get("/games/{id}/record", { id }), signal),
  ]);
  const course = await courseOf(await ask(post("/replay", { record }, {}), signal));
  return { course: { ...course, at: undefined }, own: state.you ? [state.you] : [] };
}

class ReviewScreen extends Explorer {
  /** What the review says about a move. @type {Map<Node, Reviewed>} */
  #reviewed = new Map();
  /** The better move instead of a mistake. @type {Map<Node, Node>} */
  #better = new Map();
  /** The ends of the lines that the review brings along. @type {Set<Node>} */
  #given = new Set();

  previous = button("Previous mistake", () => this.#go(this.#mistakeBefore), { icon: "back" });
  following = button("Next mistake", () => this.#go(this.#mistakeAfter), { icon: "on" });
  betterLine = button("Better line", () => this.#go(this.#better.get(this.node)), { icon: "play" });
  again = button("Try again", () => this.playHere(this.node.parent ?? this.root), { icon: "again", kind: "main" });

  /**
   * @param {Listing} entry
   * @param {Course} course
   * @param {Player[]} own whose mistakes are the person's own
   * @param {Replay} replay
   * @param {Review} review
   * @param {AbortSignal} signal
   */
  constructor(entry, course, own, replay, review, signal) {
    const root = treeFrom(replay.start);
    super(entry, `Review of ${entry.name} ${course.size}`, root, course, signal);
    this.replay = replay;
    this.own = own;
    this.who = called(course.players ?? [], "person");
    const line = root.line(course.moves);
    line.forEach((node, n) => {
      node.tell(replay.steps[n]);
      this.#reviewed.set(node, review.moves[n]);
    });
    // The whole better line stands beside the move that was played.
    line.forEach((node, n) => {
      const whole = (node.parent ?? root).line(review.moves[n].line);
      const [better] = whole;
      if (better && better !== node) this.#better.set(node, better);
      for (const one of whole) this.#given.add(one);
    });
    /** The moves that were mistakes. */
    this.mistakes = line.filter((_, n) => review.moves[n].mistake);
    this.graph = new Graph(review.moves, replay.start.names, (at) => void this.goTo(at));
    const accuracy = review.accuracy.map(({ words }) => h("li", {}, words));
    const board = address({ ...course, at: undefined });
    const { again, previous, following, betterLine, questions, back, putBack } = this;
    this.element = this.arrange({
      name: "Review",
      controls: [again, previous, following, betterLine, ...questions, back, putBack],
      above: this.truth.balance.element,
      links: [linkButton("Back to the board", board, { icon: "undo", kind: "quiet" })],
      news: [this.list.element],
      rest: [
        this.truth.element,
        this.graph.element,
        h("ul", { class: "accuracy", "aria-label": "Accuracy" }, accuracy),
        this.typing.element,
      ],
    });
    this.element.classList.add("explorer");
  }

  /** @param {Node | undefined} node */
  #go(node) {
    if (node) void this.visit(node);
  }

  /** @override @param {Node} node */
  signOf(node) {
    const reviewed = this.#reviewed.get(node);
    return reviewed ? signOf(reviewed) : "";
  }

  /** @override @param {Node} node */
  addressOf(node) {
    return this.addressWith(this.course, "review", node);
  }

  /** @override @param {Node} end */
  isOwn(end) {
    return !this.#given.has(end);
  }

  /** The better move is marked on the board. @override @returns {Sight} */
  get sight() {
    const sight = super.sight;
    const better = this.#better.get(this.node);
    if (!better?.view || sight.marks?.hint?.length) return sight;
    const before = /** @type {View} */ (this.node.parent?.view);
    const changes = changesOf(before.scene, better.view.scene);
    const plan = planOf(before.scene, changes, better.player, 1).filter(({ from }) => from !== undefined);
    return { ...sight, marks: { ...sight.marks, hint: better.touches, plan } };
  }

  /** @override */
  draw() {
    super.draw();
    this.graph.show(this.node.isMain ? this.node.ply : 0);
  }

  /** @override @param {Node} node */
  async visit(node) {
    await super.visit(node);
    const better = this.#better.get(node);
    if (!better || better.view) return;
    const { turn } = this;
    await look(better, this.signal).catch(() => null);
    if (this.isNow(turn)) this.draw();
  }

  /** @override */
  showControls() {
    super.showControls();
    const { node } = this;
    const isOwn = this.mistakes.includes(node) && this.own.includes(node.player);
    shown(this.again, isOwn);
    shown(this.betterLine, this.#better.has(node));
    if (this.#better.has(node)) shown(this.best, false);
    shown(this.previous, this.#mistakeBefore !== undefined);
    shown(this.following, this.#mistakeAfter !== undefined);
  }

  /** What was played and what would have been better. @override @param {Node} node */
  tell(node) {
    const reviewed = this.#reviewed.get(node);
    if (!reviewed) {
      super.tell(node);
      return;
    }
    const { mistake, words, better } = reviewed;
    const sign = signOf(reviewed);
    const ending = node.ply === this.course.moves.length ? this.replay.ending : null;
    const kind = WORDS[sign] ?? "a mistake";
    if (mistake) {
      const said = `${node.sentence} ${kind.charAt(0).toUpperCase()}${kind.slice(1)} (${sign}): ${words}.`;
      this.say([said, ending].filter(Boolean).join(" "), "wrong", `Better: ${better}.`);
    } else {
      const said = `${node.sentence} ${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
      this.say([said, ending].filter(Boolean).join(" "));
    }
  }

  get #mistakeBefore() {
    return this.mistakes.findLast((mistake) => mistake.ply < this.node.ply);
  }

  get #mistakeAfter() {
    return this.mistakes.find((mistake) => mistake.ply > this.node.ply);
  }
}
