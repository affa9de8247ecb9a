// Values stored in this browser, or only until the page is closed where storage is not available.

/** @type {Map<string, string>} */
const memory = new Map();

/** Sends the event "unavailable", once, when a value cannot be stored. */
export const storage = new EventTarget();
let isUnavailable = false;

/** @param {string} name @returns {string | null} */
function read(name) {
  try {
    return localStorage.getItem(name) ?? memory.get(name) ?? null;
  } catch {
    return memory.get(name) ?? null;
  }
}

/**
 * Returns a stored value, or the default if nothing valid is stored.
 * @template T
 * @param {string} name
 * @param {T} fallback
 * @returns {T}
 */
export function load(name, fallback) {
  const text = read(`quintet.${name}`);
  if (text === null) return fallback;
  try {
    return shaped(JSON.parse(text), fallback);
  } catch {
    return fallback;
  }
}

/**
 * Returns a stored list. Fields that an entry lacks are those of the example.
 * @template T
 * @param {string} name
 * @param {T} example
 * @returns {T[]}
 */
export function loadList(name, example) {
  const none = /** @type {T[]} */ ([]);
  return load(name, none)
    .map((entry) => shaped(entry, example))
    .filter((entry) => entry !== example);
}

/**
 * Returns a value if it has the shape of the default, and otherwise the default, for objects field by field. A default
 * of `{}` allows any fields.
 * @template T
 * @param {any} value
 * @param {T} fallback
 * @returns {T}
 */
function shaped(value, fallback) {
  const isArray = Array.isArray(fallback);
  if (typeof value !== typeof fallback || value === null || Array.isArray(value) !== isArray) return fallback;
  if (typeof fallback !== "object" || fallback === null || isArray) return value;
  const wrong = Object.entries(fallback).filter(([name, field]) => shaped(value[name], field) !== value[name]);
  return wrong.length ? { ...value, ...Object.fromEntries(wrong) } : value;
}

/** Stores a value. @param {string} name @param {unknown} value */
export function store(name, value) {
  const text = JSON.stringify(value);
  memory.set(`quintet.${name}`, text);
  try {
    localStorage.setItem(`quintet.${name}`, text);
  } catch {
    if (!isUnavailable) storage.dispatchEvent(new Event("unavailable"));
    isUnavailable = true;
  }
}
