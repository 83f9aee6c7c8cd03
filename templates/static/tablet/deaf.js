// Taps that were meant for what was there before: after the page has changed under a finger it hears none for a moment.
import { useEffect, useLayoutEffect, useState } from "./elements.js";

/** For so long, in ms, from when the change was painted: longer than a finger bounces, shorter than anybody decides. */
export const DEAF = 400;

/**
 * Deaf from the moment in which `shown` changes, which names what the page shows to be tapped, until `DEAF` after it was
 * painted. The page scrolls and is read meanwhile; keys are heard.
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
 * Do something so many ms after the next paint; what is given back calls it off.
 * @param {number} wait
 * @param {() => void} work
 */
function afterPaint(wait, work) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  // The first frame is the one that will be painted, the second comes when it was.
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(() => { timer = setTimeout(work, wait); });
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/**
 * Stop clicks that began while the page was deaf and come when it is no more, since it was busy.
 * @param {HTMLElement} page
 */
export function stopLateClicks(page) {
  page.addEventListener("click", event => {
    if (!event.detail || event.timeStamp >= Number(page.dataset.heardFrom ?? 0)) return; // keys click with no detail
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
}
