// Questions. The module answers them in this browser as soon as it is there; until then, and about games between
// people, the server does. They change nothing, so one that gets no answer is asked again until it does: a game on the
// screen never breaks because the server was away for a moment.

import { hrefOf } from "./base.js";
import { askModule, isModuleReady, moduleAnswers, Unable } from "./module.js";
import { HAS_SERVER } from "./way.js";

/** @import { Catalogue, Gets, Posts, Problem } from "../../types/page.d.ts" */

/**
 * A question, made by `get` or `post`.
 * @template Answer
 * @typedef {object} Question
 * @property {string} path
 * @property {object} parameters
 * @property {object} [body]
 * @property {Answer} [answer]  for its type only
 */

/**
 * A question that is asked with GET. Parameters that the path does not name are its query.
 * @template {keyof Gets} P
 * @param {P} path below the version of the interface
 * @param {Gets[P]["parameters"]} parameters
 * @returns {Question<Gets[P]["answer"]>}
 */
export function get(path, parameters) {
  return { path, parameters };
}

/**
 * A question that is asked with POST.
 * @template {keyof Posts} P
 * @param {P} path below the version of the interface
 * @param {Posts[P]["body"]} body
 * @param {Posts[P]["parameters"]} parameters
 * @returns {Question<Posts[P]["answer"]>}
 */
export function post(path, body, parameters) {
  return { path, parameters, body };
}

/** A path with its parameters. @param {string} path @param {object} parameters */
function filled(path, parameters) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    const place = `{${name}}`;
    if (path.includes(place)) path = path.replace(place, encodeURIComponent(value));
    else if (value !== undefined && value !== null) query.set(name, value);
  }
  return query.size ? `${path}?${query}` : path;
}

/** What the server says when a request cannot be answered as asked. */
export class Refused extends Error {
  /** @param {Problem} problem */
  constructor(problem) {
    super(problem.detail || problem.title);
    this.problem = problem;
  }
}

/** @param {string} detail @returns {Problem} */
const unavailable = (detail) => ({ type: "/problems/unavailable", title: detail, status: 501, detail });
const NO_SERVER = unavailable("Games between people need a server, and this page has none.");

/** Says whether the server answers, with the events "up" and "down"; the detail of "down" is what the server says. */
export const connection = new EventTarget();

/** Whether a problem says "later" rather than "no", so that trying again may help. @param {Problem} problem */
export const isLater = ({ status }) => [429, 502, 503, 504].includes(status);

/** How long to wait before each new try: longer each time, and not the same for all clients, in milliseconds. */
export class Wait {
  #longest = 500;

  next() {
    const wait = this.#longest * (0.75 + Math.random() / 2);
    this.#longest = Math.min(this.#longest * 2, 10_000);
    return wait;
  }
}

/** @type {Set<() => void>} */
const waiting = new Set();
let isDown = false;

/** Asks every waiting question again at once. */
export function tryNow() {
  for (const wake of [...waiting]) wake();
}

/** Whether a question is about games between people, which a server keeps. @param {string} path */
const isLive = (path) => /^\/(games|browser)\b/.test(path);

/**
 * The answer to a question, asked until there is one.
 * @template Answer
 * @param {Question<Answer>} question
 * @param {AbortSignal} [signal]
 * @returns {Promise<Answer>}
 */
export async function ask(question, signal) {
  if (isLive(question.path)) return askServer(question, signal);
  if (!HAS_SERVER || isModuleReady()) {
    try {
      return await viaModule(question, !HAS_SERVER, signal);
    } catch (fault) {
      if (!(fault instanceof Unable)) throw fault;
      if (!HAS_SERVER) throw new Refused(unavailable(fault.message));
    }
  }
  return askServer(question, signal);
}

/**
 * The answer of the module, or `Refused`.
 * @template Answer
 * @param {Question<Answer>} question
 * @param {boolean} waits whether it waits while a table is computed
 * @param {AbortSignal} [signal]
 * @returns {Promise<Answer>}
 */
async function viaModule({ path, parameters, body }, waits, signal) {
  const answer = await askModule(path, { ...parameters, ...body }, waits, signal);
  if ("problem" in answer) throw new Refused(answer.problem);
  return answer.document;
}

/**
 * The answer of the server. While it is away, the module answers what it can.
 * @template Answer
 * @param {Question<Answer>} question
 * @param {AbortSignal} [signal]
 * @returns {Promise<Answer>}
 */
async function askServer(question, signal) {
  const wait = new Wait();
  for (;;) {
    try {
      const answer = await once(question, signal);
      if (isDown) {
        isDown = false;
        connection.dispatchEvent(new Event("up"));
      }
      return answer;
    } catch (fault) {
      const refusal = fault instanceof Refused ? fault : null;
      if (signal?.aborted || (refusal && !isLater(refusal.problem))) throw fault;
      if (!isLive(question.path) && (await moduleAnswers())) {
        try {
          return await viaModule(question, true, signal);
        } catch (other) {
          if (!(other instanceof Unable)) throw other;
        }
      }
      isDown = true;
      connection.dispatchEvent(new CustomEvent("down", { detail: refusal?.message ?? "" }));
      await pause(wait.next(), signal);
    }
  }
}

/**
 * One request: its answer, or `Refused`, or the browser's own error when there is no answer.
 * @template Answer
 * @param {Question<Answer>} question
 * @param {AbortSignal} [signal]
 * @returns {Promise<Answer>}
 */
export async function once({ path, parameters, body }, signal) {
  if (!HAS_SERVER) throw new Refused(NO_SERVER);
  const headers = { accept: "application/json", ...(body && { "content-type": "application/json" }) };
  const request = body ? { method: "POST", body: JSON.stringify(body) } : {};
  const response = await fetch(hrefOf(`/api/v1${filled(path, parameters)}`), { signal, headers, ...request });
  const isJson = /json/.test(response.headers.get("content-type") ?? "");
  const answer = isJson ? await response.json() : response.status === 204 ? null : await response.text();
  if (response.ok) return answer;
  throw new Refused(isJson ? answer : unknown(response));
}

/** @param {Response} response @returns {Problem} */
function unknown(response) {
  const detail = `The server answered ${response.status} ${response.statusText}.`;
  return { type: "", title: detail, status: response.status, detail };
}

/**
 * @param {number} milliseconds less if the question is to be asked again at once, or is given up: asking then fails
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

/** The catalogue, asked for once. */
export function catalogue() {
  games ??= ask(get("/catalogue", {}));
  return games;
}

/** A game of the catalogue. @param {string} id */
export async function listing(id) {
  const found = (await catalogue()).games.find((game) => game.id === id);
  if (found) return found;
  const detail = `There is no game called ${id}.`;
  throw new Refused({ type: "/problems/not-found", title: detail, status: 404, detail });
}

addEventListener("online", tryNow);
