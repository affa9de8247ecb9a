// Modal dialogs.

import { button, row } from "./controls.js";
import { h } from "./dom.js";

/** @import { Child } from "./dom.js" */

/**
 * Opens a dialog, which Escape, its button or a click outside closes.
 * @param {string} title
 * @param {Child[]} content
 * @returns {HTMLDialogElement}
 */
export function openDialog(title, content) {
  const close = button("Close", () => dialog.close(), { icon: "close", kind: "plain", hidesText: true });
  const head = h(
    "div",
    { class: "row ends dialog-head" },
    h("h2", { id: "dialog-title", tabindex: -1, autofocus: true }, title),
    close,
  );
  const dialog = h(
    "dialog",
    { "aria-labelledby": "dialog-title", onclose: () => dialog.remove() },
    h("div", { class: "stack dialog-body" }, head, content),
  );
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  addEventListener("popstate", () => dialog.close(), { once: true });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** Asks for confirmation. @param {string} question @param {string} yes @returns {Promise<boolean>} */
export function confirmed(question, yes) {
  return new Promise((resolve) => {
    let answer = false;
    const accept = () => {
      answer = true;
      dialog.close();
    };
    const dialog = openDialog(question, [
      row(
        button(yes, accept, { kind: "main" }),
        button("Cancel", () => dialog.close()),
      ),
    ]);
    dialog.addEventListener("close", () => resolve(answer));
  });
}
