// Exploring a game: every move and every line can be clicked or played, and variations replace nothing.

import { hrefOf } from "../app/base.js";
import { button, linkButton, setShown } from "../app/controls.js";
import { go } from "../app/router.js";
import { finaleOf, GameState } from "../model/game-state.js";
import { address } from "../model/session.js";
import { loadNode } from "../model/tree.js";
import { readVariations, writeVariations } from "../model/variations.js";
import { AnalysisPanel } from "./analysis-panel.js";
import { captions } from "./players.js";
import { Table } from "./table.js";
import { TreeList } from "./tree-list.js";

/** @import { Child } from "../app/dom.js" */
/** @import { Game, Listing, View } from "../../types/page.d.ts" */
/** @import { Marks } from "../board/drawing.js" */
/** @import { GameSpec } from "../model/session.js" */
/** @import { MoveNode } from "../model/tree.js" */
/** @import { Shortcut } from "./shortcuts.js" */

/**
 * @typedef {object} ExplorerOptions  the parts that differ between screens
 * @property {"explore" | "review"} screen
 * @property {GameSpec} spec  the game in the address
 * @property {(node: MoveNode) => string} [signOf]
 * @property {(node: MoveNode) => {sentence: string, isMistake: boolean, todo?: string} | null} [describe]
 * @property {(node: MoveNode) => Pick<Marks, "hint" | "plan"> | null} [marksOf]
 * @property {(end: MoveNode) => boolean} [isOwn]  true if a variation belongs into the address
 * @property {(node: MoveNode) => void} [drawn]
 */

export class Explorer {
  back = button("Take back", () => this.#takeBack(), { icon: "undo" });
  playFrom = button("Play from here", () => this.playFromNode(this.node), { icon: "play" });

  /**
   * @param {Listing} entry
   * @param {string} title
   * @param {MoveNode} root
   * @param {AbortSignal} signal
   * @param {ExplorerOptions} options
   */
  constructor(entry, title, root, signal, options) {
    this.root = root;
    /** The node on the screen. */
    this.node = root;
    this.signal = signal;
    this.options = options;
    this.state = new GameState(gameOf(root), signal);
    this.who = captions(entry, options.spec.players ?? undefined);
    this.table = new Table(entry, title, signal, {
      play: (move) => this.#play(move),
      goTo: (ply) => this.goTo(ply),
      prompt: () => this.state.game.view.next ?? "",
      shortcuts: () => this.#shortcuts,
    });
    this.analysis = new AnalysisPanel({
      draw: () => this.draw(),
      say: (sentence) => this.table.say(sentence),
      openLine: (moves) => this.#openLine(moves),
      viewer: () => null,
    });
    this.list = new TreeList((node) => void this.visit(node), options.signOf ?? (() => ""));
  }

  /** @param {{name: string, before: Child[], links: Child[], rest: Child[]}} parts */
  arrange({ name, before, links, rest }) {
    const { buttons, balance, element: analysis } = this.analysis;
    const board = address({ ...this.options.spec, at: undefined });
    const element = this.table.arrange({
      name,
      controls: [...before, this.back],
      ask: buttons,
      above: balance.element,
      links: [linkButton("Back to the board", board, { icon: "back", kind: "quiet" }), links].flat(),
      news: [this.list.element],
      rest: [analysis, ...rest, this.table.typing.element],
    });
    element.classList.add("explorer");
    return element;
  }

  /** Shows the variation or the position of an address. @param {URLSearchParams} query @param {number} ply */
  async open(query, ply) {
    const here = await readVariations(query, this.root, this.signal);
    if (here) await this.visit(here);
    else await this.goTo(ply);
  }

  draw() {
    const { node, state, options, analysis } = this;
    const { game } = state;
    const { view, plies, at } = game;
    const own = analysis.hint.length ? null : options.marksOf?.(node);
    const last = plies[at - 1];
    const { hint, hintPlan: plan, picture: claim } = analysis;
    const marks = { last: last?.touches, lastBy: last?.player, hint, plan, claim, ...own };
    const notes = (/** @type {number[]} */ picked) => analysis.notes(picked);
    const isLoading = !view.over && view.touch === null;
    this.table.show({
      game,
      position: { view, mayMove: !view.over && !isLoading, isLoading, marks, notes },
      seating: { who: this.who, isOver: state.isAtEnd && view.over, winner: state.isAtEnd ? view.winner : null },
      finale: finaleOf(game),
    });
    setShown(analysis.lineButton, !view.over && !options.marksOf?.(node));
    setShown(this.back, !node.isMain);
    setShown(this.playFrom, !view.over);
    analysis.showBalance();
    this.list.show(this.root, node);
    options.drawn?.(node);
  }

  /** Shows a node. Its position is drawn at once if it is loaded. @param {MoveNode} node */
  async visit(node) {
    const isLatest = this.state.begin();
    this.node = node;
    if (node.view) this.#arrive(node);
    if (node.view?.touch || node.view?.over) return;
    const view = await loadNode(node, this.signal).catch(() => null);
    if (view && isLatest()) this.#arrive(node);
  }

  /** @param {MoveNode} node */
  #arrive(node) {
    this.state.game = gameOf(node);
    history.replaceState(history.state, "", this.#addressOf(node));
    const { view } = this.state.game;
    this.analysis.show(view, true);
    this.draw();
    const described = this.options.describe?.(node);
    if (described) {
      this.table.say(described.sentence, described.isMistake ? "wrong" : "plain", described.todo);
    } else {
      const sentences = [node.sentence || "The start of the game.", view.ending ?? view.next];
      this.table.say(sentences.filter(Boolean).join(" "));
    }
  }

  /** @param {MoveNode} node */
  #addressOf(node) {
    const { screen, spec, isOwn = () => true } = this.options;
    const moves = this.root.rest.map(({ move }) => move);
    const [path, query = ""] = address({ ...spec, moves }, screen).split("?");
    const parameters = new URLSearchParams(query);
    parameters.set("at", String(node.path.findLast(({ isMain }) => isMain)?.ply ?? 0));
    writeVariations(parameters, this.root, node, isOwn);
    return hrefOf(`${path}?${parameters}`);
  }

  /** Follows a move that is in the tree, or starts a variation. @param {string} entry */
  async #play(entry) {
    const from = this.node;
    const { length } = from.children;
    const node = from.child(entry);
    const view = await this.state.latest(loadNode(node, this.signal), (reason) => {
      this.draw();
      this.table.say(reason, "wrong");
    });
    if (view) await this.visit(node);
    else if (from.children.length > length && !node.view) {
      node.remove();
      this.draw();
    }
  }

  /** @param {number} ply */
  async goTo(ply) {
    const node = [this.root, ...this.node.path, ...this.node.rest][ply];
    if (node) await this.visit(node);
  }

  /** @param {string[]} moves */
  #openLine(moves) {
    const [first] = this.node.line(moves);
    if (first) void this.visit(first);
  }

  /** Leaves the last move of a variation, and removes it if nothing follows it. */
  #takeBack() {
    const { node } = this;
    if (!node.parent) return;
    if (!node.isMain && !node.children.length) node.remove();
    void this.visit(node.parent);
  }

  /** Shows an alternative to the move. @param {1 | -1} step */
  #switchVariation(step) {
    const siblings = this.node.parent?.children ?? [];
    const other = siblings[siblings.indexOf(this.node) + step];
    if (other) void this.visit(other);
  }

  /** @returns {Shortcut[]} */
  get #shortcuts() {
    return [
      { key: "ArrowUp", words: "Previous variation", act: () => this.#switchVariation(-1) },
      { key: "ArrowDown", words: "Next variation", act: () => this.#switchVariation(1) },
      { key: "u", words: "Take back", act: () => this.#takeBack() },
      ...this.analysis.shortcuts,
      { key: "b", words: "Best line", act: () => this.analysis.lineButton.click() },
    ];
  }

  /** Starts a game from a position. @param {MoveNode} node */
  playFromNode(node) {
    const moves = node.path.map(({ move }) => move);
    go(address({ ...this.options.spec, moves, at: moves.length, resigned: null, score: undefined }));
  }
}

/** @param {MoveNode} node @returns {Game} */
function gameOf(node) {
  const plies = [...node.path, ...node.rest].map(({ move, player, touches, sentence }) => {
    return { move, player, touches, sentence };
  });
  const view = /** @type {View} */ (node.view);
  const { over, winner, ending } = view;
  return { view, plies, at: node.ply, over, winner, ending };
}
