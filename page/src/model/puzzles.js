// What a person has done with puzzles, kept in this browser: which were solved, a streak of days, and a rating.
//
// The rating is Elo's: each puzzle counts once, as a game that is won by finding the move at once, and lost by a wrong
// move or by being shown the solution. A puzzle is an opponent with the rating of its grade:
//
//     expected = 1 / (1 + 10 ^ ((of the puzzle - own) / 400)),  own += K (won - expected)
//
// K is 32, and 16 after 20 puzzles. It begins at 1000; easy puzzles have 800, medium ones 1100, hard ones 1400.

import { keep, kept } from "../app/settings.js";

/** @import { Puzzle } from "../../types/page.d.ts" */

/** @typedef {"found" | "later" | "missed" | "shown"} Result  "later": found, but after a wrong move */

/** @type {Record<string, string>} results by name of a puzzle, or by day */
const NOTHING = {};
const UNTRIED = { rating: 1000, tried: 0, solved: 0, rush: 0, results: NOTHING, days: NOTHING };

/** @typedef {typeof UNTRIED} Progress */

/** @type {Record<string, number>} */
const STRENGTHS = { easy: 800, medium: 1100, hard: 1400 };
/** Of more puzzles and days nothing is remembered. */
const MOST = 400;
const DAY = 86_400_000;

/** What is kept about puzzles. @returns {Progress} */
export function progress() {
  return kept("puzzles", UNTRIED);
}

/** Whether a result means that the person has found the move. @param {string | undefined} result */
export const isSolved = (result) => result === "found" || result === "later";

/** The same for the same puzzle. @param {Puzzle} puzzle */
function nameOf({ view, seed }) {
  return `${view.game} ${view.size} ${seed}`;
}

/** What became of a puzzle before, if anything. @param {Puzzle} puzzle @returns {string | undefined} */
export function resultOf(puzzle) {
  return progress().results[nameOf(puzzle)];
}

/**
 * Remembers what has become of a puzzle. A solution that was shown stays shown.
 * @param {Puzzle} puzzle
 * @param {Result} result
 */
export function settle(puzzle, result) {
  const before = progress();
  const name = nameOf(puzzle);
  const known = before.results[name];
  if (known === "shown" || isSolved(known)) return;
  const after = { ...before, results: last({ ...before.results, [name]: result }) };
  if (!known) {
    after.tried += 1;
    after.rating = rated(before, STRENGTHS[puzzle.grade] ?? STRENGTHS.medium, result === "found");
  }
  if (isSolved(result)) after.solved += 1;
  if (puzzle.day) after.days = last({ ...before.days, [puzzle.day]: result });
  keep("puzzles", after);
}

/** The latest entries. @param {Record<string, string>} entries */
function last(entries) {
  return Object.fromEntries(Object.entries(entries).slice(-MOST));
}

/** @param {Progress} before @param {number} strength @param {boolean} hasWon */
function rated({ rating, tried }, strength, hasWon) {
  const expected = 1 / (1 + 10 ** ((strength - rating) / 400));
  return Math.round(rating + (tried < 20 ? 32 : 16) * ((hasWon ? 1 : 0) - expected));
}

/** Remembers how many puzzles were solved in a rush: whether that is the most so far. @param {number} count */
export function rushed(count) {
  const before = progress();
  if (count <= before.rush) return false;
  keep("puzzles", { ...before, rush: count });
  return true;
}

/** A day before or after another, such as "2026-11-15". @param {string} day @param {number} by */
export function shifted(day, by) {
  return new Date(Date.parse(day) + by * DAY).toISOString().slice(0, 10);
}

/** How many days in a row were solved, up to today or yesterday. @param {Progress} progress @param {string} today */
export function streak({ days }, today) {
  let day = isSolved(days[today]) ? today : shifted(today, -1);
  let count = 0;
  for (; isSolved(days[day]); day = shifted(day, -1)) count += 1;
  return count;
}
