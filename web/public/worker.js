// Keeps the whole page, so that the shelf, the pictures and the rules open without a connection. Games are played on the
// table server: what it tells of them is never kept here. What it tells of the shelf, the pictures and the rules the page
// keeps itself.
const BUILT = { version: "", files: [] }; // written when the page is built: every file of it, under names of their content
const SHELL = `palissade-shell-${BUILT.version}`;
const ALWAYS = ["/", "/first-paint.js", "/icon.svg", "/manifest.webmanifest"];

self.addEventListener("install", (event) => {
  event.waitUntil(keepShell().then(() => self.skipWaiting()));
});

async function keepShell() {
  const cache = await caches.open(SHELL);
  const fresh = ALWAYS.map((path) => new Request(path, { cache: "reload" })); // of this version, not of the one before
  await cache.addAll([...fresh, ...BUILT.files]);
}

// A new version takes the place of the old one, whose files are of no more use.
self.addEventListener("activate", (event) => {
  event.waitUntil(forgetWhatIsOld().then(() => self.clients.claim()));
});

async function forgetWhatIsOld() {
  const old = (await caches.keys()).filter((name) => name.startsWith("palissade-shell") && name !== SHELL);
  await Promise.all(old.map((name) => caches.delete(name)));
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname.startsWith("/api/") || url.pathname === "/health") return;
  if (request.mode === "navigate") event.respondWith(pageFirst(request));
  else if (url.pathname.startsWith("/assets/")) event.respondWith(keptFirst(request));
  else event.respondWith(serverFirst(request));
});

// Every page is the same document: the newest one, or the one kept with the files that belong to it.
async function pageFirst(request) {
  try {
    return await fetch(request);
  } catch {
    return (await (await caches.open(SHELL)).match("/")) ?? Response.error();
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
