// The games whose lesson is finished or not wanted.

import { load, store } from "../app/settings.js";

/** @type {Record<string, boolean>} by game */
const NONE = {};

/** @param {string} game */
export function isLessonDismissed(game) {
  return load("learnt", NONE)[game] ?? false;
}

/** @param {string} game */
export function dismissLesson(game) {
  store("learnt", { ...load("learnt", NONE), [game]: true });
}
