// The tables that are kept in this browser: in the origin's private files, else in a cache. They have the bytes of the
// files that the command keeps, with their header, version and checksum; the module adopts nothing else.

const FOLDER = "tables";

/** @param {string} game @param {string} size */
const nameOf = (game, size) => `${game}-${size}.table`;

/** @returns {Promise<FileSystemDirectoryHandle>} */
async function folder() {
  const root = await navigator.storage.getDirectory();
  return root.getDirectoryHandle(FOLDER, { create: true });
}

/** A cache asks for an address; this one is never loaded. @param {string} name */
const addressOf = (name) => new URL(`tables/${name}`, import.meta.url);

/**
 * The bytes of a table that is kept.
 * @param {string} game
 * @param {string} size
 * @returns {Promise<Uint8Array | null>}
 */
export async function keptTable(game, size) {
  const name = nameOf(game, size);
  try {
    const handle = await (await folder()).getFileHandle(name);
    return new Uint8Array(await (await handle.getFile()).arrayBuffer());
  } catch {
    // There is no such file, or there are no files at all.
  }
  try {
    const found = await (await caches.open(FOLDER)).match(addressOf(name));
    return found ? new Uint8Array(await found.arrayBuffer()) : null;
  } catch {
    return null;
  }
}

/**
 * Keeps a table, if this browser keeps anything: without, it is computed again next time.
 * @param {string} game
 * @param {string} size
 * @param {Uint8Array} bytes
 */
export async function keepTable(game, size, bytes) {
  const name = nameOf(game, size);
  try {
    const handle = await (await folder()).getFileHandle(name, { create: true });
    const file = await handle.createSyncAccessHandle();
    try {
      file.truncate(0);
      if (file.write(bytes) < bytes.length) throw new Error("the file is not whole");
      file.flush();
    } finally {
      file.close();
    }
  } catch {
    // What was written in part must not hide what is kept elsewhere.
    await folder()
      .then((files) => files.removeEntry(name))
      .catch(() => {});
    await cacheTable(name, bytes).catch(() => {});
  }
}

/** @param {string} name @param {Uint8Array} bytes */
async function cacheTable(name, bytes) {
  const cache = await caches.open(FOLDER);
  await cache.put(addressOf(name), new Response(/** @type {BufferSource} */ (bytes)));
}
