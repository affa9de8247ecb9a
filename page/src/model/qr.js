// A QR code (ISO/IEC 18004) of a short string: bytes, error correction level L, mask 0, and versions 1 to 5, which have
// a single block of codewords.

/** The number of data codewords, and of error correction codewords, by version. */
const VERSIONS = [
  [19, 7],
  [34, 10],
  [55, 15],
  [80, 20],
  [108, 26],
];
/** The format for level L and mask 0, with its error correction. */
const FORMAT = 0x77c4;

/** Multiplies in the field of 256 elements. @param {number} a @param {number} b */
function times(a, b) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    if ((b >> bit) & 1) product ^= a;
  }
  return product;
}

/** Returns the error correction codewords. @param {number[]} data @param {number} count */
function correction(data, count) {
  // The product of (x - 2^n), without its leading coefficient.
  let divisor = [...new Array(count - 1).fill(0), 1];
  for (let n = 0, root = 1; n < count; n += 1, root = times(root, 2)) {
    divisor = divisor.map((one, at) => times(one, root) ^ (divisor[at + 1] ?? 0));
  }
  let rest = new Array(count).fill(0);
  for (const codeword of data) {
    const factor = codeword ^ rest[0];
    rest = [...rest.slice(1), 0].map((one, at) => one ^ times(divisor[at], factor));
  }
  return rest;
}

/** Returns the codewords of a string. @param {number[]} bytes @param {number} capacity */
function codewords(bytes, capacity) {
  const nibbles = [4, bytes.length >> 4, bytes.length & 15, ...bytes.flatMap((byte) => [byte >> 4, byte & 15]), 0];
  const data = Array.from({ length: nibbles.length / 2 }, (_, n) => (nibbles[2 * n] << 4) | nibbles[2 * n + 1]);
  for (let pad = 0xec; data.length < capacity; pad ^= 0xfd) data.push(pad);
  return data;
}

/**
 * Returns the rows of a QR code, in which `true` is dark, or `null` if the text is too long.
 * @param {string} text
 * @returns {boolean[][] | null}
 */
export function qrCode(text) {
  const bytes = [...new TextEncoder().encode(text)];
  const version = 1 + VERSIONS.findIndex(([capacity]) => bytes.length + 2 <= capacity);
  if (!version) return null;
  const size = 17 + 4 * version;
  /** @type {(boolean | undefined)[][]} */
  const rows = Array.from({ length: size }, () => new Array(size).fill(undefined));
  const set = (/** @type {number} */ x, /** @type {number} */ y, /** @type {boolean} */ isDark) => {
    if (rows[y] && x >= 0 && x < size) rows[y][x] = isDark;
  };
  for (let n = 0; n < size; n += 1) {
    set(6, n, n % 2 === 0);
    set(n, 6, n % 2 === 0);
  }
  const square = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ reach) => {
    for (let down = -reach; down <= reach; down += 1) {
      for (let right = -reach; right <= reach; right += 1) {
        const ring = Math.max(Math.abs(right), Math.abs(down));
        set(x + right, y + down, ring !== 4 && ring !== (reach === 4 ? 2 : 1));
      }
    }
  };
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]]) square(x, y, 4); // prettier-ignore
  if (version > 1) square(size - 7, size - 7, 2);
  const format = (/** @type {number} */ n) => ((FORMAT >> n) & 1) === 1;
  for (let n = 0; n < 15; n += 1) {
    const [x, y] = n < 6 ? [8, n] : n < 8 ? [8, n + 1] : n < 9 ? [7, 8] : [14 - n, 8];
    set(x, y, format(n));
    if (n < 8) set(size - 1 - n, 8, format(n));
    else set(8, size - 15 + n, format(n));
  }
  set(8, size - 8, true);
  const [capacity, count] = VERSIONS[version - 1];
  const data = codewords(bytes, capacity);
  const all = [...data, ...correction(data, count)];
  let bit = 0;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    const goesUp = ((right + 1) & 2) === 0;
    for (let step = 0; step < size; step += 1) {
      const y = goesUp ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (rows[y][x] !== undefined) continue;
        const isSet = (((all[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1;
        rows[y][x] = isSet !== ((x + y) % 2 === 0);
        bit += 1;
      }
    }
  }
  return rows.map((row) => row.map(Boolean));
}
