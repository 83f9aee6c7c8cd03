// Counts the clock on the rim of an event's pages on.
import { countClocks } from "./live.js";

const clock = /** @type {HTMLElement} */ (document.querySelector(".rim .clock"));
const offset = Number(clock.dataset.now) - Date.now();
setInterval(() => countClocks(Date.now() + offset), 500);
