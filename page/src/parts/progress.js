// What a person has done with puzzles: the streak, how many were solved, the rating, and a calendar of the past.

import { hrefOf } from "../app/base.js";
import { panel } from "../app/controls.js";
import { h } from "../app/dom.js";
import { icon } from "../app/icons.js";
import { isSolved, progress, shifted, streak } from "../model/puzzles.js";

/** @import { Progress } from "../model/puzzles.js" */

/** @type {Record<string, string>} */
const WORDS = { found: "solved", later: "solved at a later try", missed: "not solved yet", shown: "shown" };

/** @param {string} value @param {string} name */
const figure = (value, name) => h("div", { class: "figure" }, h("dt", {}, name), h("dd", {}, value));

/** The figures: streak, solved, rating. @param {string} today @param {Progress} [known] */
export function figures(today, known = progress()) {
  const days = streak(known, today);
  return h(
    "dl",
    { class: "figures" },
    figure(`${days}`, days === 1 ? "day in a row" : "days in a row"),
    figure(`${known.solved}`, "solved"),
    figure(`${known.rating}`, "rating"),
  );
}

/** The past weeks as squares, each a link to the puzzle of its day. @param {string} today @param {number} weeks */
export function calendar(today, weeks) {
  const { days } = progress();
  const { timeZone, ...long } = { timeZone: "UTC", day: "numeric", month: "long" };
  const written = new Intl.DateTimeFormat("en-GB", /** @type {Intl.DateTimeFormatOptions} */ ({ timeZone, ...long }));
  const all = Array.from({ length: 7 * weeks }, (_, n) => shifted(today, n + 1 - 7 * weeks));
  const squares = all.map((day) => {
    const result = days[day] ?? "";
    const words = `${written.format(new Date(day))}: ${WORDS[result] ?? "not tried"}`;
    const look = isSolved(result) ? "is-solved" : result ? "is-missed" : "";
    const link = h(
      "a",
      {
        class: `day ${look}`,
        href: hrefOf(`/puzzles?day=${day}`),
        "aria-label": words,
        title: words,
        "aria-current": day === today ? "date" : null,
      },
      isSolved(result) ? icon("check") : `${Number(day.slice(8))}`,
    );
    return h("li", {}, link);
  });
  return h("ol", { class: "calendar", "aria-label": "Puzzles of the past days" }, squares);
}

/** A panel with all of it. @param {string} today */
export function progressPanel(today) {
  const how =
    "Each puzzle counts once: the right move at once is a win against it, a wrong one or the solution a loss. " +
    "An easy puzzle is rated 800, a medium one 1100, a hard one 1400. All of this stays in this browser.";
  const summary = h("summary", {}, "How the rating counts");
  const about = h("details", { class: "fold" }, summary, h("p", { class: "quiet" }, how));
  return panel("Your puzzles", h("h2", {}, "Your puzzles"), figures(today), calendar(today, 5), about);
}
