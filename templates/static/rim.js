// Keep the clock in the rim of an event's pages running.
import { updateClocks } from "./live.js";
import { steady } from "./steady.js";

const clock = /** @type {HTMLElement} */ (document.querySelector(".rim .clock"));
const offset = Number(clock.dataset.now) - steady();
setInterval(() => updateClocks(steady() + offset), 500);
