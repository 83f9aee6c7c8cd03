// Lets the table's page begin without a network (https only): what was fetched last is kept, and given where nothing
// comes from the server within a moment. Reports and positions are not its business: the page keeps those itself.
const NAME = "referee-tablet-1";
const PATIENCE = 3000;
const PAGES = "/tables/";
const isKept = url => url.origin === location.origin && (url.pathname.startsWith(PAGES) || url.pathname.startsWith("/static/"));

// What an address is kept as: a page without its question (the language), which a cold start may not ask.
const key = url => (url.pathname.startsWith(PAGES) ? url.origin + url.pathname : url.href);

let away = 0; // until when nothing is waited for, since nothing came lately: a page has many parts

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", event => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", event => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method === "GET" && isKept(url)) event.respondWith(fetched(event, key(url)));
});

// The page asks for this once it stands, so that everything it was made of is there the next time.
self.addEventListener("message", event => {
  if (event.data?.kind === "keep") event.waitUntil(keep(event.data.addresses));
});

async function keep(addresses) {
  const cache = await caches.open(NAME);
  await Promise.allSettled(addresses.map(async address => {
    const kept = key(new URL(address, location));
    if (await cache.match(kept, { ignoreVary: true })) return;
    await put(cache, kept, await fetch(address));
  }));
}

// Keep an answer, but not one that leads elsewhere, such as to the log-in.
async function put(cache, kept, answer) {
  if (answer.ok && !answer.redirected) await cache.put(kept, answer);
}

async function fetched(event, kept) {
  const cache = await caches.open(NAME);
  const known = await cache.match(kept, { ignoreVary: true });
  const fresh = fetch(event.request).then(answer => {
    event.waitUntil(put(cache, kept, answer.clone()));
    return answer;
  });
  if (!known) return fresh;
  event.waitUntil(fresh.catch(() => {}));
  const late = new Promise(resolve => setTimeout(() => resolve(null), Date.now() < away ? 0 : PATIENCE));
  const answer = await Promise.race([fresh.catch(() => null), late]);
  if (answer && answer.status < 500) {
    away = 0;
    return answer;
  }
  away = Date.now() + 2 * PATIENCE;
  return known;
}
