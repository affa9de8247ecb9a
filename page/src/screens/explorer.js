// The base of the screens on which a game is explored: every move and every line is clicked or played, and nothing that
// was tried replaces what was there.

import { hrefOf } from "../app/base.js";
import { button, shown } from "../app/controls.js";
import { Node, look } from "../model/tree.js";
import { truthOf } from "../model/truth.js";
import { read, tell } from "../model/variations.js";
import { TreeList } from "../parts/tree-list.js";
import { TruthPanel } from "../parts/truth-panel.js";
import { address } from "../model/session.js";
import { go } from "../app/router.js";
import { BoardScreen } from "./board-screen.js";

/** @import { Game, Listing, View } from "../../types/page.d.ts" */
/** @import { Sight } from "../board/hand.js" */
/** @import { Course } from "../model/session.js" */
/** @import { Shortcut } from "../parts/shortcuts.js" */

/** @extends {BoardScreen<Game>} */
export class Explorer extends BoardScreen {
  best = button("Best line", () => void this.#addBest(), { icon: "play" });
  back = button("Take back", () => this.#takeBack(), { icon: "undo" });
  playFrom = button("Play from here", () => this.playHere(this.node), { icon: "again" });
  truth = new TruthPanel(this);
  /** Values are those of the player to move. @type {null} */
  viewer = null;

  /**
   * @param {Listing} entry
   * @param {string} title
   * @param {Node} root
   * @param {Course} course who plays, for another try
   * @param {AbortSignal} signal
   */
  constructor(entry, title, root, course, signal) {
    super(entry, title, gameOf(root), signal);
    this.root = root;
    /** Where the person is. */
    this.node = root;
    this.course = course;
    this.list = new TreeList((node) => void this.visit(node), (node) => this.signOf(node));
  }

  /** The sign of a move. @param {Node} _node @returns {string} */
  signOf(_node) {
    return "";
  }

  /** What is said about the position. @param {Node} node */
  tell(node) {
    const { view } = this.game;
    this.say([node.sentence || "The start.", view.ending ?? view.next].filter(Boolean).join(" "));
  }

  /** The address of what is shown. @param {Node} _node @returns {string | null} */
  addressOf(_node) {
    return null;
  }

  /** Whether a line was tried by the person, so that it is to be found again. @param {Node} _end @returns {boolean} */
  isOwn(_end) {
    return true;
  }

  /**
   * The address of a game with its variations, and with where the person is.
   * @param {Course} course
   * @param {"explore" | "review"} screen
   * @param {Node} node
   */
  addressWith(course, screen, node) {
    const [before, query = ""] = address({ ...course, at: undefined }, screen).split("?");
    const told = new URLSearchParams(query);
    told.set("at", String(node.path.findLast(({ isMain }) => isMain)?.ply ?? 0));
    tell(told, this.root, node, (end) => this.isOwn(end));
    return hrefOf(`${before}?${told}`);
  }

  /**
   * Shows what an address tells: a place in a variation, or else in the game.
   * @param {URLSearchParams} query
   * @param {number} at
   */
  async open(query, at) {
    const here = await read(query, this.root, this.signal);
    if (here) await this.visit(here);
    else await this.goTo(at);
  }

  /** @override */
  get mayMove() {
    return !this.game.view.over && this.game.view.touch !== null;
  }

  /** @override */
  get next() {
    return this.game.view.next ?? "";
  }

  /** @override @returns {Sight} */
  get sight() {
    const sight = super.sight;
    const notes = (/** @type {number[]} */ picked) => this.truth.notes(picked);
    const marks = { ...sight.marks, hint: this.truth.hint, plan: this.truth.hintPlan };
    // What is drawn at once, from what the game tells, does not say yet what a touch leads to.
    const isComing = !this.game.view.over && this.game.view.touch === null;
    return { ...sight, isComing, marks, notes };
  }

  /** @override */
  draw() {
    super.draw();
    this.truth.showBalance();
    this.list.show(this.root, this.node);
  }

  /** What is asked about the position. A best line is added to the tree instead of being followed beside it. */
  get questions() {
    const { hintButton, values, why } = this.truth;
    return [hintButton, values, why, this.best];
  }

  /** @override */
  showControls() {
    super.showControls();
    shown(this.best, !this.game.view.over);
    shown(this.back, !this.node.isMain);
    shown(this.playFrom, !this.game.view.over);
  }

  /** Shows the position after a move, which is drawn at once if it is known. @param {Node} node */
  async visit(node) {
    this.turn += 1;
    const { turn } = this;
    this.node = node;
    if (node.view) this.#arrive(node);
    if (node.view?.touch || node.view?.over) return;
    const view = await look(node, this.signal).catch(() => null);
    if (view && this.isNow(turn)) this.#arrive(node);
  }

  /** @param {Node} node */
  #arrive(node) {
    this.game = gameOf(node);
    const here = this.addressOf(node);
    if (here) history.replaceState(history.state, "", here);
    const view = /** @type {View} */ (node.view);
    this.truth.arrive(view, true);
    this.draw();
    this.tell(node);
  }

  /** A move that was played before is followed, another begins a variation. @override @param {string} entry */
  async play(entry) {
    const from = this.node;
    const known = from.children.length;
    const node = from.child(entry);
    const game = await this.answer(look(node, this.signal).then(() => gameOf(node)));
    if (game) return this.visit(node);
    // What is not a legal move is not in the tree either.
    if (from.children.length > known && !node.view) node.remove();
    this.draw();
  }

  /** @override @param {number} at */
  async goTo(at) {
    const line = [this.root, ...this.node.path, ...this.node.rest];
    const node = line[at];
    if (node) await this.visit(node);
  }

  /** A line is added from where the person is. @param {string[]} moves */
  playLine(moves) {
    const [first] = this.node.line(moves);
    if (first) void this.visit(first);
  }

  async #addBest() {
    const { turn } = this;
    const analysis = await truthOf(this.game.view).catch(() => null);
    if (!analysis || !this.isNow(turn)) return;
    if (analysis.line?.length) this.playLine(analysis.line);
    else this.say(`There is no line to show. ${analysis.headline ?? ""}`);
  }

  /** Leaves the last move of a variation, and takes it away if nothing follows it. */
  #takeBack() {
    const { node } = this;
    if (!node.parent) return;
    if (!node.isMain && !node.children.length) node.remove();
    void this.visit(node.parent);
  }

  /** Goes to the move that was played, or to another variation of it. @param {1 | -1} by */
  #turnTo(by) {
    const siblings = this.node.parent?.children ?? [];
    const other = siblings[siblings.indexOf(this.node) + by];
    if (other) void this.visit(other);
  }

  /** @override @returns {Shortcut[]} */
  get shortcuts() {
    const { truth } = this;
    return [
      ...super.shortcuts,
      { key: "ArrowUp", words: "Previous variation", act: () => this.#turnTo(-1) },
      { key: "ArrowDown", words: "Next variation", act: () => this.#turnTo(1) },
      { key: "u", words: "Take back", act: () => this.#takeBack() },
      { key: "h", words: "Hint", act: () => truth.hintButton.click() },
      { key: "v", words: "Values", act: () => truth.values.click() },
      { key: "w", words: "Why", act: () => truth.why.click() },
      { key: "b", words: "Best line", act: () => void this.#addBest() },
    ];
  }

  /** Goes on playing from a position. @param {Node} node */
  playHere(node) {
    const moves = node.path.map(({ move }) => move);
    go(address({ ...this.course, moves, at: moves.length, resigned: null, score: undefined }));
  }
}

/** What is shown at a node. @param {Node} node @returns {Game} */
function gameOf(node) {
  const plies = [...node.path, ...node.rest].map(({ move, player, touches, sentence }) => {
    return { move, player, touches, sentence };
  });
  const view = /** @type {View} */ (node.view);
  const { over, winner, ending } = view;
  return { view, plies, at: node.ply, over, winner, ending };
}
