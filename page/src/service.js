// Serves the page when there is no network. All files of a version are kept together, and a new version is not used
// before the person wants it or no window of the old one is open: files of two versions never meet.

"use strict";

// Both are filled in when this file is served or written: a name for the content of all files, and their paths.
const VERSION = "";
/** @type {string[]} */
const FILES = [];

/** @type {ServiceWorkerGlobalScope} */
const service = /** @type {any} */ (self);
const BASE = new URL("./", service.location.href).pathname;
// Other folders of this host may have pages like this one.
const OWN = `quintet ${BASE} `;
const KEPT = OWN + VERSION;
/** What a server answers itself. */
const NOT_SHOWN = /^(api\/|preview\/|healthz|readyz|metrics)/;
const FIRST = `${BASE}index.html`;

service.addEventListener("install", (event) => event.waitUntil(keepAll()));
service.addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
service.addEventListener("message", ({ data }) => {
  if (data === "use") void service.skipWaiting();
});

async function keepAll() {
  const cache = await caches.open(KEPT);
  await cache.addAll(FILES.map((path) => new Request(BASE + path, { cache: "no-cache" })));
}

async function forgetOthers() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(OWN) && name !== KEPT);
  await Promise.all(old.map((name) => caches.delete(name)));
}

service.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin || !url.pathname.startsWith(BASE)) return;
  const path = url.pathname.slice(BASE.length);
  if (FILES.includes(path)) event.respondWith(found(url.pathname, request));
  else if (!path) event.respondWith(found(FIRST, request));
  else if (request.mode === "navigate" && !NOT_SHOWN.test(path)) event.respondWith(detour(path + url.search));
});

/** A file that is kept. @param {string} path @param {Request} request */
async function found(path, request) {
  const kept = await caches.match(path, { cacheName: KEPT });
  return kept ?? fetch(request);
}

/** The start page, which then shows the screen at an address. @param {string} address */
function detour(address) {
  return Response.redirect(`${BASE}?to=${encodeURIComponent(`/${address}`)}`);
}
