{% load i18n static %}{% get_current_language as language %}// Shows pushed notices, and opens the page that one is about. When the site cannot be reached, it shows a page that
// lists the reader's tables as last seen. That page and its files are all it keeps.
"use strict";

const OFFLINE = "{% url 'notifications:offline' %}?lang={{ language }}";
const FILES = [
  "{% static 'css/site.css' %}",
  "{% static 'css/turns.css' %}",
  "{% static 'js/offline.js' %}",
  "{% static 'fonts/fraunces-latin-normal.woff2' %}",
  "{% static 'fonts/source-sans-3-latin-normal.woff2' %}",
];
const KEPT = "offline {{ SITE_VERSION }} {{ language }}";

self.addEventListener("install", (event) => event.waitUntil(keep()));
self.addEventListener("activate", (event) => event.waitUntil(forget()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname } = new URL(request.url);
  if (request.mode === "navigate" && request.method === "GET") event.respondWith(page(event));
  else if (FILES.includes(pathname)) event.respondWith(fetch(request).catch(() => caches.match(pathname)));
});

self.addEventListener("push", (event) => {
  const told = event.data ? event.data.json() : {};
  const shown = { tag: told.tag, data: { path: told.path || "/turns/" }, icon: "{% static 'icon.svg' %}" };
  event.waitUntil(self.registration.showNotification(told.title || "Piecepack by Post", shown));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const address = new URL(event.notification.data.path, self.location.origin);
  if (address.origin !== self.location.origin) return;
  event.waitUntil(open(address.href));
});

// Asked for without cookies, the page is the one that visitors get; its address names the reader's language.
async function keep() {
  const cache = await caches.open(KEPT);
  const wanted = [OFFLINE, ...FILES].map((path) => new Request(path, { cache: "reload", credentials: "omit" }));
  await cache.addAll(wanted);
}

async function forget() {
  const older = (await caches.keys()).filter((name) => name !== KEPT);
  await Promise.all(older.map((name) => caches.delete(name)));
  // The browser asks the site while this worker still starts.
  await self.registration.navigationPreload?.enable();
}

async function page(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return (await caches.match(OFFLINE)) ?? Response.error();
  }
}

async function open(address) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((page) => page.url.split("#")[0] === address);
  return there ? there.focus() : self.clients.openWindow(address);
}
