// The service worker of the tablet (https only), which lets it start without a network: it caches the last responses, and
// serves them if the server does not answer in time. The law on the device, below /law/, is cached too. Reports and positions
// are not its business: the page stores those itself.
const CACHE_NAME = "referee-tablet-1";
const TIMEOUT = 3000;
const PAGES = ["/tables/", "/try", "/help/"];
const LAW = "/law/";
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

/** @param {URL} url */
const isCacheable = url => url.origin === location.origin && (isPage(url) || [LAW, "/static/"].some(place => url.pathname.startsWith(place)));

/** @param {URL} url */
const isPage = url => PAGES.some(place => url.pathname.startsWith(place));

/**
 * The cache key of an address: a page without its query (the language), which a cold start may lack.
 * @param {URL} url
 */
const cacheKey = url => (isPage(url) ? url.origin + url.pathname : url.href);

let offlineUntil = 0; // until when the cache is used without waiting, after a timeout: a page has many parts

worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("activate", event => event.waitUntil(worker.clients.claim()));

worker.addEventListener("fetch", event => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method === "GET" && isCacheable(url)) event.respondWith(respond(event, cacheKey(url)));
});

// The page sends this once it is loaded, so that all its parts are cached for the next time.
worker.addEventListener("message", event => {
  if (event.data?.kind === "keep") event.waitUntil(cacheAll(event.data.addresses));
  // The law that a page judges by, and its runtime. Their addresses change with their content, so others are obsolete.
  if (event.data?.kind === "keep-law") event.waitUntil(cacheAll(event.data.addresses).then(() => deleteOldLaws(event.data.addresses)));
});

/** @param {string[]} addresses */
async function cacheAll(addresses) {
  const cache = await caches.open(CACHE_NAME);
  await Promise.allSettled(addresses.map(async address => {
    const kept = cacheKey(new URL(address, location.href));
    if (await cache.match(kept, { ignoreVary: true })) return;
    await cacheResponse(cache, kept, await fetch(address));
  }));
}

/** @param {string[]} addresses */
async function deleteOldLaws(addresses) {
  const cache = await caches.open(CACHE_NAME);
  const wanted = new Set(addresses.map(address => new URL(address, location.href).href));
  const old = (await cache.keys()).filter(each => new URL(each.url).pathname.startsWith(LAW) && !wanted.has(each.url));
  await Promise.all(old.map(each => cache.delete(each)));
}

/**
 * Cache a response, unless it is a redirect, such as to the log-in.
 * @param {Cache} cache
 * @param {string} kept
 * @param {Response} response
 */
async function cacheResponse(cache, kept, response) {
  if (response.ok && !response.redirected) await cache.put(kept, response);
}

/**
 * The server's response, or the cached one if that is late, an error or missing.
 * @param {FetchEvent} event
 * @param {string} kept
 */
async function respond(event, kept) {
  const cache = await caches.open(CACHE_NAME);
  const cached = await cache.match(kept, { ignoreVary: true });
  if (cached && new URL(kept).pathname.startsWith(LAW)) return cached; // another version has another address
  const fresh = fetch(event.request).then(response => {
    event.waitUntil(cacheResponse(cache, kept, response.clone()));
    return response;
  });
  if (!cached) return fresh;
  event.waitUntil(fresh.catch(() => {}));
  /** @type {Promise<null>} */
  const timeout = new Promise(resolve => setTimeout(() => resolve(null), Date.now() < offlineUntil ? 0 : TIMEOUT));
  const first = await Promise.race([fresh.catch(() => null), timeout]);
  if (first && first.status < 500) {
    offlineUntil = 0;
    return first;
  }
  offlineUntil = Date.now() + 2 * TIMEOUT;
  return cached;
}
