// Addresses and their screens. The code of a screen runs when it is first shown.

import { h, setChildren } from "./dom.js";
import { ApiError } from "./api.js";
import { BASE, hrefOf } from "./base.js";
import { button, linkButton, row } from "./controls.js";

/**
 * @typedef {object} Place  an address with its screen
 * @property {string[]} parts  of the path, after the name of the screen
 * @property {URL} url
 * @property {AbortSignal} signal  aborted when another screen is shown
 *
 * @typedef {{title: string, element: Node}} Screen
 * @typedef {{show: (place: Place) => Promise<Screen>}} ScreenModule
 */

/** @type {Record<string, {load: () => Promise<ScreenModule>, parts: number}>} each with its longest path */
const SCREENS = {
  "": { load: () => import("../screens/home.js"), parts: 0 },
  play: { load: () => import("../screens/play.js"), parts: 2 },
  game: { load: () => import("../screens/live.js"), parts: 1 },
  games: { load: () => import("../screens/games.js"), parts: 0 },
  learn: { load: () => import("../screens/learn.js"), parts: 1 },
  idea: { load: () => import("../screens/idea.js"), parts: 2 },
  rules: { load: () => import("../screens/rules.js"), parts: 1 },
  puzzles: { load: () => import("../screens/puzzles.js"), parts: 3 },
  rush: { load: () => import("../screens/rush.js"), parts: 0 },
  review: { load: () => import("../screens/review.js"), parts: 2 },
  explore: { load: () => import("../screens/explore.js"), parts: 2 },
};

/** The time in milliseconds after which the first screen says that it is loading. */
const SLOW = 400;

let leave = new AbortController();

/** Navigates to an address of this page. @param {string} address */
export function go(address) {
  follow(hrefOf(address));
}

/** @param {string} href */
function follow(href) {
  history.pushState(null, "", href);
  void arrive();
}

/** Shows the screen of the current address. */
export async function arrive() {
  leave.abort();
  leave = new AbortController();
  const { signal } = leave;
  const main = /** @type {HTMLElement} */ (document.getElementById("screen"));
  const head = /** @type {HTMLElement} */ (document.getElementById("head"));
  const url = new URL(location.href);
  const [name = "", ...parts] = partsOf(url);
  main.setAttribute("aria-busy", "true");
  const isFirst = !main.hasChildNodes();
  const slow = setTimeout(() => main.hasChildNodes() || setChildren(main, h("p", { class: "lead" }, "Loading.")), SLOW);
  /** @type {Screen} */
  let screen;
  try {
    // The home screen lists all games.
    const shown = name === "play" && !parts.length ? "" : name === "learn" && parts.length > 1 ? "idea" : name;
    const found = Object.hasOwn(SCREENS, shown) && parts.length <= SCREENS[shown].parts ? SCREENS[shown] : null;
    screen = found ? await (await found.load()).show({ parts, url, signal }) : failed("Page not found.");
  } catch (error) {
    if (signal.aborted) return;
    const isRefused = error instanceof ApiError;
    screen = failed(isRefused ? error.message : "This page could not be loaded.", !isRefused);
    if (!isRefused) console.warn(error);
  }
  clearTimeout(slow);
  if (signal.aborted) return;
  document.title = screen.title === "Quintet" ? "Quintet" : `${screen.title} · Quintet`;
  document.body.dataset.screen = name || "home";
  setChildren(main, screen.element);
  // The title and the links of a board are in the bar of the page.
  setChildren(head, main.querySelector(".table-head"));
  main.removeAttribute("aria-busy");
  for (const link of document.querySelectorAll("header a[href]")) {
    link.ariaCurrent = link.getAttribute("href") === url.pathname ? "page" : null;
  }
  // Later screens move the focus to their title.
  if (isFirst) return;
  scrollTo(0, 0);
  const title = /** @type {HTMLElement} */ (document.querySelector("h1"));
  title.tabIndex = -1;
  title.focus({ preventScroll: true });
}

/** Returns the parts of a path. @param {URL} url */
function partsOf(url) {
  try {
    return url.pathname.slice(BASE.length).split("/").filter(Boolean).map(decodeURIComponent);
  } catch {
    return ["undecodable"];
  }
}

/** @param {string} sentence @param {boolean} [canRetry] @returns {Screen} */
function failed(sentence, canRetry = false) {
  const element = h(
    "section",
    { class: "page narrow" },
    h("h1", {}, "Something went wrong"),
    h("p", { class: "lead" }, sentence),
    row(
      canRetry && button("Try again", () => void arrive(), { kind: "main", icon: "again" }),
      linkButton("All games", "/", { kind: canRetry ? undefined : "main" }),
    ),
  );
  return { title: "Error", element };
}

/** Follows links within the page without reloading it. */
export function followLinks() {
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
    // The host may have other pages.
    if (!link.pathname.startsWith(`${BASE}/`)) return;
    const isHere = link.pathname === location.pathname && link.search === location.search;
    if (isHere && link.hash) return;
    event.preventDefault();
    follow(link.href);
  });
  addEventListener("popstate", () => void arrive());
}
