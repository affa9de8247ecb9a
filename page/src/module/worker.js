// A worker with the module: it answers questions, and computes and keeps tables. What it is told is done in the order
// in which it was told.

import { adopt, ask, initSync, solve } from "./quintet.js";
import { keepTable, keptTable } from "./tables.js";

/** @import { Order, Said, Table } from "../../types/module.d.ts" */

/** @param {Said} said @param {Transferable[]} [moved] */
const say = (said, moved = []) => postMessage(said, { transfer: moved });

/** The last share of a solution that was told, in hundredths. */
let told = -1;

/** The module calls this while it computes. @param {number} share */
Object.assign(globalThis, {
  tellProgress(/** @type {number} */ share) {
    const hundredths = Math.floor(share * 100);
    if (hundredths === told) return;
    told = hundredths;
    say({ share });
  },
});

/** @param {Order} order */
async function obey(order) {
  if ("code" in order) {
    initSync({ module: order.code });
    say({ ready: true });
  } else if ("adopt" in order) {
    const { game, size } = order.adopt;
    adopt(game, size, new Uint8Array(order.file));
  } else if ("solve" in order) {
    const file = await computed(order.solve);
    say({ file }, file ? [file] : []);
  } else {
    say({ id: order.id, answer: await answered(order) });
  }
}

/**
 * The answer to a question. A table that it needs is adopted if it is kept.
 * @param {import("../../types/module.d.ts").Asked} asked
 */
async function answered({ path, question, today, seed }) {
  const answer = ask(path, question, today, seed);
  if (!answer.startsWith('{"table":')) return answer;
  const { game, size } = JSON.parse(answer).table;
  const kept = await keptTable(game, size);
  return kept && adopt(game, size, kept) ? ask(path, question, today, seed) : answer;
}

/** The bytes of a table, which is then kept. @param {Table} table */
async function computed({ game, size }) {
  const file = solve(game, size);
  if (!file) return null;
  await keepTable(game, size, file);
  return /** @type {ArrayBuffer} */ (file.buffer);
}

/** @type {Promise<void>} */
let last = Promise.resolve();

addEventListener("message", ({ data }) => {
  last = last.then(() => obey(data));
});
// What goes wrong ends this worker: the page starts another.
addEventListener("unhandledrejection", ({ reason }) => {
  throw reason;
});
