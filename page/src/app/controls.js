// Buttons, links and choices that look alike on every screen.

import { hrefOf } from "./base.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";

/** @import { Attributes, Child } from "./dom.js" */
/** @import { IconName } from "./icons.js" */

/** @typedef {{icon?: IconName, kind?: "main" | "quiet" | "plain", label?: string, hidesText?: boolean}} Look */

/**
 * What buttons and links that look like buttons have in common.
 * @template {"a" | "button"} T
 * @param {T} tag
 * @param {Attributes} attributes
 * @param {string} text
 * @param {Look} look
 */
function made(tag, attributes, text, { icon: drawing, kind, label, hidesText }) {
  const words = h("span", { class: hidesText && "unseen" }, text);
  return h(tag, { class: `button ${kind ?? ""}`, "aria-label": label, ...attributes }, drawing && icon(drawing), words);
}

/** A button with a drawing and words. @param {string} text @param {() => unknown} act @param {Look} [look] */
export function button(text, act, look = {}) {
  return made("button", { type: "button", onclick: act }, text, look);
}

/** A link that looks like a button. @param {string} text @param {string} address @param {Look} [look] */
export function linkButton(text, address, look = {}) {
  return made("a", { href: hrefOf(address) }, text, look);
}

/** Things side by side, and below each other where there is no room. @param {...(Child | Child[])} children */
export function row(...children) {
  return h("div", { class: "row" }, ...children);
}

/**
 * A button that stays pressed.
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

/**
 * The one bar of a screen: drawings with a word below each.
 * @param {string} name
 * @param {...(Child | Child[])} controls
 */
export function bar(name, ...controls) {
  return h("div", { class: "bar", role: "group", "aria-label": name }, ...controls);
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

/** A part of a screen, with a name for screen readers. @param {string} name @param {...(Child | Child[])} children */
export function panel(name, ...children) {
  return h("section", { class: "panel", "aria-label": name }, ...children);
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
  return h("fieldset", { class: "choice" }, h("legend", {}, title), h("div", { class: "row chips" }, chips));
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
