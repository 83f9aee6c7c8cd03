// Lets the pages of the rules begin without a network (https only): each that was opened is kept, and given where the
// network gives nothing.
const NAME = "referee-rules-1";
const isKept = url => url.origin === location.origin && (url.pathname.startsWith("/rules/") || url.pathname.startsWith("/static/"));

// What an address is kept as: a search without its question, which the page asks itself; an index with its language.
const key = url => (url.pathname.endsWith("/index.json") ? url.href : url.origin + url.pathname);
const isOwn = url => ["case", "codes", "event", "regulation"].some(name => url.searchParams.has(name));

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

// What belongs to a case or an event is somebody's own: it is not kept.
async function put(url, answer) {
  if (answer.ok && !answer.redirected && !isOwn(url)) await (await caches.open(NAME)).put(key(url), answer);
}

async function kept(address) {
  return (await caches.open(NAME)).match(address, { ignoreVary: true });
}

async function anySearch() {
  const keys = await (await caches.open(NAME)).keys();
  return keys.map(each => new URL(each.url).pathname).find(each => /^\/rules\/(?!answers$)[^/]+$/.test(each));
}

async function fetched(event, url) {
  try {
    const answer = await fetch(event.request);
    event.waitUntil(put(url, answer.clone()));
    return answer;
  } catch (error) {
    const known = await kept(key(url));
    if (known) return known;
    // A clause that was never opened is in the index of its ruleset, an answer in those of several.
    const [, home, point] = url.pathname.match(/^\/rules\/([^/]+)\/([A-Z][A-Z0-9-]*\/.+)$/) ?? [];
    const search = home === "answers" ? await anySearch() : `/rules/${home}`;
    if (point && search && (await kept(search))) return Response.redirect(`${search}?q=${point}`);
    throw error;
  }
}
