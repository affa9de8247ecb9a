// Elements as expressions. Text always becomes a text node, so no name or record can become markup.

/** @typedef {Node | string | null | undefined | false} Child */
/** @typedef {Record<string, unknown>} Attributes */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An HTML element. An attribute whose name begins with "on" is a listener; `true` is an attribute without a
 * value; `false`, `null` and `undefined` are none.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, attributes = {}, ...children) {
  return dress(document.createElement(tag), attributes, children);
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function s(tag, attributes = {}, ...children) {
  return dress(document.createElementNS(SVG, tag), attributes, children);
}

/**
 * @template {Element} E
 * @param {E} element
 * @param {Attributes} attributes
 * @param {(Child | Child[])[]} children
 */
function dress(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on") && typeof value === "function") {
      element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    } else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  refill(element, ...children);
  return element;
}

/**
 * Puts children in place of those that an element has.
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function refill(element, ...children) {
  const isThere = (/** @type {Child} */ child) => child !== null && child !== undefined && child !== false;
  element.replaceChildren(.../** @type {(Node | string)[]} */ (children.flat().filter(isThere)));
}

/**
 * Sets a text only if it changes, so that live regions do not repeat themselves.
 * @param {Element} element
 * @param {string} text
 */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Says a sentence to screen readers without showing it. @param {string} sentence */
export function announce(sentence) {
  const region = /** @type {HTMLElement} */ (document.getElementById("announcer"));
  // The same words twice are said twice only if the text changes in between.
  region.textContent = "";
  requestAnimationFrame(() => (region.textContent = sentence));
}

/** Whether animations are wanted. */
export function mayMove() {
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}
