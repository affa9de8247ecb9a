// The module that answers questions in this browser. It works in a worker, one question at a time, so that the page
// never waits for it. A busy worker cannot be interrupted, only ended: one that hangs, fails, or works on what nobody
// wants any more is ended, and another takes its questions.
//
// A table that is not kept in this browser is computed by a second worker, which ends afterwards: its memory goes with
// it.

import { hrefOf } from "./base.js";
import { HAS_MODULE } from "./way.js";

/** @import { Answer, Asked, Said, Table } from "../../types/module.d.ts" */

/**
 * A question that is asked.
 * @typedef {object} Job
 * @property {Asked} asked
 * @property {boolean} waits  whether it waits while a table is computed
 * @property {number} tries
 * @property {boolean} isWanted
 * @property {(answer: Answer) => void} settle
 * @property {(fault: Unable) => void} fail
 */

/** A question that takes longer, in milliseconds, does not come to an end. */
const PATIENCE = 60_000;
/** For so long, in milliseconds, the worker may go on with a question that nobody wants any more. */
const COURTESY = 400;
/** How often a question is asked before it is given up. */
const TRIES = 2;

/** The module cannot answer, and a person is told why if nothing else can. */
export class Unable extends Error {}

const FAILED = "This browser cannot run what answers on this page; a newer one can.";
const ENDLESS = "This question takes too long in this browser.";
const NO_TABLE = "This game could not be solved in this browser; there may be too little memory.";

/** Says with the event "progress" how far a solution has come: its detail is from 0 to 1, and 1 when it has ended. */
export const solving = new EventTarget();

/** @type {"off" | "coming" | "ready" | "failed"} */
let state = "off";
/** @type {() => void} */
let settle = () => {};
/** Resolves when the module is ready or has failed. @type {Promise<void>} */
const settled = new Promise((resolve) => (settle = resolve));
/** @type {WebAssembly.Module | null} */
let code = null;
/** @type {Worker | null} */
let worker = null;
/** @type {number | undefined} Until the worker is ended. */
let patience;
/** The question that the worker has been asked. @type {Job | null} */
let current = null;
/** Those that wait for the worker. @type {Job[]} */
const queue = [];
/** Those that wait for a table, by its name. @type {Map<string, Job[]>} */
const parked = new Map();
let count = 0;

/** Whether the module answers now. */
export const isModuleReady = () => state === "ready";

/** Waits until it is known whether the module answers: whether it does. */
export async function moduleAnswers() {
  if (!HAS_MODULE) return false;
  void startModule();
  await settled;
  return isModuleReady();
}

/** Loads the module, once. */
export async function startModule() {
  if (state !== "off" || !HAS_MODULE) return;
  state = "coming";
  try {
    code = await compiled(await fetch(hrefOf("/module/quintet_bg.wasm")));
    renew();
  } catch (fault) {
    giveUp(fault);
  }
}

/**
 * The module, compiled while it comes. A browser does that only if the host names its type, which not every host of
 * static files knows.
 * @param {Response} response
 */
async function compiled(response) {
  if (response.headers.get("content-type") === "application/wasm") return WebAssembly.compileStreaming(response);
  if (!response.ok) throw new Error(`the module: ${response.status} ${response.statusText}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

/**
 * The answer to a question. `Unable` if the module does not answer, or if a table must be computed before and the
 * question does not wait for it.
 * @param {string} path
 * @param {object} question
 * @param {boolean} waits
 * @param {AbortSignal} [signal]
 * @returns {Promise<Answer>}
 */
export function askModule(path, question, waits, signal) {
  return new Promise((resolve, reject) => {
    if (state === "failed" || !HAS_MODULE) throw new Unable(FAILED);
    signal?.throwIfAborted();
    void startModule();
    /** @type {Job} */
    const job = {
      asked: {
        id: (count += 1),
        path,
        question: JSON.stringify(question),
        today: new Date().toISOString().slice(0, 10),
        seed: crypto.getRandomValues(new Uint32Array(1))[0],
      },
      waits,
      tries: 0,
      isWanted: true,
      settle: resolve,
      fail: reject,
    };
    signal?.addEventListener("abort", () => {
      reject(signal.reason);
      abandon(job);
    });
    queue.push(job);
    next();
  });
}

/** Nobody waits for the answer any more. @param {Job} job */
function abandon(job) {
  job.isWanted = false;
  if (job !== current) return;
  clearTimeout(patience);
  patience = setTimeout(renew, COURTESY);
}

/** @param {unknown} fault */
function giveUp(fault) {
  console.info("The module cannot be used.", fault);
  state = "failed";
  settle();
  clearTimeout(patience);
  worker?.terminate();
  worker = null;
  const jobs = [current, ...queue.splice(0), ...[...parked.values()].flat()];
  current = null;
  for (const job of jobs) job?.fail(new Unable(FAILED));
}

/**
 * A worker with the module.
 * @param {(said: Said, hired: Worker) => void} hear
 * @param {(hasBegun: boolean) => void} fail
 */
function hire(hear, fail) {
  const hired = new Worker(hrefOf("/module/worker.js"), { type: "module" });
  let hasBegun = false;
  hired.addEventListener("message", ({ data }) => {
    hasBegun = true;
    hear(data, hired);
  });
  hired.addEventListener("error", (event) => {
    event.preventDefault();
    hired.terminate();
    fail(hasBegun);
  });
  hired.postMessage({ code });
  return hired;
}

/** Ends the worker, if there is one, and starts another. The question that it was asked is asked again, once. */
function renew() {
  clearTimeout(patience);
  worker?.terminate();
  const job = current;
  current = null;
  if (job && job.tries < TRIES) queue.unshift(job);
  else job?.fail(new Unable(ENDLESS));
  // A worker that cannot even begin will not do so next time.
  worker = hire(hear, (hasBegun) => (hasBegun ? renew() : giveUp("a worker does not begin")));
  next();
}

/** Asks the next question that somebody wants, if the worker is free. */
function next() {
  if (!worker || current) return;
  const job = queue.shift();
  if (!job) return;
  if (!job.isWanted) {
    next();
    return;
  }
  current = job;
  job.tries += 1;
  worker.postMessage(job.asked);
  patience = setTimeout(renew, PATIENCE);
}

/** @param {Said} said */
function hear(said) {
  if ("ready" in said) {
    state = "ready";
    settle();
  }
  if (!("id" in said) || said.id !== current?.asked.id) return;
  const job = current;
  clearTimeout(patience);
  current = null;
  const answer = JSON.parse(said.answer);
  if ("table" in answer) park(job, answer.table);
  else job.settle(answer);
  next();
}

/** Has a table computed, for which a question waits or not. @param {Job} job @param {Table} table */
function park(job, table) {
  const name = `${table.game}-${table.size}`;
  const jobs = parked.get(name) ?? [];
  if (job.waits && job.tries <= TRIES) jobs.push(job);
  else job.fail(new Unable(NO_TABLE));
  if (parked.has(name)) return;
  parked.set(name, jobs);
  solve(table, (file) => {
    parked.delete(name);
    if (file) worker?.postMessage({ adopt: table, file }, [file]);
    if (file) queue.push(...jobs);
    else for (const one of jobs) one.fail(new Unable(NO_TABLE));
    next();
  });
}

/** Computes a table in a worker of its own. @param {Table} table @param {(file: ArrayBuffer | null) => void} use */
function solve(table, use) {
  const tell = (/** @type {number} */ share) => solving.dispatchEvent(new CustomEvent("progress", { detail: share }));
  const end = (/** @type {ArrayBuffer | null} */ file) => {
    tell(1);
    use(file);
  };
  const solver = hire(
    (said, hired) => {
      if ("share" in said) tell(said.share);
      if (!("file" in said)) return;
      hired.terminate();
      end(said.file);
    },
    () => end(null),
  );
  solver.postMessage({ solve: table });
}
