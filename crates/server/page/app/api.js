// Questions to the server. They change nothing, so one that gets no answer is asked again until it does:
// a game on the screen never breaks because the server was away for a moment.

/** @typedef {import("./types.js").Problem} Problem */

/** What the server says when a request can not be answered as wished. */
export class Refused extends Error {
  /** @param {Problem} problem */
  constructor(problem) {
    super(problem.detail || problem.title);
    this.problem = problem;
  }
}

/** Tells with the events "down", whose detail is what the server says about it, and "up" whether the server answers. */
export const connection = new EventTarget();

/** Statuses that say "later" rather than "no". */
const LATER = [429, 502, 503, 504];
const FIRST_WAIT = 500;
const LONGEST_WAIT = 10_000;

/** @type {Set<() => void>} */
const waiting = new Set();
let isDown = false;

/** Asks again at once what waits for the server. */
export function tryNow() {
  for (const wake of [...waiting]) wake();
}

/**
 * The answer to a question, however long the server needs to be there.
 * @param {string} path below the version of the interface
 * @param {object} [body] sent as JSON with POST; without it the method is GET
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function ask(path, body, signal) {
  for (let wait = FIRST_WAIT; ; wait = Math.min(wait * 2, LONGEST_WAIT)) {
    try {
      const answer = await once(path, body, signal);
      if (isDown) {
        isDown = false;
        connection.dispatchEvent(new Event("up"));
      }
      return answer;
    } catch (fault) {
      const refusal = fault instanceof Refused ? fault : null;
      if (signal?.aborted || (refusal && !LATER.includes(refusal.problem.status))) throw fault;
      isDown = true;
      connection.dispatchEvent(new CustomEvent("down", { detail: refusal?.message ?? "" }));
      await pause(wait * (0.75 + Math.random() / 2), signal);
    }
  }
}

/**
 * One request: its answer as JSON, or `Refused`, or the browser's own error when there is no answer.
 * @param {string} path
 * @param {object} [body]
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function once(path, body, signal) {
  /** @type {RequestInit} */
  const request = { signal, headers: { accept: "application/json" } };
  if (body) {
    request.method = "POST";
    request.headers = { ...request.headers, "content-type": "application/json" };
    request.body = JSON.stringify(body);
  }
  const response = await fetch(`/api/v1${path}`, request);
  if (response.status === 204) return null;
  const text = await response.text();
  const isJson = /json/.test(response.headers.get("content-type") ?? "");
  if (response.ok) return isJson ? JSON.parse(text) : text;
  throw new Refused(isJson ? JSON.parse(text) : unknown(response));
}

/** @param {Response} response @returns {Problem} */
function unknown(response) {
  const detail = `The server answered ${response.status} ${response.statusText}.`;
  return { type: "", title: detail, status: response.status, detail };
}

/**
 * @param {number} milliseconds
 * @param {AbortSignal} [signal]
 * @returns {Promise<void>}
 */
function pause(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    const wake = () => {
      clearTimeout(timer);
      waiting.delete(wake);
      signal?.removeEventListener("abort", giveUp);
      resolve();
    };
    const giveUp = () => {
      clearTimeout(timer);
      waiting.delete(wake);
      reject(signal?.reason);
    };
    const timer = setTimeout(wake, milliseconds);
    waiting.add(wake);
    signal?.addEventListener("abort", giveUp, { once: true });
  });
}

/** @type {Promise<import("./types.js").Catalogue> | null} */
let games = null;

/** The catalogue, asked for once. */
export function catalogue() {
  games ??= ask("/catalogue");
  return games;
}

/**
 * A game of the catalogue.
 * @param {string} id
 */
export async function listing(id) {
  const found = (await catalogue()).games.find((game) => game.id === id);
  if (found) return found;
  const detail = `There is no game called ${id}.`;
  throw new Refused({ type: "/problems/not-found", title: detail, status: 404, detail });
}

addEventListener("online", tryNow);
