// Keeps the shell of the app, so that it opens without a connection and can say what it needs. Games are played on the
// table server: nothing under /api is ever kept.
const SHELL = "palissade-shell";

self.addEventListener("install", (event) => {
  event.waitUntil(keepShell().then(() => self.skipWaiting()));
});

// The document and what it names, so that it opens without a connection even if it was opened only once.
async function keepShell() {
  const cache = await caches.open(SHELL);
  const page = await fetch("/");
  const named = (await page.clone().text()).match(/\/assets\/[\w.-]+/g) ?? [];
  await cache.put("/", page);
  await cache.addAll(["/first-paint.js", "/icon.svg", "/manifest.webmanifest", ...new Set(named)]);
}

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname.startsWith("/api/") || url.pathname === "/health") return;
  if (request.mode === "navigate") event.respondWith(pageFirst(request));
  else if (url.pathname.startsWith("/assets/")) event.respondWith(keptFirst(request));
  else event.respondWith(serverFirst(request));
});

// Every page is the same document: the newest one, or the one kept.
async function pageFirst(request) {
  const cache = await caches.open(SHELL);
  try {
    const fresh = await fetch(request);
    if (fresh.ok) {
      await cache.put("/", fresh.clone());
      void forgetWhatIsOld(cache, await fresh.clone().text());
    }
    return fresh;
  } catch {
    return (await cache.match("/")) ?? Response.error();
  }
}

// The name of an asset changes with its content: what is kept under it is right for ever.
async function keptFirst(request) {
  const cache = await caches.open(SHELL);
  const kept = await cache.match(request);
  if (kept) return kept;
  const fresh = await fetch(request);
  if (fresh.ok) await cache.put(request, fresh.clone());
  return fresh;
}

async function serverFirst(request) {
  const cache = await caches.open(SHELL);
  try {
    const fresh = await fetch(request);
    if (fresh.ok) await cache.put(request, fresh.clone());
    return fresh;
  } catch {
    return (await cache.match(request)) ?? Response.error();
  }
}

// When the document names another script than before, the assets of the old one are of no more use.
async function forgetWhatIsOld(cache, page) {
  const entry = /\/assets\/index-[\w-]+\.js/.exec(page)?.[0];
  if (!entry || (await cache.match(entry))) return;
  for (const request of await cache.keys()) {
    if (new URL(request.url).pathname.startsWith("/assets/")) await cache.delete(request);
  }
}
