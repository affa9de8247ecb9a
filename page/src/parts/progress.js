// Puzzle progress: streak, solved puzzles, rating, and a calendar.

import { hrefOf } from "../app/base.js";
import { panel } from "../app/controls.js";
import { h } from "../app/dom.js";
import { icon } from "../app/icons.js";
import { isSolved, progress, shifted, streak } from "../model/puzzles.js";

/** @type {Record<string, string>} */
const WORDS = {
  found: "solved",
  later: "solved after a wrong move",
  missed: "not solved yet",
  shown: "solution shown",
};

/** @param {string} value @param {string} name */
const figure = (value, name) => h("div", { class: "figure" }, h("dt", {}, name), h("dd", {}, value));

/** Returns streak, solved puzzles and rating. @param {string} today */
export function figures(today) {
  const { solved, rating, ...rest } = progress();
  const days = streak({ solved, rating, ...rest }, today);
  return h(
    "dl",
    { class: "figures" },
    figure(`${days}`, days === 1 ? "day in a row" : "days in a row"),
    figure(`${solved}`, "solved"),
    figure(`${rating}`, "rating"),
  );
}

/** Returns the past weeks, each day a link to its puzzle. @param {string} today @param {number} weeks */
export function calendar(today, weeks) {
  const { days } = progress();
  const format = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", day: "numeric", month: "long" });
  const all = Array.from({ length: 7 * weeks }, (_, n) => shifted(today, n + 1 - 7 * weeks));
  const squares = all.map((day) => {
    const result = days[day] ?? "";
    const words = `${format.format(new Date(day))}: ${WORDS[result] ?? "not tried"}`;
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
  return h("ol", { class: "calendar", "aria-label": "Recent daily puzzles" }, squares);
}

/** Returns a panel with all progress. @param {string} today */
export function progressPanel(today) {
  const how =
    "Each puzzle counts once: you win against it if your first move is correct. Easy puzzles are rated 800, medium " +
    "ones 1100, and hard ones 1400. Your progress is saved only in this browser.";
  const summary = h("summary", {}, "How the rating works");
  const about = h("details", { class: "fold" }, summary, h("p", { class: "quiet" }, how));
  return panel("Your puzzles", h("h2", {}, "Your puzzles"), figures(today), calendar(today, 5), about);
}
