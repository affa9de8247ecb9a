// Beat Perfect: the person has a won position, and a perfect opponent holds out. The par is the number of moves with
// best play.
//
//     /puzzles/beat/{game}/{size}?seed=3    the same position for everyone

import { catalogue, get, listing, request } from "../app/api.js";
import { hrefOf } from "../app/base.js";
import { button, linkButton, row, select, setShown } from "../app/controls.js";
import { h, setText } from "../app/dom.js";
import { go } from "../app/router.js";
import { LocalGame } from "../model/local-game.js";
import { address, proceed, specOf } from "../model/session.js";
import { captions } from "../parts/players.js";
import { shareButton } from "../parts/progress.js";
import { Table } from "../parts/table.js";

/** @import { Place } from "../app/router.js" */
/** @import { Challenge, Listing, Session } from "../../types/page.d.ts" */

/** @param {Place} place */
export async function show({ parts, url, signal }) {
  const entry = await listing(parts[0] ?? "");
  const solved = entry.sizes.filter((size) => !entry.unsolved.includes(size));
  const size = solved.find((one) => one === parts[1]) ?? solved[0];
  const text = url.searchParams.get("seed") ?? "";
  const given = /^\d{1,15}$/.test(text) ? Number(text) : undefined;
  const challenge = await request(get("/challenges/{game}/{size}", { game: entry.id, size, seed: given }), signal);
  const { view, seed } = challenge;
  const here = `/puzzles/beat/${entry.id}/${size}`;
  if (!signal.aborted) history.replaceState(null, "", hrefOf(`${here}?seed=${seed}`));
  /** @type {[string, string]} */
  const players = view.to_move === 1 ? ["human", "perfect"] : ["perfect", "human"];
  const session = await proceed({ game: entry.id, size, start: view.position, players }, signal);
  const { games } = await catalogue();
  return new Beat(entry, games, solved, challenge, session, here, signal);
}

class Beat {
  restart = button("Start again", () => void this.game.proceed({ moves: [], at: 0 }), { icon: "undo" });
  score = h("p");

  /**
   * @param {Listing} entry
   * @param {Listing[]} games
   * @param {string[]} sizes the solved ones
   * @param {Challenge} challenge
   * @param {Session} session
   * @param {string} here the address of a new position
   * @param {AbortSignal} signal
   */
  constructor(entry, games, sizes, challenge, session, here, signal) {
    this.title = `Beat Perfect: ${entry.name}`;
    this.entry = entry;
    this.here = here;
    this.seed = challenge.seed;
    this.par = challenge.par;
    this.person = challenge.view.to_move;
    this.who = captions(entry, session.players);
    this.share = shareButton(() => this.#text, "Share the challenge");
    this.game = new LocalGame(session, signal, {
      draw: () => this.#draw(),
      proceeded: (before) => this.#changed(this.game.news(before)),
      refused: (reason) => {
        this.#draw();
        this.table.say(reason, "wrong");
      },
    });
    this.table = new Table(entry, this.title, signal, {
      play: (move) => this.game.play(move),
      goTo: () => {},
      prompt: () => this.game.game.view.next ?? "",
    });
    const options = sizes.map((value) => ({ value, text: value }));
    const resize = (/** @type {string} */ size) => go(`/puzzles/beat/${entry.id}/${size}`);
    const others = games.filter(({ sizes: all, unsolved }) => all.some((one) => !unsolved.includes(one)));
    const names = others.map(({ id, name }) => ({ value: id, text: name }));
    const change = (/** @type {string} */ id) => go(`/puzzles/beat/${id}`);
    const choices = row(select("Game", names, entry.id, change), select("Size", options, challenge.view.size, resize));
    this.element = this.table.arrange({
      name: "Beat Perfect",
      controls: [this.restart, button("Another position", () => go(here), { icon: "skip" })],
      links: [this.table.learnLink, this.table.rulesLink],
      news: [h("p", { class: "goal" }, h("strong", {}, "Goal: "), challenge.goal), this.score],
      rest: [choices, this.table.moves.element, this.table.typing.element],
    });
    this.#changed(`${challenge.question} Perfect holds out as long as it can.`);
  }

  /** The number of the person's moves. */
  get #count() {
    return this.game.shown.plies.filter(({ player }) => player === this.person).length;
  }

  get #hasWon() {
    return this.game.game.winner === this.person;
  }

  get #text() {
    const link = new URL(hrefOf(`${this.here}?seed=${this.seed}`), location.href).href;
    const result = this.#hasWon ? `I beat Perfect in ${this.#count}` : "Can you beat Perfect?";
    return `${this.entry.name}: ${result} (par ${this.par}).\n${link}`;
  }

  #draw() {
    const { game, par } = this;
    const { view, plies, at } = game.shown;
    const last = plies[at - 1];
    const isOver = game.game.over;
    const count = this.#count;
    const won = count <= par ? `Par! You won in ${count}.` : `You won in ${count}; par is ${par}.`;
    this.table.show({
      game: game.game,
      position: { view, mayMove: game.mayMove, marks: { last: last?.touches, lastBy: last?.player } },
      seating: { ...game.seating, who: this.who },
      finale: isOver ? { text: this.#hasWon ? won : "Perfect got away", tone: this.#hasWon ? "won" : "lost" } : null,
      results: isOver ? this.#results : [],
    });
    setText(this.score, `Par ${par}. Your moves: ${count}.`);
    setShown(this.restart, count > 0);
  }

  get #results() {
    const review = address({ ...specOf(this.game.game), at: undefined }, "review");
    if (this.#hasWon) return [this.share, linkButton("Another position", this.here, { icon: "skip" })];
    return [linkButton("See where the win was lost", review, { icon: "graph", kind: "main" }), this.share];
  }

  /** @param {string} sentence */
  #changed(sentence) {
    this.table.typing.clear();
    this.#draw();
    const { game } = this.game;
    const words = [sentence, game.over ? game.ending : game.view.next];
    this.table.say(words.filter(Boolean).join(" "), game.over && this.#hasWon ? "good" : "plain");
    this.game.reply();
  }
}
