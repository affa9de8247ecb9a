// The page begins here.

import { connection, tryNow } from "./api.js";
import { BASE } from "./base.js";
import { arrive, followLinks } from "./router.js";
import { button, linkButton } from "./controls.js";
import { h, refill, write } from "./dom.js";
import { icon } from "./icons.js";
import { installApp } from "./install.js";
import { solving, startModule } from "./module.js";
import { keep, kept, storage } from "./settings.js";

/** @import { IconName } from "./icons.js" */

/** @type {Record<string, {next: string, name: string, icon: IconName}>} */
const THEMES = {
  system: { next: "light", name: "as the system", icon: "system" },
  light: { next: "dark", name: "light", icon: "sun" },
  dark: { next: "system", name: "dark", icon: "moon" },
};

/** The button that goes through the themes. */
function themeButton() {
  const made = h("button", { type: "button", class: "button plain", onclick: turn });
  /** @param {string} name */
  const show = (name) => {
    const theme = THEMES[name] ?? THEMES.system;
    document.documentElement.dataset.theme = name;
    made.title = `Theme: ${theme.name}`;
    refill(made, icon(theme.icon), h("span", { class: "unseen" }, `Theme: ${theme.name}`));
    const paper = getComputedStyle(document.documentElement).getPropertyValue("background-color");
    document.querySelector("meta[name=theme-color]")?.setAttribute("content", paper);
  };
  function turn() {
    const { next } = THEMES[kept("theme", "system")] ?? THEMES.system;
    keep("theme", next);
    show(next);
  }
  show(kept("theme", "system"));
  return made;
}

/** What the server says, as a sentence. @param {string} said */
function sentence(said) {
  const begun = said.charAt(0).toUpperCase() + said.slice(1);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}

/** Says when the server does not answer, and that nothing is lost. */
function watchConnection() {
  const banner = /** @type {HTMLElement} */ (document.getElementById("connection"));
  const words = h("p");
  connection.addEventListener("down", (event) => {
    const said = event instanceof CustomEvent ? event.detail : "";
    write(words, `${said ? sentence(said) : "The server does not answer."} Your game is kept; trying again.`);
    if (!banner.hasChildNodes()) refill(banner, words, button("Try now", tryNow, { icon: "again" }));
  });
  connection.addEventListener("up", () => refill(banner));
}

/** Shows how far a solution has come, which is computed once in this browser. */
function watchSolving() {
  const words = h("p");
  const bar = h("progress", { max: 1, "aria-label": "How much of the game is solved" });
  const notice = h("div", { class: "row notice", role: "status" }, words, bar);
  solving.addEventListener("progress", (event) => {
    const share = event instanceof CustomEvent ? event.detail : 1;
    if (share >= 1) {
      notice.remove();
      return;
    }
    bar.value = share;
    if (notice.isConnected) return;
    write(words, "This game is being solved in your browser, once.");
    document.body.append(notice);
  });
}

/** Says where links of the page itself lead to, whatever address is shown: in a folder of files they begin there. */
function fixLinks() {
  /** @type {NodeListOf<HTMLLinkElement | HTMLAnchorElement>} */
  const links = document.querySelectorAll("link[rel=icon], link[rel=apple-touch-icon], link[rel=manifest], a.brand");
  for (const link of links) link.setAttribute("href", new URL(link.href).pathname);
}

/** Shows the address that a page at another one was asked for: hosts of static files know the start page alone. */
function followDetour() {
  const to = new URLSearchParams(location.search).get("to");
  if (to && /^\/(?!\/)/.test(to)) history.replaceState(null, "", BASE + to + location.hash);
}

/** Says once that nothing is remembered here: the page goes on without. */
function watchStorage() {
  storage.addEventListener("refused", () => {
    const words = "This browser keeps nothing for this page: your games and puzzles are forgotten when you close it.";
    const close = button("Close", () => notice.remove(), { icon: "close", kind: "plain", hidesText: true });
    const notice = h("div", { class: "row notice", role: "status" }, h("p", {}, words), close);
    document.body.append(notice);
  });
}

// Leaving a screen aborts its requests, which is not an error.
addEventListener("unhandledrejection", (event) => {
  if (event.reason instanceof DOMException && event.reason.name === "AbortError") event.preventDefault();
});
document.querySelector("header nav")?.append(
  linkButton("Daily puzzle", "/puzzles", { kind: "plain", icon: "puzzle" }),
  linkButton("Your games", "/games", { kind: "plain", icon: "book" }),
  themeButton(),
);
watchConnection();
watchStorage();
watchSolving();
fixLinks();
followLinks();
followDetour();
// What the first screen needs goes first.
void arrive().then(() => {
  // Not every browser says when it is idle.
  (window.requestIdleCallback ?? setTimeout)(() => void startModule());
  void installApp();
});
