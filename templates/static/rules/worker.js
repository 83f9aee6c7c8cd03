// Lets the pages of the rules begin without a network (https only): each that was opened is kept, and given where the
// network gives nothing.
const NAME = "referee-rules-1";
const isKept = url => url.origin === location.origin && (url.pathname.startsWith("/rules/") || url.pathname.startsWith("/static/"));

// What an address is kept as: a search without its question, which the page asks itself; an index with its language.
const key = url => (url.pathname.endsWith("/index.json") ? url.href : url.origin + url.pathname);
const isCase = url => ["case", "codes", "event", "regulation"].some(name => url.searchParams.has(name));

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", event => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", event => {
  const url = new URL(event.request.url);
  if (event.request.method === "GET" && isKept(url)) event.respondWith(fetched(event, url));
});

self.addEventListener("message", event => {
  if (event.data?.kind !== "keep") return;
  event.waitUntil(Promise.allSettled(event.data.addresses.map(async address => {
    const url = new URL(address, location);
    await put(url, await fetch(url));
  })));
});

// What belongs to a case is somebody's own, and one page is kept for all questions: it is not kept.
async function put(url, answer) {
  const own = isCase(url) && !url.pathname.endsWith("/index.json");
  if (answer.ok && !answer.redirected && !own) await (await caches.open(NAME)).put(key(url), answer);
}

async function fetched(event, url) {
  try {
    const answer = await fetch(event.request);
    event.waitUntil(put(url, answer.clone()));
    return answer;
  } catch (error) {
    const known = await (await caches.open(NAME)).match(key(url), { ignoreVary: true });
    if (known) return known;
    throw error;
  }
}
