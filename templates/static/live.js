// Shared by the pages that keep up with the service: polling, clocks, folding names for a search.
import { ring } from "./board/ring.js";
import { FIRST_GUESS, offsetTo, steady, whenSeenAgain } from "./steady.js";

/**
 * An element that the page is known to have. Throws if it is missing.
 * @param {string} id
 */
export function element(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`there is no #${id}`);
  return found;
}

/**
 * Fold a text: ignore width, case, spaces, punctuation and accents of Latin letters, and kind of kana.
 * @param {string} text
 */
const plain = text =>
  text.normalize("NFKC").toLowerCase().normalize("NFD").replace(/[\u0300-\u036f]/g, "").normalize("NFC")
    .replace(/[ァ-ヶ]/g, letter => String.fromCharCode(letter.charCodeAt(0) - 0x60))
    .replace(/[^ー\p{L}\p{N}]/gu, "");

/**
 * Fold a text for searching names.
 * @param {string} text
 * @param {string} forms pairs of a form of a kanji and the form that stands for it in what is searched
 */
export function fold(text, forms) {
  const letters = [...forms];
  const first = new Map(letters.filter((_, at) => at % 2 === 0).map((letter, at) => [letter, letters[2 * at + 1] ?? ""]));
  return [...plain(text)].map(letter => first.get(letter) ?? letter).join("");
}

// -- clocks

/**
 * A duration in minutes and seconds; time left is rounded up, time elapsed down.
 * @param {number} ms
 * @param {boolean} isLeft
 */
export function formatMinutes(ms, isLeft) {
  const seconds = isLeft ? Math.ceil(ms / 1000) : Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/**
 * Update the clocks of the page.
 * @param {number} now the server's time, in ms
 */
export function updateClocks(now) {
  for (const clock of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".clock"))) {
    const { deadline, since } = clock.dataset;
    if (deadline) clock.textContent = formatMinutes(Math.max(0, Number(deadline) - now), true);
    else if (since) clock.textContent = formatMinutes(now - Number(since), false);
  }
  for (const box of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".time-ring"))) {
    const { deadline, left, allowed } = box.dataset;
    const drawn = ring(deadline ? Number(deadline) - now : Number(left), Number(allowed), CELLS);
    if (shown.get(box) === drawn) continue;
    box.innerHTML = drawn;
    shown.set(box, drawn);
  }
}

const CELLS = 40; // spaces of a clock's ring
/** @type {WeakMap<HTMLElement, string>} The ring drawn last, by box. */
const shown = new WeakMap();

// -- parts of the page that are replaced by newer ones

/**
 * Replace the live parts of the page by those of a newer one; unfolded rows stay unfolded, and the focus stays where it is.
 * @param {Document} page
 */
export function replaceParts(page) {
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-live]"))) {
    const fresh = page.querySelector(`[data-live="${part.dataset.live}"]`);
    if (!fresh) continue;
    const open = [...part.querySelectorAll("details[open]")].map(each => each.closest("tr")?.id);
    const focused = part.contains(document.activeElement) ? document.activeElement : null;
    part.replaceWith(fresh);
    document.dispatchEvent(new Event("renewed"));
    for (const id of open) if (id) document.getElementById(id)?.querySelector("details")?.setAttribute("open", "");
    if (focused) sameIn(fresh, focused)?.focus({ preventScroll: true });
  }
}

/**
 * The element of a newer part that an element of the earlier one has become: with its id, else the link to the same address.
 * @param {Element} part
 * @param {Element} earlier
 * @returns {HTMLElement | null}
 */
function sameIn(part, earlier) {
  if (earlier.id) return part.querySelector(`#${CSS.escape(earlier.id)}`);
  const address = earlier.getAttribute("href");
  return address ? part.querySelector(`a[href="${CSS.escape(address)}"]`) : null;
}

// -- polling the page: by its ETag, so that it costs the service next to nothing while nothing changes

const INTERVAL = 5000;
const STALE = 20000;

/** @type {string | null} */
let tag = null;
let offset = FIRST_GUESS; // the server's time minus the steady one, in ms
let answeredAt = steady();

/** The server's time, in ms. */
export const serverTime = () => steady() + offset;

/** When the service answered last, by its clock. */
export const lastAnswer = () => answeredAt + offset;

/** Whether no answer has come for so long that the page must say so. */
export const isStale = () => steady() - answeredAt > STALE;

/**
 * Fetch the page again; null if it has not changed or no answer comes.
 * @returns {Promise<Document | null>}
 */
export async function poll() {
  const sentAt = steady();
  try {
    const answer = await fetch(location.href.split("#")[0], { headers: { Accept: "text/html" }, cache: "no-cache", signal: AbortSignal.timeout(STALE) });
    if (!answer.ok) return null;
    const at = Number(answer.headers.get("X-Now"));
    if (at) offset = offsetTo(at, sentAt);
    const text = await answer.text();
    answeredAt = steady();
    const changed = tag !== null && answer.headers.get("ETag") !== tag;
    tag = answer.headers.get("ETag");
    return changed ? new DOMParser().parseFromString(text, "text/html") : null;
  } catch {
    return null;
  }
}

/**
 * Wait until the next poll, with some jitter: many people open the page at the same moment, when the doors open. Whoever
 * looks at the page again does not wait.
 */
export const untilNextPoll = () => new Promise(resolve => {
  setTimeout(resolve, INTERVAL * (0.9 + 0.2 * Math.random()));
  seenAgain = () => resolve(undefined);
});

/** @type {() => void} */
let seenAgain = () => {};
whenSeenAgain(() => seenAgain());
