// The usual signs of moves: "?" for a mistake, "??" for one that turns a win into a loss, "!" for a good move.

/** @import { Reviewed } from "../../types/page.d.ts" */

/** @type {Record<string, string>} */
export const WORDS = { "??": "a blunder", "?": "a mistake", "?!": "doubtful", "!": "the only good move" };

/** The sign of a move of a review; empty for most moves. @param {Reviewed & {sign?: string | null}} move */
export function signOf({ sign, mistake, before, after }) {
  if (sign !== undefined) return sign ?? "";
  if (!mistake) return "";
  return before.value === "win" && after.value === "loss" ? "??" : "?";
}
