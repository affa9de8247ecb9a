// What is known about the position: values on the cells, a hint, the reason in words, and the line of best play.

import { button, panel, toggle } from "../app/controls.js";
import { h, refill } from "../app/dom.js";
import { keep, kept } from "../app/settings.js";
import { truthOf } from "../model/truth.js";
import { Line } from "./line.js";

/** @import { Analysis, View } from "../../types/page.d.ts" */

/**
 * @typedef {object} Asker  the screen with the board
 * @property {() => void} draw
 * @property {(sentence: string) => void} say
 * @property {(moves: string[]) => void} playLine
 */

/** After this long without an answer, in milliseconds, the panel says that it is waiting. */
const SLOW = 400;

export class TruthPanel {
  /** @type {View | null} */
  #view = null;
  /** @type {Analysis | null} */
  #analysis = null;
  #isAsking = false;
  #shows = { values: kept("values", false), why: kept("why", false) };
  /** The cells of the hint, if one was asked for. @type {number[]} */
  hint = [];
  /** The line of best play, while it is followed. @type {Line | null} */
  line = null;

  /** @param {Asker} asker */
  constructor(asker) {
    this.asker = asker;
    this.values = toggle("Values", this.#shows.values, (isOn) => this.#turn("values", isOn), "values");
    this.why = toggle("Why", this.#shows.why, (isOn) => this.#turn("why", isOn), "why");
    this.hintButton = button("Hint", () => void this.#giveHint(), { icon: "hint" });
    this.lineButton = button("Best line", () => void this.#openLine(), { icon: "play" });
    this.text = h("div", { class: "lines truth-text", "aria-live": "polite" });
    const buttons = [this.hintButton, this.values, this.why, this.lineButton];
    this.element = panel(
      "Truth",
      h("h2", { class: "unseen" }, "Truth"),
      h("div", { class: "tools halves", role: "group", "aria-label": "Truth" }, buttons),
      this.text,
    );
  }

  /** Another position is shown. @param {View} view @param {boolean} isOffered */
  arrive(view, isOffered) {
    this.#view = view;
    this.#analysis = null;
    this.#isAsking = false;
    this.hint = [];
    this.line = null;
    this.element.hidden = !isOffered || view.over;
    if (!this.element.hidden && (this.#shows.values || this.#shows.why)) void this.#ask();
    this.#write();
  }

  /** The values to be written on the cells. @param {number[]} picked */
  notes(picked) {
    if (!this.#shows.values) return undefined;
    const shown = this.#analysis?.notes?.find(({ touched }) => touched.join() === picked.join());
    return new Map(shown?.cells.map((note) => [note.cell, note]));
  }

  async #ask() {
    const view = this.#view;
    if (!view || view.over) return null;
    if (this.#analysis) return this.#analysis;
    this.#isAsking = true;
    const slow = setTimeout(() => view === this.#view && this.#write(), SLOW);
    const analysis = await truthOf(view).catch(() => null);
    clearTimeout(slow);
    if (view !== this.#view) return null;
    this.#isAsking = false;
    this.#analysis = analysis;
    this.#write();
    this.asker.draw();
    return analysis;
  }

  /** Shows the values, or the reason, or does not any more. @param {"values" | "why"} what @param {boolean} isOn */
  #turn(what, isOn) {
    this.#shows[what] = isOn;
    keep(what, isOn);
    if (isOn) void this.#ask();
    this.#write();
    this.asker.draw();
  }

  async #giveHint() {
    const analysis = await this.#ask();
    if (!analysis?.hinted || !this.#view) return;
    this.hint = this.#view.moves?.find(({ move }) => move === analysis.hinted)?.touches ?? [];
    this.asker.draw();
    this.asker.say(analysis.hint ?? "");
  }

  async #openLine() {
    const analysis = await this.#ask();
    if (!analysis || !this.#view) return;
    const moves = analysis.line ?? [];
    if (!moves.length) {
      this.asker.say(`There is no line to show. ${analysis.headline}`);
      return;
    }
    const line = await Line.of("Best line", this.#view, moves, {
      screen: this.asker,
      left: () => this.#closeLine(),
      playOn: (followed) => this.asker.playLine(followed),
    });
    if (line.start !== this.#view) return;
    this.line = line;
    this.#write();
    line.go(1);
    line.next.focus();
  }

  #closeLine() {
    this.line = null;
    this.#write();
    this.asker.draw();
    this.asker.say("Back in the game.");
    this.lineButton.focus();
  }

  #write() {
    const { values, why } = this.#shows;
    const analysis = this.#analysis;
    refill(
      this.text,
      this.#isAsking && h("p", { class: "quiet" }, "Looking at the position."),
      analysis && (why || values) && this.#verdict(analysis),
      this.line?.element,
      analysis?.best && why && !this.line && h("p", { class: "quiet" }, analysis.best),
      analysis && values && !this.line && h("p", { class: "quiet legend" }, analysis.legend),
    );
  }

  /** What the position is worth, with the reason if that is wanted. @param {Analysis} analysis */
  #verdict({ value, words, headline }) {
    const { names, to_move } = /** @type {View} */ (this.#view);
    const said = this.#shows.why ? headline : `${names[to_move - 1]}: ${words}.`;
    return h("p", { class: `verdict ${value}` }, said);
  }
}
