// Creates elements. Strings always become text nodes, so a name or a record can never become markup.

/** @typedef {Node | string | null | undefined | false} Child */
/** @typedef {Record<string, unknown>} Attributes */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Creates an HTML element. An attribute whose name begins with "on" is a listener; `true` is an attribute without a
 * value; `false`, `null` and `undefined` omit it.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, attributes = {}, ...children) {
  return withAttributes(document.createElement(tag), attributes, children);
}

/**
 * Creates an SVG element.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function s(tag, attributes = {}, ...children) {
  return withAttributes(document.createElementNS(SVG, tag), attributes, children);
}

/** @template {Element} E @param {E} element @param {Attributes} attributes @param {(Child | Child[])[]} children */
function withAttributes(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on") && typeof value === "function") {
      element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    } else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  setChildren(element, ...children);
  return element;
}

/** Replaces the children of an element. @param {Element} element @param {...(Child | Child[])} children */
export function setChildren(element, ...children) {
  const isChild = (/** @type {Child} */ child) => child !== null && child !== undefined && child !== false;
  element.replaceChildren(.../** @type {(Node | string)[]} */ (children.flat().filter(isChild)));
}

/**
 * Sets the text of an element if it differs, because a live region would announce it again.
 * @param {Element} element
 * @param {string} text
 */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Announces a sentence to screen readers. @param {string} sentence */
export function announce(sentence) {
  const region = /** @type {HTMLElement} */ (document.getElementById("announcer"));
  // The same sentence is announced again only if the text changes in between.
  region.textContent = "";
  requestAnimationFrame(() => (region.textContent = sentence));
}

/** Capitalises the first letter. @param {string} text */
export const capitalized = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns true unless the person prefers reduced motion. */
export function hasMotion() {
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}
