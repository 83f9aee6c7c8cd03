// Lets the table's page begin without a network (https only): what was fetched last is kept, and given where nothing
// comes from the server within a moment. The law on the device, below /law/, is kept too. Reports and positions are not its business: the page keeps those itself.
const NAME = "referee-tablet-1";
const PATIENCE = 3000;
const PAGES = ["/tables/", "/try", "/help/"];
const LAW = "/law/";
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

/** @param {URL} url */
const isKept = url => url.origin === location.origin && (isPage(url) || [LAW, "/static/"].some(place => url.pathname.startsWith(place)));

/** @param {URL} url */
const isPage = url => PAGES.some(place => url.pathname.startsWith(place));

/**
 * What an address is kept as: a page without its question (the language), which a cold start may not ask.
 * @param {URL} url
 */
const key = url => (isPage(url) ? url.origin + url.pathname : url.href);

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
  // The law that a page judges by, and what runs it, whose addresses change with them: others are of no use any more.
  if (event.data?.kind === "keep-law") event.waitUntil(keep(event.data.addresses).then(() => forgetLaws(event.data.addresses)));
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

/** @param {string[]} addresses */
async function forgetLaws(addresses) {
  const cache = await caches.open(NAME);
  const wanted = new Set(addresses.map(address => new URL(address, location.href).href));
  const old = (await cache.keys()).filter(each => new URL(each.url).pathname.startsWith(LAW) && !wanted.has(each.url));
  await Promise.all(old.map(each => cache.delete(each)));
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
  if (known && new URL(kept).pathname.startsWith(LAW)) return known; // another one has another address
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
