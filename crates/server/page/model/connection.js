// The line to a game between people. It comes back by itself, says what was missed, and sends a deed again until it is
// answered: the server counts it once.

import { once, Refused } from "../app/api.js";

/** @typedef {import("../app/types.js").LiveState} LiveState */
/** @typedef {import("../app/types.js").Problem} Problem */
/** @typedef {import("../app/types.js").Seat} Seat */

/**
 * @typedef {object} Deed
 * @property {number} ply  the number that it is to have
 * @property {"move" | "resign" | "offer-take-back" | "accept-take-back" | "decline-take-back"} deed
 * @property {string} [move]
 *
 * @typedef {{ply: number, player: 1 | 2, deed: Deed["deed"], move?: string, position: string}} LiveEvent
 *
 * @typedef {object} Listener
 * @property {(state: LiveState) => void} state
 * @property {(event: LiveEvent) => void} event
 * @property {(seats: [Seat, Seat]) => void} seats
 * @property {(id: string) => void} rematch
 * @property {(deed: Deed, problem: Problem) => void} refused
 * @property {(isOpen: boolean) => void} line
 */

const FIRST_WAIT = 500;
const LONGEST_WAIT = 10_000;
/** A deed that is not answered for so long shows that the line is dead, in milliseconds. */
const PATIENCE = 6_000;
/** After so long in the background a phone may have lost the line without noticing, in milliseconds. */
const NAP = 20_000;

export class Connection {
  /** @type {WebSocket | null} */
  #socket = null;
  #wait = FIRST_WAIT;
  /** @type {number | undefined} */
  #timer;
  /** @type {number | undefined} */
  #patience;
  #hiddenSince = 0;
  /** What is not known to be done yet. @type {Deed | null} */
  pending = null;

  /** @param {string} id @param {() => number} since @param {Listener} listener @param {AbortSignal} signal */
  constructor(id, since, listener, signal) {
    this.path = `/games/${encodeURIComponent(id)}`;
    this.since = since;
    this.listener = listener;
    this.signal = signal;
    const wake = () => this.#tryNow();
    addEventListener("online", wake, { signal });
    document.addEventListener("visibilitychange", () => this.#noticeNap(), { signal });
    signal.addEventListener("abort", () => this.#end());
    this.#open();
  }

  #open() {
    if (this.signal.aborted || this.#socket) return;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/api/v1${this.path}/socket`);
    this.#socket = socket;
    socket.addEventListener("open", () => socket.send(JSON.stringify({ watch: { since: this.since() } })));
    socket.addEventListener("message", (message) => this.#hear(socket, JSON.parse(message.data)));
    socket.addEventListener("close", () => this.#lost(socket));
  }

  /** @param {WebSocket} socket @param {any} said */
  #hear(socket, said) {
    if (socket !== this.#socket) return;
    if (said.state) {
      this.#wait = FIRST_WAIT;
      this.listener.line(true);
      this.listener.state(said.state);
      this.#flush();
    } else if (said.event) {
      this.listener.event(said.event);
    } else if (said.seats) {
      this.listener.seats(said.seats);
    } else if (said.rematch) {
      this.listener.rematch(said.rematch);
    } else if (said.done) {
      this.#answered();
      this.listener.event(said.done);
    } else if (said.problem) {
      this.#refuse(said.problem);
    }
  }

  /** @param {WebSocket} socket */
  #lost(socket) {
    if (socket !== this.#socket) return;
    this.#socket = null;
    if (this.signal.aborted) return;
    this.listener.line(false);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#comeBack(), this.#wait * (0.75 + Math.random() / 2));
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
  }

  /** Where no socket gets through, plain requests do: the game goes on, only more slowly. */
  async #comeBack() {
    this.#open();
    try {
      if (this.pending) {
        const deed = this.pending;
        const { event, game } = await once(`${this.path}/deeds`, deed, this.signal);
        if (deed === this.pending) this.#answered();
        this.listener.event(event);
        this.listener.state(game);
      } else {
        this.listener.state(await once(this.path, undefined, this.signal));
      }
    } catch (fault) {
      if (fault instanceof Refused && this.pending && fault.problem.status < 500) this.#refuse(fault.problem);
    }
  }

  #tryNow() {
    if (this.#socket || this.signal.aborted) return;
    clearTimeout(this.#timer);
    this.#open();
  }

  #noticeNap() {
    if (document.hidden) {
      this.#hiddenSince = Date.now();
    } else if (this.#socket && this.#hiddenSince && Date.now() - this.#hiddenSince > NAP) {
      this.#renew();
    } else {
      this.#tryNow();
    }
  }

  #renew() {
    const old = this.#socket;
    this.#socket = null;
    old?.close();
    this.#open();
  }

  /** Does something in the game, now or as soon as the line is back. @param {Deed} deed */
  send(deed) {
    this.pending = deed;
    this.#flush();
  }

  #flush() {
    if (!this.pending || this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#socket.send(JSON.stringify({ id: this.pending.ply, ...this.pending }));
    clearTimeout(this.#patience);
    this.#patience = setTimeout(() => this.pending && this.#renew(), PATIENCE);
  }

  #answered() {
    clearTimeout(this.#patience);
    this.pending = null;
  }

  /** @param {Problem} problem */
  #refuse(problem) {
    const deed = this.pending;
    this.#answered();
    if (deed) this.listener.refused(deed, problem);
  }

  #end() {
    clearTimeout(this.#timer);
    clearTimeout(this.#patience);
    this.#socket?.close();
    this.#socket = null;
  }
}
