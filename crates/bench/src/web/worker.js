// Measures inside a worker, where the module's own functions can be called.

import { adopt, ask, initSync, solve } from "./module/quintet.js";

globalThis.tellProgress = () => {};

/** Tables that are given are adopted, others computed. */
addEventListener("message", ({ data: { code, games, files = {} } }) => {
  const isGiven = Object.keys(files).length > 0;
  const whose = isGiven ? "tables given: " : "";
  const lines = [];
  const { memory } = initSync({ module: code });
  const mebibytes = () => memory.buffer.byteLength / 2 ** 20;
  lines.push(["memory at first", mebibytes(), "MiB"]);
  for (const [game, size] of games) {
    const question = JSON.stringify({ game, size, explain: true });
    const analyze = () => ask("/analyze", question, "2026-11-15", 1);
    if (analyze().startsWith('{"table"')) {
      const start = performance.now();
      const file = files[game] ?? solve(game, size);
      if (!isGiven) lines.push([`${game} ${size}: from nothing, inside`, performance.now() - start, "ms"]);
      files[game] = file;
      const opened = performance.now();
      adopt(game, size, file);
      if (!isGiven) lines.push([`${game} ${size}: adopted`, performance.now() - opened, "ms"]);
    }
    analyze();
    const start = performance.now();
    for (let n = 0; n < 100; n += 1) analyze();
    if (!isGiven) lines.push([`${game} ${size}: a warm analysis, inside`, (performance.now() - start) / 100, "ms"]);
    lines.push([`${whose}memory after ${game} ${size}`, mebibytes(), "MiB"]);
  }
  postMessage({ lines, files });
});
