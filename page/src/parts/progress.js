// Puzzle progress: streak, solved puzzles, ratings, a calendar of the daily puzzles, and a result to share.

import { hrefOf } from "../app/base.js";
import { button, panel, row } from "../app/controls.js";
import { announce, h, setChildren, setText } from "../app/dom.js";
import { icon } from "../app/icons.js";
import { isSolved, missesOf, progress, resultOf, shifted, streak, today } from "../model/puzzles.js";

/** @import { Puzzle } from "../../types/page.d.ts" */

/** @type {Record<string, string>} */
const WORDS = {
  found: "solved",
  later: "solved after a wrong move",
  missed: "not solved yet",
  shown: "solution shown",
};

/** The month of the first daily puzzle that the calendar shows. */
const FIRST_MONTH = "2026-01";

/** @param {string} value @param {string} name */
const figure = (value, name) => h("div", { class: "figure" }, h("dt", {}, name), h("dd", {}, value));

/** Returns streak, solved puzzles and rating. */
export function figures() {
  const now = progress();
  const { solved, rating } = now;
  const days = streak(now);
  return h(
    "dl",
    { class: "figures" },
    figure(`${days}`, "day streak"),
    figure(`${solved}`, "solved"),
    figure(`${rating}`, "rating"),
  );
}

/** Returns the calendar of a month, which can be turned to other months. @param {string} day in the month to show */
function calendar(day) {
  const utc = (/** @type {Intl.DateTimeFormatOptions} */ options) =>
    new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", ...options });
  const [long, title] = [utc({ day: "numeric", month: "long" }), utc({ month: "long", year: "numeric" })];
  const name = h("h3", { "aria-live": "polite" });
  const days = h("ol", { class: "calendar", "aria-label": "Daily puzzles" });
  const weekdays = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"].map((text) => h("li", { "aria-hidden": "true" }, text));
  let month = day.slice(0, 7);
  const turn = (/** @type {number} */ by) => {
    month = shifted(`${month}-15`, 30 * by).slice(0, 7);
    show();
  };
  const back = button("Previous month", () => turn(-1), { icon: "back", kind: "plain", hidesText: true });
  const on = button("Next month", () => turn(1), { icon: "on", kind: "plain", hidesText: true });
  const show = () => {
    const first = `${month}-01`;
    const now = today();
    const before = (new Date(first).getUTCDay() + 6) % 7;
    const all = Array.from({ length: 31 }, (_, n) => shifted(first, n)).filter((one) => one.startsWith(month));
    setText(name, title.format(new Date(first)));
    back.disabled = month <= FIRST_MONTH;
    on.disabled = month >= now.slice(0, 7);
    const squares = all.map((one, n) => {
      const square = one > now ? h("span", { class: "day" }, `${n + 1}`) : dayLink(one, n + 1, long, now);
      const place = h("li", {}, square);
      if (n === 0) place.style.gridColumnStart = String(before + 1);
      return place;
    });
    setChildren(days, ...squares);
  };
  show();
  const head = h("div", { class: "row ends" }, back, name, on);
  return h("div", { class: "lines" }, head, h("ol", { class: "calendar weekdays" }, weekdays), days);
}

/** @param {string} day @param {number} number @param {Intl.DateTimeFormat} long @param {string} now */
function dayLink(day, number, long, now) {
  const result = progress().days[day] ?? "";
  const words = `${long.format(new Date(day))}: ${WORDS[result] ?? "not tried"}`;
  return h(
    "a",
    {
      class: `day ${isSolved(result) ? "is-solved" : result ? "is-missed" : ""}`,
      href: hrefOf(`/puzzles?day=${day}`),
      ...{ "aria-label": words, title: words, "aria-current": day === now ? "date" : null },
    },
    isSolved(result) ? icon("check") : `${number}`,
  );
}

/** Returns a panel with all progress. @param {string | null} day the puzzle's day, or null for today */
export function progressPanel(day) {
  const how =
    "Each puzzle is rated once: your first move decides whether your rating goes up or down. Easy puzzles are rated " +
    "800, medium ones 1100, and hard ones 1400. Your progress is saved only in this browser.";
  const summary = h("summary", {}, "How the rating works");
  const about = h("details", { class: "fold" }, summary, h("p", { class: "quiet" }, how));
  return panel("Your puzzles", h("h2", {}, "Your puzzles"), figures(), calendar(day ?? today()), about);
}

/** Returns the time until the next daily puzzle. @param {AbortSignal} signal */
export function countdown(signal) {
  const clock = h("strong", { class: "clock" });
  const tick = () => {
    const left = Math.ceil((Date.parse(shifted(today(), 1)) - Date.now()) / 1000);
    const parts = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
    setText(clock, parts.map((part) => String(part).padStart(2, "0")).join(":"));
  };
  tick();
  const timer = setInterval(tick, 1000);
  signal.addEventListener("abort", () => clearInterval(timer));
  return h("p", { class: "countdown", role: "timer" }, "Next puzzle in ", clock);
}

/** Returns the result of a daily puzzle without its solution. @param {Puzzle} puzzle @param {string} name */
function resultText(puzzle, name) {
  const misses = missesOf(puzzle);
  const hasSolved = isSolved(resultOf(puzzle));
  const score = `${hasSolved ? misses + 1 : "X"}/${puzzle.tries}`;
  const squares = "🟥".repeat(misses) + (hasSolved ? "🟩" : "");
  const link = new URL(hrefOf(`/puzzles?day=${puzzle.day}`), location.href).href;
  return `Quintet ${puzzle.day} · ${name} ${score}\n${squares}\n${link}`;
}

/** Returns a button that shares the result of a daily puzzle. @param {Puzzle} puzzle @param {string} name */
export function shareResult(puzzle, name) {
  return shareButton(() => resultText(puzzle, name), "Share the result");
}

/** Returns a button that shares or copies a string in one tap. @param {() => string} write @param {string} label */
export function shareButton(write, label) {
  const share = async () => {
    const text = write();
    if (typeof navigator.share === "function" && matchMedia("(pointer: coarse)").matches) {
      await navigator.share({ text }).catch(() => {});
      return;
    }
    await navigator.clipboard.writeText(text).then(
      () => say("Copied"),
      () => say("Could not copy"),
    );
  };
  const say = (/** @type {string} */ words) => {
    setText(/** @type {HTMLElement} */ (made.querySelector("span")), words);
    announce(`${words}.`);
  };
  const made = button("Share", () => void share(), { icon: "share", kind: "main", label });
  return made;
}

/** Returns the tries at a daily puzzle as squares. @param {Puzzle} puzzle */
export function triesOf(puzzle) {
  const misses = Math.min(missesOf(puzzle), puzzle.tries);
  const hasSolved = isSolved(resultOf(puzzle));
  const words = hasSolved ? `Solved on try ${misses + 1}` : `${misses} of ${puzzle.tries} tries used`;
  const squares = Array.from({ length: puzzle.tries }, (_, n) => {
    const look = n < misses ? "is-missed" : n === misses && hasSolved ? "is-solved" : "";
    return h("span", { class: `try ${look}` }, look && icon(look === "is-missed" ? "close" : "check"));
  });
  const tries = h("span", { class: "tries", role: "img", "aria-label": words }, squares);
  return row(h("span", { class: "quiet" }, "Tries"), tries);
}
