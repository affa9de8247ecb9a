// Where the page is: at the root of its site, or below a path that the server was told with --base.

/** The path below which everything is, without a slash at its end. */
export const BASE = new URL("..", import.meta.url).pathname.slice(0, -1);

/** The whole path of an address of this page or of the server. @param {string} address begins with a slash */
export const hrefOf = (address) => BASE + address;
