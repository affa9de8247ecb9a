// Buttons, links and choices that look alike on every screen.

import { h } from "./dom.js";
import { icon } from "./icons.js";

/** @import { IconName } from "./icons.js" */

/**
 * A button with a drawing and words.
 * @param {string} text
 * @param {() => unknown} act
 * @param {{icon?: IconName, kind?: "main" | "quiet" | "plain", label?: string, hidesText?: boolean}} [look]
 */
export function button(text, act, look = {}) {
  const words = h("span", { class: look.hidesText ? "unseen" : null }, text);
  return h(
    "button",
    { type: "button", class: `button ${look.kind ?? ""}`, onclick: act, "aria-label": look.label },
    look.icon && icon(look.icon),
    words,
  );
}

/**
 * A button that stays pressed.
 * @param {string} text
 * @param {boolean} isOn
 * @param {(isOn: boolean) => void} turn
 * @param {IconName} [drawing]
 */
export function toggle(text, isOn, turn, drawing) {
  const made = button(text, () => turn(set(!(made.getAttribute("aria-pressed") === "true"))), { icon: drawing });
  /** @param {boolean} on */
  const set = (on) => {
    made.setAttribute("aria-pressed", String(on));
    return on;
  };
  set(isOn);
  return made;
}

/**
 * A link that looks like a button.
 * @param {string} text
 * @param {string} href
 * @param {{icon?: IconName, kind?: "main" | "quiet" | "plain", label?: string}} [look]
 */
export function linkButton(text, href, look = {}) {
  const attributes = { class: `button ${look.kind ?? ""}`, href, "aria-label": look.label };
  return h("a", attributes, look.icon && icon(look.icon), h("span", {}, text));
}

/** Shows a control, or hides it. @param {HTMLElement} control @param {boolean} isShown */
export function shown(control, isShown) {
  control.hidden = !isShown;
}

/**
 * Says whether a button does anything now; one that does not keeps the focus.
 * @param {HTMLButtonElement} made
 * @param {boolean} isAble
 */
export function able(made, isAble) {
  made.setAttribute("aria-disabled", String(!isAble));
}

let groups = 0;

/**
 * One of several, each a chip.
 * @param {string} title
 * @param {{value: string, text: string}[]} options
 * @param {string} chosen
 * @param {(value: string) => void} choose
 */
export function choice(title, options, chosen, choose) {
  const name = `choice-${(groups += 1)}`;
  const chips = options.map(({ value, text }) => {
    const input = h("input", { type: "radio", name, value, checked: value === chosen, onchange: () => choose(value) });
    return h("label", { class: "chip" }, input, h("span", {}, text));
  });
  return h("fieldset", { class: "choice" }, h("legend", {}, title), h("div", { class: "chips" }, chips));
}

/**
 * A list to choose from.
 * @param {string} title
 * @param {{value: string, text: string}[]} options
 * @param {string} chosen
 * @param {(value: string) => void} choose
 * @param {{hidesTitle?: boolean}} [look]
 */
export function select(title, options, chosen, choose, look = {}) {
  const list = h(
    "select",
    { onchange: () => choose(list.value) },
    options.map(({ value, text }) => h("option", { value, selected: value === chosen }, text)),
  );
  return h("label", { class: "select" }, h("span", { class: look.hidesTitle ? "unseen" : null }, title), list);
}
