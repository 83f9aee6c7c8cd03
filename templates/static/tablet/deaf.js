// Ignore taps that were meant for what was there before: after the page has changed under a finger it is deaf for a moment.
import { useEffect, useLayoutEffect, useState } from "./elements.js";

/** How long the page is deaf after a change was painted, in ms: longer than a finger bounces, shorter than anybody decides. */
export const DEAF = 400;

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

/**
 * Stop clicks that began while the page was deaf but are delivered later, because it was busy.
 * @param {HTMLElement} page
 */
export function stopLateClicks(page) {
  page.addEventListener("click", event => {
    if (!event.detail || event.timeStamp >= Number(page.dataset.heardFrom ?? 0)) return; // clicks by keyboard have no detail
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
}
