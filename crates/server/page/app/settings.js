// What a person has chosen, kept in this browser where it may be, else for this page only.

/** @type {Map<string, string>} */
const memory = new Map();

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
    const value = JSON.parse(text);
    return typeof value === typeof usual || usual === null ? value : usual;
  } catch {
    return usual;
  }
}

/**
 * Keeps a value under a name.
 * @param {string} name
 * @param {unknown} value
 */
export function keep(name, value) {
  const text = JSON.stringify(value);
  memory.set(`quintet.${name}`, text);
  try {
    localStorage.setItem(`quintet.${name}`, text);
  } catch {
    // A full or forbidden store costs only the next visit's convenience.
  }
}
