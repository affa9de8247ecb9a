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
