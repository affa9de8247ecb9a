// Records: games as text.

import { ask, catalogue, post, Refused } from "../app/api.js";
import { go } from "../app/router.js";
import { address, fresh } from "./course.js";
import { viewOf } from "./sitting.js";

/** @import { Course } from "./course.js" */
/** @import { Sitting } from "./sitting.js" */

/**
 * The course that a record tells. Rejects if the record is none.
 * @param {string} record
 * @param {AbortSignal} [signal]
 * @returns {Promise<Course>}
 */
export async function courseOf(record, signal) {
  const replay = await ask(post("/replay", { record }, {}), signal);
  const { players } = await catalogue();
  const first = replay.start.to_move;
  const usual = await viewOf(replay.game, replay.size, { first }, signal);
  const known = (/** @type {string} */ name) => (players.includes(name) ? name : "human");
  const moves = replay.steps.map((step) => step.move);
  const loser = replay.result === "1-0" ? 2 : replay.result === "0-1" ? 1 : null;
  return {
    ...fresh(replay.game, replay.size),
    players: [known(replay.players[0]), known(replay.players[1])],
    first,
    start: replay.start.position === usual.position ? null : replay.start.position,
    moves,
    at: moves.length,
    resigned: replay.termination === "resigned" ? loser : null,
  };
}

/**
 * Opens a record, or says what is wrong with it.
 * @param {string} text
 * @param {(sentence: string) => void} say
 */
export async function openRecord(text, say) {
  if (!text.trim()) {
    say("There is nothing to open yet.");
    return;
  }
  try {
    go(address(await courseOf(text)));
  } catch (fault) {
    if (!(fault instanceof Refused)) throw fault;
    say(fault.message);
  }
}

/**
 * A game as a record.
 * @param {Sitting} sitting
 * @returns {Promise<string>}
 */
export async function recordOf(sitting) {
  const { players, resigned } = sitting.course;
  const { record } = await ask(post("/replay", sitting.told, {}));
  const now = new Date();
  const numbers = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  const today = numbers.map((n) => String(n).padStart(2, "0")).join("-");
  const named = record
    .replace('[Player1 "?"]', `[Player1 "${players[0]}"]`)
    .replace('[Player2 "?"]', `[Player2 "${players[1]}"]`)
    .replace('[Date "?"]', `[Date "${today}"]`);
  if (!resigned) return named;
  const result = resigned === 1 ? "0-1" : "1-0";
  return named
    .replace('[Result "*"]', `[Result "${result}"]\n[Termination "resigned"]`)
    .replace(/\*\s*$/, `${result}\n`);
}
