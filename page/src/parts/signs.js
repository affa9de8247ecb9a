// The usual signs of moves, as a review gives them.

/** @import { Reviewed } from "../../types/page.d.ts" */

/** What each means. @type {Record<string, string>} */
export const WORDS = { "??": "a blunder", "?": "a mistake", "!": "the only good move" };

/** The sign of a move of a review; empty for most moves. @param {Reviewed} move */
export function signOf({ sign }) {
  return sign ?? "";
}
