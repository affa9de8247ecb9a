// Measures the startup of the module and round trips to the page's worker. Another worker measures the module's functions.

const found = [];
const note = (what, figure, unit) => found.push([what, figure, unit]);
const games = GAMES;

const hear = (worker) =>
  new Promise((resolve) => (worker.onmessage = ({ data }) => "share" in data || resolve(data)));

const began = performance.now();
const code = await WebAssembly.compileStreaming(fetch("module/quintet_bg.wasm"));
const worker = new Worker("module/worker.js", { type: "module" });
const tell = (order) => (worker.postMessage(order), hear(worker));
await tell({ code });
note("ready in the worker, first visit", performance.now() - began, "ms");

const again = performance.now();
const second = new Worker("module/worker.js", { type: "module" });
second.postMessage({ code });
await hear(second);
note("ready in the worker, already compiled", performance.now() - again, "ms");
second.terminate();

/** Each game in a worker that computes its table; then all games in one worker with the computed tables. */
const files = {};
for (const some of [...games.map((game) => [game]), games]) {
  const measuring = new Worker("measuring.js", { type: "module" });
  measuring.postMessage({ code, games: some, files });
  const heard = await hear(measuring);
  for (const line of heard.lines) note(...line);
  Object.assign(files, heard.files);
  measuring.terminate();
}

const asked = (game, size, explain = false) => ({
  id: 1,
  path: "/analyze",
  question: JSON.stringify({ game, size, explain }),
  today: "2026-11-15",
  seed: 1,
});
for (const [game, size] of games) {
  let { answer } = await tell(asked(game, size));
  if (answer.startsWith('{"table"')) {
    const solver = new Worker("module/worker.js", { type: "module" });
    solver.postMessage({ code });
    await hear(solver);
    const start = performance.now();
    solver.postMessage({ solve: { game, size } });
    const { file } = await hear(solver);
    note(`${game} ${size}: solved and stored by a second worker`, performance.now() - start, "ms");
    solver.terminate();
    // A new worker reads the stored table.
    const reader = new Worker("module/worker.js", { type: "module" });
    reader.postMessage({ code });
    await hear(reader);
    const read = performance.now();
    reader.postMessage(asked(game, size));
    await hear(reader);
    note(`${game} ${size}: first value from the stored table`, performance.now() - read, "ms");
    reader.terminate();
    worker.postMessage({ adopt: { game, size }, file }, [file]);
  }
  for (const [explain, reasons] of [[false, ""], [true, " with its reasons"]]) {
    await tell(asked(game, size, explain));
    const start = performance.now();
    for (let n = 0; n < 100; n += 1) await tell(asked(game, size, explain));
    note(`${game} ${size}: a warm analysis${reasons}, round trip`, (performance.now() - start) / 100, "ms");
  }
}
await fetch("found", { method: "POST", body: JSON.stringify(found) });
