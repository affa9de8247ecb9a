// The games whose lesson is finished, or whose offer of a lesson was declined.

import { load, store } from "../app/settings.js";

/** @type {Record<string, string>} "finished" or "declined", by game */
const NONE = {};

/** @param {string} game */
export function isLearnt(game) {
  return load("lessons", NONE)[game] === "finished";
}

/** @param {string} game */
export function isLessonOffered(game) {
  return !load("lessons", NONE)[game];
}

/** @param {string} game @param {"finished" | "declined"} state */
export function storeLesson(game, state) {
  store("lessons", { ...load("lessons", NONE), [game]: state });
}
