// Lets the table's page begin without a network (https only): what was fetched last is kept, and given where nothing
// comes from the server within a moment. Reports and positions are not its business: the page keeps those itself.
const NAME = "referee-tablet-1";
const PATIENCE = 3000;
const PAGES = "/tables/";
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

/** @param {URL} url */
const isKept = url => url.origin === location.origin && (url.pathname.startsWith(PAGES) || url.pathname.startsWith("/static/"));

/**
 * What an address is kept as: a page without its question (the language), which a cold start may not ask.
 * @param {URL} url
 */
const key = url => (url.pathname.startsWith(PAGES) ? url.origin + url.pathname : url.href);

let away = 0; // until when nothing is waited for, since nothing came lately: a page has many parts

worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("activate", event => event.waitUntil(worker.clients.claim()));

worker.addEventListener("fetch", event => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method === "GET" && isKept(url)) event.respondWith(answer(event, key(url)));
});

// The page sends this once it stands, so that everything it was made of is there the next time.
worker.addEventListener("message", event => {
  if (event.data?.kind === "keep") event.waitUntil(keep(event.data.addresses));
});

/** @param {string[]} addresses */
async function keep(addresses) {
  const cache = await caches.open(NAME);
  await Promise.allSettled(addresses.map(async address => {
    const kept = key(new URL(address, location.href));
    if (await cache.match(kept, { ignoreVary: true })) return;
    await put(cache, kept, await fetch(address));
  }));
}

/**
 * Keep an answer, but not one that leads elsewhere, such as to the log-in.
 * @param {Cache} cache
 * @param {string} kept
 * @param {Response} response
 */
async function put(cache, kept, response) {
  if (response.ok && !response.redirected) await cache.put(kept, response);
}

/**
 * The server's answer, or what is kept where that is late, faulty or does not come.
 * @param {FetchEvent} event
 * @param {string} kept
 */
async function answer(event, kept) {
  const cache = await caches.open(NAME);
  const known = await cache.match(kept, { ignoreVary: true });
  const fresh = fetch(event.request).then(response => {
    event.waitUntil(put(cache, kept, response.clone()));
    return response;
  });
  if (!known) return fresh;
  event.waitUntil(fresh.catch(() => {}));
  /** @type {Promise<null>} */
  const late = new Promise(resolve => setTimeout(() => resolve(null), Date.now() < away ? 0 : PATIENCE));
  const first = await Promise.race([fresh.catch(() => null), late]);
  if (first && first.status < 500) {
    away = 0;
    return first;
  }
  away = Date.now() + 2 * PATIENCE;
  return known;
}
