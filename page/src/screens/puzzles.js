// Puzzles: only one move wins. The person looks for it, and a perfect opponent replies.
//
//     /puzzles                  the puzzle of the day, with a few tries; the games take turns
//     /puzzles?day=2026-11-15   the puzzle of a past day
//     /puzzles/{game}/{size}    a random puzzle of a game; with ?seed=3 or ?day=today a particular one, with
//                               ?idea=mirror one that practices an idea
//     /puzzles/beat/{game}      see beat.js

import { get, listing, post, request } from "../app/api.js";
import { hrefOf } from "../app/base.js";
import { button, linkButton, row, select, setShown } from "../app/controls.js";
import { capitalized, h, setChildren } from "../app/dom.js";
import { go } from "../app/router.js";
import { analysisOf } from "../model/analysis.js";
import { LocalGame } from "../model/local-game.js";
import { isSolved, missesOf, progress, record, recordMiss, resultOf, streak, today } from "../model/puzzles.js";
import { predicted, proceed } from "../model/session.js";
import { ideaLink } from "../parts/analysis-panel.js";
import { captions } from "../parts/players.js";
import { countdown, progressPanel, shareResult, triesOf } from "../parts/progress.js";
import { Table } from "../parts/table.js";

/** @import { Place } from "../app/router.js" */
/** @import { Finale } from "../model/game-state.js" */
/** @import { Listing, Puzzle, Session } from "../../types/page.d.ts" */

/** The time in milliseconds after which a wrong move is taken back. */
const TAKE_BACK = 1200;

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
  /** The message after the first move, which the reply does not replace. */
  #verdict = "";
  /** True if the person has just found the move. */
  #hasFound = false;

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
    this.who = captions(entry, players);
    this.game = new LocalGame(session, signal, {
      draw: () => this.#draw(),
      proceeded: (before) => this.#proceeded(before),
      refused: (reason) => this.#refuse(reason),
    });
    this.table = new Table(entry, this.title, signal, {
      play: (move) => this.#play(move),
      goTo: (at) => this.#goTo(at),
      prompt: () => this.#prompt,
    });
    this.share = shareResult(puzzle, entry.name);
    this.countdown = puzzle.day === today() && isDaily && countdown(signal);
    this.next = `/puzzles/${entry.id}/${size}${practice && `?${practice}`}`;
    this.following = button(isDaily ? `More ${entry.name}` : "Next puzzle", () => go(this.next), { icon: "skip" });
    const sizes = entry.sizes.map((value) => ({ value, text: value }));
    const day = puzzle.day && `The puzzle for ${puzzle.day} (UTC). It is the same for everyone.`;
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
    return this.game.game.at === 0 && this.#isOpen ? this.puzzle.question : "";
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
    const isSettled = !this.#isOpen;
    const days = streak(progress());
    this.table.show({
      game: game.game,
      position: { view, mayMove: game.mayMove, marks: { last: last?.touches, lastBy: last?.player } },
      seating: { ...game.seating, who: this.who, ...(game.predicted && game.game.at === 0 && { doing: "" }) },
      finale: isSettled ? this.#finale : null,
      results: isSettled ? this.#results : [],
      facts: isDaily && row(triesOf(puzzle), days > 0 && `${days}-day streak`),
    });
    this.table.input.board.plate.classList.toggle("is-cheering", this.#hasFound && game.game.at > 0);
    setShown(this.tryAgain, game.game.at > 0);
    setShown(this.solution, this.#isOpen);
    setShown(this.following, !isSettled || isDaily);
    if (isDaily) setChildren(this.tries, !isSettled && triesOf(puzzle));
    const text = JSON.stringify(progress());
    if (text !== this.#shown) setChildren(this.progress, progressPanel(puzzle.day ?? null));
    this.#shown = text;
  }

  /** @returns {Finale} */
  get #finale() {
    if (isSolved(resultOf(this.puzzle))) return { text: this.#hasFound ? "Correct!" : "Solved", tone: "won" };
    return { text: this.isDaily ? "Not solved" : "The solution", tone: "plain" };
  }

  get #results() {
    const { puzzle, isDaily } = this;
    const { idea, view } = puzzle;
    const next = isDaily ? this.share : linkButton("Next puzzle", this.next, { icon: "skip", kind: "main" });
    return [next, idea && ideaLink(view.game, idea), this.countdown];
  }

  /** @param {string} sentence */
  #changed(sentence) {
    const { game, isAtEnd } = this.game;
    this.#draw();
    const ending = isAtEnd ? game.ending : null;
    const words = [sentence, ending ?? this.#prompt].filter(Boolean).join(" ");
    this.table.say(words, ending ? "good" : "plain", this.#isOpen ? undefined : "");
    this.game.reply();
  }

  /** @param {string} reason */
  #refuse(reason) {
    this.#draw();
    this.table.say(reason, "wrong", "");
  }

  /** @param {number} at */
  #goTo(at) {
    return this.game.proceed({ at });
  }

  /** @param {string} entry */
  #play(entry) {
    const first = this.game.game.at === 0 && this.game.mayMove && predicted(this.game.game, entry);
    return first ? this.#try(entry, first) : this.game.play(entry);
  }

  /** @param {Session} before */
  #proceeded(before) {
    this.table.typing.clear();
    const isFirst = before.at === 0 && this.game.game.played.length > 0;
    this.#changed(isFirst ? this.#verdict : this.game.news(before));
  }

  /** Judges a move in the position of the puzzle. @param {string} move */
  #judge(move) {
    const { game, size, position } = this.start;
    const judging = request(post("/judge", { game, size, position, move }, {}), this.signal);
    return this.game.latest(judging, (reason) => this.#refuse(reason));
  }

  /** Judges the first move. A wrong one is taken back. @param {string} entry @param {Session} after */
  async #try(entry, after) {
    const { game, puzzle } = this;
    game.predicted = after;
    this.#draw();
    const judged = await this.#judge(entry);
    if (!judged) return;
    if (judged.correct) {
      record(puzzle, missesOf(puzzle) ? "later" : "found");
      this.#hasFound = true;
      this.#verdict = "";
      game.predicted = null;
      await game.play(entry);
      return;
    }
    const left = this.#isOpen ? puzzle.tries - recordMiss(puzzle) : Infinity;
    const isLast = this.isDaily && left <= 0;
    const tries = left === 1 ? "One try left." : `${left} tries left.`;
    const then = isLast ? "" : this.isDaily && left < Infinity ? tries : "Try again.";
    this.#refuse(`${capitalized(judged.name)} ${judged.consequence}. ${then}`);
    const isLatest = game.begin();
    await new Promise((resolve) => setTimeout(resolve, TAKE_BACK));
    if (!isLatest()) return;
    game.predicted = null;
    if (isLast) await this.#solve();
    else this.#draw();
  }

  async #solve() {
    record(this.puzzle, "shown");
    if (this.game.game.at) await this.#goTo(0);
    const analysis = await analysisOf(this.start);
    const [{ move }] = analysis.moves;
    const judged = await this.#judge(move);
    if (!judged) return;
    this.#verdict = `The solution: ${judged.name} ${judged.consequence}.`;
    await this.game.play(move);
  }
}
