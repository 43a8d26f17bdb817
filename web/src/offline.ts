// Works without a network after the first visit: a service worker (web/offline.mjs writes it, with the list of the
// build's files) keeps this version whole. A newer one is fetched beside it and takes over when the reader says so.
import { $, announce, remember, remembered } from "./page";
import { t } from "./strings";

let waiting: ServiceWorker | null = null;

function offer(worker: ServiceWorker | null) {
  waiting = worker;
  $("update-text").textContent = t("newVersion");
  $("update-now").textContent = t("takeOver");
  $("update-later").textContent = t("later");
  $("update").hidden = false;
}

function follow(registration: ServiceWorkerRegistration) {
  const look = (worker: ServiceWorker | null) => {
    if (!worker) return;
    const settled = () => {
      if (worker.state !== "installed") return;
      if (navigator.serviceWorker.controller) offer(worker);  // else it is the first, and nobody has to be asked
    };
    settled();
    worker.addEventListener("statechange", settled);
  };
  look(registration.waiting);
  look(registration.installing);
  registration.addEventListener("updatefound", () => look(registration.installing));
}

export function setUpOffline() {
  // Not where the page is developed, and not where browsers forbid it (no https).
  if (import.meta.env.DEV || !("serviceWorker" in navigator)) return;
  let taken = false;
  $("update-later").onclick = () => { $("update").hidden = true; };
  const controlled = !!navigator.serviceWorker.controller;
  $("update-now").onclick = () => { taken = true; waiting ? waiting.postMessage("take over") : location.reload(); };
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (taken) location.reload();
    else if (controlled) offer(null);  // another tab said so
  });
  navigator.serviceWorker.register("./offline.js", { scope: "./", updateViaCache: "none" }).then((registration) => {
    follow(registration);
    return navigator.serviceWorker.ready;
  }).then(() => {
    if (remembered("offline")) return;
    remember("offline", "yes");
    announce(t("offlineReady"));
  }).catch(() => { /* private windows and some hosts refuse it: the page goes on as it is */ });
}
