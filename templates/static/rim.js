// Keep the clock in the rim of an event's pages running.
import { updateClocks } from "./live.js";

const clock = /** @type {HTMLElement} */ (document.querySelector(".rim .clock"));
const offset = Number(clock.dataset.now) - Date.now();
setInterval(() => updateClocks(Date.now() + offset), 500);
