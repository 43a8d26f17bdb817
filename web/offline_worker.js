// The service worker; offline.mjs puts `version` and `files` (path: hash) above this text.
const prefix = "vitrine-", cacheName = prefix + version;
const here = new URL("./", self.location);
const urlOf = (path) => new URL(path, here).href;

// A file whose hash an older version has already is taken from there: an update travels as what changed.
async function fill() {
  const cache = await caches.open(cacheName), older = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== cacheName);
  const known = new Map();
  for (const name of older) {
    const old = await caches.open(name), list = await old.match(urlOf("offline-files.json"));
    if (list) for (const [path, hash] of Object.entries(await list.json())) known.set(hash, [old, path]);
  }
  await Promise.all(Object.entries(files).map(async ([path, hash]) => {
    const [old, oldPath] = known.get(hash) ?? [];
    const response = (old && (await old.match(urlOf(oldPath)))) || (await fetch(urlOf(path), { cache: "no-cache" }));
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    await cache.put(urlOf(path), response);
  }));
  await cache.put(urlOf("offline-files.json"), new Response(JSON.stringify(files)));
}

self.addEventListener("install", (event) => event.waitUntil(fill()));
self.addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith(prefix) && name !== cacheName) await caches.delete(name);
  await self.clients.claim();
})()));
self.addEventListener("message", (event) => { if (event.data === "take over") void self.skipWaiting(); });

// This version's files come from its cache; everything else is the network's.
self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== here.origin || !url.pathname.startsWith(here.pathname)) return;
  const path = decodeURIComponent(url.pathname.slice(here.pathname.length)) || "index.html";
  if (!(path in files)) return;
  event.respondWith((async () => (await (await caches.open(cacheName)).match(urlOf(path))) ?? fetch(event.request))());
});
