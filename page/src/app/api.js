// Requests to the API. The module answers them in this browser once it is loaded; before that, and for games between
// people, the server does. They change nothing, so a failed request is sent again until it succeeds, and a short outage
// never breaks a game on the screen.

import { HAS_SERVER } from "./backend.js";
import { hrefOf } from "./base.js";
import { isModuleReady, moduleSettled, ModuleError, requestModule } from "./module.js";

/** @import { Catalogue, Gets, Posts, Problem } from "../../types/page.d.ts" */

/**
 * A request, made by `get` or `post`.
 * @template T
 * @typedef {object} ApiRequest
 * @property {string} path
 * @property {object} parameters
 * @property {object} [body]
 * @property {T} [answer]  only for its type
 */

/**
 * Returns a GET request. Parameters that the path does not name become its query.
 * @template {keyof Gets} P
 * @param {P} path
 * @param {Gets[P]["parameters"]} parameters
 * @returns {ApiRequest<Gets[P]["answer"]>}
 */
export function get(path, parameters) {
  return { path, parameters };
}

/**
 * Returns a POST request.
 * @template {keyof Posts} P
 * @param {P} path
 * @param {Posts[P]["body"]} body
 * @param {Posts[P]["parameters"]} parameters
 * @returns {ApiRequest<Posts[P]["answer"]>}
 */
export function post(path, body, parameters) {
  return { path, parameters, body };
}

/** Fills parameters into a path and its query. @param {string} path @param {object} parameters */
function filled(path, parameters) {
  const query = new URLSearchParams();
  let result = path;
  for (const [name, value] of Object.entries(parameters)) {
    const placeholder = `{${name}}`;
    if (result.includes(placeholder)) result = result.replace(placeholder, encodeURIComponent(value));
    else if (value !== undefined && value !== null) query.set(name, value);
  }
  return query.size ? `${result}?${query}` : result;
}

/** A request that was refused with a problem document. */
export class ApiError extends Error {
  /** @param {Problem} problem */
  constructor(problem) {
    super(problem.detail || problem.title);
    this.problem = problem;
  }
}

/** @param {string} detail @returns {Problem} */
const unavailable = (detail) => ({ type: "/problems/unavailable", title: detail, status: 501, detail });
const NO_SERVER = unavailable("Games between people need a server, which this page does not have.");

/** Sends the events "up" and "down" when the server becomes reachable or not. The detail of "down" is its message. */
export const connection = new EventTarget();

/** Returns true if trying again later may help. @param {Problem} problem */
export const isTemporary = ({ status }) => [429, 502, 503, 504].includes(status);

/** Growing delays between attempts, with jitter. */
export class Backoff {
  #longest = 500;

  /** Returns the next delay in milliseconds. */
  next() {
    const delay = this.#longest * (0.75 + Math.random() / 2);
    this.#longest = Math.min(this.#longest * 2, 10_000);
    return delay;
  }
}

/** @type {Set<() => void>} */
const waiting = new Set();
let isDown = false;

/** Sends all waiting requests again. */
export function retryNow() {
  for (const wake of [...waiting]) wake();
}

/** Returns true if only a server can answer. @param {string} path */
const isLive = (path) => /^\/(games|browser)\b/.test(path);

/**
 * Sends a request until it is answered or refused.
 * @template T
 * @param {ApiRequest<T>} question
 * @param {AbortSignal} [signal]
 * @returns {Promise<T>}
 */
export async function request(question, signal) {
  if (isLive(question.path)) return fromServer(question, signal);
  if (!HAS_SERVER || isModuleReady()) {
    try {
      return await fromModule(question, !HAS_SERVER, signal);
    } catch (error) {
      if (!(error instanceof ModuleError)) throw error;
      if (!HAS_SERVER) throw new ApiError(unavailable(error.message));
    }
  }
  return fromServer(question, signal);
}

/**
 * @template T
 * @param {ApiRequest<T>} question
 * @param {boolean} waits whether to wait for a table to be computed
 * @param {AbortSignal} [signal]
 * @returns {Promise<T>}
 */
async function fromModule({ path, parameters, body }, waits, signal) {
  const answer = await requestModule(path, { ...parameters, ...body }, waits, signal);
  if ("problem" in answer) throw new ApiError(answer.problem);
  return answer.document;
}

/**
 * Sends a request to the server, and to the module while the server is down.
 * @template T
 * @param {ApiRequest<T>} question
 * @param {AbortSignal} [signal]
 * @returns {Promise<T>}
 */
async function fromServer(question, signal) {
  const backoff = new Backoff();
  for (;;) {
    try {
      const answer = await requestOnce(question, signal);
      if (isDown) {
        isDown = false;
        connection.dispatchEvent(new Event("up"));
      }
      return answer;
    } catch (error) {
      const refusal = error instanceof ApiError ? error : null;
      if (signal?.aborted || (refusal && !isTemporary(refusal.problem))) throw error;
      if (!isLive(question.path) && (await moduleSettled())) {
        try {
          return await fromModule(question, true, signal);
        } catch (other) {
          if (!(other instanceof ModuleError)) throw other;
        }
      }
      isDown = true;
      connection.dispatchEvent(new CustomEvent("down", { detail: refusal?.message ?? "" }));
      await pause(backoff.next(), signal);
    }
  }
}

/**
 * Sends a request once. It fails with `ApiError`, or with the browser's own error without a response.
 * @template T
 * @param {ApiRequest<T>} question
 * @param {AbortSignal} [signal]
 * @returns {Promise<T>}
 */
export async function requestOnce({ path, parameters, body }, signal) {
  if (!HAS_SERVER) throw new ApiError(NO_SERVER);
  const headers = { accept: "application/json", ...(body && { "content-type": "application/json" }) };
  const options = body ? { method: "POST", body: JSON.stringify(body) } : {};
  const response = await fetch(hrefOf(`/api/v1${filled(path, parameters)}`), { signal, headers, ...options });
  const isJson = /json/.test(response.headers.get("content-type") ?? "");
  const answer = isJson ? await response.json() : response.status === 204 ? null : await response.text();
  if (response.ok) return answer;
  if (isJson) throw new ApiError(answer);
  const detail = `The server answered ${response.status} ${response.statusText}.`;
  throw new ApiError({ type: "", title: detail, status: response.status, detail });
}

/**
 * Waits until the time is over, `retryNow` is called, or the request is aborted.
 * @param {number} milliseconds
 * @param {AbortSignal} [signal]
 * @returns {Promise<void>}
 */
function pause(milliseconds, signal) {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      waiting.delete(wake);
      signal?.removeEventListener("abort", wake);
      resolve();
    };
    const timer = setTimeout(wake, milliseconds);
    waiting.add(wake);
    signal?.addEventListener("abort", wake);
  });
}

/** @type {Promise<Catalogue> | null} */
let games = null;

/** Requests the catalogue once. */
export function catalogue() {
  games ??= request(get("/catalogue", {}));
  return games;
}

/** Returns the catalogue's entry of a game. @param {string} id */
export async function listing(id) {
  const found = (await catalogue()).games.find((game) => game.id === id);
  if (found) return found;
  const detail = `Unknown game: ${id}`;
  throw new ApiError({ type: "/problems/not-found", title: detail, status: 404, detail });
}

addEventListener("online", retryNow);
