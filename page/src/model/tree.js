// A game with variations: a tree of moves. The first child of a node continues the line, the others are variations.
// Positions are requested when they are first shown.

import { get, post, request } from "../app/api.js";
import { oneWord } from "./session.js";

/** @import { GameStep, Player, View } from "../../types/page.d.ts" */

/** A position, and the move that led to it. */
export class MoveNode {
  /** @type {MoveNode[]} */
  children = [];
  /** @type {View | null} */
  view = null;
  /** @type {number[]} */
  touches = [];
  sentence = "";
  /** The number of moves before this position. */
  ply = 0;

  /** @param {MoveNode | null} parent @param {string} move @param {Player} player */
  constructor(parent, move, player) {
    this.parent = parent;
    this.move = move;
    this.player = player;
    this.ply = parent ? parent.ply + 1 : 0;
  }

  /** The nodes from the first move to this one. @returns {MoveNode[]} */
  get path() {
    return this.parent ? [...this.parent.path, this] : [];
  }

  /** The nodes that continue the line. @returns {MoveNode[]} */
  get rest() {
    const [next] = this.children;
    return next ? [next, ...next.rest] : [];
  }

  /** True if the move was played in the game. @returns {boolean} */
  get isMain() {
    return !this.parent || (this.parent.children[0] === this && this.parent.isMain);
  }

  /** @param {GameStep} step */
  fill({ view, touches, sentence, player, move }) {
    Object.assign(this, { view, touches, sentence, player, move });
  }

  /** Returns the child with a move, adding it if necessary. @param {string} move @returns {MoveNode} */
  child(move) {
    const existing = this.children.find((child) => oneWord(child.move) === oneWord(move));
    if (existing) return existing;
    const mover = this.view?.to_move ?? (this.player === 1 ? 2 : 1);
    const child = new MoveNode(this, move, mover);
    this.children.push(child);
    return child;
  }

  /** Adds a line of moves and returns its nodes. @param {string[]} moves @returns {MoveNode[]} */
  line(moves) {
    /** @type {MoveNode[]} */
    const nodes = [];
    for (const move of moves) nodes.push((nodes.at(-1) ?? this).child(move));
    return nodes;
  }

  /** Removes this move and its continuations from the tree. */
  remove() {
    const { parent } = this;
    if (parent) parent.children = parent.children.filter((child) => child !== this);
  }
}

/** Returns a tree that starts from a position. @param {View} view */
export function treeFrom(view) {
  const root = new MoveNode(null, "", view.to_move === 1 ? 2 : 1);
  root.view = view;
  return root;
}

/**
 * Returns the view of a node with its legal moves, requesting it if necessary.
 * @param {MoveNode} node
 * @param {AbortSignal} signal
 * @returns {Promise<View>}
 */
export async function loadNode(node, signal) {
  const { view, path } = node;
  if (view?.touch || view?.over) return view;
  if (view) {
    const { game, size, position } = view;
    node.view = await request(get("/positions/{game}/{size}", { game, size, position }), signal);
    return node.view;
  }
  const from = path.findLast((one) => one.view)?.ply ?? 0;
  const start = /** @type {View} */ ((path[from - 1] ?? path[0]?.parent ?? node).view);
  const later = path.slice(from);
  const { game, size, position } = start;
  const moves = later.map(({ move }) => move);
  const { steps } = await request(post("/replay", { game, size, start: position, moves }, {}), signal);
  later.forEach((one, n) => one.fill(steps[n]));
  return /** @type {View} */ (node.view);
}
