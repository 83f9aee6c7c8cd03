// Lets the pages of the rules begin without a network (https only): each that was opened is kept, and given where the
// network gives nothing.
const NAME = "referee-rules-1";
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

/** @param {URL} url */
const isKept = url => url.origin === location.origin && (url.pathname.startsWith("/rules/") || url.pathname.startsWith("/static/"));

/**
 * What an address is kept as: a search without its question, which the page asks itself; an index with its language.
 * @param {URL} url
 */
const key = url => (url.pathname.endsWith("/index.json") ? url.href : url.origin + url.pathname);

/**
 * Whether a page belongs to a case or an event, and so to somebody.
 * @param {URL} url
 */
const isOwn = url => ["case", "codes", "event", "regulation"].some(name => url.searchParams.has(name));

worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("activate", event => event.waitUntil(worker.clients.claim()));

worker.addEventListener("fetch", event => {
  const url = new URL(event.request.url);
  if (event.request.method === "GET" && isKept(url)) event.respondWith(answer(event, url));
});

worker.addEventListener("message", event => {
  if (event.data?.kind === "keep") event.waitUntil(keep(event.data.addresses));
});

/** @param {string[]} addresses */
async function keep(addresses) {
  await Promise.allSettled(addresses.map(async address => {
    const url = new URL(address, location.href);
    await put(url, await fetch(url));
  }));
}

/**
 * Keep an answer, unless it is somebody's own or leads elsewhere.
 * @param {URL} url
 * @param {Response} response
 */
async function put(url, response) {
  if (response.ok && !response.redirected && !isOwn(url)) await (await caches.open(NAME)).put(key(url), response);
}

/** @param {string} address */
async function find(address) {
  return (await caches.open(NAME)).match(address, { ignoreVary: true });
}

/** The address of some search that is kept. */
async function anySearch() {
  const keys = await (await caches.open(NAME)).keys();
  return keys.map(each => new URL(each.url).pathname).find(each => /^\/rules\/(?!answers$)[^/]+$/.test(each));
}

/**
 * The server's answer, or what is kept where none comes.
 * @param {FetchEvent} event
 * @param {URL} url
 */
async function answer(event, url) {
  try {
    const response = await fetch(event.request);
    event.waitUntil(put(url, response.clone()));
    return response;
  } catch (error) {
    const known = await find(key(url));
    if (known) return known;
    // A clause that was never opened is in the index of its ruleset, an answer in those of several.
    const [, home, point] = url.pathname.match(/^\/rules\/([^/]+)\/([A-Z][A-Z0-9-]*\/.+)$/) ?? [];
    const search = home === "answers" ? await anySearch() : `/rules/${home}`;
    if (point && search && (await find(search))) return Response.redirect(`${search}?q=${point}`);
    throw error;
  }
}
