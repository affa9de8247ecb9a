// Which games a person has learnt, or does not want to.

import { keep, kept } from "../app/settings.js";

/** @type {Record<string, boolean>} by game */
const NONE = {};

/** Whether the lesson of a game need not be offered. @param {string} game */
export function hasLearnt(game) {
  return kept("learnt", NONE)[game] ?? false;
}

/** @param {string} game */
export function setLearnt(game) {
  keep("learnt", { ...kept("learnt", NONE), [game]: true });
}
