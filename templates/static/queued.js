// What somebody has sent without a network: forms with a client id are kept on this device until the service has answered
// them. Sending one again does nothing new, so nothing is lost or done twice.
import { element } from "./live.js";

/** @typedef {{ account: string, action: string, fields: [string, string][], what: string, refused: boolean }} Kept */

const KEY = "referee-queued";
const AGAIN = 4000; // ms between attempts
const box = element("queued");
const { account, waits, refused, sent, open, back } = /** @type {Record<string, string>} */ (box.dataset);
const token = /** @type {HTMLInputElement} */ (box.querySelector("input")); // of this log-in; what is kept may be of an earlier one
let sending = false;

/** @returns {Kept[]} */
const all = () => JSON.parse(localStorage.getItem(KEY) ?? "[]");
const own = () => all().filter(each => each.account === account); // another person's are sent when they are back

/** @param {Kept} one */
const idOf = one => `${one.action} ${one.fields.find(([name]) => name === "client_id")?.[1]}`;

/**
 * Put a form in the place of what is kept of it; null: it is done.
 * @param {Kept} one
 * @param {Kept | null} now
 */
function keep(one, now) {
  const others = all().filter(each => idOf(each) !== idOf(one));
  localStorage.setItem(KEY, JSON.stringify(now ? [...others, now] : others));
}

/**
 * The fields of a form as they are sent now.
 * @param {Kept} one
 * @returns {[string, string][]}
 */
const fieldsOf = one => one.fields.map(([name, value]) => [name, name === token.name ? token.value : value]);

/**
 * Send a form as the browser would, which shows the answer.
 * @param {Kept} one
 */
function submit(one) {
  const form = document.createElement("form");
  form.method = "post";
  form.action = one.action;
  for (const [name, value] of fieldsOf(one)) {
    const field = document.createElement("input");
    field.type = "hidden";
    [field.name, field.value] = [name, value];
    form.append(field);
  }
  keep(one, null);
  document.body.append(form);
  form.submit();
}

/**
 * Show why a form was not accepted, unless the service has gone again: nothing is given up for a page that does not come.
 * @param {Kept} one
 */
async function openAnswer(one) {
  try {
    await fetch(one.action, { method: "HEAD" });
  } catch {
    return;
  }
  submit(one);
}

/**
 * @param {string} label
 * @param {() => void} act
 */
function button(label, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = label;
  made.addEventListener("click", act);
  return made;
}

/** @type {HTMLElement[]} */
const done = [];

function show() {
  const lines = own().map(one => {
    const line = document.createElement("p");
    line.dataset.queued = one.refused ? "refused" : "waits";
    line.append((one.refused ? refused : waits).replace("%s", one.what), " ");
    if (one.refused) line.append(button(open, () => openAnswer(one)));
    else line.append(button(back, () => { keep(one, null); show(); }));
    return line;
  });
  box.replaceChildren(...done, ...lines);
  box.hidden = !box.childElementCount;
}

/**
 * Send a form that is kept. What the service does not accept stays, to be opened.
 * @param {Kept} one
 * @returns {Promise<string | null>} the address that it leads to; null if it is not done
 */
async function send(one) {
  let answer;
  try {
    answer = await fetch(one.action, { method: "POST", body: new URLSearchParams(fieldsOf(one)), headers: { Accept: "text/html" } });
  } catch {
    return null;
  }
  if ([401, 408, 429].includes(answer.status) || answer.status >= 500) return null; // 401: sent by the next log-in
  if (!own().some(each => idOf(each) === idOf(one))) return null; // taken back meanwhile
  const isDone = answer.redirected && new URL(answer.url).pathname.startsWith("/events/");
  keep(one, isDone ? null : { ...one, refused: true });
  return isDone ? answer.url : null;
}

async function sendAll() {
  if (sending) return;
  sending = true;
  try {
    for (const one of own().filter(each => !each.refused)) {
      const address = await send(one);
      if (!address) continue;
      const line = document.createElement("p");
      const link = document.createElement("a");
      link.href = address;
      link.textContent = sent.replace("%s", one.what);
      line.dataset.queued = "sent";
      line.append(link);
      done.push(line);
    }
  } finally {
    sending = false;
    show();
  }
}

document.addEventListener("submit", async event => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const pressed = /** @type {HTMLButtonElement | null} */ (event.submitter);
  if (!("keep" in form.dataset) || (pressed && "now" in pressed.dataset)) return;
  event.preventDefault();
  const data = new FormData(form, pressed);
  const fields = /** @type {[string, string][]} */ ([...data.entries()].map(([name, value]) => [name, String(value)]));
  const what = `${document.querySelector("h1")?.textContent?.trim() ?? ""} – ${pressed?.textContent?.trim() ?? ""}`;
  const one = { account, action: form.action, fields, what, refused: false };
  keep(one, one);
  const address = await send(one);
  const left = own().find(each => idOf(each) === idOf(one));
  if (address) location.assign(address);
  else if (left?.refused) submit(left); // the service says why, with the form as it was filled in
  else show();
});

show();
sendAll();
setInterval(sendAll, AGAIN);
window.addEventListener("online", sendAll);
