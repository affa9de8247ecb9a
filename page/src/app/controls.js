// Buttons, links and other controls of all screens.

import { hrefOf } from "./base.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";

/** @import { Attributes, Child } from "./dom.js" */
/** @import { IconName } from "./icons.js" */

/** @typedef {{icon?: IconName, kind?: "main" | "quiet" | "plain", label?: string, hidesText?: boolean}} Look */

/**
 * Creates a button, or a link that looks like one.
 * @template {"a" | "button"} T
 * @param {T} tag
 * @param {Attributes} attributes
 * @param {string} text
 * @param {Look} look
 */
function create(tag, attributes, text, { icon: drawing, kind, label, hidesText }) {
  const words = h("span", { class: hidesText && "unseen" }, text);
  return h(tag, { class: `button ${kind ?? ""}`, "aria-label": label, ...attributes }, drawing && icon(drawing), words);
}

/** Creates a button. @param {string} text @param {() => unknown} act @param {Look} [look] */
export function button(text, act, look = {}) {
  return create("button", { type: "button", onclick: act }, text, look);
}

/** Creates a link that looks like a button. @param {string} text @param {string} address @param {Look} [look] */
export function linkButton(text, address, look = {}) {
  return create("a", { href: hrefOf(address) }, text, look);
}

/** Creates a row that wraps. @param {...(Child | Child[])} children */
export function row(...children) {
  return h("div", { class: "row" }, ...children);
}

/**
 * Creates a button that is on or off.
 * @param {string} text
 * @param {boolean} isOn
 * @param {(isOn: boolean) => void} turn
 * @param {IconName} [drawing]
 */
export function toggle(text, isOn, turn, drawing) {
  const act = () => {
    isOn = !isOn;
    made.ariaPressed = String(isOn);
    turn(isOn);
  };
  const made = button(text, act, { icon: drawing });
  made.ariaPressed = String(isOn);
  return made;
}

/** Creates a toolbar from named groups of controls. @param {string} name @param {Record<string, Child[]>} groups */
export function bar(name, groups) {
  const parts = Object.entries(groups).map(([title, controls]) =>
    h(
      "div",
      { class: "bar-group", role: "group", "aria-label": title },
      h("span", { class: "quiet", "aria-hidden": "true" }, title),
      h("div", { class: "bar-tools" }, controls),
    ),
  );
  return h("div", { class: "bar", role: "group", "aria-label": name }, parts);
}

/** Shows or hides a control. @param {HTMLElement} control @param {boolean} isShown */
export function setShown(control, isShown) {
  control.hidden = !isShown;
}

/**
 * Enables or disables a button. A disabled one can still have the focus.
 * @param {HTMLButtonElement} made
 * @param {boolean} isEnabled
 */
export function setEnabled(made, isEnabled) {
  made.setAttribute("aria-disabled", String(!isEnabled));
}

/** Creates a named part of a screen. @param {string} name @param {...(Child | Child[])} children */
export function panel(name, ...children) {
  return h("section", { class: "panel", "aria-label": name }, ...children);
}

let groups = 0;

/**
 * Creates a group of radio buttons.
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
  return h("fieldset", { class: "choice" }, h("legend", {}, title), h("div", { class: "row chips" }, chips));
}

/**
 * Creates a drop-down list.
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
