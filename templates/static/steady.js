// Time that only goes forward: a device's own clock may be set, by hand or by the network, in the middle of a round.

/** Milliseconds that have passed, from an arbitrary start: for durations and, with an offset, for the server's time. */
export const steady = () => performance.now();

/** This device's clock minus the steady time when the page was opened: a first guess until the server has answered. */
export const FIRST_GUESS = Date.now() - steady();

/**
 * The server's time minus the steady time. The answer is assumed to have been given halfway.
 * @param {number} serverTime in its answer, in ms
 * @param {number} sentAt the steady time of the request
 */
export const offsetTo = (serverTime, sentAt) => serverTime - (sentAt + steady()) / 2;

/**
 * Call when the page is seen again: the steady time may have stood still while the device slept.
 * @param {() => void} resync
 */
export function whenSeenAgain(resync) {
  document.addEventListener("visibilitychange", () => { if (document.visibilityState === "visible") resync(); });
  window.addEventListener("pageshow", event => { if (event.persisted) resync(); });
}
