// The parts that every board screen has: board, players, status, moves, and typing a move. A screen passes its state to
// `show`, and learns of the person's actions by events.

import { bar, button, linkButton, setShown, toggle } from "../app/controls.js";
import { h, setChildren, setText } from "../app/dom.js";
import { load, store } from "../app/settings.js";
import { hasSound, sound, turnSound } from "../app/sound.js";
import { picture } from "../board/board.js";
import { MoveInput } from "../board/move-input.js";
import { isLessonOffered, storeLesson } from "../model/lesson.js";
import { Moves } from "./moves.js";
import { Players } from "./players.js";
import { followShortcuts } from "./shortcuts.js";
import { Typing } from "./typing.js";

/** @import { Child } from "../app/dom.js" */
/** @import { Finale } from "../model/game-state.js" */
/** @import { Game, Listing, Tone, View } from "../../types/page.d.ts" */
/** @import { Position } from "../board/move-input.js" */
/** @import { MoveEntry } from "./moves.js" */
/** @import { Seating } from "./players.js" */
/** @import { Shortcut } from "./shortcuts.js" */

/**
 * @typedef {object} TableEvents
 * @property {(move: string) => unknown} play
 * @property {(ply: number) => unknown} goTo  the position after `ply` moves is requested
 * @property {() => void} [picked]  a part of a move was chosen or put back
 * @property {() => string} [prompt]  the sentence while a move is being entered
 * @property {(reason: string, touched: number[]) => boolean} [refused]  returns true to replace the usual message
 * @property {() => Shortcut[]} [shortcuts]
 *
 * @typedef {object} Arrangement  the parts that a screen adds
 * @property {string} name  of the controls
 * @property {Child[]} controls  to play
 * @property {Child[]} [ask]  to ask for help
 * @property {Child[]} [view]  to look at the game in other ways
 * @property {Child[]} links  in the bar of the page
 * @property {Child[]} [news]  below the status
 * @property {Child[]} rest  below the controls
 * @property {Child} [above]  between the players and the board
 * @property {Child} [top]  instead of the players
 *
 * @typedef {object} TableState
 * @property {Game} game
 * @property {Position} position
 * @property {Partial<Seating>} [seating]
 * @property {Finale | null} [finale]
 * @property {Child[]} [results]  next steps after the end
 * @property {Child} [facts]  about the game, after its end
 */

export class Table {
  #final = h("div", { class: "final-board" });
  #finale = h("p", { class: "finale" });
  #facts = h("div", { class: "lines" });
  #results = h("div", { class: "row" });
  #ending = h(
    "section",
    { class: "panel ending", "aria-label": "Result", hidden: true },
    this.#final,
    h("div", { class: "lines" }, this.#finale, this.#facts),
    this.#results,
  );
  #message = h("p", { class: "said" });
  #todo = h("p", { class: "todo" });
  #status = h("div", { class: "status", role: "status" }, this.#message, this.#todo);
  #putBack = button("Cancel", () => this.input.back(), { icon: "close" });
  #hasGuides = load("guides", true);
  #guides = toggle("Guides", this.#hasGuides, (isOn) => this.#turnGuides(isOn), "guides");
  #sound = toggle("Sound", hasSound(), turnSound, "sound");
  /** @type {TableState | null} */
  #state = null;
  /** The position that was drawn last. */
  #drawn = "";

  /** @param {Listing} entry @param {string} title @param {AbortSignal} signal @param {TableEvents} events */
  constructor(entry, title, signal, events) {
    this.entry = entry;
    this.title = title;
    this.events = events;
    this.input = new MoveInput(`Board of ${title}`, {
      play: (move) => void events.play(move),
      pick: () => {
        if (events.picked) events.picked();
        else this.say(this.input.picked.length ? "" : (events.prompt?.() ?? ""));
        this.#showPutBack();
      },
      refuse: (reason, touched = []) => {
        if (!events.refused?.(reason, touched)) this.say(reason, "wrong");
      },
    });
    this.players = new Players(entry.picture);
    this.moves = new Moves((ply) => void events.goTo(ply));
    this.typing = new Typing((text) => void events.play(text));
    followShortcuts(() => [...this.#navigation, ...(events.shortcuts?.() ?? [])], signal);
    new ResizeObserver(() => this.#fit()).observe(this.#status);
  }

  /** @returns {Shortcut[]} */
  get #navigation() {
    if (!this.#state) return [];
    const { plies, at } = this.#state.game;
    const go = (/** @type {number} */ to) => to >= 0 && to <= plies.length && to !== at && this.events.goTo(to);
    return [
      { key: "ArrowLeft", words: "Previous position", act: () => go(at - 1) },
      { key: "ArrowRight", words: "Next position", act: () => go(at + 1) },
      { key: "Home", words: "First position", act: () => go(0) },
      { key: "End", words: "Last position", act: () => go(plies.length) },
    ];
  }

  /** Returns the element of the screen, with a large board and everything else around it. @param {Arrangement} parts */
  arrange({ name, controls, ask = [], view = [], links, news = [], rest, above, top = this.players.element }) {
    // A phone shows the name of the game only.
    const [kind, more] = this.title.split(this.entry.name);
    const title = more === undefined ? [kind] : [h("span", { class: "wide" }, kind), this.entry.name + more];
    const table = h(
      "section",
      { class: "table" },
      h("div", { class: "row table-head" }, h("h1", {}, title), links),
      top,
      h("div", { class: "table-board" }, above, this.input.board.element),
      h("div", { class: "table-status" }, this.#ending, this.#status, news),
      bar(name, {
        Play: [...controls, this.#putBack],
        Ask: ask,
        View: [...view, this.#guides, this.#sound],
      }),
      h("div", { class: "stack table-rest" }, rest),
    );
    table.style.setProperty("--hue", String(this.entry.hue));
    return table;
  }

  get rulesLink() {
    return linkButton("Rules", `/rules/${this.entry.id}`, { icon: "book", kind: "plain" });
  }

  get learnLink() {
    return linkButton("Learn", `/learn/${this.entry.id}`, { icon: "learn", kind: "plain" });
  }

  /** Offers the lesson to a new player. @returns {Child} */
  offerLesson() {
    const { id, name } = this.entry;
    if (!isLessonOffered(id)) return false;
    const refuse = () => {
      storeLesson(id, "declined");
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

  /** @param {TableState} state */
  show(state) {
    this.#state = state;
    const { game, position, seating, finale = null, results = [], facts } = state;
    const { view } = position;
    this.input.show({ ...position, hasGuides: this.#hasGuides });
    const hasChanged = this.#drawn !== "" && this.#drawn !== view.position;
    this.#drawn = view.position;
    if (hasChanged) sound(!finale ? "place" : finale.tone === "lost" ? "lost" : "won");
    this.players.show({ view, who: ["", ""], isOver: game.over, winner: game.winner, ...seating });
    this.moves.show(/** @type {MoveEntry[]} */ (game.plies), game.at);
    this.typing.show(view.how, position.mayMove);
    this.#showPutBack();
    // The instruction does not stay while the opponent thinks.
    if (!position.mayMove) setText(this.#todo, "");
    this.#showEnding(view, finale, results, facts);
    // A game that ends on the screen shows its result, also below the board of a phone.
    if (hasChanged && results.length) this.#ending.scrollIntoView({ block: "nearest" });
  }

  /** @param {View} view @param {Finale | null} finale @param {Child[]} results @param {Child} facts */
  #showEnding({ scene, winning, winner }, finale, results, facts) {
    const isShown = results.length > 0;
    this.#ending.hidden = !isShown;
    setChildren(this.#results, results);
    setText(this.#finale, finale?.text ?? "");
    this.#finale.className = `finale ${finale?.tone ?? ""}`;
    if (!isShown) return;
    setChildren(this.#facts, facts);
    if (finale) setChildren(this.#final, picture(scene, { winning, winner: winner ?? undefined }));
  }

  #showPutBack() {
    setShown(this.#putBack, this.input.picked.length > 0);
  }

  /** @param {boolean} isOn */
  #turnGuides(isOn) {
    this.#hasGuides = isOn;
    store("guides", isOn);
    if (this.#state) this.show(this.#state);
  }

  /** Writes the status. @param {string} sentence @param {Tone} [tone] @param {string} [todo] the next step */
  say(sentence, tone = "plain", todo = this.input.instruction) {
    // Setting the same text again makes a screen reader repeat it.
    if (tone === "wrong") {
      this.#message.textContent = sentence;
      sound("refuse");
    } else {
      setText(this.#message, sentence);
    }
    setText(this.#todo, todo);
    this.#message.className = `said ${tone}`;
    this.#fit();
  }

  /** Shrinks a long status. One that still has to be scrolled gets the focus, so that keys can scroll it. */
  #fit() {
    const status = this.#status;
    const isTooLong = () => status.scrollHeight > status.clientHeight;
    status.classList.remove("long");
    status.classList.toggle("long", isTooLong());
    if (isTooLong()) status.tabIndex = 0;
    else status.removeAttribute("tabindex");
  }
}
