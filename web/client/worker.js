/**
 * The service worker: the client opens without a network. `SHELL`, which the server writes above,
 * names this version and its files. The API is never answered from here.
 */
const NAME = `gobelet-${SHELL.version}`;
const PAGE = '/';

self.addEventListener('install', (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(NAME);
      await cache.addAll([PAGE, ...SHELL.files]);
      await self.skipWaiting();
    })(),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      const names = await caches.keys();
      // The version before stays for pages that are still open; older ones go.
      const old = names.filter((name) => name.startsWith('gobelet-') && name !== NAME);
      await Promise.all(old.slice(0, -1).map((name) => caches.delete(name)));
      await self.clients.claim();
    })(),
  );
});

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== location.origin) return;
  if (url.pathname.startsWith('/web/')) event.respondWith(kept(event.request));
  else if (event.request.mode === 'navigate' && !/^\/(api|admin|health|metrics)/.test(url.pathname))
    event.respondWith(page(event.request));
});

/** A notice of the server, which says where to look and nothing that is hidden. */
self.addEventListener('push', (event) => {
  const told = event.data?.json() ?? {};
  const icon = SHELL.files.find((path) => path.endsWith('/icons/icon-192.png'));
  const how = {
    body: told.body,
    tag: told.tag,
    renotify: Boolean(told.tag),
    icon,
    badge: icon,
    data: { url: told.url ?? PAGE },
  };
  event.waitUntil(self.registration.showNotification(told.title ?? 'Gobelet', how));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(opened(new URL(event.notification.data.url, location.origin)));
});

/** A page that is open goes there, else a new one does. */
async function opened({ pathname, hash }) {
  const pages = await self.clients.matchAll({ type: 'window' });
  const page = pages.find((one) => new URL(one.url).pathname === pathname) ?? pages[0];
  if (!page) return self.clients.openWindow(pathname + hash);
  await page.focus();
  return new URL(page.url).pathname === pathname ? null : page.navigate(pathname + hash);
}

async function kept(request) {
  return (await caches.match(request)) ?? fetch(request);
}

/** The page from the network if it comes soon, else the one that is kept. */
async function page(request) {
  try {
    return await fetch(request, { signal: AbortSignal.timeout(4000) });
  } catch {
    return (await caches.match(PAGE)) ?? Response.error();
  }
}
