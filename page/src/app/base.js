// The path of the page: the root of its site, or the path of the server's option --base.

/** The path without a slash at its end. */
export const BASE = new URL("..", import.meta.url).pathname.slice(0, -1);

/** Returns the full path of an address. @param {string} address with a slash at its start */
export const hrefOf = (address) => BASE + address;
