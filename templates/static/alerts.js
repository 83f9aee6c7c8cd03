// A player turns alerts on and off in this browser: it asks for the permission, subscribes, and tells the service where.
import { element } from "./live.js";

const box = element("push");
const WORKER = "/alerts-worker.js";
const SCOPE = "/m/";

/**
 * Show one state, and the button for the next.
 * @param {string} state
 */
function show(state) {
  for (const each of /** @type {NodeListOf<HTMLElement>} */ (box.querySelectorAll("[data-when]"))) each.hidden = each.dataset.when !== state;
  for (const each of /** @type {NodeListOf<HTMLButtonElement>} */ (box.querySelectorAll("[data-do]"))) {
    each.disabled = false;
    each.hidden = each.dataset.do !== { on: "off", off: "on", failed: "on", denied: "on" }[state];
  }
}

/** @param {string} text */
function bytesOf(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, letter => letter.charCodeAt(0));
}

/**
 * What the page knows an endpoint by: the beginning of its SHA-256.
 * @param {string} endpoint
 */
async function markOf(endpoint) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint)));
  return [...digest.slice(0, 8)].map(byte => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {Record<string, string>} fields */
async function tell(fields) {
  const answer = await fetch(`${box.dataset.at}${location.search}`, { method: "POST", body: new URLSearchParams(fields) });
  if (!answer.ok) throw new Error(`answered with ${answer.status}`);
}

/** @param {ServiceWorkerRegistration} registration */
async function subscribed(registration) {
  const options = { userVisibleOnly: true, applicationServerKey: bytesOf(box.dataset.key ?? "") };
  try {
    return await registration.pushManager.subscribe(options);
  } catch {
    // Perhaps it still has a subscription to an earlier key of the service.
    await (await registration.pushManager.getSubscription())?.unsubscribe();
    return registration.pushManager.subscribe(options);
  }
}

/** @param {ServiceWorkerRegistration} registration */
async function turnOn(registration) {
  if (await Notification.requestPermission() !== "granted") return "denied";
  const { endpoint, keys } = (await subscribed(registration)).toJSON();
  await tell({ do: "on", endpoint: endpoint ?? "", p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" });
  return "on";
}

/** @param {ServiceWorkerRegistration} registration */
async function turnOff(registration) {
  const subscription = await registration.pushManager.getSubscription();
  if (subscription) await tell({ do: "off", endpoint: subscription.endpoint }); // it may serve another player on this phone
  return "off";
}

async function begin() {
  if (!isSecureContext) return show("insecure");
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) return show("missing");
  const registration = await navigator.serviceWorker.register(WORKER, { scope: SCOPE });
  const subscription = await registration.pushManager.getSubscription();
  const known = (box.dataset.known ?? "").split(" ");
  show(subscription && known.includes(await markOf(subscription.endpoint)) ? "on" : "off");
  for (const [name, turn] of /** @type {const} */ ([["on", turnOn], ["off", turnOff]])) {
    const button = /** @type {HTMLButtonElement} */ (box.querySelector(`[data-do=${name}]`));
    button.addEventListener("click", async () => {
      button.disabled = true;
      show(await turn(registration).catch(() => "failed"));
    });
  }
}

await begin().catch(() => show("failed"));
