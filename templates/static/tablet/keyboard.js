// Keys for laptops: what is tapped most has a key. They can be turned off in the menu, for people whose device types by itself.
import { html, isKept, KeptTick, useEffect } from "./elements.js";
import { word } from "./page.js";

const OFF = "referee-no-keys";

const isOn = () => !isKept(OFF);

/** Whether a key was meant for a field, a sheet or the browser. @param {KeyboardEvent} event */
const isTaken = event => event.ctrlKey || event.altKey || event.metaKey || event.repeat
  || (event.target instanceof Element && event.target.closest("input, textarea, select, dialog") !== null);

/**
 * What a key presses: 1 to 6 a die, then the other; with Shift the other die and what follows. On other panels a figure is the
 * button at that place at the foot. Enter is the main button, unless something has the focus; U takes back.
 * @param {KeyboardEvent} event
 * @returns {HTMLElement | null}
 */
function pressed({ key, code, shiftKey, target }) {
  const figure = /^(?:Digit|Numpad)([1-9])$/.exec(code)?.[1];
  /** @param {string} mark */
  const find = mark => /** @type {HTMLElement | null} */ (document.querySelector(mark));
  if (key === "u" || key === "U") return find('[data-test="undo-now"], [data-test="undo"]');
  const main = find('main[data-tab="play"]');
  if (!main) return null;
  if (key === "Enter") return target instanceof Element && target.closest("button, a, summary") ? null : main.querySelector(".decide .go:not(.shut)");
  if (!figure) return null;
  if (shiftKey) return main.querySelector(`.decide [data-then="${figure}"]`);
  const pad = main.querySelector(".first > .dice");
  if (!pad) return /** @type {NodeListOf<HTMLElement>} */ (main.querySelectorAll(".decide button"))[Number(figure) - 1] ?? null;
  return /** @type {HTMLElement | null} */ (pad.querySelector(`[data-die="${pad.querySelector('[data-die^="1-"][aria-pressed="true"]') ? 2 : 1}-${figure}"]`));
}

/** Listen for the keys as long as the page is shown. */
export function useKeys() {
  useEffect(() => {
    /** @param {KeyboardEvent} event */
    const key = event => {
      if (!isOn() || isTaken(event)) return;
      const found = pressed(event);
      if (!found || found.matches(":disabled")) return;
      event.preventDefault();
      found.click();
    };
    document.addEventListener("keydown", key);
    return () => document.removeEventListener("keydown", key);
  }, []);
}

/** What the keys are, where there is a mouse; tablets show nothing. */
export const KeysShown = () => html`<p class="keys-shown faint">${isOn() ? word("keys_shown") : ""}</p>`;

/** The switch in the menu. */
export const KeysSwitch = () => html`<${KeptTick} name=${OFF} off label=${word("keys_on")} test="keys" />`;
