// The lists of players: filtering as you type, and check-in without a page load for every tap.
import { element, fold } from "./live.js";

const box = /** @type {HTMLInputElement | null} */ (document.querySelector("input[data-filter]"));

function filter() {
  if (!box) return;
  const wanted = fold(box.value, box.dataset.forms ?? "");
  const list = document.getElementById(box.dataset.filter ?? "");
  for (const row of /** @type {Iterable<HTMLElement>} */ (list?.children ?? [])) {
    row.hidden = !(row.dataset.find ?? "").includes(wanted);
  }
}

// The page already has the whole list unless the server has filtered it; then the server filters again.
if (box && !box.value) {
  box.addEventListener("input", filter);
  box.form?.addEventListener("submit", event => event.preventDefault());
}

const hall = /** @type {HTMLElement | null} */ (document.querySelector("[data-check-in]"));

/**
 * Replace our list with the one in the server's answer. Throws if the answer has none.
 * @param {Response} answer
 */
async function replaceList(answer) {
  if (!answer.ok) throw new Error(String(answer.status));
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById("hall");
  if (!fresh) throw new Error("no list");
  element("hall").replaceChildren(...fresh.childNodes);
  filter();
}

/**
 * Check somebody in, or out again.
 * @param {SubmitEvent} event
 */
async function checkIn(event) {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (form.dataset.plain) return;
  event.preventDefault();
  const fields = /** @type {[string, string][]} */ ([...new FormData(form, event.submitter)]);
  try {
    await replaceList(await fetch(form.action, { method: "POST", body: new URLSearchParams(fields) }));
  } catch {
    form.dataset.plain = "1"; // an ordinary submit then shows what is wrong
    form.requestSubmit(event.submitter);
  }
}

/**
 * Open a link of the list within the page.
 * @param {MouseEvent} event
 */
async function follow(event) {
  const target = /** @type {Element} */ (event.target);
  const link = /** @type {HTMLAnchorElement | null} */ (target.closest("a.person, .ask a"));
  if (!link) return;
  event.preventDefault();
  try {
    await replaceList(await fetch(link.href));
  } catch {
    location.assign(link.href);
  }
}

hall?.addEventListener("submit", checkIn);
hall?.addEventListener("click", follow);
