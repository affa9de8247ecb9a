// The base of every screen with a board. It holds what they share: the board, the status, the players, the list of
// moves, typing a move, and looking at earlier positions.

import { Refused } from "../app/api.js";
import { bar, button, linkButton, toggle } from "../app/controls.js";
import { h, refill, write } from "../app/dom.js";
import { keep, kept } from "../app/settings.js";
import { hasSound, sound, turnSound } from "../app/sound.js";
import { picture } from "../board/board.js";
import { Hand } from "../board/hand.js";
import { Moves } from "../parts/moves.js";
import { hasLearnt, setLearnt } from "../model/lesson.js";
import { Players } from "../parts/players.js";
import { followShortcuts } from "../parts/shortcuts.js";
import { Typing } from "../parts/typing.js";

/** @import { Child } from "../app/dom.js" */
/** @import { Game, Listing, Tone } from "../../types/page.d.ts" */
/** @import { Sight } from "../board/hand.js" */
/** @import { MoveEntry } from "../parts/moves.js" */
/** @import { Seating } from "../parts/players.js" */
/** @import { Shortcut } from "../parts/shortcuts.js" */

/**
 * @typedef {object} Arrangement  what a screen adds to the parts that all have
 * @property {string} name  what the controls are for
 * @property {HTMLElement[]} controls
 * @property {Child[]} links
 * @property {Child[]} [news]  above the status
 * @property {Node[]} rest  below
 * @property {Child} [above]  between the players and the board
 * @property {Child} [top]  in place of the players
 *
 * @typedef {{text: string, tone: "won" | "lost" | "plain"}} Finale  how the game has ended for the person who looks on
 */

/** @template {Game} G */
export class BoardScreen {
  /** Grows with every change of what is shown. An answer that was asked for at an earlier turn is ignored. */
  turn = 0;
  /** The game with a move that is not answered yet, while there is one. @type {G | null} */
  foreseen = null;
  /** Who plays, such as "you" or the name of a level. @type {[string, string]} */
  who = ["", ""];
  /** What can be done after the end. */
  result = h("div", { class: "row" });
  /** How the game has ended, in large letters. */
  finale = h("p", { class: "finale" });
  ending = h("div", { class: "ending lines", hidden: true }, this.finale, this.result);
  /** What has just happened. */
  said = h("p", { class: "said" });
  /** What is to be done. */
  todo = h("p", { class: "todo" });
  status = h("div", { class: "status", role: "status" }, this.said, this.todo);
  putBack = button("Put back", () => this.hand.back(), { icon: "close" });
  /** Whether the board shows the idea of its game. */
  #hasGuides = kept("guides", true);
  guides = toggle("Guides", this.#hasGuides, (isOn) => this.#turnGuides(isOn), "guides");
  sound = toggle("Sound", hasSound(), turnSound, "sound");
  /** The position that was drawn last. */
  #drawn = "";

  /** @param {Listing} entry @param {string} title @param {G} game @param {AbortSignal} signal */
  constructor(entry, title, game, signal) {
    this.entry = entry;
    this.title = title;
    this.game = game;
    this.signal = signal;
    this.hand = new Hand(`Board of ${title}`, this);
    this.players = new Players(entry.picture);
    this.moves = new Moves((at) => void this.goTo(at));
    this.typing = new Typing((text) => void this.play(text));
    followShortcuts(() => this.shortcuts, signal);
    new ResizeObserver(() => this.#fit()).observe(this.status);
  }

  /** The keys of the screen. @returns {Shortcut[]} */
  get shortcuts() {
    const { plies, at } = this.game;
    const go = (/** @type {number} */ to) => to >= 0 && to <= plies.length && to !== at && this.goTo(to);
    return [
      { key: "ArrowLeft", words: "Previous position", act: () => go(at - 1) },
      { key: "ArrowRight", words: "Next position", act: () => go(at + 1) },
      { key: "Home", words: "First position", act: () => go(0) },
      { key: "End", words: "Last position", act: () => go(plies.length) },
    ];
  }

  /** The element of the screen: the board large, everything else beside or below it. @param {Arrangement} parts */
  arrange({ name, controls, links, news = [], rest, above, top = this.players.element }) {
    const crest = h("span", { class: "crest" }, picture(this.entry.picture));
    const table = h(
      "section",
      { class: "table" },
      h(
        "div",
        { class: "row ends table-head" },
        h("div", { class: "row table-title" }, crest, h("h1", {}, this.title)),
        h("p", { class: "row" }, links),
      ),
      top,
      h("div", { class: "table-board" }, above, this.hand.board.element),
      h("div", { class: "table-status" }, this.ending, this.status, news),
      bar(name, controls, this.guides, this.sound),
      h("div", { class: "stack table-rest" }, rest),
    );
    table.style.setProperty("--hue", String(this.entry.hue));
    return table;
  }

  /** @param {boolean} isOn */
  #turnGuides(isOn) {
    this.#hasGuides = isOn;
    keep("guides", isOn);
    this.draw();
  }

  get rulesLink() {
    return linkButton("Rules", `/rules/${this.entry.id}`, { icon: "book", kind: "quiet" });
  }

  get learnLink() {
    return linkButton("Learn", `/learn/${this.entry.id}`, { icon: "learn", kind: "quiet" });
  }

  /** Offers the guided first game to a person who has not seen it. @returns {Child} */
  offerLesson() {
    const { id, name } = this.entry;
    if (hasLearnt(id)) return false;
    const refuse = () => {
      setLearnt(id);
      offer.remove();
    };
    const offer = h(
      "section",
      { class: "panel offer", "aria-label": "Lesson" },
      h("p", {}, `New to ${name}? Learn it in a minute.`),
      h(
        "div",
        { class: "row" },
        linkButton("Show me", `/learn/${id}`, { kind: "main", icon: "learn" }),
        button("Not now", refuse, { kind: "plain" }),
      ),
    );
    return offer;
  }

  /** What is drawn: the game, or the game with the move that is not answered yet. */
  get shown() {
    return this.foreseen?.at === this.game.at + 1 ? this.foreseen : this.game;
  }

  /** Whether the last position is looked at. */
  get isAtEnd() {
    return this.game.at === this.game.plies.length;
  }

  /** Whether a person may move now. */
  get mayMove() {
    return false;
  }

  /** Said to a person who may not move now. */
  get idle() {
    return "It is not your turn.";
  }

  /** What happens next, in words. */
  get next() {
    return this.game.view.next ?? "";
  }

  /** What led to the position that is looked at, in words. */
  get told() {
    const { plies, at } = this.game;
    return plies[at - 1]?.sentence ?? "The start of the game.";
  }

  /** What the board shows. @returns {Sight} */
  get sight() {
    const { view, plies, at } = this.shown;
    const last = plies[at - 1];
    return { view, mayMove: this.mayMove, marks: { last: last?.touches, lastBy: last?.player } };
  }

  /** What is shown about the players. @returns {Seating} */
  get seating() {
    const { view, over, winner } = this.shown;
    return { view, who: this.who, isOver: this.isAtEnd && over, winner: this.isAtEnd ? winner : null };
  }

  /** The list of moves. @returns {MoveEntry[]} */
  get moveList() {
    return this.game.plies;
  }

  /** How the game has ended, if its end is shown. @returns {Finale | null} */
  get outcome() {
    const { over, winner, view } = this.shown;
    if (!over || !this.isAtEnd) return null;
    return { text: winner ? `${view.names[winner - 1]} wins` : "The game is over", tone: "plain" };
  }

  /** What is heard when another position is shown. @param {string} position */
  #hear(position) {
    const isOther = this.#drawn !== "" && this.#drawn !== position;
    this.#drawn = position;
    if (!isOther) return;
    const tone = this.outcome?.tone;
    sound(tone === "lost" ? "lost" : tone ? "won" : "place");
  }

  draw() {
    const { sight } = this;
    this.hand.show({ ...sight, hasGuides: this.#hasGuides });
    this.#hear(sight.view.position);
    this.players.show(this.seating);
    this.moves.show(this.moveList, this.game.at);
    this.typing.show(sight.view.how, sight.mayMove);
    this.showControls();
  }

  showControls() {
    this.putBack.hidden = !this.hand.picked.length;
  }

  /** @param {boolean} isOver @param {...Child} choices */
  showResult(isOver, ...choices) {
    refill(this.result, choices);
    const outcome = this.outcome;
    write(this.finale, outcome?.text ?? "");
    this.finale.className = `finale ${outcome?.tone ?? ""}`;
    this.ending.hidden = !isOver;
  }

  /**
   * @param {string} sentence
   * @param {Tone} [tone]
   * @param {string | number[]} [todo] what is to be done; the cells that were touched are nothing to be done
   */
  say(sentence, tone = "plain", todo = this.hand.instruction) {
    // A refusal is announced again even if its words are the same.
    if (tone === "wrong") {
      this.said.textContent = sentence;
      sound("refuse");
    } else {
      write(this.said, sentence);
    }
    write(this.todo, typeof todo === "string" ? todo : this.hand.instruction);
    this.said.className = `said ${tone}`;
    this.#fit();
  }

  /** A long text is made smaller; one that has to be scrolled can be reached by keys. */
  #fit() {
    const { status } = this;
    const isTooLong = () => status.scrollHeight > status.clientHeight;
    status.classList.remove("long");
    status.classList.toggle("long", isTooLong());
    if (isTooLong()) status.tabIndex = 0;
    else status.removeAttribute("tabindex");
  }

  /** A person has touched a cell, and the move is not whole yet. */
  touched() {
    this.say(this.hand.picked.length ? "" : this.next);
    this.showControls();
  }

  /** A person has entered a move. @param {string} _entry @returns {Promise<void>} */
  async play(_entry) {}

  /** Shows the position after so many moves. @param {number} _at @returns {Promise<void>} */
  async goTo(_at) {}

  /** Whether the screen still shows what it showed at a turn. @param {number} turn */
  isNow(turn) {
    return turn === this.turn && !this.signal.aborted;
  }

  /**
   * Asks for another game to be shown. If the server refuses, the screen shows again what it showed, and says why.
   * @param {Promise<G>} asked
   * @returns {Promise<G | null>} nothing if it was refused, or something else was asked for meanwhile
   */
  async answer(asked) {
    const turn = (this.turn += 1);
    try {
      const game = await asked;
      return this.isNow(turn) ? game : null;
    } catch (fault) {
      if (!(fault instanceof Refused || this.signal.aborted)) throw fault;
      if (this.isNow(turn)) this.refuse(/** @type {Refused} */ (fault).message);
      return null;
    }
  }

  /** Another state of the game is known. @param {G} game */
  take(game) {
    this.turn += 1;
    this.game = game;
    this.foreseen = null;
  }

  /** What was done last is not done. @param {string} reason */
  refuse(reason) {
    this.foreseen = null;
    this.draw();
    this.say(reason, "wrong");
  }
}
