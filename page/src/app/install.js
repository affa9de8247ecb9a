// The page as an installed app: after the first visit it works offline. A new version is used when the person accepts
// it, in all windows at once, or when no window of the old version is open.

import { BASE, hrefOf } from "./base.js";
import { button, row } from "./controls.js";
import { h } from "./dom.js";
import { HAS_MODULE } from "./backend.js";

/** Registers the service worker. Offline, only the module can answer requests. */
export async function installApp() {
  const { serviceWorker } = navigator;
  if (!serviceWorker || !HAS_MODULE) return;
  // Old windows would load files of the new version. The address contains the game, so a reload loses nothing.
  serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  try {
    const registration = await serviceWorker.register(hrefOf("/service.js"), { scope: `${BASE}/` });
    if (registration.waiting) offer(registration.waiting);
    registration.addEventListener("updatefound", () => watch(registration.installing));
  } catch (error) {
    // Storage may be blocked for this page.
    console.info("Offline use is unavailable.", error);
  }
}

/** @param {ServiceWorker | null} next */
function watch(next) {
  next?.addEventListener("statechange", () => {
    // The first version replaces no other.
    if (next.state === "installed" && navigator.serviceWorker.controller) offer(next);
  });
}

/** Offers a new version. @param {ServiceWorker} next */
function offer(next) {
  const use = () => next.postMessage("use");
  const later = button("Later", () => notice.remove(), { icon: "close", kind: "plain", hidesText: true });
  const words = h("p", {}, "A new version is available.");
  const notice = h("div", { class: "row notice", role: "status" }, words, row(button("Update", use), later));
  document.body.append(notice);
}
