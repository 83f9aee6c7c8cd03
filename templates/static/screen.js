// The projector: one part after the other, each in as many pages as it needs. ?parts=clock,seats,standings,bracket and
// ?seconds=10 choose. What was there last stays, and goes on turning, while nothing comes; then it says so.
import { countClocks, element, fetchAgain, isStale, lastAnswer, pause, serverTime } from "./live.js";

const query = new URLSearchParams(location.search);
const parts = query.get("parts")?.split(",");
const seconds = Math.min(120, Math.max(3, Number(query.get("seconds")) || 10));
const stale = element("stale");
let at = 0; // the page that is shown, of all that there are

document.body.classList.add("turning");

const sections = () => /** @type {HTMLElement[]} */ ([...document.querySelectorAll("section[data-part]")]);

/**
 * The rows of a section, where it has some.
 * @param {HTMLElement} section
 */
const rowsOf = section => /** @type {HTMLElement[]} */ ([...(section.querySelector(".rows")?.children ?? [])]);

function wanted() {
  const found = parts ? sections().filter(each => parts.includes(each.dataset.part ?? "")) : sections();
  return found.length ? found : sections();
}

/**
 * How many rows fit, going down and then to the next column.
 * @param {HTMLElement} section
 */
function fits(section) {
  const box = /** @type {HTMLElement | null} */ (section.querySelector(".rows"));
  const rows = rowsOf(section);
  if (!box || !rows.length) return Infinity;
  box.classList.add("measured");
  for (const each of rows) each.hidden = false;
  const down = Math.max(1, Math.floor(box.clientHeight / Math.max(...rows.map(each => each.offsetHeight))));
  const across = Number(getComputedStyle(box).getPropertyValue("--columns")) || 1;
  box.classList.remove("measured");
  box.style.setProperty("--down", String(down));
  return down * across;
}

/** All pages: of which section, which of its pages, how many rows each has, how many pages the section has. */
function pages() {
  return wanted().flatMap(section => {
    for (const each of sections()) each.hidden = each !== section;
    const most = fits(section);
    const count = Math.max(1, Math.ceil(rowsOf(section).length / most));
    return Array.from({ length: count }, (_, page) => ({ section, page, most, count }));
  });
}

function show() {
  const all = pages();
  at %= all.length;
  const { section, page, most, count } = all[at];
  for (const each of sections()) each.hidden = each !== section;
  rowsOf(section).forEach((row, number) => {
    row.hidden = Math.floor(number / most) !== page;
  });
  const which = section.querySelector(".page");
  if (which) which.textContent = count > 1 ? `${page + 1} / ${count}` : "";
}

/** @param {Document} page */
function update(page) {
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-live]"))) {
    const fresh = page.querySelector(`[data-live="${part.dataset.live}"]`);
    if (fresh) part.replaceWith(fresh);
  }
  show();
}

function tick() {
  countClocks(serverTime());
  stale.hidden = !isStale();
  const time = new Date(lastAnswer()).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
  stale.textContent = (document.body.dataset.stale ?? "").replace("%s", time);
}

show();
addEventListener("resize", show);
setInterval(tick, 500);
setInterval(() => {
  at += 1;
  show();
}, seconds * 1000);

for (;;) {
  const page = await fetchAgain();
  if (page) update(page);
  tick();
  await pause();
}
