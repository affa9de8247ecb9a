// Records: games as text.

import { ask, Refused } from "../app/api.js";
import { go } from "../app/router.js";
import { address, fresh } from "./course.js";

/** @typedef {import("../app/types.js").Replay} Replay */

/**
 * The course that a replayed record tells.
 * @param {Replay} replay
 * @param {string[]} players names that can be chosen as players
 * @returns {import("./course.js").Course}
 */
export function courseOf(replay, players = ["human"]) {
  const known = (/** @type {string} */ name) => (players.includes(name) ? name : "human");
  const moves = replay.steps.map((step) => step.move);
  const loser = replay.result === "1-0" ? 2 : replay.result === "0-1" ? 1 : null;
  return {
    ...fresh(replay.game, replay.size),
    players: [known(replay.players[0]), known(replay.players[1])],
    start: replay.start.position,
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
    /** @type {Replay} */
    const replay = await ask("/replay", { record: text });
    go(address(courseOf(replay)));
  } catch (fault) {
    if (!(fault instanceof Refused)) throw fault;
    say(fault.message);
  }
}

/**
 * A game as a record.
 * @param {import("./sitting.js").Sitting} sitting
 * @returns {Promise<string>}
 */
export async function recordOf(sitting) {
  const { course, start } = sitting;
  const { game, size, moves, players, resigned } = course;
  /** @type {Replay} */
  const { record } = await ask("/replay", { game, size, start: start.position, moves });
  const now = new Date();
  const today = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((n) => String(n).padStart(2, "0")).join("-");
  const named = record
    .replace('[Player1 "?"]', `[Player1 "${players[0]}"]`)
    .replace('[Player2 "?"]', `[Player2 "${players[1]}"]`)
    .replace('[Date "?"]', `[Date "${today}"]`);
  if (!resigned) return named;
  const result = resigned === 1 ? "0-1" : "1-0";
  return named.replace('[Result "*"]', `[Result "${result}"]\n[Termination "resigned"]`).replace(/\*\s*$/, `${result}\n`);
}
