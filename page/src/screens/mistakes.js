// Learning from mistakes: each mistake of a game is tried again on the board and judged at once, with the idea behind
// it.
//
//     /review/{game}/{size}?moves=...&learn=5    from the mistake at move 5

import { get, post, request } from "../app/api.js";
import { button, linkButton, setShown } from "../app/controls.js";
import { capitalized, h, setText } from "../app/dom.js";
import { GameState } from "../model/game-state.js";
import { predicted } from "../model/session.js";
import { AnalysisPanel } from "../parts/analysis-panel.js";
import { Table } from "../parts/table.js";

/** @import { Game, Listing, Replay, Reviewed, Tone, View } from "../../types/page.d.ts" */

/** @param {View} view @param {Reviewed | undefined} before the last move @param {number[]} touches @returns {Game} */
function gameOf(view, before, touches) {
  const plies = before ? [{ move: before.move, player: before.player, touches, sentence: "" }] : [];
  return { view, plies, at: plies.length, over: false, winner: null, ending: null };
}

export class Mistakes {
  /** The number of the mistake, from 0. */
  #at = 0;
  /** True once the mistake is corrected, or its solution is shown. */
  #isDone = false;
  #corrected = new Set();

  place = h("h2");
  progress = h("progress", { "aria-label": "Progress" });
  story = h("p");
  onward = button("Next mistake", () => void this.#go(this.#at + 1), { icon: "skip", kind: "main" });
  solution = button("Show the better move", () => void this.#solve(), { icon: "hint" });

  /**
   * @param {Listing} entry
   * @param {Replay} replay
   * @param {Reviewed[]} moves
   * @param {Reviewed[]} mistakes at least one
   * @param {string} review its address
   * @param {AbortSignal} signal
   */
  constructor(entry, replay, moves, mistakes, review, signal) {
    this.title = "Your mistakes";
    this.replay = replay;
    this.moves = moves;
    this.mistakes = mistakes;
    this.review = review;
    this.state = new GameState(gameOf(replay.start, undefined, []), signal);
    this.table = new Table(entry, this.title, signal, {
      play: (move) => this.#play(move),
      goTo: () => {},
      prompt: () => "",
    });
    this.analysis = new AnalysisPanel({
      draw: () => this.#draw(),
      say: (sentence) => this.table.say(sentence),
      openLine: () => {},
      viewer: () => this.#mistake.player,
    });
    this.progress.max = mistakes.length;
    this.element = this.table.arrange({
      name: "Mistakes",
      top: h(
        "section",
        { class: "panel lesson", "aria-label": "Mistake" },
        h("div", { class: "row ends" }, this.place, this.progress),
        this.story,
      ),
      news: [this.onward],
      controls: [this.solution],
      links: [linkButton("Back to the review", review, { icon: "graph", kind: "quiet" })],
      rest: [this.analysis.element, this.table.typing.element],
    });
  }

  get #mistake() {
    return this.mistakes[this.#at];
  }

  /** Opens the mistake at a move, or the next one after it. @param {number} ply */
  async open(ply) {
    const at = this.mistakes.findIndex((mistake) => mistake.ply >= ply);
    await this.#go(Math.max(at, 0));
    return this;
  }

  /** @param {number} at */
  async #go(at) {
    const { replay, moves, state } = this;
    const { ply, player, name, words } = this.mistakes[at];
    const shown = replay.steps[ply - 2];
    const { game, size, position } = shown?.view ?? replay.start;
    const positions = request(get("/positions/{game}/{size}", { game, size, position }), state.signal);
    const view = await state.latest(positions, (reason) => this.table.say(reason, "wrong"));
    if (!view) return;
    this.#at = at;
    this.#isDone = false;
    state.set(gameOf(view, moves[ply - 2], shown?.touches ?? []));
    this.analysis.show(view, false);
    setText(this.place, `Mistake ${at + 1} of ${this.mistakes.length}`);
    setText(this.story, `Move ${ply}: ${view.names[player - 1]} played ${name}, and ${words}.`);
    this.#draw();
    this.table.say("Find a better move.");
  }

  #draw() {
    const { game, shown, predicted: pending } = this.state;
    const claim = this.analysis.picture;
    // A claim is about the position before the move.
    const { view, plies, at } = claim ? game : shown;
    const last = plies[at - 1];
    const isLast = this.#at === this.mistakes.length - 1;
    const isOver = this.#isDone && isLast;
    const [corrected, all] = [this.#corrected.size, this.mistakes.length];
    this.progress.value = corrected;
    this.table.show({
      game,
      position: {
        view,
        mayMove: !this.#isDone && !pending,
        idle: "Continue with the next mistake.",
        marks: { last: last?.touches, lastBy: last?.player, claim },
      },
      finale: isOver ? { text: `${corrected} of ${all} corrected`, tone: corrected === all ? "won" : "plain" } : null,
      results: isOver ? [linkButton("Back to the review", this.review, { icon: "graph", kind: "main" })] : [],
    });
    setShown(this.onward, this.#isDone && !isLast);
    setShown(this.solution, !this.#isDone);
  }

  /** @param {string} entry */
  async #play(entry) {
    const { state } = this;
    if (this.#isDone || state.predicted) return;
    const { game, size, position } = state.game.view;
    state.predicted = predicted(state.game, entry);
    this.#draw();
    const judging = request(post("/judge", { game, size, position, move: entry }, {}), state.signal);
    const judged = await state.latest(judging, (reason) => this.#back(reason));
    if (!judged) return;
    const sentence = `${capitalized(judged.name)} ${judged.consequence}.`;
    if (judged.correct) {
      this.#corrected.add(this.#at);
      this.#finish(`Correct! ${sentence}`, "good");
    } else {
      this.#back(`${sentence} Try again.`);
    }
  }

  /** Takes a wrong move back. @param {string} reason */
  #back(reason) {
    this.state.predicted = null;
    this.#draw();
    this.table.say(reason, "wrong");
  }

  async #solve() {
    const { view } = this.state.game;
    const { better, better_name } = this.#mistake;
    this.state.predicted = predicted(this.state.game, better ?? "");
    this.#finish(`${view.names[view.to_move - 1]} should play ${better_name}.`, "plain");
  }

  /** Shows the idea behind the better move. @param {string} sentence @param {Tone} tone */
  #finish(sentence, tone) {
    this.#isDone = true;
    this.#draw();
    this.table.say(sentence, tone, "");
    void this.analysis.explain();
    if (!this.onward.hidden) this.onward.focus({ preventScroll: true });
  }
}
