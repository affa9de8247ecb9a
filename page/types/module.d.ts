// What the page and the workers of the module tell each other.

import type { Problem } from "./api.d.ts";

/** The game whose table is meant. */
export type Table = { game: string; size: string };
/** A question. */
export type Asked = { id: number; path: string; question: string; today: string; seed: number };
/** What a worker is told: the module first, then questions, tables to adopt, and a table to compute. */
export type Order = { code: WebAssembly.Module } | Asked | { adopt: Table; file: ArrayBuffer } | { solve: Table };
/** What a worker says: that it is ready, an answer as JSON, how far a solution has come, or a table. */
export type Said = { ready: true } | { id: number; answer: string } | { share: number } | { file: ArrayBuffer | null };
/** The answer to a question. */
export type Answer = { document: any } | { problem: Problem };
