// The remote: what is pressed is sent at once, and the frame shows what the screens show. A press that does not arrive is
// not kept for later: the screens must not jump when nobody expects it.
import { element } from "./live.js";

/** @typedef {{ slide: string, page: number, count: number }} At */
/** @typedef {{ now: At, next: At, back: At, slides: string[], held: boolean, blank: boolean }} Told What the screen in the frame says. */

const screen = /** @type {HTMLIFrameElement} */ (element("screen"));
const lost = element("lost");
const jumps = /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll(".jumps button"));
const hold = /** @type {HTMLButtonElement} */ (element("hold"));
const blank = /** @type {HTMLButtonElement} */ (element("blank"));
const token = /** @type {HTMLInputElement} */ (document.querySelector("[name=csrf_token]")).value;
/** @type {Told | null} */
let told = null;
let sending = 0; // presses under way: until they are answered the frame may tell of before

/**
 * Move the screens.
 * @param {{ slide?: string, page?: number, held: boolean, blank: boolean }} wanted
 */
async function send(wanted) {
  const { slide = "", page = 0, held, blank: dark } = wanted;
  show(held, dark);
  sending += 1;
  try {
    const body = new URLSearchParams({ csrf_token: token, slide, page: String(page), held: held ? "on" : "", blank: dark ? "on" : "" });
    const answer = await fetch(location.pathname, { method: "POST", body, headers: { Accept: "text/html" }, signal: AbortSignal.timeout(5000) });
    lost.hidden = answer.ok;
  } catch {
    lost.hidden = false;
  } finally {
    sending -= 1;
  }
  screen.contentWindow?.postMessage("look", location.origin);
}

/**
 * @param {boolean} held
 * @param {boolean} dark
 */
function show(held, dark) {
  for (const [button, on] of /** @type {[HTMLButtonElement, boolean][]} */ ([[hold, held], [blank, dark]])) {
    button.setAttribute("aria-pressed", String(on));
    button.textContent = (on ? button.dataset.on : button.dataset.off) ?? "";
  }
  const state = element("state");
  state.textContent = (dark ? state.dataset.blank : held ? state.dataset.held : state.dataset.turns) ?? "";
  state.className = `state ${dark || held ? "waits" : "on"}`;
}

/** @param {string} slide */
const titleOf = slide => [...jumps].find(each => each.value === slide)?.textContent ?? "";

/** @param {Told} news */
function hear(news) {
  told = news;
  const on = element("on");
  on.textContent = (on.dataset.says ?? "").replace("%s", titleOf(news.now.slide)).replace("%p", String(news.now.page + 1)).replace("%c", String(news.now.count));
  for (const each of jumps) {
    if (each.value === news.now.slide) each.setAttribute("aria-current", "true");
    else each.removeAttribute("aria-current");
    each.disabled = !news.slides.includes(each.value);
  }
  if (!sending) show(news.held, news.blank);
}

addEventListener("message", event => {
  if (event.origin === location.origin && event.source === screen.contentWindow && event.data.now) hear(event.data);
});
document.addEventListener("submit", event => event.preventDefault());
document.addEventListener("click", event => {
  const button = event.target instanceof Element ? event.target.closest("button") : null;
  if (!told || !button) return;
  const { now, next, back, held, blank: dark } = told;
  if (button.id === "next" || button.id === "back") {
    const { slide, page } = button.id === "next" ? next : back;
    void send({ slide, page, held, blank: false });
  } else if (button === hold) void send({ slide: now.slide, page: now.page, held: !held, blank: dark });
  else if (button === blank) void send({ slide: now.slide, page: now.page, held, blank: !dark });
  else if (button.name === "slide") void send({ slide: button.value, page: 0, held, blank: false });
});
/** @type {HTMLElement} */ (document.querySelector(".keys > [hidden]")).hidden = false;
screen.contentWindow?.postMessage("look", location.origin);
