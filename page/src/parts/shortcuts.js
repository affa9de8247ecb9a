// Keyboard shortcuts, and the dialog that lists them. Keys of the board, fields and dialogs take precedence.

import { openDialog } from "../app/dialog.js";
import { h } from "../app/dom.js";

/** @typedef {{key: string, words: string, act: () => unknown}} Shortcut */

/** @type {Record<string, string>} */
const NAMES = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓" };

/** Elements that handle keys themselves. */
const OWN = "input, textarea, select, [role=grid], dialog";

/** Handles the keys of a screen while it is shown. @param {() => Shortcut[]} shortcuts @param {AbortSignal} signal */
export function followShortcuts(shortcuts, signal) {
  /** @param {KeyboardEvent} event */
  const press = (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    const isLetter = event.key.length === 1;
    const from = event.target instanceof Element ? event.target.closest(OWN) : null;
    // The board handles no letters.
    if (from && !(isLetter && from.matches("[role=grid]"))) return;
    if (document.querySelector("dialog[open]")) return;
    const found = shortcuts().find(({ key }) => key === event.key);
    if (event.key === "?") help(shortcuts());
    else if (found) found.act();
    else return;
    event.preventDefault();
  };
  document.addEventListener("keydown", press, { signal });
}

/** Lists the keys. @param {Shortcut[]} shortcuts */
function help(shortcuts) {
  const all = [...shortcuts, { key: "?", words: "Show this list" }];
  const rows = all.map(({ key, words }) => [h("dt", {}, h("kbd", {}, NAMES[key] ?? key)), h("dd", {}, words)]);
  openDialog("Keyboard shortcuts", [
    h("dl", { class: "keys" }, rows.flat()),
    h("p", { class: "quiet" }, "On the board, use the arrow keys to move between cells and Enter to choose."),
  ]);
}
