// A game with variations: a tree of moves. The first child of a node goes on with the line, the others are variations.
// What a move leads to is asked for when it is looked at.

import { ask, get, post } from "../app/api.js";

/** @import { GameStep, Player, View } from "../../types/page.d.ts" */

/** A position, and the move that led to it. */
export class Node {
  /** @type {Node[]} */
  children = [];
  /** @type {View | null} */
  view = null;
  /** @type {number[]} */
  touches = [];
  sentence = "";
  /** How many moves have led here. */
  ply = 0;

  /** @param {Node | null} parent @param {string} move @param {Player} player who made it */
  constructor(parent, move, player) {
    this.parent = parent;
    this.move = move;
    this.player = player;
    this.ply = parent ? parent.ply + 1 : 0;
  }

  /** The nodes from the first move up to this one. @returns {Node[]} */
  get path() {
    return this.parent ? [...this.parent.path, this] : [];
  }

  /** How the line goes on from here. @returns {Node[]} */
  get rest() {
    const [next] = this.children;
    return next ? [next, ...next.rest] : [];
  }

  /** Whether the move belongs to the line that the game took. @returns {boolean} */
  get isMain() {
    return !this.parent || (this.parent.children[0] === this && this.parent.isMain);
  }

  /** @param {GameStep} step */
  tell({ view, touches, sentence, player, move }) {
    Object.assign(this, { view, touches, sentence, player, move });
  }

  /**
   * The child with a move. There is one afterwards.
   * @param {string} move
   * @returns {Node}
   */
  child(move) {
    const known = this.children.find((child) => isSame(child.move, move));
    if (known) return known;
    const mover = this.view?.to_move ?? (this.player === 1 ? 2 : 1);
    const child = new Node(this, move, mover);
    this.children.push(child);
    return child;
  }

  /** Adds a line of moves: its nodes. @param {string[]} moves @returns {Node[]} */
  line(moves) {
    /** @type {Node[]} */
    const nodes = [];
    for (const move of moves) nodes.push((nodes.at(-1) ?? this).child(move));
    return nodes;
  }

  /** Takes this move and what follows it out of the tree. */
  remove() {
    const { parent } = this;
    if (parent) parent.children = parent.children.filter((child) => child !== this);
  }
}

/** Whether two texts spell the same move. @param {string} one @param {string} other */
function isSame(one, other) {
  const plain = (/** @type {string} */ move) => move.trim().toLowerCase().replace(/[\s-]+/g, " ");
  return plain(one) === plain(other);
}

/** A tree that begins in a position. @param {View} view */
export function treeFrom(view) {
  const root = new Node(null, "", view.to_move === 1 ? 2 : 1);
  root.view = view;
  return root;
}

/**
 * Finds out what a node shows, with the moves that can be played there.
 * @param {Node} node
 * @param {AbortSignal} signal
 * @returns {Promise<View>}
 */
export async function look(node, signal) {
  const known = node.view;
  if (known?.touch || known?.over) return known;
  if (known) {
    const { game, size, position } = known;
    node.view = await ask(get("/positions/{game}/{size}", { game, size, position }), signal);
    return node.view;
  }
  const path = node.path;
  const from = path.findLast(({ view }) => view)?.ply ?? 0;
  const start = /** @type {View} */ ((path[from - 1] ?? rootOf(node)).view);
  const later = path.slice(from);
  const { game, size, position } = start;
  const moves = later.map(({ move }) => move);
  const { steps } = await ask(post("/replay", { game, size, start: position, moves }, {}), signal);
  later.forEach((one, n) => one.tell(steps[n]));
  return /** @type {View} */ (node.view);
}

/** @param {Node} node @returns {Node} */
function rootOf(node) {
  return node.parent ? rootOf(node.parent) : node;
}
