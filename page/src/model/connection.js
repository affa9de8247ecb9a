// The connection to a game between people. It reconnects by itself, gets what was missed, and sends an action until it
// is answered; the server counts it once. A connection can break without an event, so after a silence a request checks.

import { get, isLater, once, post, Refused, Wait } from "../app/api.js";
import { hrefOf } from "../app/base.js";

/** @import { Question } from "../app/api.js" */
/** @import { Action, LiveEvent, LiveState, Message, Problem } from "../../types/page.d.ts" */

/**
 * @typedef {object} Listener  the screen of the game
 * @property {LiveState} state  the game as far as it is known
 * @property {AbortSignal} signal
 * @property {(state: LiveState, event?: LiveEvent) => void} adopt  something is new, or the own action is answered;
 *   with what was done last if that is known
 * @property {(problem: Problem) => void} refused
 * @property {(isOpen: boolean) => void} lined
 * @property {(problem: Problem) => void} gone  the game was deleted or is damaged
 */

/** A message without an answer for this long, in milliseconds, shows that the connection is broken. */
const PATIENCE = 6_000;
/** After this long without a message, in milliseconds, a request asks whether there is anything new. */
const SILENCE = 20_000;
/** The answers after which a game does not come back: there is none, or it is damaged. */
const GONE = [404, 410];
/** After this long in the background, in milliseconds, a phone may have lost the connection without an event. */
const NAP = 20_000;

/** Whether one state tells something that another does not. @param {LiveState} next @param {LiveState} known */
function isNews(next, known) {
  const isOther = next.seats.some(({ taken, reserved, here }, n) => {
    const seat = known.seats[n];
    return taken !== seat.taken || reserved !== seat.reserved || here !== seat.here;
  });
  return next.ply > known.ply || isOther || next.rematch !== known.rematch;
}

export class Connection {
  /** @type {WebSocket | null} */
  #socket = null;
  #wait = new Wait();
  #actionWait = new Wait();
  /** @type {number | undefined} Until the next try to connect. */
  #timer;
  /** @type {number | undefined} Until an unanswered action shows that the connection is broken. */
  #patience;
  /** @type {number | undefined} Until a silence is too long. */
  #silence;
  #hiddenSince = 0;
  /** Whether the game is not there any more. */
  #isOver = false;
  #actions = 0;
  /** The action that is not acknowledged yet. @type {{id: number, action: Action} | null} */
  #pending = null;

  /** Whether an action is not answered yet. */
  get isPending() {
    return this.#pending !== null;
  }

  /** @param {Listener} listener */
  constructor(listener) {
    const { state, signal } = listener;
    this.id = state.id;
    this.listener = listener;
    this.signal = signal;
    addEventListener("online", () => this.#renew(), { signal });
    document.addEventListener("visibilitychange", () => this.#noticeNap(), { signal });
    // The browser may cache a page that is left, with its socket open: to the opponent, the player would still be here.
    addEventListener("pagehide", () => this.#forget(), { signal });
    addEventListener("pageshow", () => this.#open(), { signal });
    signal.addEventListener("abort", () => this.#forget());
    this.#open();
  }

  #open() {
    if (this.signal.aborted || this.#socket || this.#isOver) return;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const path = hrefOf(`/api/v1/games/${encodeURIComponent(this.id)}/socket`);
    const socket = new WebSocket(`${scheme}//${location.host}${path}`);
    this.#socket = socket;
    socket.addEventListener("open", () => socket.send(JSON.stringify({ watch: { since: this.listener.state.ply } })));
    socket.addEventListener("message", (message) => this.#hear(socket, JSON.parse(message.data)));
    socket.addEventListener("close", () => this.#lost(socket));
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#lost(socket), PATIENCE);
  }

  /** @param {WebSocket} socket @param {Message} said */
  #hear(socket, said) {
    if (socket !== this.#socket) return;
    this.#listen();
    const isAnswer = "id" in said && said.id === this.#pending?.id;
    if (isAnswer && "problem" in said) this.#objected(said.problem);
    else if (isAnswer) this.#answered();
    const isFirst = "state" in said;
    if (isFirst) {
      this.#wait = new Wait();
      this.listener.lined(true);
    }
    // An answer and the last of several news bring the game as it is now. The own action comes back as news, too: that
    // tells nothing which the answer has not told.
    const state = isFirst ? said.state : said.game;
    const event = "event" in said ? said.event : "done" in said ? said.done : undefined;
    if (state && (isAnswer || isNews(state, this.listener.state))) this.listener.adopt(state, event);
    if (isFirst) this.#flush();
  }

  /** A message has arrived: the time of silence starts again. */
  #listen() {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => void this.#askAfterSilence(), SILENCE);
  }

  /** A request tells a quiet game from a broken connection. */
  async #askAfterSilence() {
    const socket = this.#socket;
    const silence = this.#silence;
    // A server that is busy answers, too.
    const isBusy = (/** @type {unknown} */ fault) => fault instanceof Refused && isLater(fault.problem);
    const asked = this.#once(get("/games/{id}", { id: this.id }));
    const state = await asked.catch((fault) => (isBusy(fault) ? this.listener.state : null));
    // Meanwhile a message may have arrived, or the socket may be another one.
    if (this.signal.aborted || !socket || socket !== this.#socket || silence !== this.#silence) return;
    if (!state) {
      this.#lost(socket);
    } else if (isNews(state, this.listener.state)) {
      this.listener.adopt(state);
      this.#renew();
    } else {
      this.#listen();
    }
  }

  /**
   * A request with a time limit.
   * @template Answer
   * @param {Question<Answer>} question
   */
  #once(question) {
    return once(question, AbortSignal.any([this.signal, AbortSignal.timeout(PATIENCE)]));
  }

  /** @param {WebSocket} socket */
  #lost(socket) {
    if (socket !== this.#socket) return;
    this.#forget();
    if (this.signal.aborted) return;
    this.listener.lined(false);
    this.#timer = setTimeout(() => void this.#comeBack(), this.#wait.next());
  }

  /** Where sockets are blocked, requests keep the game going. */
  async #comeBack() {
    this.#open();
    const pending = this.#pending;
    try {
      if (pending) {
        const { event, game } = await this.#once(post("/games/{id}/actions", pending.action, { id: this.id }));
        if (pending === this.#pending) this.#answered();
        this.listener.adopt(game, event);
      } else {
        const state = await this.#once(get("/games/{id}", { id: this.id }));
        if (isNews(state, this.listener.state)) this.listener.adopt(state);
      }
    } catch (fault) {
      if (!(fault instanceof Refused)) return;
      if (GONE.includes(fault.problem.status)) this.#end(fault.problem);
      else if (pending && pending === this.#pending) this.#objected(fault.problem);
    }
  }

  /** The game is not there any more: nothing is tried again. @param {Problem} problem */
  #end(problem) {
    this.#isOver = true;
    this.#forget();
    this.#answered();
    this.listener.gone(problem);
  }

  #noticeNap() {
    if (document.hidden) this.#hiddenSince = Date.now();
    else if (!this.#socket || (this.#hiddenSince && Date.now() - this.#hiddenSince > NAP)) this.#renew();
  }

  /** Replaces the socket at once. */
  #renew() {
    this.#forget();
    this.#open();
  }

  #forget() {
    for (const timer of [this.#timer, this.#patience, this.#silence]) clearTimeout(timer);
    const old = this.#socket;
    this.#socket = null;
    old?.close();
  }

  /** Sends an action, now or when connected again; at most one is in flight. @param {Action} action */
  send(action) {
    if (this.#pending) return;
    this.#actions += 1;
    this.#pending = { id: this.#actions, action };
    this.#actionWait = new Wait();
    this.#flush();
  }

  #flush() {
    if (!this.#pending || this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#socket.send(JSON.stringify({ id: this.#pending.id, ...this.#pending.action }));
    clearTimeout(this.#patience);
    this.#patience = setTimeout(() => this.#renew(), PATIENCE);
  }

  #answered() {
    clearTimeout(this.#patience);
    this.#pending = null;
  }

  /** A refusal: the action is sent again later, or dropped. @param {Problem} problem */
  #objected(problem) {
    if (isLater(problem)) {
      clearTimeout(this.#patience);
      this.#patience = setTimeout(() => this.#flush(), this.#actionWait.next());
      return;
    }
    this.#answered();
    this.listener.refused(problem);
  }
}
