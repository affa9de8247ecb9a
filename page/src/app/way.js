// Who answers the questions of this page: its server, the module that it has loaded, or both. The page itself says what
// there is; a site of static files has no server.

import { kept } from "./settings.js";

/** @type {HTMLMetaElement | null} */
const meta = document.querySelector("meta[name=quintet-answers]");
const said = meta?.content.split(" ") ?? [];

/** Whether a server answers questions, and keeps games between people. */
export const HAS_SERVER = said.includes("server");

/** @type {string} */
const USUAL = "module";

/** Whether there is a module. A person who keeps "server" as `quintet.way` goes without. */
export const HAS_MODULE = said.includes("module") && !(HAS_SERVER && kept("way", USUAL) === "server");
