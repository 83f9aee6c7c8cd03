// The service worker of players' private pages (https only): it shows what the service tells a player, and opens their page
// when that is tapped. It keeps nothing and answers no request.
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("activate", event => event.waitUntil(worker.clients.claim()));

worker.addEventListener("push", event => {
  const { title, body, tag, url } = event.data?.json() ?? {};
  event.waitUntil(worker.registration.showNotification(title, { body, tag, data: { url }, icon: "/static/icon.svg" }));
});

worker.addEventListener("notificationclick", event => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.url));
});

/**
 * Show a page in the window that shows it already, or in a new one.
 * @param {string} url
 */
async function open(url) {
  const { pathname } = new URL(url, location.href);
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const known = windows.find(each => new URL(each.url).pathname === pathname);
  return known ? known.focus() : worker.clients.openWindow(url);
}
