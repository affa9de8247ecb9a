// The facts about a finished game: accuracy, the turning point, and a start that was lost.

import { post, request } from "../app/api.js";
import { hrefOf } from "../app/base.js";
import { h, setChildren } from "../app/dom.js";

/** @import { Player, Review } from "../../types/page.d.ts" */
/** @import { GameSpec } from "../model/session.js" */

/**
 * @typedef {object} Finished  a finished game
 * @property {GameSpec} spec
 * @property {Player | null} viewer  the player of the person
 * @property {Player | null} winner
 * @property {readonly string[]} names  of the players
 * @property {(ply: number) => string} review  the address of its review at a move
 */

export class Result {
  #game = "";
  element = h("div", { class: "lines result", "aria-live": "polite" });
  /** True if the person lost a game that the opponent could always win. */
  wasLost = false;

  /** True if the person made a mistake. */
  hasMistakes = false;

  /** @param {AbortSignal} signal @param {() => void} loaded */
  constructor(signal, loaded) {
    this.signal = signal;
    this.loaded = loaded;
  }

  /** Requests the facts about a game, once. @param {Finished} finished */
  async show(finished) {
    const { at, score, players, ...game } = finished.spec;
    const name = JSON.stringify(game);
    if (name === this.#game) return;
    this.#game = name;
    this.wasLost = false;
    this.hasMistakes = false;
    setChildren(this.element);
    if (!game.moves.length) return;
    const first = game.first ?? undefined;
    const review = await request(post("/review", { ...game, first }, {}), this.signal).catch(() => null);
    if (name !== this.#game || !review) return;
    this.#write(review, finished);
    this.loaded();
  }

  /** @param {Review} review @param {Finished} finished */
  #write({ accuracy, moves }, { viewer, winner, names, review }) {
    const [{ before, player }] = moves;
    const best = before.value === "win" ? player : before.value === "loss" ? (player === 1 ? 2 : 1) : null;
    this.wasLost = viewer !== null && winner !== null && winner !== viewer && best === winner;
    this.hasMistakes = moves.some(({ mistake, player: by }) => mistake && by === viewer);
    const wordsOf = (/** @type {Review["accuracy"][0]} */ { player: by, words }) =>
      by === viewer ? words.replace(names[by - 1], "You") : words;
    const own = accuracy.filter((one) => one.decisions > 0 && (viewer ?? one.player) === one.player);
    const isClean = moves.every(({ player: by, judged, mistake }) => by !== viewer || (judged && !mistake));
    const turn = moves.findLast(({ mistake }) => mistake);
    setChildren(
      this.element,
      viewer !== null && isClean ? h("p", {}, "You made no mistakes.") : own.map((one) => h("p", {}, wordsOf(one))),
      turn &&
        h(
          "p",
          {},
          h("a", { href: hrefOf(review(turn.ply)) }, `Turning point: move ${turn.ply}, ${turn.name}.`),
          turn.better_name && ` Better: ${turn.better_name}.`,
        ),
      this.wasLost &&
        viewer &&
        h("p", {}, `${names[viewer - 1]} has the harder side: with best play, the other side always wins.`),
    );
  }
}
