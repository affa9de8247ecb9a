// Buttons that step through the moves of a game.

import { button, setEnabled } from "../app/controls.js";
import { h } from "../app/dom.js";

/** @import { IconName } from "../app/icons.js" */

/** @type {[string, IconName][]} */
const STEPS = [
  ["First position", "first"],
  ["Previous position", "back"],
  ["Next position", "on"],
  ["Last position", "last"],
];

/**
 * Creates the buttons, and a function that enables those that lead anywhere.
 * @param {(step: number) => void} go receives the index of the button
 */
export function stepButtons(go) {
  const buttons = STEPS.map(([text, icon], n) => button(text, () => go(n), { icon, kind: "plain", hidesText: true }));
  const element = h("div", { class: "steps", role: "group", "aria-label": "Step through the game" }, buttons);
  /** @param {boolean} hasPrevious @param {boolean} hasNext */
  const enable = (hasPrevious, hasNext) =>
    buttons.forEach((made, n) => setEnabled(made, n < 2 ? hasPrevious : hasNext));
  return { element, enable };
}

/**
 * Creates a move that leads to the position after it.
 * @param {{move: string, color: string, label: string, isCurrent: boolean, isLater: boolean}} entry
 * @param {() => void} go
 * @param {HTMLElement | string} [sign]
 */
export function moveButton({ move, color, label, isCurrent, isLater }, go, sign = "") {
  return h(
    "button",
    {
      type: "button",
      class: `move ${color} ${isLater ? "is-later" : ""}`,
      "aria-label": label,
      "aria-current": isCurrent ? "step" : null,
      onclick: go,
    },
    h("span", {}, move),
    sign,
  );
}

/** Scrolls to the current move, and focuses it if `hadFocus`. @param {HTMLElement} list @param {boolean} hadFocus */
export function showCurrent(list, hadFocus) {
  const current = list.querySelector("[aria-current]");
  if (!(current instanceof HTMLElement)) return;
  if (hadFocus) current.focus({ preventScroll: true });
  const top = current.getBoundingClientRect().top - list.getBoundingClientRect().top + list.scrollTop;
  const { scrollTop, clientHeight } = list;
  if (top < scrollTop || top + current.offsetHeight > scrollTop + clientHeight) list.scrollTop = top - 40;
}
