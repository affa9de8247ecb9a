// Measures calls of the module's functions inside a worker.

import { adopt, ask, initSync, solve } from "./module/quintet.js";

globalThis.reportProgress = () => {};

/** Adopts the given tables and computes the others. */
addEventListener("message", ({ data: { code, games, files = {} } }) => {
  const lines = [];
  const { memory } = initSync({ module: code });
  const mebibytes = () => memory.buffer.byteLength / 2 ** 20;
  if (games.length > 1) lines.push(["initial memory", mebibytes(), "MiB"]);
  for (const [game, size] of games) {
    const analyze = (explain) => ask("/analyze", JSON.stringify({ game, size, explain }), "2026-11-15", 1);
    const began = performance.now();
    if (analyze(false).startsWith('{"table"')) {
      if (!files[game]) {
        files[game] = solve(game, size);
        lines.push([`${game} ${size}: from scratch, inside`, performance.now() - began, "ms"]);
        lines.push([`${game} ${size}: memory of the worker that solves it`, mebibytes(), "MiB"]);
      }
      const opened = performance.now();
      adopt(game, size, files[game]);
      if (games.length === 1) lines.push([`${game} ${size}: adopted`, performance.now() - opened, "ms"]);
    }
    if (games.length > 1) {
      lines.push([`memory after ${game} ${size}, with its table`, mebibytes(), "MiB"]);
      continue;
    }
    for (const [explain, reasons] of [[false, ""], [true, " with its reasons"]]) {
      analyze(explain);
      const start = performance.now();
      for (let n = 0; n < 100; n += 1) analyze(explain);
      lines.push([`${game} ${size}: a warm analysis${reasons}, inside`, (performance.now() - start) / 100, "ms"]);
    }
  }
  postMessage({ lines, files });
});
