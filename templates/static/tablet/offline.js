// Beginning without a network: what the page is made of is handed to the service worker, where the browser has one
// (https, or this machine itself).
export async function workOffline() {
  if (!("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register("/tablet-worker.js", { scope: "/tables/" });
    const { active } = await navigator.serviceWorker.ready;
    const parts = [...document.querySelectorAll("link[href], script[src]")].map(part => part.href || part.src);
    active.postMessage({ kind: "keep", addresses: [location.pathname, ...parts] });
  } catch {
    // The page works as long as it is open; only a cold start needs the network then.
  }
}
