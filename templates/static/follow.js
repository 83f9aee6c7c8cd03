// Keep everything marked data-live up to date, keep clocks running, and say when the server has not answered for a while.
import { element, updateClocks } from "./live.js";
import { offsetTo, steady, whenSeenAgain } from "./steady.js";

const INTERVAL = 5000;
const STALE = 15000;
const stale = element("stale");
const address = stale.dataset.at ?? location.href.split("#")[0]; // a refused form is shown at another address
const rendered = new Map(liveParts(document).map(each => [each.dataset.live, each.outerHTML])); // as the server rendered it
let offset = 0; // the server's time minus the steady one, in ms
let answeredAt = steady();
let next = 0; // the timer of the next poll

/**
 * Synchronise the clock with a page's.
 * @param {Document} page
 * @param {number} sentAt
 */
function setClock(page, sentAt) {
  const clock = /** @type {HTMLElement | null} */ (page.querySelector("[data-now]"));
  if (clock) offset = offsetTo(Number(clock.dataset.now), sentAt);
}

function tick() {
  updateClocks(steady() + offset);
  stale.hidden = steady() - answeredAt < STALE;
}

/**
 * The parts of a page that are kept up to date.
 * @param {Document} page
 */
function liveParts(page) {
  return /** @type {HTMLElement[]} */ ([...page.querySelectorAll("[data-live]")]);
}

/**
 * Replace the parts that have changed, but not under the user's hands: a part with the focus stays, and what was unfolded
 * stays so until its part changes.
 * @param {Document} page
 */
function update(page) {
  const news = new Map(liveParts(page).map(each => [each.dataset.live, each]));
  for (const part of liveParts(document)) {
    const name = part.dataset.live;
    const fresh = news.get(name);
    if (!fresh || fresh.outerHTML === rendered.get(name) || part.contains(document.activeElement)) continue;
    rendered.set(name, fresh.outerHTML);
    part.replaceWith(fresh);
  }
}

async function poll() {
  const sentAt = steady();
  try {
    const answer = await fetch(address, { headers: { Accept: "text/html" }, cache: "no-store" });
    if (answer.ok && !answer.redirected) {
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      update(page);
      setClock(page, sentAt);
      answeredAt = steady();
    }
  } catch {
    // The next poll may get through; until then the page says that it is stale.
  }
  clearTimeout(next);
  next = setTimeout(poll, INTERVAL);
}

setClock(document, steady());
tick();
setInterval(tick, 500);
next = setTimeout(poll, INTERVAL);
whenSeenAgain(() => { clearTimeout(next); void poll(); });
