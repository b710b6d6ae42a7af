// Keeps the page for when there is no network: it opens, and says that tables are on the server.
// What comes from the network is always newer, so that it is asked first.

const SHELL = "kibitz-shell";

addEventListener("install", (event) => event.waitUntil(keepShell().then(() => skipWaiting())));
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  const isOurs = request.method === "GET" && origin === location.origin;
  if (isOurs && request.mode === "navigate" && isPage(pathname)) event.respondWith(newest(request, "/"));
  else if (isOurs && (pathname.startsWith("/static/") || pathname === "/games")) event.respondWith(newest(request, pathname));
});

// A note that it is somebody's turn leads to the page of that table.
addEventListener("notificationclick", (event) => {
  const { notification } = event;
  const isThere = ({ url }) => url.endsWith(notification.tag.replace("kibitz-", "/t/"));
  notification.close();
  event.waitUntil(clients.matchAll({ type: "window" }).then((pages) => pages.find(isThere)?.focus()));
});

// Every address that the one page answers to.
function isPage(pathname) {
  return /^\/($|ledger$|companion$|play\/[^/]+$|t\/[^/]+(\/replay\/\d+)?$)/.test(pathname);
}

// The page itself names everything that it is made of.
async function keepShell() {
  const cache = await caches.open(SHELL);
  const page = await fetch("/");
  const parts = [...(await page.clone().text()).matchAll(/"(\/static\/[^"]+)"/g)].map(([, path]) => path);
  await cache.put("/", page);
  await cache.addAll([...new Set(parts), "/games"]);
}

async function newest(request, name) {
  const cache = await caches.open(SHELL);
  try {
    const found = await fetch(request);
    if (found.ok) await cache.put(name, found.clone());
    return found;
  } catch (fault) {
    const kept = await cache.match(name);
    if (!kept) throw fault;
    const headers = new Headers(kept.headers);
    headers.set("kibitz-kept", "yes");
    return new Response(kept.body, { headers });
  }
}
