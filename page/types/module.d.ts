// The messages between the page and the workers of the module.

import type { Problem } from "./api.d.ts";

/** The game of a table. */
export type Table = { game: string; size: string };
/** A request to the module. */
export type Query = { id: number; path: string; question: string; today: string; seed: number };
/** A message to a worker: first the module, then requests, tables to load, or a table to compute. */
export type Order = { code: WebAssembly.Module } | Query | { adopt: Table; file: ArrayBuffer } | { solve: Table };
/** A message from a worker: ready, an answer as JSON, the progress of a computation, or a table. */
export type Message =
  { ready: true } | { id: number; answer: string } | { share: number } | { file: ArrayBuffer | null };
/** The answer to a request. */
export type Answer = { document: any } | { problem: Problem };
