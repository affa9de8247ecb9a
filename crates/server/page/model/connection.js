// The connection to a game between people. It reconnects by itself, gets what was missed, and sends an action until it
// is answered; the server counts it once. A connection can break without an event, so after a silence a request checks.

import { get, once, post, Refused } from "../app/api.js";

/** @import { Question } from "../app/api.js" */
/** @import { Action, LiveEvent, LiveState, Message, Problem } from "../app/types.js" */

/**
 * @typedef {object} Listener
 * @property {(state: LiveState, event?: LiveEvent) => void} state  the game, and what was done last if that is known
 * @property {(problem: Problem) => void} refused
 * @property {(isPending: boolean) => void} pending  an action is in flight, or it is answered and the answer follows
 * @property {(isOpen: boolean) => void} line
 */

const FIRST_WAIT = 500;
const LONGEST_WAIT = 10_000;
/** A message without an answer for this long, in milliseconds, shows that the connection is broken. */
const PATIENCE = 6_000;
/** After this long without a message, in milliseconds, a request asks whether there is anything new. */
const SILENCE = 20_000;
/** After this long in the background, in milliseconds, a phone may have lost the connection without an event. */
const NAP = 20_000;

/** About this long, so that not all clients reconnect at once. @param {number} wait */
const about = (wait) => wait * (0.75 + Math.random() / 2);

/** Whether a problem says "later" rather than "no", so that trying again may help. @param {Problem} problem */
const isLater = ({ status }) => status === 429 || status >= 500;

/** Whether one state tells something that another does not. @param {LiveState} next @param {LiveState} known */
function isNews(next, known) {
  const isSeated = (/** @type {number} */ n) =>
    next.seats[n].taken !== known.seats[n].taken || next.seats[n].reserved !== known.seats[n].reserved;
  return next.ply > known.ply || isSeated(0) || isSeated(1) || next.rematch !== known.rematch;
}

export class Connection {
  /** @type {WebSocket | null} */
  #socket = null;
  #wait = FIRST_WAIT;
  #actionWait = FIRST_WAIT;
  /** @type {number | undefined} Until the next try to connect. */
  #timer;
  /** @type {number | undefined} Until an unanswered action shows that the connection is broken. */
  #patience;
  /** @type {number | undefined} Until a silence is too long. */
  #silence;
  #hiddenSince = 0;
  #actions = 0;
  /** The action that is not acknowledged yet. @type {{id: number, action: Action} | null} */
  #pending = null;

  /** @param {string} id @param {() => LiveState} known @param {Listener} listener @param {AbortSignal} signal */
  constructor(id, known, listener, signal) {
    this.id = id;
    this.known = known;
    this.listener = listener;
    this.signal = signal;
    addEventListener("online", () => this.#renew(), { signal });
    document.addEventListener("visibilitychange", () => this.#noticeNap(), { signal });
    signal.addEventListener("abort", () => this.#forget());
    this.#open();
  }

  #open() {
    if (this.signal.aborted || this.#socket) return;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/api/v1/games/${encodeURIComponent(this.id)}/socket`);
    this.#socket = socket;
    socket.addEventListener("open", () => socket.send(JSON.stringify({ watch: { since: this.known().ply } })));
    socket.addEventListener("message", (message) => this.#hear(socket, JSON.parse(message.data)));
    socket.addEventListener("close", () => this.#lost(socket));
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#lost(socket), PATIENCE);
  }

  /** @param {WebSocket} socket @param {Message} said */
  #hear(socket, said) {
    if (socket !== this.#socket) return;
    this.#listen();
    if ("id" in said && said.id === this.#pending?.id) {
      if ("problem" in said) this.#objected(said.problem);
      else this.#answered();
    }
    const isFirst = "state" in said;
    if (isFirst) {
      this.#wait = FIRST_WAIT;
      this.listener.line(true);
    }
    // An answer and the last of several news bring the game as it is now.
    const state = isFirst ? said.state : said.game;
    const event = "event" in said ? said.event : "done" in said ? said.done : undefined;
    if (state) this.listener.state(state, event);
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
    /** @type {LiveState | null} */
    let state = null;
    let isDead = false;
    try {
      state = await this.#once(get("/games/{id}", { id: this.id }));
    } catch (fault) {
      isDead = !(fault instanceof Refused && isLater(fault.problem));
    }
    // Meanwhile a message may have arrived, or the socket may be another one.
    if (this.signal.aborted || !socket || socket !== this.#socket || silence !== this.#silence) return;
    if (isDead) {
      this.#lost(socket);
    } else if (state && isNews(state, this.known())) {
      this.listener.state(state);
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
  async #once(question) {
    const limit = new AbortController();
    const stop = () => limit.abort();
    const timer = setTimeout(stop, PATIENCE);
    this.signal.addEventListener("abort", stop);
    try {
      return await once(question, limit.signal);
    } finally {
      clearTimeout(timer);
      this.signal.removeEventListener("abort", stop);
    }
  }

  /** @param {WebSocket} socket */
  #lost(socket) {
    if (socket !== this.#socket) return;
    this.#forget();
    if (this.signal.aborted) return;
    this.listener.line(false);
    this.#timer = setTimeout(() => void this.#comeBack(), about(this.#wait));
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
  }

  /** Where sockets are blocked, requests keep the game going. */
  async #comeBack() {
    this.#open();
    const pending = this.#pending;
    try {
      if (pending) {
        const { event, game } = await this.#once(post("/games/{id}/actions", pending.action, { id: this.id }));
        if (pending === this.#pending) this.#answered();
        this.listener.state(game, event);
      } else {
        this.listener.state(await this.#once(get("/games/{id}", { id: this.id })));
      }
    } catch (fault) {
      const isAnswer = fault instanceof Refused && pending && pending === this.#pending;
      if (isAnswer) this.#objected(fault.problem);
    }
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
    this.#actionWait = FIRST_WAIT;
    this.listener.pending(true);
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
    this.listener.pending(false);
  }

  /** A refusal: the action is sent again later, or dropped. @param {Problem} problem */
  #objected(problem) {
    if (isLater(problem)) {
      clearTimeout(this.#patience);
      this.#patience = setTimeout(() => this.#flush(), about(this.#actionWait));
      this.#actionWait = Math.min(this.#actionWait * 2, LONGEST_WAIT);
      return;
    }
    const isPending = this.#pending !== null;
    this.#answered();
    if (isPending) this.listener.refused(problem);
  }
}
