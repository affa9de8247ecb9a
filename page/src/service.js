// The service worker, which serves the page offline. All files of a version are cached together. A new version waits
// until the person accepts it or no window of the old version is open, so that versions are never mixed.

"use strict";

// The server, or `quintet site`, fills in both: a hash of all files, and their paths.
const VERSION = "";
/** @type {string[]} */
const FILES = [];

/** @type {ServiceWorkerGlobalScope} */
const service = /** @type {any} */ (self);
const BASE = new URL("./", service.location.href).pathname;
// The host may have the same page in other folders.
const PREFIX = `quintet ${BASE} `;
const CACHE = PREFIX + VERSION;
/** Paths that only a server answers. */
const SERVER_PATHS = /^(api\/|preview\/|healthz|readyz|metrics)/;
const HOME = `${BASE}index.html`;

service.addEventListener("install", (event) => event.waitUntil(cacheFiles()));
service.addEventListener("activate", (event) => event.waitUntil(deleteOldCaches()));
service.addEventListener("message", ({ data }) => {
  if (data === "use") void service.skipWaiting();
});

async function cacheFiles() {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES.map((path) => new Request(BASE + path, { cache: "no-cache" })));
}

async function deleteOldCaches() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

service.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin || !url.pathname.startsWith(BASE)) return;
  const path = url.pathname.slice(BASE.length);
  if (FILES.includes(path)) event.respondWith(cached(url.pathname, request));
  else if (!path) event.respondWith(cached(HOME, request));
  else if (request.mode === "navigate" && !SERVER_PATHS.test(path)) event.respondWith(redirect(path + url.search));
});

/** @param {string} path @param {Request} request */
async function cached(path, request) {
  return (await caches.match(path, { cacheName: CACHE })) ?? fetch(request);
}

/** Redirects to the home page, which shows the screen of an address. @param {string} address */
function redirect(address) {
  return Response.redirect(`${BASE}?to=${encodeURIComponent(`/${address}`)}`);
}
