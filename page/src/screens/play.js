// A game on this device: between two people, a person and a level, or two levels to watch.

import { listing } from "../app/api.js";
import { hrefOf } from "../app/base.js";
import { button, linkButton, setEnabled, setShown } from "../app/controls.js";
import { confirmed } from "../app/dialog.js";
import { h, setChildren } from "../app/dom.js";
import { go } from "../app/router.js";
import { boardOf, keyOf, newKey, remember } from "../model/games.js";
import { levelAbove, newGame, recordWin } from "../model/ladder.js";
import { LocalGame } from "../model/local-game.js";
import { address, oneWord, proceed, specFrom, specOf, validPlayers } from "../model/session.js";
import { AnalysisPanel } from "../parts/analysis-panel.js";
import { ladder } from "../parts/ladder.js";
import { captions } from "../parts/players.js";
import { Result } from "../parts/result.js";
import { Table } from "../parts/table.js";

/** @import { Child } from "../app/dom.js" */
/** @import { Place } from "../app/router.js" */
/** @import { Act, Listing, Session } from "../../types/page.d.ts" */
/** @import { Shortcut } from "../parts/shortcuts.js" */

/** @param {Place} place */
export async function show({ parts, url, signal }) {
  const entry = await listing(parts[0] ?? "");
  const spec = specFrom(entry.id, parts[1] ?? entry.sizes[0], url.searchParams);
  const session = await proceed({ ...spec, players: await validPlayers(spec.players ?? []) }, signal);
  return new Play(entry, session, signal);
}

class Play {
  /** The address of the game when this screen was opened. */
  #opened = "";
  /** The key of the game in the list of games. @type {string | undefined} */
  #key;
  /** The moves of the line that was replaced last. @type {string[]} */
  #replaced = [];

  undo = button("Undo", () => this.#act("undo"), { icon: "undo" });
  redo = button("Redo", () => this.#act("redo"), { icon: "redo" });
  pause = button("Pause", () => this.#pause(), { icon: "pause" });
  playOn = button("Play on from here", () => this.#playOn(), { icon: "play" });
  other = button("Return to the other line", () => this.#return(), { icon: "line" });
  resign = button("Resign", () => void this.#resign(), { icon: "flag" });
  again = button("New game", () => void this.#newGame(), { icon: "add" });
  share = button("Share", () => void this.#share(), { icon: "share" });

  /** @param {Listing} entry @param {Session} session @param {AbortSignal} signal */
  constructor(entry, session, signal) {
    const { size, players } = session;
    this.entry = entry;
    this.title = `${entry.name} ${size}`;
    this.signal = signal;
    this.who = captions(entry, players);
    this.result = new Result(signal, () => this.#draw());
    this.game = new LocalGame(session, signal, {
      draw: () => this.#draw(),
      proceeded: (before) => this.#proceeded(before),
      refused: (reason) => this.#refuse(reason),
    });
    const table = new Table(entry, this.title, signal, {
      play: (move) => this.#play(move),
      goTo: (at) => this.#goTo(at),
      prompt: () => this.#prompt,
      shortcuts: () => this.#shortcuts,
    });
    this.table = table;
    const analysis = new AnalysisPanel({
      draw: () => this.#draw(),
      say: (sentence) => table.say(sentence),
      openLine: (moves) => this.#openLine(moves),
      viewer: () => this.game.viewer,
    });
    this.analysis = analysis;
    const { undo, redo, playOn, other, pause, again, resign, share } = this;
    this.intro = h("div", { class: "lines" }, this.#opponent(), table.offerLesson());
    this.explore = linkButton("Explore", "/", { icon: "explore" });
    const puzzles = linkButton("Puzzles", `/puzzles/${entry.id}/${size}`, { icon: "puzzle" });
    this.element = table.arrange({
      name: "Game",
      controls: [undo, redo, again, resign, playOn, other, pause],
      ask: analysis.buttons,
      view: [this.explore, puzzles, share],
      links: [table.learnLink, table.rulesLink],
      above: analysis.balance.element,
      rest: [
        this.intro,
        h("p", { class: "quiet", hidden: !session.level_warning }, session.level_warning ?? ""),
        analysis.element,
        table.moves.element,
        ladder(entry, size),
        table.typing.element,
      ],
    });
    this.#changed("");
  }

  /** Introduces the level, if the person plays against one. @returns {Child | Child[]} */
  #opponent() {
    const { players } = this.game.game;
    const { entry } = this;
    const { viewer, game } = this.game;
    const level = entry.levels.find(({ name }) => players.includes(name));
    if (!level || !viewer) return null;
    const isBetter = viewer === 2 && entry.favored === 2 && game.first === 1 && game.size === entry.sizes[0];
    const side = isBetter && h("p", {}, `You are ${game.view.names[1]}: with best play, this side wins.`);
    return [side, h("p", { class: "quiet" }, `${level.title}: ${level.about} ${level.sees}`)];
  }

  get #prompt() {
    const { game, viewer, isAtEnd, isThinking } = this.game;
    if (!viewer || !isAtEnd) return game.view.next ?? "";
    return isThinking ? this.#thinking : "Your turn.";
  }

  get #thinking() {
    return `${this.who[this.game.viewer === 1 ? 1 : 0]} is thinking.`;
  }

  #draw() {
    const { game, analysis } = this;
    const { shown, mayMove, finale } = game;
    const { view, plies, at } = shown;
    const last = plies[at - 1];
    const { hint, hintPlan: plan } = analysis;
    const marks = {
      last: last?.touches,
      lastBy: last?.player,
      ...(!game.predicted && { hint, plan, claim: analysis.picture }),
    };
    const notes = game.predicted ? undefined : (/** @type {number[]} */ picked) => analysis.notes(picked);
    this.table.show({
      game: game.game,
      position: { view, mayMove, marks, notes },
      seating: { ...game.seating, who: this.who, score: game.game.score },
      finale,
      results: this.#results,
      facts: this.result.element,
    });
    this.#showControls();
    analysis.showBalance();
  }

  #showControls() {
    const { game, isAtEnd, hasPerson, predicted, isPaused } = this.game;
    const { chooses, over, plies, can_undo, can_redo, can_resign } = game;
    setEnabled(this.undo, can_undo || predicted !== null);
    setEnabled(this.redo, can_redo);
    setShown(this.playOn, !isAtEnd && chooses !== null && chooses !== "human");
    setShown(this.other, this.#replaced.length > 0);
    setShown(this.pause, !hasPerson && !over && isAtEnd);
    setChildren(this.pause, h("span", {}, isPaused ? "Continue" : "Pause"));
    setShown(this.resign, can_resign !== null);
    setShown(this.again, plies.length > 0 && !over);
    setShown(this.intro, plies.length === 0);
    this.explore.href = hrefOf(address(specOf(game), "explore"));
  }

  get #results() {
    const { game, viewer } = this.game;
    if (!game.over) return [];
    const { entry, result } = this;
    const { players, size, first, winner } = game;
    const opponent = viewer && players[viewer === 1 ? 1 : 0];
    const above = opponent && winner === viewer && levelAbove(entry, opponent);
    const other = viewer === 1 ? "2" : "1";
    const switched = newGame(entry, { opponent: opponent ?? "", side: other, first: String(first), size });
    const next = above && newGame(entry, { opponent: above.name, side: String(viewer), first: String(first), size });
    const kind = next || result.wasLost ? undefined : "main";
    return [
      next && linkButton(`Next: ${above.title}`, next, { kind: "main", icon: "skip" }),
      result.wasLost && linkButton("Switch sides", switched, { kind: "main", icon: "swap" }),
      button("Rematch", () => void this.#next(), { kind, icon: "again" }),
      result.hasMistakes && linkButton("Learn from your mistakes", `${this.#reviewAt()}&learn=0`, { icon: "learn" }),
      game.plies.length > 0 && linkButton("Review the game", this.#reviewAt(), { icon: "graph" }),
    ];
  }

  /** Returns the address of the review. @param {number} [at] */
  #reviewAt(at) {
    return address({ ...specOf(this.game.game), at }, "review");
  }

  /** Shows another game or position. @param {string} sentence */
  #changed(sentence) {
    const { game, isAtEnd } = this.game;
    this.#remember(game);
    if (game.over) this.#finish();
    this.analysis.show(game.view, !game.over || !isAtEnd);
    this.#draw();
    const ending = isAtEnd ? game.ending : null;
    this.table.say([sentence, ending ?? this.#prompt].filter(Boolean).join(" "), ending ? "good" : "plain");
    this.game.reply();
  }

  /** Loads the facts about the finished game. */
  #finish() {
    const { game, viewer } = this.game;
    const { winner, view } = game;
    const review = (/** @type {number} */ at) => this.#reviewAt(at);
    void this.result.show({ spec: specOf(game), viewer, winner, names: view.names, review });
  }

  /** @param {Session} before */
  #proceeded(before) {
    const { game, viewer } = this.game;
    if (viewer && game.over && !before.over && game.winner === viewer && !game.start) {
      recordWin(this.entry.id, game.players[viewer === 1 ? 1 : 0]);
    }
    if (this.game.game.replaced.length) {
      // The browser's Back button leads to the replaced line as well.
      this.#replaced = before.plies.map((ply) => ply.move);
      history.pushState(null, "");
    }
    this.table.typing.clear();
    this.#changed(this.game.news(before));
  }

  /** @param {string} reason */
  #refuse(reason) {
    this.#remember(this.game.game);
    this.#draw();
    this.table.say(reason, "wrong");
  }

  /** Writes the game into the address and the list of games. @param {Session} game */
  #remember(game) {
    history.replaceState(history.state, "", hrefOf(address(specOf(game))));
    const whole = address({ ...specOf(game), at: undefined });
    if (!this.#opened) this.#key = keyOf(whole);
    this.#opened ||= whole;
    // A game from a link is listed only after the first own move.
    if (whole !== this.#opened) this.#key ??= newKey();
    if (!this.#key || !this.game.hasPerson) return;
    const { title, entry } = this;
    const { viewer } = this.game;
    const who = viewer ? `you against ${this.who[viewer === 1 ? 1 : 0]}` : "two people";
    const ending = game.over ? (game.ending ?? "") : "";
    const result = !game.over || !viewer || !game.winner ? "" : game.winner === viewer ? "won" : "lost";
    remember({
      ...{ key: this.#key, address: whole, game: entry.id, title, who, opponent: "", result },
      ...{ moves: game.plies.length, ending, ...boardOf(game.view.scene) },
    });
  }

  /** @returns {Shortcut[]} */
  get #shortcuts() {
    return [{ key: "u", words: "Undo", act: () => this.undo.click() }, ...this.analysis.shortcuts];
  }

  /** @param {string} entry */
  async #play(entry) {
    const playing = this.game.play(entry);
    // A level may take long to reply. The move is stored at once, in case the page is closed.
    if (this.game.predicted && this.game.isAtEnd) {
      this.#remember(this.game.predicted);
      if (this.game.viewer) this.table.say(this.#thinking, "plain", "");
    }
    await playing;
  }

  /** @param {number} at */
  #goTo(at) {
    this.game.isPaused = !this.game.hasPerson;
    void this.game.proceed({ at });
  }

  /** @param {Act} act */
  #act(act) {
    const { game } = this;
    game.isPaused = !game.hasPerson;
    if (act === "undo" && game.predicted) {
      game.set(game.game);
      this.#changed("");
    } else {
      void game.proceed({ act });
    }
  }

  #return() {
    const moves = this.#replaced;
    go(address({ ...specOf(this.game.game), moves, at: moves.length, resigned: null }));
  }

  #pause() {
    this.game.isPaused = !this.game.isPaused;
    this.game.set(this.game.game);
    this.#changed("");
  }

  /** Lets a level move in an earlier position. */
  #playOn() {
    this.game.isPaused = false;
    void this.game.proceed({ act: "forget", reply: true });
  }

  /** Opens a line in the explorer, at its first move. @param {string[]} line */
  #openLine(line) {
    const { game } = this.game;
    const moves = [game.at, ...line.map(oneWord)].join(" ");
    const explorer = address(specOf(game), "explore");
    go(`${explorer}${explorer.includes("?") ? "&" : "?"}${new URLSearchParams({ line: moves, on: "1-1" })}`);
  }

  async #resign() {
    if (await confirmed("Resign this game?", "Resign")) await this.game.proceed({ act: "resign" });
  }

  async #newGame() {
    const question = "Start a new game? You can return to this one with your browser's Back button.";
    if (await confirmed(question, "New game")) await this.#next();
  }

  async #next() {
    const next = proceed({ ...specOf(this.game.game), act: "next" }, this.signal);
    const session = await this.game.latest(next, (reason) => this.#refuse(reason));
    if (session) go(address(specOf(session)));
  }

  async #share() {
    const { shareSession } = await import("../parts/share.js");
    shareSession(this.game.game, this.title, this.table.input.board);
  }
}
