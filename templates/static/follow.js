// Keeps what is marked data-live as the server has it, counts clocks on, and says when nothing has come for a while.
import { countClocks, element } from "./live.js";

const INTERVAL = 5000;
const STALE = 15000;
const stale = element("stale");
const address = stale.dataset.at ?? location.href.split("#")[0]; // a form that was refused stands at another address
const shown = new Map(liveParts(document).map(each => [each.dataset.live, each.outerHTML])); // as the server rendered it
let offset = 0; // the server's clock against this one
let answeredAt = Date.now();

/**
 * Set the clock by a page.
 * @param {Document} page
 * @param {number} sentAt
 */
function setClock(page, sentAt) {
  const clock = /** @type {HTMLElement | null} */ (page.querySelector("[data-now]"));
  if (clock) offset = Number(clock.dataset.now) - (sentAt + Date.now()) / 2;
}

function tick() {
  countClocks(Date.now() + offset);
  stale.hidden = Date.now() - answeredAt < STALE;
}

/**
 * The parts of a page that are kept up to date.
 * @param {Document} page
 */
function liveParts(page) {
  return /** @type {HTMLElement[]} */ ([...page.querySelectorAll("[data-live]")]);
}

/**
 * Put news into the page, but not under the hands of whoever is at it: what has the focus stays, and what is unfolded
 * until there is news.
 * @param {Document} page
 */
function update(page) {
  const news = new Map(liveParts(page).map(each => [each.dataset.live, each]));
  for (const part of liveParts(document)) {
    const name = part.dataset.live;
    const fresh = news.get(name);
    if (!fresh || fresh.outerHTML === shown.get(name) || part.contains(document.activeElement)) continue;
    shown.set(name, fresh.outerHTML);
    part.replaceWith(fresh);
  }
}

async function look() {
  const sentAt = Date.now();
  try {
    const answer = await fetch(address, { headers: { Accept: "text/html" }, cache: "no-store" });
    if (answer.ok && !answer.redirected) {
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      update(page);
      setClock(page, sentAt);
      answeredAt = Date.now();
    }
  } catch {
    // The next one may get through; until then the page says that it is stale.
  }
  setTimeout(look, INTERVAL);
}

setClock(document, Date.now());
tick();
setInterval(tick, 500);
setTimeout(look, INTERVAL);
