// Ignore taps that were meant for what was there before: after the page has changed under a finger it is deaf for a moment, and
// where the finger was for a moment longer.  A tap that is ignored is shown as such.
import { useEffect, useLayoutEffect, useState } from "./elements.js";

/** How long the page is deaf after a change was painted, in ms: longer than a finger bounces, shorter than anybody decides. */
export const DEAF = 400;
/** How much longer what has come to the place of the last tap is deaf, in ms: a second tap there repeats the first one. */
export const ECHO = 800;
const RECENT = 1500; // ms in which a tap is the last one
const SHOWN = 500; // ms for which an ignored tap is shown

const CONTROLS = "button, label, summary, a, input, select";

/** The last tap that was heard: the place of what was tapped, and when by performance.now(). */
const last = { place: new DOMRect(), at: -Infinity };

/**
 * Ignore taps from the moment `shown` changes until `DEAF` ms after the change was painted. `shown` identifies what the page
 * offers to be tapped. Meanwhile the page can be scrolled and read, and keys work.
 * @param {HTMLElement} page
 * @param {string} shown
 */
export function useDeafness(page, shown) {
  const [heard, hear] = useState("");
  const deaf = heard !== shown;
  useLayoutEffect(() => {
    page.classList.toggle("deaf", deaf);
    page.dataset.heardFrom = deaf ? "Infinity" : String(performance.now());
    if (!deaf) ignoreEcho();
  }, [deaf, shown]);
  useEffect(() => afterPaint(DEAF, () => hear(shown)), [shown]);
}

/**
 * Run `work` so many ms after the next paint. Returns a function that cancels it.
 * @param {number} wait
 * @param {() => void} work
 */
function afterPaint(wait, work) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  // The first callback comes before that paint, the second one after it.
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(() => { timer = setTimeout(work, wait); });
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** Make deaf whatever has come to the place of what was tapped last: it was not there when the finger came down. */
export function ignoreEcho() {
  if (performance.now() - last.at > RECENT) return;
  const under = [...document.querySelectorAll(CONTROLS)].filter(each => meet(each.getBoundingClientRect(), last.place));
  for (const each of under) each.classList.add("echo");
  setTimeout(() => { for (const each of under) each.classList.remove("echo"); }, ECHO);
}

/**
 * Whether two places have more than an edge in common.
 * @param {DOMRect} one
 * @param {DOMRect} other
 */
const meet = (one, other) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/**
 * Show where a tap was ignored.
 * @param {PointerEvent} event
 */
function showIgnored({ clientX, clientY }) {
  const mark = document.createElement("span");
  mark.className = "ignored-tap";
  mark.style.left = `${clientX}px`;
  mark.style.top = `${clientY}px`;
  document.body.append(mark);
  setTimeout(() => mark.remove(), SHOWN);
}

/**
 * Stop clicks that began while the page was deaf but are delivered later, because it was busy.
 * @param {HTMLElement} page
 */
export function stopLateClicks(page) {
  document.addEventListener("pointerdown", event => {
    const { clientX: x, clientY: y } = event;
    const finger = new DOMRect(x, y, 1, 1);
    const deaf = page.classList.contains("deaf") || [...page.querySelectorAll(".echo")].some(each => meet(each.getBoundingClientRect(), finger));
    if (deaf) return showIgnored(event);
    const tapped = event.target instanceof Element ? event.target.closest(CONTROLS) : null;
    Object.assign(last, { place: tapped?.getBoundingClientRect() ?? finger, at: performance.now() });
  }, true);
  page.addEventListener("click", event => {
    if (!event.detail || event.timeStamp >= Number(page.dataset.heardFrom ?? 0)) return; // clicks by keyboard have no detail
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
}
