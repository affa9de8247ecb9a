// The page as an app: after the first visit it works without a network. A new version is used when the person wants it,
// in all windows at once, or when no window of the old one is open.

import { BASE, hrefOf } from "./base.js";
import { button, row } from "./controls.js";
import { h } from "./dom.js";
import { HAS_MODULE } from "./way.js";

/** Installs what serves this page when there is no network. Without the module nothing could be answered then. */
export async function installApp() {
  const { serviceWorker } = navigator;
  if (!serviceWorker || !HAS_MODULE) return;
  // Windows of the old version would get files of the new one. The game is in the address, so loading loses nothing.
  serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  try {
    const registration = await serviceWorker.register(hrefOf("/service.js"), { scope: `${BASE}/` });
    if (registration.waiting) offer(registration.waiting);
    registration.addEventListener("updatefound", () => watch(registration.installing));
  } catch (fault) {
    // A browser that keeps nothing for this page does not install it.
    console.info("The page is not installed.", fault);
  }
}

/** @param {ServiceWorker | null} next */
function watch(next) {
  next?.addEventListener("statechange", () => {
    // The first version replaces nothing.
    if (next.state === "installed" && navigator.serviceWorker.controller) offer(next);
  });
}

/** Says that a new version is ready. @param {ServiceWorker} next */
function offer(next) {
  const use = () => next.postMessage("use");
  const later = button("Later", () => notice.remove(), { icon: "close", kind: "plain", hidesText: true });
  const words = h("p", {}, "A new version is ready.");
  const notice = h("div", { class: "row notice", role: "status" }, words, row(button("Use it", use), later));
  document.body.append(notice);
}
