// The connection to a game between people. It reconnects automatically, receives missed events, and sends an action
// until the server answers; the server counts it once. A connection can break without an event, so a request checks it
// after a silence.

import { ApiError, Backoff, get, isTemporary, post, requestOnce } from "../app/api.js";
import { hrefOf } from "../app/base.js";

/** @import { ApiRequest } from "../app/api.js" */
/** @import { Action, LiveEvent, LiveState, Message, Problem } from "../../types/page.d.ts" */

/**
 * @typedef {object} ConnectionEvents
 * @property {() => LiveState} state  returns the latest state
 * @property {(state: LiveState, event?: LiveEvent) => void} adopt  a new state, and its last event if available
 * @property {(problem: Problem) => void} refused
 * @property {(isOpen: boolean) => void} connected
 * @property {(problem: Problem) => void} gone  the game was deleted or is damaged
 */

/** The time in milliseconds after which an unanswered message means a broken connection. */
const TIMEOUT = 6_000;
/** The time in milliseconds without a message after which a request checks for news. */
const SILENCE = 20_000;
/** The time in milliseconds in the background after which a phone may have dropped the connection without an event. */
const NAP = 20_000;
/** The statuses of games that will not come back: missing or damaged. */
const GONE = [404, 410];

/** Returns true if a state contains anything new. @param {LiveState} next @param {LiveState} current */
function isNews(next, current) {
  const isOther = next.seats.some(({ taken, reserved, here }, n) => {
    const seat = current.seats[n];
    return taken !== seat.taken || reserved !== seat.reserved || here !== seat.here;
  });
  return next.ply > current.ply || isOther || next.rematch !== current.rematch;
}

export class Connection {
  /** @type {WebSocket | null} */
  #socket = null;
  #backoff = new Backoff();
  #actionBackoff = new Backoff();
  /** @type {number | undefined} */
  #reconnectTimer;
  /** @type {number | undefined} */
  #answerTimer;
  /** @type {number | undefined} */
  #silenceTimer;
  #hiddenSince = 0;
  #isGone = false;
  #actions = 0;
  /** The action that is not acknowledged yet. @type {{id: number, action: Action} | null} */
  #pending = null;

  get isPending() {
    return this.#pending !== null;
  }

  /** @param {string} id @param {AbortSignal} signal @param {ConnectionEvents} events */
  constructor(id, signal, events) {
    this.id = id;
    this.events = events;
    this.signal = signal;
    addEventListener("online", () => this.reopen(), { signal });
    document.addEventListener("visibilitychange", () => this.#checkNap(), { signal });
    // The browser may cache a page with its socket open, and the opponent would still see the player online.
    addEventListener("pagehide", () => this.#close(), { signal });
    addEventListener("pageshow", () => this.#open(), { signal });
    signal.addEventListener("abort", () => this.#close());
    this.#open();
  }

  #open() {
    if (this.signal.aborted || this.#socket || this.#isGone) return;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const path = hrefOf(`/api/v1/games/${encodeURIComponent(this.id)}/socket`);
    const socket = new WebSocket(`${scheme}//${location.host}${path}`);
    this.#socket = socket;
    socket.addEventListener("open", () => socket.send(JSON.stringify({ watch: { since: this.events.state().ply } })));
    socket.addEventListener("message", ({ data }) => this.#receive(socket, JSON.parse(data)));
    socket.addEventListener("close", () => this.#lost(socket));
    clearTimeout(this.#silenceTimer);
    this.#silenceTimer = setTimeout(() => this.#lost(socket), TIMEOUT);
  }

  /** @param {WebSocket} socket @param {Message} message */
  #receive(socket, message) {
    if (socket !== this.#socket) return;
    this.#restartSilence();
    const isAnswer = "id" in message && message.id === this.#pending?.id;
    if (isAnswer && "problem" in message) this.#objected(message.problem);
    else if (isAnswer) this.#acknowledged();
    const isFirst = "state" in message;
    if (isFirst) {
      this.#backoff = new Backoff();
      this.events.connected(true);
    }
    // An answer, and the last of several events, contain the current state. The player's own action arrives as an event
    // as well, which contains nothing new after the answer.
    const state = isFirst ? message.state : message.game;
    const event = "event" in message ? message.event : "done" in message ? message.done : undefined;
    if (state && (isAnswer || isNews(state, this.events.state()))) this.events.adopt(state, event);
    if (isFirst) this.#flush();
  }

  #restartSilence() {
    clearTimeout(this.#silenceTimer);
    this.#silenceTimer = setTimeout(() => void this.#checkSilence(), SILENCE);
  }

  /** Distinguishes a quiet game from a broken connection. */
  async #checkSilence() {
    const socket = this.#socket;
    const timer = this.#silenceTimer;
    const isBusy = (/** @type {unknown} */ error) => error instanceof ApiError && isTemporary(error.problem);
    const response = this.#requestOnce(get("/games/{id}", { id: this.id }));
    const state = await response.catch((error) => (isBusy(error) ? this.events.state() : null));
    const hasChanged = socket !== this.#socket || timer !== this.#silenceTimer;
    if (this.signal.aborted || !socket || hasChanged) return;
    if (!state) {
      this.#lost(socket);
    } else if (isNews(state, this.events.state())) {
      this.events.adopt(state);
      this.reopen();
    } else {
      this.#restartSilence();
    }
  }

  /** Sends a request with a time limit. @template T @param {ApiRequest<T>} request */
  #requestOnce(request) {
    return requestOnce(request, AbortSignal.any([this.signal, AbortSignal.timeout(TIMEOUT)]));
  }

  /** @param {WebSocket} socket */
  #lost(socket) {
    if (socket !== this.#socket) return;
    this.#close();
    if (this.signal.aborted) return;
    this.events.connected(false);
    this.#reconnectTimer = setTimeout(() => void this.#reconnect(), this.#backoff.next());
  }

  /** Opens a socket, and also sends a request because sockets may be blocked. */
  async #reconnect() {
    this.#open();
    const pending = this.#pending;
    try {
      if (pending) {
        const { event, game } = await this.#requestOnce(post("/games/{id}/actions", pending.action, { id: this.id }));
        if (pending === this.#pending) this.#acknowledged();
        this.events.adopt(game, event);
      } else {
        const state = await this.#requestOnce(get("/games/{id}", { id: this.id }));
        if (isNews(state, this.events.state())) this.events.adopt(state);
      }
    } catch (error) {
      if (!(error instanceof ApiError)) return;
      if (GONE.includes(error.problem.status)) this.#end(error.problem);
      else if (pending && pending === this.#pending) this.#objected(error.problem);
    }
  }

  /** @param {Problem} problem */
  #end(problem) {
    this.#isGone = true;
    this.#close();
    this.#acknowledged();
    this.events.gone(problem);
  }

  #checkNap() {
    if (document.hidden) this.#hiddenSince = Date.now();
    else if (!this.#socket || (this.#hiddenSince && Date.now() - this.#hiddenSince > NAP)) this.reopen();
  }

  /** Opens another socket: a person who joins becomes a player with it. */
  reopen() {
    this.#close();
    this.#open();
  }

  #close() {
    for (const timer of [this.#reconnectTimer, this.#answerTimer, this.#silenceTimer]) clearTimeout(timer);
    const old = this.#socket;
    this.#socket = null;
    old?.close();
  }

  /** Sends an action, if necessary after reconnecting. One action can be pending. @param {Action} action */
  send(action) {
    if (this.#pending) return;
    this.#actions += 1;
    this.#pending = { id: this.#actions, action };
    this.#actionBackoff = new Backoff();
    this.#flush();
  }

  #flush() {
    if (!this.#pending || this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#socket.send(JSON.stringify({ id: this.#pending.id, ...this.#pending.action }));
    clearTimeout(this.#answerTimer);
    this.#answerTimer = setTimeout(() => this.reopen(), TIMEOUT);
  }

  #acknowledged() {
    clearTimeout(this.#answerTimer);
    this.#pending = null;
  }

  /** Sends a refused action again later if that can help, and otherwise drops it. @param {Problem} problem */
  #objected(problem) {
    if (isTemporary(problem)) {
      clearTimeout(this.#answerTimer);
      this.#answerTimer = setTimeout(() => this.#flush(), this.#actionBackoff.next());
      return;
    }
    this.#acknowledged();
    this.events.refused(problem);
  }
}
