// What every part of the page stands on: what it was rendered with, its texts, and requests to the service.
/**
 * What the page was rendered with.
 * @type {Given}
 */
export const given = JSON.parse(document.getElementById("given")?.textContent ?? "");

/**
 * A text of the page in the reader's language, its facts filled in.
 * @param {string} name
 * @param {Record<string, any>} [facts]
 */
export function word(name, facts = {}) {
  const text = given.words[name];
  if (text === undefined) throw new Error(`there is no word ${name}`);
  /** @param {any} value */
  const shown = value => (Array.isArray(value) ? value.join(given.words.comma) : value);
  return text.replace(/{(\w+)}/g, (_, /** @type {string} */ fact) => shown(facts[fact]));
}

// Made once: a formatter takes a hundred times as long to make as to use.
/** @type {Intl.DateTimeFormatOptions} */
const hands = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
const minutes = new Intl.DateTimeFormat(given.language, hands);
const seconds = new Intl.DateTimeFormat(given.language, { ...hands, second: "2-digit" });

/**
 * A time of day as the hall's clock shows it.
 * @param {number} at
 * @param {boolean} [exact] with the seconds
 */
export function timeOfDay(at, exact = false) {
  return (exact ? seconds : minutes).format(at);
}

// -- Requests to the service, by this browser's session or binding.

const PATIENCE = 8000;

/** No answer: the network, the server or the time was gone. */
export class Unreachable extends Error {}

/**
 * Send a request below /api/v1. `tag`: an ETag that is known already (then 304 and no body). Throws `Unreachable`.
 * @param {"GET" | "POST"} method
 * @param {string} path
 * @param {{ body?: unknown, tag?: string }} [options]
 * @returns {Promise<{ status: number, body: any, tag: string | null }>}
 */
export async function request(method, path, { body, tag } = {}) {
  /** @type {Record<string, string>} */
  const headers = { Accept: "application/json", "Accept-Language": given.language };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (method !== "GET") headers["X-CSRF-Token"] = given.form_token;
  if (tag) headers["If-None-Match"] = tag;
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), PATIENCE);
  try {
    // In the page's language, whatever another page of this browser was opened in.
    const answer = await fetch(`/api/v1${path}${path.includes("?") ? "&" : "?"}lang=${given.language}`, {
      method, headers, body: body === undefined ? undefined : JSON.stringify(body),
      signal: patience.signal, cache: "no-store", credentials: "same-origin",
    });
    const text = answer.status === 304 ? "" : await answer.text();
    if (!text && answer.status >= 400) throw new Unreachable(String(answer.status)); // not our server: its problems say what
    return { status: answer.status, body: text ? JSON.parse(text) : null, tag: answer.headers.get("ETag") };
  } catch (error) {
    throw new Unreachable(String(error));
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Whether an answer says that the service cannot answer now, and may later.
 * @param {number} status
 */
export const isUnavailable = status => status === 429 || status >= 500;

/** An id of our own; crypto.randomUUID is missing on plain http. */
export function newId() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, "0")).join("");
}

/** The screen stays on where the browser lets us (https only). */
export function keepAwake() {
  if (!("wakeLock" in navigator)) return;
  const hold = () => document.visibilityState === "visible" && navigator.wakeLock.request("screen").catch(() => {});
  document.addEventListener("visibilitychange", hold);
  hold();
}

/**
 * Hand the law on this device and what runs it to the service worker, so that it judges after a start without a network.
 * It has a registration of its own: a worker of a page is served by what is registered for the worker's own address.
 * @param {string[]} addresses
 */
export const keepLaw = addresses => handOver("/law/", { kind: "keep-law", addresses });

/** Hand the guide for the table over too, and the style that it alone has, so that it is read without a network. */
export const keepGuide = () => handOver("/help/", { kind: "keep", addresses: ["/help/tablet", "/static/pages.css"] });

/**
 * @param {string} scope
 * @param {{ kind: string, addresses: string[] }} message
 */
async function handOver(scope, message) {
  if (!("serviceWorker" in navigator)) return;
  try {
    const { active, waiting, installing } = await navigator.serviceWorker.register("/tablet-worker.js", { scope });
    (active ?? waiting ?? installing)?.postMessage(message);
  } catch {
    // It is fetched anew the next time.
  }
}

/**
 * Hand what the page is made of to the service worker, where the browser has one (https, or this machine itself), so that
 * it can begin without a network.
 */
export async function workOffline(scope = "/tables/") {
  if (!("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register("/tablet-worker.js", { scope });
    const { active } = await navigator.serviceWorker.ready;
    const parts = [...document.querySelectorAll("link[href], script[src]")].map(part => part.getAttribute("href") ?? part.getAttribute("src"));
    active?.postMessage({ kind: "keep", addresses: [location.pathname, ...parts] });
  } catch {
    // The page works as long as it is open; only a cold start needs the network then.
  }
}
