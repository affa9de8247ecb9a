// Analyses of positions, each requested once.

import { post, request } from "../app/api.js";

/** @import { Analysis, View } from "../../types/page.d.ts" */

const CACHED = 200;

/** @type {Map<string, Promise<Analysis>>} */
const cache = new Map();

/**
 * Sends a quick request first, and a thorough one if that can find more.
 * @param {{ game: string, size: string, position: string, explain: boolean }} body
 * @param {((first: Analysis) => void) | undefined} show
 * @returns {Promise<Analysis>}
 */
async function inSteps(body, show) {
  const first = await request(post("/analyze", { ...body, quick: true }, {}));
  if (!first.more) return first;
  show?.(first);
  return request(post("/analyze", body, {}));
}

/**
 * Returns the value of a position and of its moves, the best line, and the reason.
 * @param {View} view
 * @param {(first: Analysis) => void} [show] receives the quick analysis if a thorough one follows
 * @returns {Promise<Analysis>}
 */
export function analysisOf({ game, size, position }, show) {
  const key = [game, size, position].join("|");
  let analysis = cache.get(key);
  if (!analysis) {
    analysis = inSteps({ game, size, position, explain: true }, show);
    cache.set(key, analysis);
    analysis.catch(() => cache.delete(key));
    if (cache.size > CACHED) cache.delete(/** @type {string} */ (cache.keys().next().value));
  }
  return analysis;
}
