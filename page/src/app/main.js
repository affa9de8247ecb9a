// The entry point of the page.

import { connection, retryNow } from "./api.js";
import { BASE } from "./base.js";
import { arrive, followLinks } from "./router.js";
import { button, linkButton } from "./controls.js";
import { capitalized, h, setChildren, setText } from "./dom.js";
import { icon } from "./icons.js";
import { installApp } from "./install.js";
import { solving, startModule } from "./module.js";
import { load, storage, store } from "./settings.js";

/** @import { IconName } from "./icons.js" */

/** @type {Record<string, {next: string, name: string, icon: IconName}>} */
const THEMES = {
  system: { next: "light", name: "system", icon: "system" },
  light: { next: "dark", name: "light", icon: "sun" },
  dark: { next: "system", name: "dark", icon: "moon" },
};

/** Creates the button that switches between the themes. */
function themeButton() {
  const made = h("button", { type: "button", class: "button plain", onclick: turn });
  /** @param {string} name */
  const show = (name) => {
    const theme = THEMES[name] ?? THEMES.system;
    document.documentElement.dataset.theme = name;
    made.title = `Theme: ${theme.name}`;
    setChildren(made, icon(theme.icon), h("span", { class: "unseen" }, `Theme: ${theme.name}`));
    const paper = getComputedStyle(document.documentElement).getPropertyValue("background-color");
    document.querySelector("meta[name=theme-color]")?.setAttribute("content", paper);
  };
  function turn() {
    const { next } = THEMES[load("theme", "system")] ?? THEMES.system;
    store("theme", next);
    show(next);
  }
  show(load("theme", "system"));
  return made;
}

/** Shows a banner while the server does not respond. */
function watchConnection() {
  const banner = /** @type {HTMLElement} */ (document.getElementById("connection"));
  const words = h("p");
  connection.addEventListener("down", (event) => {
    const reason = capitalized((event instanceof CustomEvent && event.detail) || "The server does not respond.");
    setText(words, `${reason.replace(/([^.!?])$/, "$1.")} Your game is safe. Reconnecting.`);
    if (!banner.hasChildNodes()) setChildren(banner, words, button("Try now", retryNow, { icon: "again" }));
  });
  connection.addEventListener("up", () => setChildren(banner));
}

/** Shows the progress while a game is being solved in this browser. */
function watchSolving() {
  const words = h("p");
  const bar = h("progress", { max: 1, "aria-label": "Progress" });
  const notice = h("div", { class: "row notice", role: "status" }, words, bar);
  solving.addEventListener("progress", (event) => {
    const share = event instanceof CustomEvent ? event.detail : 1;
    if (share >= 1) {
      notice.remove();
      return;
    }
    bar.value = share;
    if (notice.isConnected) return;
    setText(words, "Solving this game in your browser. This happens only once.");
    document.body.append(notice);
  });
}

/** Makes the links of the page absolute, because in a folder of static files they are relative to the first address. */
function fixLinks() {
  /** @type {NodeListOf<HTMLLinkElement | HTMLAnchorElement>} */
  const links = document.querySelectorAll("link[rel=icon], link[rel=apple-touch-icon], link[rel=manifest], a.brand");
  for (const link of links) link.setAttribute("href", new URL(link.href).pathname);
}

/** Shows the address in the parameter `to`: a host of static files serves only the home page. */
function followDetour() {
  const to = new URLSearchParams(location.search).get("to");
  if (to && /^\/(?!\/)/.test(to)) history.replaceState(null, "", BASE + to + location.hash);
}

/** Warns once if this browser stores nothing. */
function watchStorage() {
  storage.addEventListener("unavailable", () => {
    const words = "Your browser blocks storage, so your games and puzzles will be lost when you close this page.";
    const close = button("Close", () => notice.remove(), { icon: "close", kind: "plain", hidesText: true });
    const notice = h("div", { class: "row notice", role: "status" }, h("p", {}, words), close);
    document.body.append(notice);
  });
}

// Leaving a screen aborts its requests.
addEventListener("unhandledrejection", (event) => {
  if (event.reason instanceof DOMException && event.reason.name === "AbortError") event.preventDefault();
});
document
  .querySelector("header nav")
  ?.append(
    linkButton("Daily puzzle", "/puzzles", { kind: "plain", icon: "puzzle" }),
    linkButton("Your games", "/games", { kind: "plain", icon: "list" }),
    themeButton(),
  );
watchConnection();
watchStorage();
watchSolving();
fixLinks();
followLinks();
followDetour();
// The first screen loads before the module.
void arrive().then(() => {
  // Safari has no requestIdleCallback.
  (window.requestIdleCallback ?? setTimeout)(() => void startModule());
  void installApp();
});
