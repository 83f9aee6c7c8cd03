// The screen in the hall: one slide after another, each on as many pages as it needs, by the service's clock and as the
// remote says. Without a connection it keeps showing the last slides in turn and says that they are stale.
// ?parts=clock,seats and ?seconds=10 set up a single screen, which the remote then does not control; ?slide=clock shows one
// slide on a transparent background, for video; ?preview=clock one slide as it is; ?colours=light or dark.
import { drawBoards } from "./drawn.js";
import { element, isStale, lastAnswer, poll, serverTime, untilNextPoll, updateClocks } from "./live.js";
import { pagesOf } from "./screen/fit.js";
import { NO_CUE, sheetAt } from "./screen/order.js";

const POLL_CUE_EVERY = 600; // ms
const query = new URLSearchParams(location.search);
const onlySlide = query.get("slide") ?? query.get("preview");
const parts = onlySlide ? [onlySlide] : query.get("parts")?.split(",");
const seconds = query.has("seconds") ? Math.min(120, Math.max(3, Number(query.get("seconds")) || 10)) : 0;
const stale = element("stale");

/** @typedef {import("./screen/order.js").Sheet & { section: HTMLElement, count: number, show: (page: number) => void }} Shown */

/** @type {Shown[]} */
let sheets = [];
/** @type {string[]} */
let order = [];
/** @type {import("./screen/order.js").Cue} */
let cue = NO_CUE;
const NOT_LAID_OUT = -2;
let on = NOT_LAID_OUT; // index of the sheet on show; -1 if there is none

document.body.classList.add("turning");
document.body.classList.toggle("plain", query.has("slide"));

const main = () => /** @type {HTMLElement} */ (document.querySelector("main"));
const sections = () => /** @type {HTMLElement[]} */ ([...main().querySelectorAll("section[data-part]")]);

/** The chosen slides that have something to show, in order, with their seconds; as a last resort, the one that says there is none. */
function chosenSlides() {
  /** @type {[string, number][]} */
  const plan = JSON.parse(main().dataset.plan ?? "[]");
  const there = new Map(sections().map(each => [each.dataset.part ?? "", each]));
  const chosen = parts ? parts.map(each => /** @type {[string, number]} */ ([each, new Map(plan).get(each) ?? 10])) : plan;
  const found = chosen.filter(([slide]) => there.has(slide));
  const all = found.length || onlySlide ? found : plan.filter(([slide]) => there.has(slide));
  order = chosen.map(([slide]) => slide);
  return (all.length || query.has("slide") ? all : [["none", 10]])
    .map(([slide, each]) => ({ slide: String(slide), seconds: seconds || Number(each), section: /** @type {HTMLElement} */ (there.get(String(slide))) }));
}

/** Measure everything again: the content or the size of the screen has changed. */
function layOut() {
  const light = query.get("colours") ?? ("light" in main().dataset ? "light" : "dark");
  /** @type {HTMLLinkElement} */ (element("night")).media = light === "light" ? "not all" : "all";
  drawBoards();
  sheets = chosenSlides().flatMap(({ slide, seconds: each, section }) => {
    for (const other of sections()) other.hidden = other !== section;
    const { count, show } = pagesOf(section);
    return Array.from({ length: count }, (_, page) => ({ slide, page, seconds: each, section, count, show }));
  });
  on = NOT_LAID_OUT;
  showCurrent();
}

/** Show the sheet whose turn it is now. */
function showCurrent() {
  document.body.classList.toggle("blank", cue.blank);
  const at = sheets.length ? sheetAt(sheets, order, cue, serverTime()) : -1;
  if (at === on) return;
  on = at;
  for (const each of sections()) each.hidden = each !== sheets[at]?.section;
  if (at < 0) return;
  const { section, page, count, show } = sheets[at];
  show(page);
  const which = section.querySelector("h2 .page:empty, h2 .page[data-page]");
  if (which instanceof HTMLElement) {
    which.dataset.page = "";
    which.textContent = count > 1 ? `${page + 1} / ${count}` : "";
  }
  tellRemote();
}

/** Tell the page that embeds this one, the remote's, which sheets there are and which is on show. */
function tellRemote() {
  if (parent === window || on < 0) return;
  const all = sheets.map(({ slide, page, count }) => ({ slide, page, count }));
  parent.postMessage({ sheets: all, at: on, held: cue.held, blank: cue.blank }, location.origin);
}

/** @param {Document} page */
function update(page) {
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-live]"))) {
    const fresh = page.querySelector(`[data-live="${part.dataset.live}"]`);
    if (fresh) part.replaceWith(fresh);
  }
  observe();
  layOut();
}

const observer = new ResizeObserver(() => layOut());

/** Lay out again whenever the space for slides changes. */
function observe() {
  observer.disconnect();
  observer.observe(main());
}

function tick() {
  showCurrent();
  updateClocks(serverTime());
  const face = document.querySelector(".face");
  face?.classList.toggle("long", (face.querySelector(".clock")?.textContent ?? "").length > 5);
  stale.hidden = !isStale();
  const time = new Date(lastAnswer()).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", timeZone: document.documentElement.dataset.zone || undefined });
  stale.textContent = (document.body.dataset.stale ?? "").replace("%s", time);
}

/** Fetch the remote's last cue; if no answer comes, the old one stays. */
async function fetchCue() {
  try {
    const answer = await fetch(`${location.pathname}/cue`, { cache: "no-store", signal: AbortSignal.timeout(4000) });
    const next = answer.ok ? await answer.json() : cue;
    if (JSON.stringify(next) === JSON.stringify(cue)) return;
    cue = next;
    showCurrent();
    tellRemote();
  } catch {
    // The next poll may get through.
  }
}

async function followRemote() {
  await fetchCue();
  setTimeout(followRemote, POLL_CUE_EVERY);
}

// -- without a keyboard: a click switches to full screen, and the device stays awake

document.addEventListener("click", () => {
  const done = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
  done.catch(() => {});
});
const stayAwake = () => { if (document.visibilityState === "visible") navigator.wakeLock.request("screen").catch(() => {}); };
if ("wakeLock" in navigator) {
  document.addEventListener("visibilitychange", stayAwake);
  stayAwake();
}
addEventListener("message", event => {
  if (event.origin !== location.origin || event.data !== "look") return;
  void fetchCue().then(tellRemote);
});

// -- the start

observe();
layOut();
if (!parts) void followRemote();
setInterval(tick, 250);

for (;;) {
  const page = await poll();
  if (page) update(page);
  tick();
  await untilNextPoll();
}
