// The service worker of the rules (https only): caches every page that was opened, and serves it when the network fails.
const CACHE_NAME = "referee-rules-1";
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

/** @param {URL} url */
const isCacheable = url => url.origin === location.origin && (url.pathname.startsWith("/rules/") || url.pathname.startsWith("/static/"));

/**
 * The cache key of an address: a search without its question, which the page runs itself; an index with its language.
 * @param {URL} url
 */
const cacheKey = url => (url.pathname.endsWith("/index.json") ? url.href : url.origin + url.pathname);

/**
 * Whether a page belongs to a case or an event, so that not everybody may see it.
 * @param {URL} url
 */
const isPrivate = url => ["case", "codes", "event", "regulation"].some(name => url.searchParams.has(name));

worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("activate", event => event.waitUntil(worker.clients.claim()));

worker.addEventListener("fetch", event => {
  const url = new URL(event.request.url);
  if (event.request.method === "GET" && isCacheable(url)) event.respondWith(respond(event, url));
});

worker.addEventListener("message", event => {
  if (event.data?.kind === "keep") event.waitUntil(cacheAll(event.data.addresses));
});

/** @param {string[]} addresses */
async function cacheAll(addresses) {
  await Promise.allSettled(addresses.map(async address => {
    const url = new URL(address, location.href);
    await cacheResponse(url, await fetch(url));
  }));
}

/**
 * Cache a response, unless it is private or a redirect.
 * @param {URL} url
 * @param {Response} response
 */
async function cacheResponse(url, response) {
  if (response.ok && !response.redirected && !isPrivate(url)) await (await caches.open(CACHE_NAME)).put(cacheKey(url), response);
}

/** @param {string} address */
async function findCached(address) {
  return (await caches.open(CACHE_NAME)).match(address, { ignoreVary: true });
}

/** The address of any cached search. */
async function anySearch() {
  const keys = await (await caches.open(CACHE_NAME)).keys();
  return keys.map(each => new URL(each.url).pathname).find(each => /^\/rules\/(?!answers$)[^/]+$/.test(each));
}

/**
 * The server's response, or the cached one if there is none.
 * @param {FetchEvent} event
 * @param {URL} url
 */
async function respond(event, url) {
  try {
    const response = await fetch(event.request);
    event.waitUntil(cacheResponse(url, response.clone()));
    return response;
  } catch (error) {
    const cached = await findCached(cacheKey(url));
    if (cached) return cached;
    // A clause that was never opened is in the index of its ruleset, a known answer in any.
    const [, home, point] = url.pathname.match(/^\/rules\/([^/]+)\/([A-Z][A-Z0-9-]*\/.+)$/) ?? [];
    const search = home === "answers" ? await anySearch() : `/rules/${home}`;
    if (point && search && (await findCached(search))) return Response.redirect(`${search}?q=${point}`);
    throw error;
  }
}
