// Keeps the shell of the app, so that it opens without a connection and can say what it needs. Games are played on the
// table server: nothing under /api is ever kept.
const SHELL = "palissade-shell";

self.addEventListener("install", (event) => {
  event.waitUntil(keepShell().then(() => self.skipWaiting()));
});

// The document with all its scripts and styles, so that it opens without a connection even if it was opened only once.
async function keepShell() {
  const cache = await caches.open(SHELL);
  const page = await fetch("/");
  const named = namedIn(await page.clone().text());
  const scripts = named.filter((path) => path.endsWith(".js"));
  const texts = await Promise.all(scripts.map(async (path) => (await fetch(path)).text()));
  await cache.put("/", page);
  const assets = new Set([...named, ...texts.flatMap(namedIn)]);
  await cache.addAll(["/first-paint.js", "/icon.svg", "/manifest.webmanifest", ...assets]);
}

// The scripts and styles that a text names, as they are built: a name, and eight letters for the content.
function namedIn(text) {
  return (text.match(/[\w.-]+-[\w-]{8}\.(?:js|css)/g) ?? []).map((name) => `/assets/${name}`);
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

// ---- notices: what waits at a table that one has left

self.addEventListener("push", (event) => {
  const { title, path, tag } = event.data.json();
  event.waitUntil(
    self.registration.showNotification(title, { tag, data: { path }, icon: "/icon-192.png", badge: "/icon-192.png" }),
  );
});

// To the page that is at the table already, else to any of ours, else to a new one.
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(goTo(new URL(event.notification.data.path, location.origin).href));
});

async function goTo(address) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find(({ url }) => url.split("#")[0] === address);
  if (there) return there.focus();
  const other = pages[0];
  if (!other) return self.clients.openWindow(address);
  await other.focus();
  return other.navigate(address);
}
