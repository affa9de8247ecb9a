// What a person has chosen, kept in this browser where it may be, else for this page only.

/** @type {Map<string, string>} */
const memory = new Map();

/** Says with the event "refused", once, that this browser keeps nothing. */
export const storage = new EventTarget();
let isRefused = false;

/** @param {string} name @returns {string | null} */
function read(name) {
  try {
    return localStorage.getItem(name) ?? memory.get(name) ?? null;
  } catch {
    return memory.get(name) ?? null;
  }
}

/**
 * What was kept under a name, or the usual. Something that is no longer understood counts as nothing.
 * @template T
 * @param {string} name
 * @param {T} usual
 * @returns {T}
 */
export function kept(name, usual) {
  const text = read(`quintet.${name}`);
  if (text === null) return usual;
  try {
    return fitted(JSON.parse(text), usual);
  } catch {
    return usual;
  }
}

/**
 * The list that was kept under a name, without what does not look like the usual entry.
 * @template T
 * @param {string} name
 * @param {T} usual
 * @returns {T[]}
 */
export function keptList(name, usual) {
  const none = /** @type {T[]} */ ([]);
  return kept(name, none).filter((entry) => fitted(entry, usual) === entry);
}

/**
 * A value in the shape of the usual one; what has another shape is the usual. Where the usual is an object without
 * anything in it, the names are free.
 * @template T
 * @param {any} value
 * @param {T} usual
 * @returns {T}
 */
function fitted(value, usual) {
  if (typeof value !== typeof usual || value === null || Array.isArray(value) !== Array.isArray(usual)) return usual;
  if (typeof usual !== "object" || usual === null || Array.isArray(usual)) return value;
  const misfits = Object.entries(usual).filter(([name, one]) => fitted(value[name], one) !== value[name]);
  return misfits.length ? { ...value, ...Object.fromEntries(misfits) } : value;
}

/** Keeps a value under a name. @param {string} name @param {unknown} value */
export function keep(name, value) {
  const text = JSON.stringify(value);
  memory.set(`quintet.${name}`, text);
  try {
    localStorage.setItem(`quintet.${name}`, text);
  } catch {
    // Without storage, or if it is full, the value lasts until the page is closed.
    if (!isRefused) storage.dispatchEvent(new Event("refused"));
    isRefused = true;
  }
}
