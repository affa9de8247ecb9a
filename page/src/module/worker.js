// A worker that runs the module: it answers requests, and computes and stores tables. It handles messages in their
// order.

import { adopt, ask, initSync, solve } from "./quintet.js";
import { loadTable, storeTable } from "./tables.js";

/** @import { Message, Order, Table } from "../../types/module.d.ts" */

/** @param {Message} message @param {Transferable[]} [transfer] */
const send = (message, transfer = []) => postMessage(message, { transfer });

/** The progress that was reported last, in percent. */
let reported = -1;

/** The module calls this function while it computes. */
Object.assign(globalThis, {
  reportProgress(/** @type {number} */ share) {
    const percent = Math.floor(share * 100);
    if (percent === reported) return;
    reported = percent;
    send({ share });
  },
});

/** @param {Order} order */
async function handle(order) {
  if ("code" in order) {
    initSync({ module: order.code });
    send({ ready: true });
  } else if ("adopt" in order) {
    const { game, size } = order.adopt;
    adopt(game, size, new Uint8Array(order.file));
  } else if ("solve" in order) {
    const file = await computed(order.solve);
    send({ file }, file ? [file] : []);
  } else {
    send({ id: order.id, answer: await answered(order) });
  }
}

/**
 * Answers a request, after loading a stored table if that is needed.
 * @param {import("../../types/module.d.ts").Query} asked
 */
async function answered({ path, question, today, seed }) {
  const answer = ask(path, question, today, seed);
  if (!answer.startsWith('{"table":')) return answer;
  const { game, size } = JSON.parse(answer).table;
  const stored = await loadTable(game, size);
  return stored && adopt(game, size, stored) ? ask(path, question, today, seed) : answer;
}

/** Computes a table and stores it. @param {Table} table */
async function computed({ game, size }) {
  const file = solve(game, size);
  if (!file) return null;
  await storeTable(game, size, file);
  return /** @type {ArrayBuffer} */ (file.buffer);
}

/** @type {Promise<void>} */
let last = Promise.resolve();

addEventListener("message", ({ data }) => {
  last = last.then(() => handle(data));
});
// An error terminates this worker, and the page starts another.
addEventListener("unhandledrejection", ({ reason }) => {
  throw reason;
});
