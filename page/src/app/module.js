// The WebAssembly module, which answers requests in this browser. It runs in a worker, one request at a time, so that
// the page never blocks. A busy worker cannot be interrupted: one that hangs, fails, or works on an aborted request is
// terminated, and a new worker takes over its requests.
//
// A table that is not stored in this browser is computed by a second worker, which is terminated afterward to free its
// memory.

import { hrefOf } from "./base.js";
import { HAS_MODULE } from "./backend.js";

/** @import { Answer, Message, Query, Table } from "../../types/module.d.ts" */

/**
 * @typedef {object} Job
 * @property {Query} query
 * @property {boolean} waits  whether to wait for a table to be computed
 * @property {number} tries
 * @property {boolean} isAborted
 * @property {(answer: Answer) => void} resolve
 * @property {(error: ModuleError) => void} reject
 */

/** The time limit of a request, in milliseconds. */
const TIMEOUT = 60_000;
/** The time in milliseconds that the worker may continue with an aborted request. */
const GRACE = 400;
const MAX_TRIES = 2;

/** The module cannot answer. The message explains why. */
export class ModuleError extends Error {}

const UNSUPPORTED = "This browser is too old to run the game engine.";
const TOO_LONG = "This took too long in your browser.";
const NO_TABLE = "This game could not be solved in this browser. There may be too little memory.";

/** Sends the event "progress" while a table is computed. Its detail is from 0 to 1, and 1 at the end. */
export const solving = new EventTarget();

/** @type {"off" | "loading" | "ready" | "failed"} */
let state = "off";
/** @type {() => void} */
let settle = () => {};
/** Resolves when the module is ready or has failed. @type {Promise<void>} */
const settled = new Promise((resolve) => (settle = resolve));
/** @type {WebAssembly.Module | null} */
let code = null;
/** @type {Worker | null} */
let worker = null;
/** @type {number | undefined} */
let timeout;
/** The job of the worker. @type {Job | null} */
let current = null;
/** The jobs that wait for the worker. @type {Job[]} */
const queue = [];
/** The jobs that wait for a table, by its name. @type {Map<string, Job[]>} */
const parked = new Map();
let count = 0;

export const isModuleReady = () => state === "ready";

/** Waits until the module is ready or has failed, and returns true if it is ready. */
export async function moduleSettled() {
  if (!HAS_MODULE) return false;
  void startModule();
  await settled;
  return isModuleReady();
}

/** Loads the module, once. */
export async function startModule() {
  if (state !== "off" || !HAS_MODULE) return;
  state = "loading";
  try {
    code = await compiled(await fetch(hrefOf("/module/quintet_bg.wasm")));
    renew();
  } catch (error) {
    giveUp(error);
  }
}

/**
 * Compiles the module while it loads. Browsers do that only if the host sends the right content type, which not every
 * host of static files does.
 * @param {Response} response
 */
async function compiled(response) {
  if (response.headers.get("content-type") === "application/wasm") return WebAssembly.compileStreaming(response);
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${response.statusText}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

/**
 * Sends a request to the module. It fails with `ModuleError` if the module cannot answer, or if a table has to be
 * computed first and the request does not wait for it.
 * @param {string} path
 * @param {object} body
 * @param {boolean} waits
 * @param {AbortSignal} [signal]
 * @returns {Promise<Answer>}
 */
export function requestModule(path, body, waits, signal) {
  return new Promise((resolve, reject) => {
    if (state === "failed" || !HAS_MODULE) throw new ModuleError(UNSUPPORTED);
    signal?.throwIfAborted();
    void startModule();
    /** @type {Job} */
    const job = {
      query: {
        id: (count += 1),
        path,
        question: JSON.stringify(body),
        today: new Date().toISOString().slice(0, 10),
        seed: crypto.getRandomValues(new Uint32Array(1))[0],
      },
      waits,
      tries: 0,
      isAborted: false,
      resolve,
      reject,
    };
    signal?.addEventListener("abort", () => {
      reject(signal.reason);
      abort(job);
    });
    queue.push(job);
    next();
  });
}

/** @param {Job} job */
function abort(job) {
  job.isAborted = true;
  if (job !== current) return;
  clearTimeout(timeout);
  timeout = setTimeout(renew, GRACE);
}

/** @param {unknown} error */
function giveUp(error) {
  console.info("The game engine failed to load.", error);
  state = "failed";
  settle();
  clearTimeout(timeout);
  worker?.terminate();
  worker = null;
  const jobs = [current, ...queue.splice(0), ...[...parked.values()].flat()];
  current = null;
  for (const job of jobs) job?.reject(new ModuleError(UNSUPPORTED));
}

/**
 * Starts a worker with the module.
 * @param {(message: Message, worker: Worker) => void} onMessage
 * @param {(hasStarted: boolean) => void} onError
 */
function startWorker(onMessage, onError) {
  const started = new Worker(hrefOf("/module/worker.js"), { type: "module" });
  let hasStarted = false;
  started.addEventListener("message", ({ data }) => {
    hasStarted = true;
    onMessage(data, started);
  });
  started.addEventListener("error", (event) => {
    event.preventDefault();
    started.terminate();
    onError(hasStarted);
  });
  started.postMessage({ code });
  return started;
}

/** Replaces the worker. Its request is sent again once. */
function renew() {
  clearTimeout(timeout);
  worker?.terminate();
  const job = current;
  current = null;
  if (job && job.tries < MAX_TRIES) queue.unshift(job);
  else job?.reject(new ModuleError(TOO_LONG));
  // A worker that cannot start will not start the next time either.
  worker = startWorker(receive, (hasStarted) => (hasStarted ? renew() : giveUp("the worker failed to start")));
  next();
}

/** Starts the next job if the worker is free. */
function next() {
  if (!worker || current) return;
  let job = queue.shift();
  while (job?.isAborted) job = queue.shift();
  if (!job) return;
  current = job;
  job.tries += 1;
  worker.postMessage(job.query);
  timeout = setTimeout(renew, TIMEOUT);
}

/** @param {Message} message */
function receive(message) {
  if ("ready" in message) {
    state = "ready";
    settle();
  }
  if (!("id" in message) || message.id !== current?.query.id) return;
  const job = current;
  clearTimeout(timeout);
  current = null;
  const answer = JSON.parse(message.answer);
  if ("table" in answer) park(job, answer.table);
  else job.resolve(answer);
  next();
}

/** Starts computing a table for a job, which may wait for it. @param {Job} job @param {Table} table */
function park(job, table) {
  const name = `${table.game}-${table.size}`;
  const jobs = parked.get(name) ?? [];
  if (job.waits && job.tries <= MAX_TRIES) jobs.push(job);
  else job.reject(new ModuleError(NO_TABLE));
  if (parked.has(name)) return;
  parked.set(name, jobs);
  solve(table, (file) => {
    parked.delete(name);
    if (file) worker?.postMessage({ adopt: table, file }, [file]);
    if (file) queue.push(...jobs);
    else for (const one of jobs) one.reject(new ModuleError(NO_TABLE));
    next();
  });
}

/** Computes a table in a separate worker. @param {Table} table @param {(file: ArrayBuffer | null) => void} done */
function solve(table, done) {
  const report = (/** @type {number} */ share) => solving.dispatchEvent(new CustomEvent("progress", { detail: share }));
  const end = (/** @type {ArrayBuffer | null} */ file) => {
    report(1);
    done(file);
  };
  const solver = startWorker(
    (message, started) => {
      if ("share" in message) report(message.share);
      if (!("file" in message)) return;
      started.terminate();
      end(message.file);
    },
    () => end(null),
  );
  solver.postMessage({ solve: table });
}
