// The projector: one part after the other, each in as many pages as it needs. ?parts=clock,seats,standings,bracket and
// ?seconds=10 choose. What was there last stays, and goes on turning, while nothing comes; then it says so.
import { count } from "./clocks.js";
import { fresh, isStale, last, now, pause } from "./kept_page.js";

const asked = new URLSearchParams(location.search);
const parts = asked.get("parts")?.split(",");
const seconds = Math.min(120, Math.max(3, Number(asked.get("seconds")) || 10));
const stale = document.getElementById("stale");
let at = 0;

document.body.classList.add("turning");

const sections = () => [...document.querySelectorAll("section[data-part]")];

function wanted() {
  const found = parts ? sections().filter(each => parts.includes(each.dataset.part)) : sections();
  return found.length ? found : sections();
}

// How many rows fit, going down and then to the next column.
function fits(section) {
  const rows = section.querySelector(".rows");
  if (!rows?.children.length) return Infinity;
  rows.classList.add("measured");
  for (const each of rows.children) each.hidden = false;
  const down = Math.max(1, Math.floor(rows.clientHeight / Math.max(...[...rows.children].map(each => each.offsetHeight))));
  const across = Number(getComputedStyle(rows).getPropertyValue("--columns")) || 1;
  rows.classList.remove("measured");
  rows.style.setProperty("--down", down);
  return down * across;
}

function pages() {
  return wanted().flatMap(section => {
    for (const each of sections()) each.hidden = each !== section;
    const most = fits(section);
    const many = section.querySelector(".rows")?.children.length ?? 0;
    const count = Math.max(1, Math.ceil(many / most));
    return Array.from({ length: count }, (_, page) => ({ section, page, most, count }));
  });
}

function show() {
  const all = pages();
  at %= all.length;
  const { section, page, most, count: many } = all[at];
  for (const each of sections()) each.hidden = each !== section;
  [...(section.querySelector(".rows")?.children ?? [])].forEach((row, number) => {
    row.hidden = Math.floor(number / most) !== page;
  });
  const told = section.querySelector(".page");
  if (told) told.textContent = many > 1 ? `${page + 1} / ${many}` : "";
}

function put(page) {
  for (const there of document.querySelectorAll("[data-live]")) {
    const its = page.querySelector(`[data-live="${there.dataset.live}"]`);
    if (its) there.replaceWith(its);
  }
  show();
}

function tick() {
  count(now());
  stale.hidden = !isStale();
  const time = new Date(last()).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
  stale.textContent = document.body.dataset.stale.replace("%s", time);
}

show();
addEventListener("resize", show);
setInterval(tick, 500);
setInterval(() => {
  at += 1;
  show();
}, seconds * 1000);

for (;;) {
  const page = await fresh();
  if (page) put(page);
  tick();
  await pause();
}
