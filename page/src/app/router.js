// Addresses and the screens behind them. A screen runs when it is first needed.

import { h, refill } from "./dom.js";
import { Refused } from "./api.js";
import { BASE, hrefOf } from "./base.js";
import { button, linkButton, row } from "./controls.js";

/**
 * @typedef {object} Place  where the person has gone
 * @property {string[]} parts  the path after the name of the screen
 * @property {URL} url
 * @property {AbortSignal} signal  aborted when the person leaves
 *
 * @typedef {{title: string, element: Node}} Screen
 * @typedef {{show: (place: Place) => Promise<Screen>}} ScreenModule
 */

/** @type {Record<string, () => Promise<ScreenModule>>} */
const SCREENS = {
  "": () => import("../screens/home.js"),
  play: () => import("../screens/play.js"),
  game: () => import("../screens/live.js"),
  games: () => import("../screens/games.js"),
  learn: () => import("../screens/learn.js"),
  rules: () => import("../screens/rules.js"),
  puzzles: () => import("../screens/puzzles.js"),
  rush: () => import("../screens/rush.js"),
  review: () => import("../screens/review.js"),
  explore: () => import("../screens/explore.js"),
};

let leave = new AbortController();

/** Goes to an address of this page. @param {string} address */
export function go(address) {
  follow(hrefOf(address));
}

/** @param {string} href */
function follow(href) {
  history.pushState(null, "", href);
  void arrive();
}

/** Shows the screen of the present address. */
export async function arrive() {
  leave.abort();
  leave = new AbortController();
  const { signal } = leave;
  const main = /** @type {HTMLElement} */ (document.getElementById("screen"));
  const url = new URL(location.href);
  const [name = "", ...parts] = partsOf(url);
  main.setAttribute("aria-busy", "true");
  /** @type {Screen} */
  let screen;
  try {
    // Without the name of a game there is nothing to play yet: the start page offers all.
    const shown = name === "play" && !parts.length ? "" : name;
    const load = Object.hasOwn(SCREENS, shown) && SCREENS[shown];
    screen = load ? await (await load()).show({ parts, url, signal }) : nowhere("There is nothing at this address.");
  } catch (fault) {
    if (signal.aborted) return;
    const isRefused = fault instanceof Refused;
    screen = nowhere(isRefused ? fault.message : "This screen could not be loaded.", !isRefused);
    if (!isRefused) console.warn(fault);
  }
  if (signal.aborted) return;
  const isFirst = !main.hasChildNodes();
  document.title = screen.title === "Quintet" ? "Quintet" : `${screen.title} · Quintet`;
  document.body.dataset.screen = name || "home";
  refill(main, screen.element);
  main.removeAttribute("aria-busy");
  for (const link of document.querySelectorAll("header a[href]")) {
    link.ariaCurrent = link.getAttribute("href") === url.pathname ? "page" : null;
  }
  // The first screen keeps the browser's own focus; later ones move it to their title.
  if (isFirst) return;
  scrollTo(0, 0);
  const title = /** @type {HTMLElement} */ (main.querySelector("h1"));
  title.tabIndex = -1;
  title.focus({ preventScroll: true });
}

/** The parts of a path. One that cannot be decoded leads to no screen. @param {URL} url */
function partsOf(url) {
  try {
    return url.pathname.slice(BASE.length).split("/").filter(Boolean).map(decodeURIComponent);
  } catch {
    return ["nowhere"];
  }
}

/** @param {string} sentence @param {boolean} [canRetry] @returns {Screen} */
function nowhere(sentence, canRetry = false) {
  const element = h(
    "section",
    { class: "page narrow" },
    h("h1", {}, "That did not work"),
    h("p", { class: "lead" }, sentence),
    row(
      canRetry && button("Try again", () => void arrive(), { kind: "main", icon: "again" }),
      linkButton("All games", "/", { kind: canRetry ? undefined : "main" }),
    ),
  );
  return { title: "Not here", element };
}

/** Links of this page are followed without loading it again. */
export function followLinks() {
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
    // Others may have pages beside this one.
    if (!link.pathname.startsWith(`${BASE}/`)) return;
    const isHere = link.pathname === location.pathname && link.search === location.search;
    if (isHere && link.hash) return;
    event.preventDefault();
    follow(link.href);
  });
  addEventListener("popstate", () => void arrive());
}
