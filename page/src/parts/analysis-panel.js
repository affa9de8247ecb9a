// The analysis of a position: values on the cells and in a bar, a hint, the reason, and the best line.

import { button, linkButton, panel, toggle } from "../app/controls.js";
import { h, setChildren } from "../app/dom.js";
import { planOf } from "../board/plan.js";
import { flipped, OPPOSITE, scaled } from "../board/values.js";
import { colorOf } from "../board/tokens.js";
import { analysisOf } from "../model/analysis.js";
import { Balance } from "./balance.js";

/** @import { Analysis, Claim, Player, View } from "../../types/page.d.ts" */
/** @import { Plan } from "../board/plan.js" */
/** @import { Standing } from "./balance.js" */
/** @import { Shortcut } from "./shortcuts.js" */

/**
 * @typedef {object} AnalysisEvents
 * @property {() => void} draw  the board has to show the analysis
 * @property {(sentence: string) => void} say
 * @property {(moves: string[]) => void} openLine
 * @property {() => Player | null} viewer  the player from whose side values are shown, by default the player to move
 */

/** Returns a link to the page of an idea. @param {string} game @param {string} id */
export function ideaLink(game, id) {
  return linkButton(`Idea: ${id.replaceAll("-", " ")}`, `/learn/${game}/${id}`, { icon: "learn", kind: "quiet" });
}

/** The time in milliseconds after which the panel shows that it is waiting. */
const SLOW = 400;

export class AnalysisPanel {
  /** @type {View | null} */
  #view = null;
  /** @type {Analysis | null} */
  #analysis = null;
  #isLoading = false;
  /** Both are off in each new game because they spoil it. */
  #shows = { values: false, why: false };
  /** The claim that is drawn on the board. @type {Claim | null} */
  #claim = null;
  /** The claim that stays drawn. @type {Claim | null} */
  #chosen = null;
  /** The cells of the hint. @type {number[]} */
  hint = [];
  /** The piece that the hint moves. @type {Plan[]} */
  hintPlan = [];
  balance = new Balance();

  /** @param {AnalysisEvents} events */
  constructor(events) {
    this.events = events;
    this.values = toggle("Values", this.#shows.values, (isOn) => this.#turn("values", isOn), "values");
    this.why = toggle("Why", this.#shows.why, (isOn) => this.#turn("why", isOn), "why");
    this.hintButton = button("Hint", () => void this.#showHint(), { icon: "hint" });
    this.lineButton = button("Best line", () => void this.#openLine(), { icon: "line" });
    this.buttons = [this.hintButton, this.values, this.why, this.lineButton];
    this.text = h("div", { class: "lines analysis-text", "aria-live": "polite" });
    this.element = panel("Analysis", this.text);
    this.balance.show(null);
  }

  /** @returns {Shortcut[]} */
  get shortcuts() {
    return [
      { key: "h", words: "Hint", act: () => this.hintButton.click() },
      { key: "v", words: "Values", act: () => this.values.click() },
      { key: "w", words: "Why", act: () => this.why.click() },
    ];
  }

  /** Shows another position. @param {View} view @param {boolean} isOffered */
  show(view, isOffered) {
    this.#view = view;
    this.#analysis = null;
    this.#isLoading = false;
    this.hint = [];
    this.hintPlan = [];
    this.#claim = this.#chosen = null;
    const isAvailable = isOffered && !view.over;
    for (const made of this.buttons) made.hidden = !isAvailable;
    if (isAvailable && (this.#shows.values || this.#shows.why)) void this.#load();
    this.#write();
  }

  /** True if values are shown from the side of the waiting player. */
  get #isFlipped() {
    const viewer = this.events.viewer();
    return viewer !== null && viewer !== this.#view?.to_move;
  }

  /** Returns the values to show on the cells. @param {number[]} picked */
  notes(picked) {
    if (!this.#shows.values || this.#claim) return undefined;
    const shown = this.#analysis?.notes?.find(({ touched }) => touched.join() === picked.join());
    const name = this.#view?.names[this.#view.to_move - 1];
    const values = scaled(shown?.cells ?? [], this.#touches[picked.length]);
    if (!this.#isFlipped) return values;
    return new Map([...values].map(([cell, value]) => [cell, flipped(value, `${name} ${value.words}`)]));
  }

  /** The cells of the best move. */
  get #touches() {
    return this.#view?.moves?.find(({ move }) => move === this.#analysis?.hinted)?.touches ?? [];
  }

  /** The result of best play from the position on the board. @returns {Standing | null} */
  get #standing() {
    const [analysis, view] = [this.#analysis, this.#view];
    if (!analysis || !view) return null;
    const { value, to_move, words } = analysis;
    const winner = value === "win" ? to_move : value === "loss" ? (to_move === 1 ? 2 : 1) : null;
    if (!winner) return { winner, distance: null, words: words ?? "" };
    const name = view.names[winner - 1];
    if (analysis.distance === null) return { winner, distance: null, words: `${name} wins` };
    return { winner, distance: analysis.distance, words: `${name} wins in ${Math.ceil(analysis.distance / 2)}` };
  }

  showBalance() {
    this.balance.show(this.#shows.values ? this.#standing : null);
  }

  async #load() {
    const view = this.#view;
    if (!view || view.over) return null;
    if (this.#analysis && !this.#isLoading) return this.#analysis;
    this.#isLoading = true;
    const slow = setTimeout(() => view === this.#view && this.#write(), SLOW);
    const first = (/** @type {Analysis} */ analysis) => view === this.#view && this.#receive(analysis);
    const analysis = await analysisOf(view, first).catch((error) => {
      if (view === this.#view) this.events.say(error.message);
      return null;
    });
    clearTimeout(slow);
    if (view !== this.#view) return null;
    this.#isLoading = false;
    this.#receive(analysis ?? this.#analysis);
    return analysis;
  }

  /** Shows the reason for the value of the position. */
  async explain() {
    this.#shows.why = true;
    await this.#load();
  }

  /** @param {Analysis | null} analysis */
  #receive(analysis) {
    this.#analysis = analysis;
    this.#write();
    this.events.draw();
  }

  /** @param {"values" | "why"} part @param {boolean} isOn */
  #turn(part, isOn) {
    this.#shows[part] = isOn;
    if (!isOn || part === "values") this.#claim = this.#chosen = null;
    if (isOn) void this.#load().then(() => part === "why" && this.#showFirst());
    this.#write();
    this.events.draw();
  }

  /** Draws the first reason, unless the board shows values. */
  #showFirst() {
    const { values, why } = this.#shows;
    if (!why) return;
    this.element.scrollIntoView({ block: "nearest" });
    const first = this.#analysis?.claims?.find(({ marks }) => marks.length);
    if (!first || values || this.#chosen) return;
    this.#claim = this.#chosen = first;
    this.#write();
    this.events.draw();
  }

  async #showHint() {
    const analysis = await this.#load();
    const view = this.#view;
    const hinted = analysis?.hinted;
    if (!hinted || !view) return;
    const touch = view.touch?.find(({ move }) => move === hinted);
    this.hint = this.#touches;
    this.hintPlan = planOf(view.scene, touch?.preview ?? [], view.to_move);
    this.events.draw();
    this.events.say(analysis.hint ?? "");
  }

  async #openLine() {
    const view = this.#view;
    const analysis = await this.#load();
    if (!analysis || view !== this.#view) return;
    if (analysis.line?.length) this.events.openLine(analysis.line);
    else this.events.say(`No best line. ${analysis.headline ?? ""}`);
  }

  #write() {
    const { values, why } = this.#shows;
    const analysis = this.#analysis;
    setChildren(
      this.text,
      this.#isLoading && h("p", { class: "quiet" }, "Analyzing..."),
      analysis && (why || values) && this.#verdict(analysis),
      why && this.#claims(analysis?.claims ?? []),
      analysis && values && this.#key(),
    );
    this.element.hidden = !this.text.hasChildNodes();
  }

  /** The sentences of the reason. Each shows its picture on the board. @param {Claim[]} claims */
  #claims(claims) {
    const { game } = /** @type {View} */ (this.#view);
    const items = claims.map((claim) => {
      const show = (/** @type {Claim | null} */ shown) => {
        this.#claim = shown ?? this.#chosen;
        this.events.draw();
      };
      const choose = () => {
        this.#chosen = this.#chosen === claim ? null : claim;
        for (const other of buttons) other.ariaPressed = String(other === made && this.#chosen !== null);
        show(this.#chosen);
      };
      const made = h(
        "button",
        {
          ...{
            type: "button",
            class: "claim",
            "aria-pressed": String(claim === this.#chosen),
            disabled: !claim.marks.length,
            onclick: choose,
          },
          ...{ onpointerenter: () => show(claim), onpointerleave: () => show(null) },
          ...{ onfocus: () => show(claim), onblur: () => show(null) },
        },
        h("span", {}, claim.sentence),
        h("span", { class: "unseen" }, ` ${claim.alt}`),
      );
      const idea = claim.idea && ideaLink(game, claim.idea);
      return { made, item: h("li", {}, made, idea) };
    });
    const buttons = items.map(({ made }) => made);
    return (
      items.length > 0 &&
      h(
        "ol",
        { class: "claims", "aria-label": "Reasons" },
        items.map(({ item }) => item),
      )
    );
  }

  /** The picture of the claim that is shown on the board. */
  get picture() {
    return this.#claim?.marks;
  }

  /** The value of the position. @param {Analysis} analysis */
  #verdict({ value, words, headline, claims }) {
    const { names, to_move } = /** @type {View} */ (this.#view);
    const text = this.#shows.why && !claims?.length ? headline : `${names[to_move - 1]}: ${words}.`;
    const own = this.#isFlipped ? (OPPOSITE[value] ?? value) : value;
    const winner = this.#standing?.winner ?? null;
    return h("p", { class: `verdict ${this.events.viewer() === null ? colorOf(winner) : own}` }, text);
  }

  /** The colors of the values, from the worst to the best. */
  #key() {
    const view = /** @type {View} */ (this.#view);
    const name = this.events.viewer() === null ? view.names[view.to_move - 1] : "You";
    const [loses, wins] = name === "You" ? ["lose", "win"] : ["loses", "wins"];
    return h(
      "figure",
      { class: "value-key quiet" },
      h("div", { class: "row ends" }, h("span", {}, `${name} ${loses}`), h("span", {}, `${name} ${wins}`)),
      h("div", { class: "value-scale" }),
      h(
        "figcaption",
        {},
        "★ best move. The stronger the color, the sooner the game ends; the number is how many moves the winner needs.",
      ),
    );
  }
}
