// Shows pushed notices, and opens the page that one is about.
"use strict";

self.addEventListener("push", (event) => {
  const told = event.data ? event.data.json() : {};
  const shown = { tag: told.tag, data: { path: told.path || "/turns/" }, icon: "/static/icon.svg" };
  event.waitUntil(self.registration.showNotification(told.title || "Piecepack by Post", shown));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const address = new URL(event.notification.data.path, self.location.origin);
  if (address.origin !== self.location.origin) return;
  event.waitUntil(open(address.href));
});

async function open(address) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((page) => page.url.split("#")[0] === address);
  return there ? there.focus() : self.clients.openWindow(address);
}
