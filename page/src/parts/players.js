// Who plays, whose turn it is, the score, and what each has left.

import { h, refill, s } from "../app/dom.js";
import { colourOf, drawToken } from "../board/tokens.js";

/** @import { Player, Scene, Stock, Token, View } from "../../types/page.d.ts" */

/**
 * @typedef {object} Seating
 * @property {View} view
 * @property {[string, string]} who  such as "you", "hard", a name
 * @property {[number, number]} [score]
 * @property {boolean} isOver
 * @property {Player | null} winner
 * @property {string} [doing]  what the player to move does, such as "thinking"
 */

/** What a player's tokens look like in a scene. @param {Scene} scene @param {Player} player @returns {Token} */
function tokenOf(scene, player) {
  const cell = scene.cells.find(({ token }) => token?.owner === player);
  return cell?.token ?? { owner: player, text: player === 1 ? "X" : "O", kind: "marker" };
}

/**
 * How the players of a game are called beside their names.
 * @param {string[]} players "human" or the name of a level
 * @param {string} person how a person is called
 * @returns {[string, string]}
 */
export function called([one = "human", two = "human"], person) {
  const name = (/** @type {string} */ player) => (player === "human" ? person : player);
  return [name(one), name(two)];
}

/** A token as a small picture beside a word. @param {Token} token */
function smallToken(token) {
  return s(
    "svg",
    { class: "small-token", viewBox: "12 12 76 76", "aria-hidden": "true", focusable: "false" },
    drawToken(token),
  );
}

/** What a player has left to place, as pieces. @param {Stock} stock @param {string} words */
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
        { class: `panel player ${colourOf(player)} ${isNext ? "is-next" : ""} ${hasWon ? "has-won" : ""}` },
        smallToken(this.tokens[n]),
        h("span", { class: "player-name" }, view.names[n]),
        h("span", { class: "player-who quiet" }, [seating.who[n], ...facts].join(" · ")),
        stock && stockOf(stock, view.left[n] ?? ""),
        h("span", { class: "player-state" }, state),
      );
    };
    refill(this.element, card(1), card(2));
  }
}
