// The tables stored in this browser: in the origin private file system, or else in a cache. They have the format of the
// command's table files, with header, version and checksum, and the module rejects anything else.

const FOLDER = "tables";

/** @param {string} game @param {string} size */
const nameOf = (game, size) => `${game}-${size}.table`;

/** @returns {Promise<FileSystemDirectoryHandle>} */
async function folder() {
  const root = await navigator.storage.getDirectory();
  return root.getDirectoryHandle(FOLDER, { create: true });
}

/** The key of a table in the cache, an address that is never requested. @param {string} name */
const addressOf = (name) => new URL(`tables/${name}`, import.meta.url);

/** Returns a stored table. @param {string} game @param {string} size @returns {Promise<Uint8Array | null>} */
export async function loadTable(game, size) {
  const name = nameOf(game, size);
  try {
    const handle = await (await folder()).getFileHandle(name);
    return new Uint8Array(await (await handle.getFile()).arrayBuffer());
  } catch {
    // The file is missing, or the file system is not available.
  }
  try {
    const found = await (await caches.open(FOLDER)).match(addressOf(name));
    return found ? new Uint8Array(await found.arrayBuffer()) : null;
  } catch {
    return null;
  }
}

/**
 * Stores a table. Where storage is not available, it is computed again the next time.
 * @param {string} game
 * @param {string} size
 * @param {Uint8Array} bytes
 */
export async function storeTable(game, size, bytes) {
  const name = nameOf(game, size);
  try {
    const handle = await (await folder()).getFileHandle(name, { create: true });
    const file = await handle.createSyncAccessHandle();
    try {
      file.truncate(0);
      if (file.write(bytes) < bytes.length) throw new Error("incomplete write");
      file.flush();
    } finally {
      file.close();
    }
  } catch {
    // An incomplete file must not hide the cached one.
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
