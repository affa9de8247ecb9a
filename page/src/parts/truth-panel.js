// What is known about the position: values on the cells and in a bar, a hint, the reason in words, and the line of
// best play.

import { button, panel, toggle } from "../app/controls.js";
import { h, refill } from "../app/dom.js";
import { keep, kept } from "../app/settings.js";
import { planOf } from "../board/plan.js";
import { truthOf } from "../model/truth.js";
import { Balance } from "./balance.js";
import { Line } from "./line.js";

/** @import { Analysis, Note, Player, View } from "../../types/page.d.ts" */
/** @import { Plan } from "../board/plan.js" */
/** @import { Standing } from "./balance.js" */

/**
 * @typedef {object} Asker  the screen with the board
 * @property {() => void} draw
 * @property {(sentence: string) => void} say
 * @property {(moves: string[]) => void} playLine
 * @property {Player | null} viewer  from whose side values are seen; nobody's in particular is the mover's
 */

/** After this long without an answer, in milliseconds, the panel says that it is waiting. */
const SLOW = 400;

/** The value for the other player. @type {Record<string, Note["value"]>} */
const OTHER = { win: "loss", loss: "win" };

/** Greater than any distance: an end that may be far away. */
const FAR = 500;

/** How good a value is for the player who has it; nothing for one that is not known. @param {Note} note */
function rank({ value, distance }) {
  if (value === "win") return 1000 - (distance ?? FAR);
  if (value === "loss") return (distance ?? FAR) - 1000;
  return value === "endless" ? 0 : null;
}

export class TruthPanel {
  /** @type {View | null} */
  #view = null;
  /** @type {Analysis | null} */
  #analysis = null;
  #isAsking = false;
  /** Values spoil a game that is played for the first time: they are off in each new one. */
  #shows = { values: false, why: kept("why", false) };
  /** The cells of the hint, if one was asked for. @type {number[]} */
  hint = [];
  /** What the hint does on the board. @type {Plan[]} */
  hintPlan = [];
  /** The line of best play, while it is followed. @type {Line | null} */
  line = null;
  balance = new Balance();

  /** @param {Asker} asker */
  constructor(asker) {
    this.asker = asker;
    this.values = toggle("Values", this.#shows.values, (isOn) => this.#turn("values", isOn), "values");
    this.why = toggle("Why", this.#shows.why, (isOn) => this.#turn("why", isOn), "why");
    this.hintButton = button("Hint", () => void this.#giveHint(), { icon: "hint" });
    this.lineButton = button("Best line", () => void this.#openLine(), { icon: "play" });
    /** What a screen puts among its controls. */
    this.buttons = [this.hintButton, this.values, this.why, this.lineButton];
    this.text = h("div", { class: "lines truth-text", "aria-live": "polite" });
    this.element = panel("Truth", this.text);
    /** The line, right below the board. */
    this.followed = h("div", { class: "followed" });
    this.balance.show(null);
  }

  /** Another position is shown. @param {View} view @param {boolean} isOffered */
  arrive(view, isOffered) {
    this.#view = view;
    this.#analysis = null;
    this.#isAsking = false;
    this.hint = [];
    this.hintPlan = [];
    this.line = null;
    const hasAnswers = isOffered && !view.over;
    for (const made of this.buttons) made.hidden = !hasAnswers;
    if (hasAnswers && (this.#shows.values || this.#shows.why)) void this.#ask();
    this.#write();
  }

  /** Whether values are seen from the side of the player who is not to move. */
  get #isFlipped() {
    const { viewer } = this.asker;
    return viewer !== null && viewer !== this.#view?.to_move;
  }

  /** The values to be shown on the cells. @param {number[]} picked */
  notes(picked) {
    if (!this.#shows.values) return undefined;
    const shown = this.#analysis?.notes?.find(({ touched }) => touched.join() === picked.join());
    const cells = shown?.cells ?? [];
    const best = Math.max(...cells.map((note) => rank(note) ?? -Infinity));
    const name = this.#view?.names[this.#view.to_move - 1];
    return new Map(
      cells.map((note) => {
        const isBest = rank(note) === best;
        const words = this.#isFlipped ? `${name} ${note.words}` : note.words;
        return [note.cell, { ...(this.#isFlipped ? flipped(note) : note), isBest, words }];
      }),
    );
  }

  /** What best play leads to from the position on the board. @returns {Standing | null} */
  get #standing() {
    const [analysis, view] = [this.#analysis, this.#view];
    if (!analysis || !view || !this.#shows.values) return null;
    const { value, to_move } = analysis;
    const words = analysis.words ?? "";
    const other = to_move === 1 ? 2 : 1;
    const winner = value === "win" ? to_move : value === "loss" ? other : null;
    if (!winner) return { winner, distance: null, words };
    const name = view.names[winner - 1];
    if (analysis.distance === null) return { winner, distance: null, words: `${name} wins` };
    const distance = analysis.distance - (this.line?.followed.length ?? 0);
    return { winner, distance, words: distance ? `${name} wins in ${distance}` : "" };
  }

  showBalance() {
    this.balance.show(this.#standing);
  }

  async #ask() {
    const view = this.#view;
    if (!view || view.over) return null;
    if (this.#analysis && !this.#isAsking) return this.#analysis;
    this.#isAsking = true;
    const slow = setTimeout(() => view === this.#view && this.#write(), SLOW);
    const first = (/** @type {Analysis} */ analysis) => view === this.#view && this.#learn(analysis);
    const analysis = await truthOf(view, first).catch((fault) => {
      if (view === this.#view) this.asker.say(fault.message);
      return null;
    });
    clearTimeout(slow);
    if (view !== this.#view) return null;
    this.#isAsking = false;
    this.#learn(analysis ?? this.#analysis);
    return analysis;
  }

  /** Shows what is known. @param {Analysis | null} analysis */
  #learn(analysis) {
    this.#analysis = analysis;
    this.#write();
    this.asker.draw();
  }

  /** Shows the values, or the reason, or does not any more. @param {"values" | "why"} what @param {boolean} isOn */
  #turn(what, isOn) {
    this.#shows[what] = isOn;
    if (what === "why") keep(what, isOn);
    if (isOn) void this.#ask();
    this.#write();
    this.asker.draw();
  }

  async #giveHint() {
    const analysis = await this.#ask();
    const view = this.#view;
    const hinted = analysis?.hinted;
    if (!hinted || !view) return;
    const touch = view.touch?.find(({ move }) => move === hinted);
    this.hint = view.moves?.find(({ move }) => move === hinted)?.touches ?? [];
    this.hintPlan = planOf(view.scene, touch?.preview ?? [], view.to_move, 1).filter(({ from }) => from !== undefined);
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
    line.next.focus({ preventScroll: true });
  }

  #closeLine() {
    this.line = null;
    this.#write();
    this.asker.draw();
    this.asker.say("Back in the game.");
    this.lineButton.focus({ preventScroll: true });
  }

  #write() {
    const { values, why } = this.#shows;
    const analysis = this.line ? null : this.#analysis;
    const side = this.#isFlipped ? "Colours are seen from your side." : "";
    refill(
      this.text,
      this.#isAsking && h("p", { class: "quiet" }, "Looking at the position."),
      analysis && (why || values) && this.#verdict(analysis),
      analysis?.best && why && h("p", { class: "quiet" }, analysis.best),
      analysis && values && h("p", { class: "quiet legend" }, [analysis.legend, side].filter(Boolean).join(" ")),
    );
    refill(this.followed, this.line?.element);
    this.element.hidden = !this.text.hasChildNodes();
  }

  /** What the position is worth, with the reason if that is wanted. @param {Analysis} analysis */
  #verdict({ value, words, headline }) {
    const { names, to_move } = /** @type {View} */ (this.#view);
    const said = this.#shows.why ? headline : `${names[to_move - 1]}: ${words}.`;
    const colour = this.#isFlipped ? (OTHER[value] ?? value) : value;
    return h("p", { class: `verdict ${colour}` }, said);
  }
}

/** A value seen from the other side. @param {Note} note @returns {Note} */
function flipped(note) {
  const sign = note.sign.replace(/^[+-]/, (one) => (one === "+" ? "-" : "+"));
  return { ...note, value: OTHER[note.value] ?? note.value, sign };
}
