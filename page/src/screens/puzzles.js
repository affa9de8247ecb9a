// Puzzles: only one move wins. The person looks for it, and a perfect opponent replies.
//
//     /puzzles                  the puzzle of the day, with three tries; the games take turns
//     /puzzles?day=2026-11-15   the puzzle of a past day
//     /puzzles/{game}/{size}    a random puzzle of a game; with ?seed=3 or ?day=today a particular one, with
//                               ?idea=mirror one that practices an idea
//     /puzzles/beat/{game}      see beat.js

import { get, listing, post, request } from "../app/api.js";
import { hrefOf } from "../app/base.js";
import { button, linkButton, select, setShown } from "../app/controls.js";
import { h, setChildren } from "../app/dom.js";
import { go } from "../app/router.js";
import { analysisOf } from "../model/analysis.js";
import { LocalGame } from "../model/local-game.js";
import { isSolved, missesOf, progress, record, recordMiss, resultOf, today, TRIES } from "../model/puzzles.js";
import { proceed } from "../model/session.js";
import { ideaLink } from "../parts/analysis-panel.js";
import { captions } from "../parts/players.js";
import { countdown, progressPanel, shareResult, triesOf } from "../parts/progress.js";
import { Table } from "../parts/table.js";

/** @import { Place } from "../app/router.js" */
/** @import { Finale } from "../model/game-state.js" */
/** @import { Listing, Puzzle, Session, Tone } from "../../types/page.d.ts" */

/** @typedef {{text: string, tone: Tone}} Verdict */

/** @param {Place} place */
export async function show({ parts, url, signal }) {
  if (parts[0] === "beat") return (await import("./beat.js")).show({ parts: parts.slice(1), url, signal });
  const asked = url.searchParams.get("day") ?? undefined;
  const isDaily = parts.length === 0;
  // The puzzles of later days are not open yet.
  const day = isDaily && asked && asked > today() ? undefined : asked;
  const puzzle = isDaily ? await request(get("/puzzles", { day }), signal) : await ofGame(parts, url, signal);
  const { view } = puzzle;
  const { game, size } = view;
  /** @type {[string, string]} */
  const players = view.to_move === 1 ? ["human", "perfect"] : ["perfect", "human"];
  const session = await proceed({ game, size, start: view.position, players }, signal);
  const idea = url.searchParams.get("idea");
  const practice = idea ? `idea=${idea}` : "";
  const query = puzzle.day ? `day=${puzzle.day}` : [`seed=${puzzle.seed}`, practice].filter(Boolean).join("&");
  const here = isDaily ? "/puzzles" : `/puzzles/${game}/${size}`;
  if (!signal.aborted) history.replaceState(null, "", hrefOf(`${here}?${query}`));
  return new PuzzleScreen(await listing(game), puzzle, session, isDaily, practice, signal);
}

/** @param {string[]} parts @param {URL} url @param {AbortSignal} signal */
async function ofGame([game, size], url, signal) {
  const entry = await listing(game);
  const text = url.searchParams.get("seed") ?? "";
  const day = url.searchParams.get("day") ?? undefined;
  const seed = !day && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
  const idea = url.searchParams.get("idea") ?? undefined;
  const puzzles = get("/puzzles/{game}/{size}", { game: entry.id, size: size ?? entry.sizes[0], day, seed, idea });
  return request(puzzles, signal);
}

class PuzzleScreen {
  /** The progress that was shown last. */
  #shown = "";
  #isShowingSolution = false;
  /** True once the solution is on the board. */
  #hasSolution = false;
  /** The verdict on the first move. @type {Promise<Verdict>} */
  #verdict = Promise.resolve({ text: "", tone: "plain" });

  tryAgain = button("Try again", () => this.#goTo(0), { icon: "again" });
  solution = button("Show the solution", () => void this.#solve(), { icon: "hint" });
  tries = h("div", {});
  progress = h("div", {});

  /**
   * @param {Listing} entry
   * @param {Puzzle} puzzle
   * @param {Session} session
   * @param {boolean} isDaily
   * @param {string} practice the query of more puzzles of the same kind
   * @param {AbortSignal} signal
   */
  constructor(entry, puzzle, session, isDaily, practice, signal) {
    const { size, players } = session;
    this.title = isDaily ? `Puzzle of the day: ${entry.name}` : `${entry.name} ${size} puzzle`;
    this.entry = entry;
    this.isDaily = isDaily;
    this.puzzle = puzzle;
    this.start = session.view;
    this.signal = signal;
    this.who = captions(players, "you");
    this.game = new LocalGame(session, signal, {
      draw: () => this.#draw(),
      proceeded: (before) => void this.#proceeded(before),
      refused: (reason) => {
        this.#draw();
        this.table.say(reason, "wrong");
      },
    });
    this.table = new Table(entry, this.title, signal, {
      play: (move) => this.#play(move),
      goTo: (at) => this.#goTo(at),
      prompt: () => this.#prompt,
    });
    this.share = shareResult(puzzle, entry.name);
    this.countdown = puzzle.day === today() && isDaily && countdown(signal);
    this.next = `/puzzles/${entry.id}/${size}${practice && `?${practice}`}`;
    this.following = button(isDaily ? `More ${entry.name}` : "Next puzzle", () => go(this.next), { icon: "on" });
    const sizes = entry.sizes.map((value) => ({ value, text: value }));
    const day = puzzle.day && `The puzzle of ${puzzle.day} (UTC), the same for everyone.`;
    const more = h(
      "div",
      { class: "row bottom" },
      !isDaily && select("Size", sizes, size, (value) => go(`/puzzles/${entry.id}/${value}`)),
      !isDaily && linkButton("Puzzle of the day", "/puzzles", { kind: "quiet" }),
      linkButton("Beat Perfect", `/puzzles/beat/${entry.id}`, { kind: "quiet" }),
      linkButton("Rush", "/rush", { kind: "quiet" }),
      this.table.rulesLink,
    );
    const facts = [puzzle.facts, day].filter(Boolean).join(" ");
    this.element = this.table.arrange({
      name: "Puzzle",
      controls: [this.tryAgain, this.solution, this.following],
      links: [h("span", { class: "badge" }, puzzle.grade)],
      news: [h("p", { class: "goal" }, h("strong", {}, "Goal: "), puzzle.goal), this.tries],
      rest: [
        h("p", { class: "quiet" }, facts),
        this.progress,
        this.table.moves.element,
        this.table.typing.element,
        more,
      ],
    });
    this.#changed("");
  }

  get #prompt() {
    return this.game.game.at === 0 ? this.puzzle.question : "";
  }

  /** True if the person may still look for the solution: it is not shown, and tries are left. */
  get #isOpen() {
    const result = resultOf(this.puzzle);
    return !isSolved(result) && result !== "shown";
  }

  #draw() {
    const { game, puzzle, isDaily } = this;
    const { view, plies, at } = game.shown;
    const last = plies[at - 1];
    const hasSolved = isSolved(resultOf(puzzle));
    const isSettled = !this.#isOpen && game.game.at > 0;
    this.table.show({
      game: game.game,
      position: { view, mayMove: game.mayMove, marks: { last: last?.touches, lastBy: last?.player } },
      seating: { ...game.seating, who: this.who },
      finale: isSettled ? this.#finale : null,
      results: isSettled ? this.#results : [],
    });
    this.table.input.board.plate.classList.toggle("is-cheering", isSettled && hasSolved);
    setShown(this.tryAgain, game.game.at > 0);
    setShown(this.solution, this.#isOpen);
    setShown(this.following, !isSettled || isDaily);
    if (isDaily) setChildren(this.tries, triesOf(puzzle));
    const text = JSON.stringify(progress());
    if (text !== this.#shown) setChildren(this.progress, progressPanel(puzzle.day ?? null));
    this.#shown = text;
  }

  /** @returns {Finale} */
  get #finale() {
    if (isSolved(resultOf(this.puzzle))) return { text: "Correct!", tone: "won" };
    return { text: this.#hasSolution ? "The solution" : "Not solved", tone: "plain" };
  }

  get #results() {
    const { puzzle, isDaily } = this;
    const hasSolved = isSolved(resultOf(puzzle));
    if (!hasSolved && !this.#hasSolution) {
      return [button("Show the solution", () => void this.#solve(), { icon: "hint", kind: "main" })];
    }
    const { idea, view } = puzzle;
    const next = isDaily ? this.share : linkButton("Next puzzle", this.next, { icon: "on", kind: "main" });
    return [next, idea && ideaLink(view.game, idea), this.countdown];
  }

  /** @param {string} sentence @param {Tone} [tone] */
  #changed(sentence, tone) {
    const { game, isAtEnd } = this.game;
    this.#draw();
    const ending = isAtEnd ? game.ending : null;
    this.table.say([sentence, ending ?? this.#prompt].filter(Boolean).join(" "), tone ?? (ending ? "good" : "plain"));
    this.game.reply();
  }

  /** @param {number} at */
  #goTo(at) {
    return this.game.proceed({ at });
  }

  /** @param {string} entry */
  #play(entry) {
    if (this.game.game.at === 0 && this.game.mayMove) this.#verdict = this.#judge(entry);
    return this.game.play(entry);
  }

  /** Announces the verdict on the first move before the reply to it. @param {Session} before */
  async #proceeded(before) {
    this.table.typing.clear();
    const { said, played, at } = this.game.game;
    if (before.at > 0 || !played.length) {
      this.#changed(at === 0 ? said.join(" ") : this.game.news(before));
      return;
    }
    const isLatest = this.game.begin();
    const { text, tone } = await this.#verdict;
    if (isLatest()) this.#changed([text, ...said.slice(1)].join(" "), tone);
  }

  /** Judges the first move. @param {string} entry @returns {Promise<Verdict>} */
  async #judge(entry) {
    const { game, size, position } = this.start;
    const isSolution = this.#isShowingSolution;
    this.#isShowingSolution = false;
    try {
      const judged = await request(post("/judge", { game, size, position, move: entry }, {}), this.signal);
      const { puzzle, keeps, move, consequence } = judged;
      if (isSolution) return { text: `The solution: ${move} ${consequence}.`, tone: "plain" };
      if (keeps) {
        record(this.puzzle, missesOf(this.puzzle) ? "later" : "found");
        return { text: puzzle ?? "", tone: "good" };
      }
      const left = this.#isOpen ? TRIES - recordMiss(this.puzzle) : null;
      if (!this.isDaily || left === null) return { text: puzzle ?? "", tone: "wrong" };
      if (left <= 0) record(this.puzzle, "shown");
      const words = left > 1 ? `${left} tries left.` : left === 1 ? "One try left." : "That was the last try.";
      return { text: `${puzzle ?? ""} ${words}`, tone: "wrong" };
    } catch {
      // Playing the move reports the error.
      return { text: "", tone: "plain" };
    }
  }

  async #solve() {
    record(this.puzzle, "shown");
    if (this.game.game.at) await this.#goTo(0);
    const analysis = await analysisOf(this.start);
    this.#isShowingSolution = this.#hasSolution = true;
    await this.#play(analysis.moves[0].move);
  }
}
