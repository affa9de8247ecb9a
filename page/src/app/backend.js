// What answers the requests of this page: its server, the WebAssembly module, or both. The page lists them in a meta
// element; a site of static files has no server.

import { load } from "./settings.js";

/** @type {HTMLMetaElement | null} */
const meta = document.querySelector("meta[name=quintet-answers]");
const backends = meta?.content.split(" ") ?? [];

/** True if a server answers requests and stores games between people. */
export const HAS_SERVER = backends.includes("server");

/** True if the module is available. The stored setting `quintet.backend` can be "server" to do without it. */
export const HAS_MODULE =
  backends.includes("module") && !(HAS_SERVER && load("backend", /** @type {string} */ ("module")) === "server");
