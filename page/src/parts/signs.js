// The annotation signs of a review.

/** @import { Reviewed } from "../../types/page.d.ts" */

/** @type {Record<string, string>} */
export const SIGNS = { "??": "a blunder", "?": "a mistake", "!": "the only good move" };

/** Returns the sign of a reviewed move, which most moves do not have. @param {Reviewed | undefined} move */
export const signOf = (move) => move?.sign ?? "";
