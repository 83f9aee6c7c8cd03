// The remote of the screens: every press is sent at once, and the frame shows what the screens show. A press that does not
// arrive is not retried: the screens must not jump when nobody expects it.
import { element } from "./live.js";

/** @typedef {{ slide: string, page: number, count: number }} Sheet */
/** @typedef {{ sheets: Sheet[], at: number, held: boolean, blank: boolean }} ScreenState What the screen in the frame reports. */

const TRUST_PRESS = 2000; // ms after a press during which we ignore the frame, which may not know of it yet
const screen = /** @type {HTMLIFrameElement} */ (element("screen"));
const lost = element("lost");
const jumps = /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll(".jumps button"));
const hold = /** @type {HTMLButtonElement} */ (element("hold"));
const blank = /** @type {HTMLButtonElement} */ (element("blank"));
const token = /** @type {HTMLInputElement} */ (document.querySelector("[name=csrf_token]")).value;
/** @type {ScreenState} */
let state = { sheets: [], at: 0, held: false, blank: false };
let pressedAt = -TRUST_PRESS;
let presses = 0;
/** @type {Promise<void>} The previous press, which must not arrive after this one. */
let previous = Promise.resolve();

/**
 * Change what the screens show. `wanted` is merged into the last press, or what the frame has shown since.
 * @param {Partial<ScreenState>} wanted
 */
async function send(wanted) {
  pressedAt = performance.now();
  show({ ...state, ...wanted });
  const press = ++presses;
  await previous;
  if (press === presses) await (previous = post()); // a later press includes this one
}

async function post() {
  const { slide, page } = state.sheets[state.at];
  try {
    const body = new URLSearchParams({ csrf_token: token, slide, page: String(page), held: state.held ? "on" : "", blank: state.blank ? "on" : "" });
    const answer = await fetch(location.pathname, { method: "POST", body, headers: { Accept: "text/html" }, signal: AbortSignal.timeout(5000) });
    lost.hidden = answer.ok;
  } catch {
    lost.hidden = false;
  }
  screen.contentWindow?.postMessage("look", location.origin);
}

/** @param {ScreenState} now */
function show(now) {
  state = now;
  for (const [button, on] of /** @type {[HTMLButtonElement, boolean][]} */ ([[hold, now.held], [blank, now.blank]])) {
    button.setAttribute("aria-pressed", String(on));
    button.textContent = (on ? button.dataset.on : button.dataset.off) ?? "";
  }
  const sign = element("state");
  sign.textContent = (now.blank ? sign.dataset.blank : now.held ? sign.dataset.held : sign.dataset.turns) ?? "";
  sign.className = `state ${now.blank || now.held ? "waits" : "on"}`;
  const { slide, page, count } = now.sheets[now.at];
  const on = element("on");
  on.textContent = (on.dataset.says ?? "").replace("%s", titleOf(slide)).replace("%p", String(page + 1)).replace("%c", String(count));
  for (const each of jumps) {
    if (each.value === slide) each.setAttribute("aria-current", "true");
    else each.removeAttribute("aria-current");
    each.disabled = !now.sheets.some(other => other.slide === each.value);
  }
}

/** @param {string} slide */
const titleOf = slide => [...jumps].find(each => each.value === slide)?.textContent ?? "";

addEventListener("message", event => {
  if (event.origin !== location.origin || event.source !== screen.contentWindow || !event.data.sheets) return;
  if (performance.now() - pressedAt > TRUST_PRESS) show(event.data);
});
document.addEventListener("submit", event => {
  if (state.sheets.length) event.preventDefault(); // without the frame the forms are submitted
});
document.addEventListener("click", event => {
  const button = event.target instanceof Element ? event.target.closest("button") : null;
  const { sheets, at, held, blank: dark } = state;
  if (!button || !sheets.length) return;
  if (button.id === "next") void send({ at: (at + 1) % sheets.length, blank: false });
  else if (button.id === "back") void send({ at: (at - 1 + sheets.length) % sheets.length, blank: false });
  else if (button === hold) void send({ held: !held });
  else if (button === blank) void send({ blank: !dark });
  else if (button.name === "slide") void send({ at: sheets.findIndex(each => each.slide === button.value), blank: false });
});
/** @type {HTMLElement} */ (document.querySelector(".keys > [hidden]")).hidden = false;
const askFrame = () => screen.contentWindow?.postMessage("look", location.origin);
askFrame();
setInterval(askFrame, TRUST_PRESS);
