// A game between people, each at their own screen. The first to open the invitation takes the free seat; others watch.

import { ask, get, listing, once, post, Refused, tryNow } from "../app/api.js";
import { announce } from "../app/announce.js";
import { able, button, linkButton, shown } from "../app/controls.js";
import { confirmed } from "../app/dialog.js";
import { h, refill } from "../app/dom.js";
import { go } from "../app/router.js";
import { keep, kept, keptList } from "../app/settings.js";
import { outcome } from "../board/outcomes.js";
import { Connection } from "../model/connection.js";
import { join } from "../model/invitation.js";
import { fresh } from "../model/course.js";
import { Sitting } from "../model/sitting.js";
import { linkField, shareGame } from "../parts/share.js";
import { BoardScreen } from "./board-screen.js";

/** @import { Place } from "../app/router.js" */
/** @import { Listing, LiveEvent, LiveState, Played, Player, Problem, Seat } from "../app/types.js" */
/** @import { Sight } from "../board/hand.js" */
/** @import { Seating } from "../parts/players.js" */

/** @param {Place} place */
export async function show({ parts, url, signal }) {
  const id = parts[0] ?? "";
  let state = await ask(get("/games/{id}", { id }), signal);
  /** @type {string | undefined} */
  let why;
  if (url.hash === "#join") {
    const { name } = kept("choices", { name: "" });
    ({ state, why } = await join(state, name, signal));
    history.replaceState(null, "", url.pathname);
  }
  const entry = await listing(state.game);
  const sitting = await sittingOf(state, signal);
  const screen = new Live(entry, state, sitting, signal, why);
  remember(id, screen.title, state);
  return { title: screen.title, content: screen.element };
}

/** The start shows the games that go on. @param {string} id @param {string} title @param {LiveState} state */
function remember(id, title, state) {
  if (!state.you) return;
  const games = keptList("games", { id: "", title: "" }).filter((game) => game.id !== id);
  if (!state.over) games.unshift({ id, title });
  keep("games", games.slice(0, 8));
}

/** @param {LiveState} state @param {AbortSignal} signal */
function sittingOf(state, signal) {
  const { game, size, start, moves } = state;
  return Sitting.of({ ...fresh(game, size), start, moves, at: moves.length }, signal);
}

/** Said when something is done before the last action is acknowledged. */
const WAITS = "What you did before is still being sent.";

/**
 * @typedef {object} Mine  this person's move until it is acknowledged
 * @property {string} move
 * @property {number[]} touches
 * @property {Played | null} played  what it leads to, as soon as that is known
 */

/** @extends {BoardScreen<Sitting>} */
class Live extends BoardScreen {
  /** Messages are handled one after the other. @type {Promise<unknown>} */
  #queue = Promise.resolve();
  /** @type {Mine | null} */
  #mine = null;
  #isOpen = false;
  #isPending = false;

  offer = button("Ask to take back", () => this.#do("offer-take-back"), { icon: "undo" });
  accept = button("Accept the take-back", () => this.#do("accept-take-back"), { icon: "check", kind: "main" });
  decline = button("Decline", () => this.#do("decline-take-back"), { icon: "close" });
  resign = button("Resign", () => void this.#resign(), { icon: "flag" });
  share = button("Share", () => this.#share(), { icon: "share" });
  invitation = h("div", {});
  role = h("p", { class: "role" }, "You are watching");
  line = h("p", { class: "line-state", role: "status" });

  /**
   * @param {Listing} entry
   * @param {LiveState} state
   * @param {Sitting} sitting
   * @param {AbortSignal} signal
   * @param {string} [why] this person only watches
   */
  constructor(entry, state, sitting, signal, why) {
    super(entry, `${entry.name} ${state.size}`, sitting, signal);
    this.state = state;
    this.element = this.arrange({
      name: "Game",
      controls: [this.accept, this.decline, this.putBack, this.offer, this.resign, this.share],
      links: [this.role, this.line, this.rulesLink],
      news: [this.invitation, why && h("p", { class: "panel" }, why)],
      rest: [this.moves.element, this.typing.element],
    });
    this.draw();
    const role = state.you ? `You are ${sitting.start.names[state.you - 1]}.` : "You are watching.";
    this.say(`${role} ${this.next}`, "plain");
    this.connection = new Connection(
      state.id,
      () => this.state,
      {
        state: (next) => this.#inTurn(() => this.#adopt(next)),
        event: (event) => this.#inTurn(() => this.#follow(event)),
        seats: (seats) => this.#inTurn(() => this.#seated(seats)),
        rematch: (id) => this.#inTurn(() => this.#offered(id)),
        refused: (problem) => this.#inTurn(() => this.#refused(problem)),
        sent: () => this.#waits(),
        answered: () => this.#inTurn(() => (this.#isPending = false)),
        line: (isOpen) => this.#lined(isOpen),
      },
      signal,
    );
    signal.addEventListener("abort", () => (document.title = document.title.replace(/^● /, "")));
  }

  /** @param {() => unknown} work */
  #inTurn(work) {
    this.#queue = this.#queue
      .then(() => (this.signal.aborted ? null : work()))
      .catch((fault) => this.signal.aborted || console.warn(fault));
  }

  /** How a player is called here. @param {Player} player */
  #name(player) {
    const seat = this.state.seats[player - 1];
    const book = this.sitting.start.names[player - 1];
    return seat.name ? `${seat.name}, ${book},` : book;
  }

  get #hasOpponent() {
    return this.state.seats.every((seat) => seat.taken);
  }

  /** Whether something that this person has done is not acknowledged, or not shown yet. */
  get #isBusy() {
    return this.#isPending || this.#mine !== null;
  }

  /** @override */
  get mayMove() {
    const { state, sitting } = this;
    return !state.over && state.you === state.to_move && sitting.isAtEnd && !this.#isBusy;
  }

  /** @override */
  get idle() {
    return this.#isBusy ? WAITS : this.state.you ? super.idle : "You are watching.";
  }

  /** @override */
  get next() {
    const { state } = this;
    if (state.over) return this.#ending();
    return state.you === state.to_move ? "Your move." : `${this.sitting.start.names[state.to_move - 1]} to move.`;
  }

  #ending() {
    const { state, sitting } = this;
    if (state.termination === "resigned" && state.winner) {
      const loser = state.winner === 1 ? 2 : 1;
      return `${sitting.start.names[loser - 1]} resigns. ${sitting.start.names[state.winner - 1]} wins the game!`;
    }
    return sitting.viewAt(sitting.course.moves.length).ending ?? "";
  }

  /** This person's move, where it is shown. */
  get #shown() {
    return this.sitting.isAtEnd ? this.#mine : null;
  }

  /** @override @returns {Sight} */
  get sight() {
    const mine = this.#shown;
    if (!mine) return super.sight;
    const view = mine.played?.view ?? this.sitting.view;
    return { view, mayMove: false, marks: { last: mine.touches, lastBy: this.state.to_move } };
  }

  /** @override @returns {Seating} */
  get seating() {
    const { state, sitting, sight } = this;
    const [one, two] = state.seats.map((seat, n) => {
      if (state.you === n + 1) return seat.name ? `${seat.name} (you)` : "you";
      return seat.name ?? (seat.taken ? (state.you ? "your friend" : "a person") : "nobody yet");
    });
    const isOver = state.over && sitting.isAtEnd;
    const doing = this.#shown ? "sending" : undefined;
    return { view: sight.view, who: [one, two], isOver, winner: isOver ? state.winner : null, doing };
  }

  /** @override */
  draw() {
    super.draw();
    const { state } = this;
    const isMine = !state.over && state.you === state.to_move && !this.#shown;
    document.title = document.title.replace(/^● /, "").replace(/^/, isMine && document.hidden ? "● " : "");
    this.role.hidden = state.you !== null;
    this.#showInvitation();
  }

  #showInvitation() {
    const { state } = this;
    const isWaiting = state.you !== null && !this.#hasOpponent && !state.over;
    if (!isWaiting) {
      refill(this.invitation);
      return;
    }
    if (this.invitation.hasChildNodes()) return;
    const link = new URL(`/game/${state.id}#join`, location.href).href;
    const panel = h(
      "section",
      { class: "panel invitation", "aria-label": "Invitation" },
      h("h2", {}, "Waiting for your friend"),
      h("p", {}, "Send this link. The first person to open it plays against you; everyone after that watches."),
      linkField("Invitation link", link),
    );
    refill(this.invitation, panel);
  }

  /** @override */
  showControls() {
    super.showControls();
    const { state } = this;
    const isPlayer = state.you !== null;
    const isPlaying = isPlayer && !state.over;
    const other = state.you === 1 ? 2 : 1;
    const hasMoved = state.moves.length >= (this.sitting.start.to_move === state.you ? 1 : 2);
    shown(this.accept, isPlaying && state.offer === other);
    shown(this.decline, isPlaying && state.offer === other);
    shown(this.offer, isPlaying && state.offer === null && hasMoved && this.#hasOpponent);
    shown(this.resign, isPlaying);
    for (const made of [this.accept, this.decline, this.offer, this.resign]) able(made, !this.#isBusy);
    const { rematch } = state;
    const again = rematch ? "Join the rematch" : "Rematch";
    this.showResult(
      state.over,
      isPlayer && button(again, () => void this.#rematch(), { kind: "main", icon: "again" }),
      !isPlayer && rematch && linkButton("Watch the rematch", `/game/${rematch}`, { kind: "main", icon: "again" }),
      state.moves.length > 0 && linkButton("Review the game", `/review?live=${state.id}`, { icon: "graph" }),
    );
  }

  /** Until the server has answered, nothing else is done. */
  #waits() {
    this.#isPending = true;
    this.draw();
  }

  /** @param {boolean} isOpen */
  #lined(isOpen) {
    if (isOpen && !this.#isOpen && this.line.textContent) announce("Connected again.");
    this.#isOpen = isOpen;
    // Questions that wait for the server are asked again at once.
    if (isOpen) tryNow();
    this.line.textContent = isOpen ? "" : "Connection lost. Trying again.";
    this.line.classList.toggle("is-lost", !isOpen);
  }

  /** Takes over a state of the game from the server. @param {LiveState} next */
  async #adopt(next) {
    const { state } = this;
    if (next.ply < state.ply) return;
    const isNews = next.ply !== state.ply || next.moves.join() !== state.moves.join() || next.over !== state.over;
    this.state = { ...next, you: next.you ?? state.you };
    if (next.ply !== state.ply) this.#mine = null;
    if (isNews) {
      this.sitting = await sittingOf(next, this.signal);
      const { last, course } = this.sitting;
      const by = last ? this.#name(this.sitting.moverOf(course.at - 1)) : "";
      const said = last ? `${by} played ${last.move}.` : "";
      this.say([said, this.next].filter(Boolean).join(" "), next.over ? "good" : "plain");
    }
    this.draw();
    if (!isNews) this.#greet(state.seats);
  }

  /** Something was done. @param {LiveEvent} event */
  async #follow(event) {
    const { state, sitting } = this;
    if (event.ply < state.ply) {
      // It is known already, but perhaps not that it was this person's doing.
      this.draw();
      return;
    }
    if (event.ply > state.ply) {
      await this.#adopt(await ask(get("/games/{id}", { id: state.id }), this.signal));
      return;
    }
    const isMine = event.player === state.you;
    const name = this.#name(event.player);
    const next = { ...state, ply: event.ply + 1, position: event.position };
    let said = "";
    if (event.deed === "move" && event.move) {
      next.moves = [...state.moves, event.move];
      sitting.go(sitting.course.moves.length);
      // Someone may look at an earlier position just then.
      if ((await sitting.play(event.move)) === null) this.sitting = await sittingOf(next, this.signal);
      const { view, last } = this.sitting;
      const { to_move, over, winner } = view;
      Object.assign(next, { to_move, over, winner, termination: over ? "normal" : null, offer: null });
      said = [isMine ? `You play ${event.move}.` : `${name} plays ${event.move}.`, last?.notice]
        .filter(Boolean)
        .join(" ");
    } else if (event.deed === "resign") {
      Object.assign(next, { over: true, winner: event.player === 1 ? 2 : 1, termination: "resigned", offer: null });
    } else if (event.deed === "offer-take-back") {
      next.offer = event.player;
      said = isMine ? "You ask to take back your last move." : `${name} asks to take back their last move.`;
    } else if (event.deed === "decline-take-back") {
      next.offer = null;
      said = isMine ? "You decline." : `${name} declines the take-back.`;
    } else {
      this.state = { ...state, offer: null };
      await this.#adopt(await ask(get("/games/{id}", { id: state.id }), this.signal));
      this.say(`The move is taken back. ${this.next}`, "plain");
      return;
    }
    this.#mine = null;
    this.state = next;
    this.draw();
    const isOver = next.over;
    this.say([said, this.next].filter(Boolean).join(" "), isOver ? "good" : "plain");
    if (isOver) remember(state.id, this.title, next);
  }

  /** @param {Seat[]} seats */
  #seated(seats) {
    const { seats: before } = this.state;
    this.state = { ...this.state, seats };
    this.draw();
    this.#greet(before);
  }

  /** Says who has come. @param {Seat[]} before */
  #greet(before) {
    const { seats, you } = this.state;
    const come = seats.findIndex((seat, n) => seat.taken && !before[n].taken);
    if (come < 0 || !this.#hasOpponent) return;
    const who = you ? "Your friend" : this.#name(come === 0 ? 1 : 2);
    this.say(`${who} is here. ${this.next}`, "plain");
  }

  /** @param {string} id */
  #offered(id) {
    if (this.state.rematch === id) return;
    this.state = { ...this.state, rematch: id };
    this.draw();
    const [one, two] = this.state.seats.map((seat, n) => seat.name ?? this.sitting.start.names[n]);
    announce(this.state.you ? "Your friend would like a rematch." : `${one} and ${two} have a rematch.`);
  }

  /** @param {Problem} problem */
  async #refused(problem) {
    this.#mine = null;
    if (problem.current) await this.#adopt(problem.current);
    this.draw();
    this.say(problem.detail, "wrong");
  }

  /** Plays a move, or says why not; it is shown at once and sent until it is kept. @override @param {string} move */
  async play(move) {
    if (!this.mayMove) return;
    const { ply } = this.state;
    const { view } = this.sitting;
    const way = view.moves?.find((one) => one.move === move);
    if (way) this.#send(ply, { ...way, played: null });
    try {
      const played = await outcome(view, move);
      if (ply !== this.state.ply || (!way && !this.mayMove)) return;
      const mine = { move: played.move, touches: played.touches, played };
      if (!way) this.#send(ply, mine);
      else if (this.#mine) this.#mine = mine;
      this.typing.clear();
      this.draw();
    } catch (fault) {
      if (fault instanceof Refused && !way) this.say(fault.message, "wrong");
    }
  }

  /** @param {number} ply @param {Mine} mine */
  #send(ply, mine) {
    this.#mine = mine;
    this.draw();
    const waits = "Your move is kept, and sent as soon as the connection is back.";
    this.say(this.#isOpen ? "Sending your move." : waits, "plain");
    this.connection.send({ ply, deed: "move", move: mine.move });
  }

  /** @param {"resign" | "offer-take-back" | "accept-take-back" | "decline-take-back"} deed */
  #do(deed) {
    if (this.#isBusy) {
      this.say(WAITS, "wrong");
      return;
    }
    this.connection.send({ ply: this.state.ply, deed });
    this.say(this.#isOpen ? "Sending." : "That is kept, and done as soon as the connection is back.", "plain");
  }

  async #resign() {
    if (this.#isBusy) this.#do("resign");
    else if (await confirmed("Resign this game?", "Resign")) this.#do("resign");
  }

  async #rematch() {
    try {
      const { game } = await once(post("/games/{id}/rematch", {}, { id: this.state.id }));
      go(`/game/${game.id}`);
    } catch (fault) {
      this.say(fault instanceof Refused ? fault.message : "The server does not answer. Try again.", "wrong");
    }
  }

  /** @override */
  arrive() {
    this.draw();
  }

  #share() {
    const { id } = this.state;
    const record = ask(get("/games/{id}/record", { id }));
    const game = new URL(`/game/${id}`, location.href).href;
    shareGame(this.sitting, this.title, this.hand.board, { game, record });
  }
}
