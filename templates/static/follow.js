// Keeps what is marked data-live as the server has it, counts clocks on, and says when nothing has come for a while.
import { count as counted } from "./clocks.js";

const EVERY = 5000;
const STALE = 15000;
const stale = document.getElementById("stale");
const here = stale.dataset.at ?? location.href.split("#")[0]; // a form that was refused stands at another address
const shown = new Map(live(document).map((each) => [each.dataset.live, each.outerHTML])); // as the server said it
let ahead = 0; // the server's clock against this one
let heard = Date.now();

function agree(page, sent) {
  const clock = page.querySelector("[data-now]");
  if (clock) ahead = Number(clock.dataset.now) - (sent + Date.now()) / 2;
}

function count() {
  counted(Date.now() + ahead);
  stale.hidden = Date.now() - heard < STALE;
}

function live(page) {
  return [...page.querySelectorAll("[data-live]")];
}

// Not under the hands of whoever is at it: what has the focus stays, and what is unfolded until there is news.
function put(page) {
  const news = new Map(live(page).map((each) => [each.dataset.live, each]));
  for (const there of live(document)) {
    const name = there.dataset.live;
    const fresh = news.get(name);
    if (!fresh || fresh.outerHTML === shown.get(name) || there.contains(document.activeElement)) continue;
    shown.set(name, fresh.outerHTML);
    there.replaceWith(fresh);
  }
}

async function look() {
  const sent = Date.now();
  try {
    const answer = await fetch(here, { headers: { Accept: "text/html" }, cache: "no-store" });
    if (answer.ok && !answer.redirected) {
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      put(page);
      agree(page, sent);
      heard = Date.now();
    }
  } catch {
    // The next one may get through; until then the page says that it is stale.
  }
  setTimeout(look, EVERY);
}

agree(document, Date.now());
count();
setInterval(count, 500);
setTimeout(look, EVERY);
