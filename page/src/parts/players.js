// The players: names, turn, score, and remaining tokens.

import { h, s, setChildren } from "../app/dom.js";
import { colorOf, drawToken, tokenOf } from "../board/tokens.js";
import { titleOf } from "../model/ladder.js";

/** @import { Listing, Player, Scene, Stock, Token, View } from "../../types/page.d.ts" */

/**
 * @typedef {object} Seating
 * @property {View} view
 * @property {[string, string]} who  such as "you", "Hard" or a name
 * @property {[number, number]} [score]
 * @property {boolean} isOver
 * @property {Player | null} winner
 * @property {string} [doing]  the activity of the player to move, such as "thinking"
 */

/**
 * Returns the captions of the players: "you" for the only person, nothing for two people, and the titles of levels.
 * @param {Listing} entry
 * @param {readonly string[]} [players] "human" or the name of a level
 * @returns {[string, string]}
 */
export function captions(entry, [one = "human", two = "human"] = []) {
  const person = one === two ? "" : "you";
  const name = (/** @type {string} */ player) => (player === "human" ? person : titleOf(entry, player));
  return [name(one), name(two)];
}

/** @param {Token} token */
function smallToken(token) {
  return s(
    "svg",
    { class: "small-token", viewBox: "12 12 76 76", "aria-hidden": "true", focusable: "false" },
    drawToken(token),
  );
}

/** Draws the tokens that a player has left. @param {Stock} stock @param {string} words */
function stockOf({ token, left, of }, words) {
  const pieces = Array.from({ length: of }, (_, n) => {
    const piece = smallToken(token);
    piece.classList.toggle("is-used", n >= left);
    return piece;
  });
  return h("span", { class: "player-stock", title: words }, pieces, h("span", { class: "unseen" }, words));
}

export class Players {
  /** @param {Scene} picture a scene in which both players have a token */
  constructor(picture) {
    this.element = h("ul", { class: "players", "aria-label": "Players" });
    this.tokens = [tokenOf(picture, 1), tokenOf(picture, 2)];
  }

  /** @param {Scene} picture */
  setTokens(picture) {
    this.tokens = [tokenOf(picture, 1), tokenOf(picture, 2)];
  }

  /** @param {Seating} seating */
  show(seating) {
    const { view, score = [0, 0] } = seating;
    const hasScore = score[0] + score[1] > 0;
    /** @param {Player} player */
    const card = (player) => {
      const n = player - 1;
      const isNext = !seating.isOver && view.to_move === player;
      const hasWon = seating.winner === player;
      const state = hasWon ? "won" : isNext ? (seating.doing ?? "to move") : "";
      const stock = view.scene.idea.stock?.[n];
      const facts = [stock ? null : view.left[n], hasScore ? `${score[n]} won` : null].filter(Boolean);
      return h(
        "li",
        { class: `panel player ${colorOf(player)} ${isNext ? "is-next" : ""} ${hasWon ? "has-won" : ""}` },
        smallToken(this.tokens[n]),
        h("span", { class: "player-name" }, view.names[n]),
        h("span", { class: "player-who quiet" }, [seating.who[n], ...facts].filter(Boolean).join(" · ")),
        stock && stockOf(stock, view.left[n] ?? ""),
        h("span", { class: "player-state" }, state),
      );
    };
    setChildren(this.element, card(1), card(2));
  }
}
