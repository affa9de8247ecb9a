// Puzzle progress, stored in this browser: solved puzzles, a streak of days, and two ratings, one of them for rushes.
//
// A rating is an Elo rating. Each puzzle counts once, as a game that is won if the first move is correct and lost
// otherwise, also if the solution is shown. The rating of a puzzle depends on its grade:
//
//     expected = 1 / (1 + 10 ^ ((puzzle - own) / 400)),  own += K (won - expected)
//
// K is 32 for the first 20 puzzles, and then 16. The rating starts at 1000. Easy puzzles are rated 800, medium puzzles
// 1100, and hard puzzles 1400.

import { load, store } from "../app/settings.js";

/** @import { Puzzle } from "../../types/page.d.ts" */

/** @typedef {"found" | "later" | "missed" | "shown"} Result  "later": found after a wrong move */

/** @type {Record<string, string>} results by puzzle or by day */
const NONE = {};
/** @type {Record<string, number>} wrong moves by puzzle */
const NO_TRIES = {};
const EMPTY = {
  ...{ rating: 1000, tried: 0, solved: 0, results: NONE, days: NONE, tries: NO_TRIES },
  ...{ rush: 0, rushRating: 1000, rushTried: 0 },
};

/** @typedef {typeof EMPTY} Progress */

/** @type {Record<string, number>} */
const RATINGS = { easy: 800, medium: 1100, hard: 1400 };
/** The number of puzzles and days that are stored. */
const MAX_RESULTS = 400;
const DAY = 86_400_000;

/** @returns {Progress} */
export function progress() {
  return load("puzzles", EMPTY);
}

/** Returns true if the person has found the move. @param {string | undefined} result */
export const isSolved = (result) => result === "found" || result === "later";

/** Identifies a puzzle. @param {Puzzle} puzzle */
function nameOf({ view, seed }) {
  return `${view.game} ${view.size} ${seed}`;
}

/** Returns the stored result of a puzzle. @param {Puzzle} puzzle @returns {string | undefined} */
export function resultOf(puzzle) {
  return progress().results[nameOf(puzzle)];
}

/**
 * Stores the result of a puzzle. A solved or shown puzzle does not change.
 * @param {Puzzle} puzzle
 * @param {Result} result
 */
export function record(puzzle, result) {
  const before = progress();
  const name = nameOf(puzzle);
  const previous = before.results[name];
  if (previous === "shown" || isSolved(previous)) return;
  const after = { ...before, results: latest({ ...before.results, [name]: result }) };
  if (!previous) {
    after.tried += 1;
    after.rating = newRating(before, RATINGS[puzzle.grade] ?? RATINGS.medium, result === "found");
  }
  if (isSolved(result)) after.solved += 1;
  if (puzzle.day) after.days = latest({ ...before.days, [puzzle.day]: result });
  store("puzzles", after);
}

/** Returns the number of wrong moves at a puzzle. @param {Puzzle} puzzle */
export function missesOf(puzzle) {
  return progress().tries[nameOf(puzzle)] ?? 0;
}

/** Counts a wrong move, and returns how many there are. @param {Puzzle} puzzle */
export function recordMiss(puzzle) {
  record(puzzle, "missed");
  const before = progress();
  const misses = missesOf(puzzle) + 1;
  store("puzzles", { ...before, tries: latest({ ...before.tries, [nameOf(puzzle)]: misses }) });
  return misses;
}

/** Drops the oldest entries. @template T @param {Record<string, T>} entries @returns {Record<string, T>} */
function latest(entries) {
  return Object.fromEntries(Object.entries(entries).slice(-MAX_RESULTS));
}

/** @param {Pick<Progress, "rating" | "tried">} before @param {number} puzzle @param {boolean} hasWon */
function newRating({ rating, tried }, puzzle, hasWon) {
  const expected = 1 / (1 + 10 ** ((puzzle - rating) / 400));
  return Math.round(rating + (tried < 20 ? 32 : 16) * ((hasWon ? 1 : 0) - expected));
}

/** Counts a puzzle of a rush. @param {Puzzle} puzzle @param {boolean} hasSolved */
export function recordRushed({ grade }, hasSolved) {
  const before = progress();
  const own = { rating: before.rushRating, tried: before.rushTried };
  const rushRating = newRating(own, RATINGS[grade] ?? RATINGS.medium, hasSolved);
  store("puzzles", { ...before, rushRating, rushTried: before.rushTried + 1 });
}

/** Stores the result of a rush, and returns true if it is the best. @param {number} count */
export function recordRush(count) {
  const before = progress();
  if (count <= before.rush) return false;
  store("puzzles", { ...before, rush: count });
  return true;
}

/** Returns today's date in universal time. */
export const today = () => new Date().toISOString().slice(0, 10);

/** Adds days to a date such as "2026-11-15". @param {string} day @param {number} by */
export function shifted(day, by) {
  return new Date(Date.parse(day) + by * DAY).toISOString().slice(0, 10);
}

/** Counts the solved days in a row up to today or yesterday. @param {Progress} progress */
export function streak({ days }) {
  let day = isSolved(days[today()]) ? today() : shifted(today(), -1);
  let count = 0;
  for (; isSolved(days[day]); day = shifted(day, -1)) count += 1;
  return count;
}
