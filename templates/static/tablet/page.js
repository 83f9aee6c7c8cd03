// What every part of the page builds on: the data it was rendered with, its texts, and requests to the service.
/**
 * The data that the page was rendered with.
 * @type {PageData}
 */
export const pageData = JSON.parse(document.getElementById("given")?.textContent ?? "");

/**
 * A text of the page in the reader's language, with its facts filled in.
 * @param {string} name
 * @param {Record<string, any>} [facts]
 */
export function word(name, facts = {}) {
  const text = pageData.words[name];
  if (text === undefined) throw new Error(`there is no word ${name}`);
  /** @param {any} value */
  const shown = value => (Array.isArray(value) ? value.join(pageData.words.comma) : value);
  return text.replace(/{(\w+)(?::([^{}/]+)\/([^{}/]+))?}/g, (_, /** @type {string} */ fact, /** @type {string | undefined} */ one, /** @type {string | undefined} */ many) => {
    const value = shown(facts[fact]);
    return one === undefined ? value : `${value} ${String(value) === "1" ? one : many}`; // as rulesets/languages/counted.py
  });
}

// Created once: a formatter takes a hundred times as long to create as to use.
/** @type {Intl.DateTimeFormatOptions} */
const timeOptions = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: pageData.zone || undefined };
const minuteFormat = new Intl.DateTimeFormat(pageData.language, timeOptions);
const secondFormat = new Intl.DateTimeFormat(pageData.language, { ...timeOptions, second: "2-digit" });

/**
 * A time of day as the hall's clock shows it, in the zone of the event.
 * @param {number} at
 * @param {boolean} [exact] with the seconds
 */
export function timeOfDay(at, exact = false) {
  return (exact ? secondFormat : minuteFormat).format(at);
}

// -- Requests to the service, with this browser's session or binding.

const REQUEST_TIMEOUT = 8000;

/** No answer: no network, no server, or a timeout. */
export class Unreachable extends Error {}

/**
 * Send a request below /api/v1. `tag`: a known ETag (if nothing has changed, the answer is 304 without a body). Throws `Unreachable`.
 * @param {"GET" | "POST"} method
 * @param {string} path
 * @param {{ body?: unknown, tag?: string }} [options]
 * @returns {Promise<{ status: number, body: any, tag: string | null }>}
 */
export async function request(method, path, { body, tag } = {}) {
  /** @type {Record<string, string>} */
  const headers = { Accept: "application/json", "Accept-Language": pageData.language };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (method !== "GET") headers["X-CSRF-Token"] = pageData.form_token;
  if (tag) headers["If-None-Match"] = tag;
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), REQUEST_TIMEOUT);
  try {
    // In the page's language, whatever another page of this browser was opened in.
    const answer = await fetch(`/api/v1${path}${path.includes("?") ? "&" : "?"}lang=${pageData.language}`, {
      method, headers, body: body === undefined ? undefined : JSON.stringify(body),
      signal: abort.signal, cache: "no-store", credentials: "same-origin",
    });
    const text = answer.status === 304 ? "" : await answer.text();
    if (!text && answer.status >= 400) throw new Unreachable(String(answer.status)); // not our server: its errors always have a body
    return { status: answer.status, body: text ? JSON.parse(text) : null, tag: answer.headers.get("ETag") };
  } catch (error) {
    throw new Unreachable(String(error));
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Whether a status says that the service cannot answer now but may later.
 * @param {number} status
 */
export const isUnavailable = status => status === 429 || status >= 500;

/** A random id; crypto.randomUUID is missing on plain http. */
export function newId() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, "0")).join("");
}

/** Keep the screen on if the browser allows it (https only). */
export function keepAwake() {
  if (!("wakeLock" in navigator)) return;
  const acquire = () => document.visibilityState === "visible" && navigator.wakeLock.request("screen").catch(() => {});
  document.addEventListener("visibilitychange", acquire);
  acquire();
}

/**
 * Have the service worker cache the law and its runtime, so that this device also judges after a start without a network.
 * It has a registration of its own: the requests of a web worker go to the registration for the worker's own address.
 * @param {string[]} addresses
 */
export const cacheLaw = addresses => sendToServiceWorker("/law/", { kind: "keep-law", addresses });

/** Have the guide for the table cached too, with its own style sheet, so that it can be read without a network. */
export const cacheGuide = () => sendToServiceWorker("/help/", { kind: "keep", addresses: ["/help/tablet", "/static/pages.css"] });

/**
 * @param {string} scope
 * @param {{ kind: string, addresses: string[] }} message
 */
async function sendToServiceWorker(scope, message) {
  if (!("serviceWorker" in navigator)) return;
  try {
    const { active, waiting, installing } = await navigator.serviceWorker.register("/tablet-worker.js", { scope });
    (active ?? waiting ?? installing)?.postMessage(message);
  } catch {
    // It will be fetched the next time.
  }
}

/**
 * Have the service worker cache the page with its parts, if the browser has one (https or localhost only), so that it can
 * start without a network.
 */
export async function cachePage(scope = "/tables/") {
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
