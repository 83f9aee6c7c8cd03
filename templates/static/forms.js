// Forms that respond while they are filled in: the count of a result, the fields of what is due in a position, the swap
// of two seats.
import { element } from "./live.js";

// -- the count of a result: the service counts, and the outcome is shown beside the fields

const DEBOUNCE = 500; // ms without a further change

/** @param {HTMLFormElement} form */
function countWhileFilledIn(form) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting;
  let latest = 0;

  async function count() {
    const turn = ++latest;
    const body = new FormData(form);
    body.set("action", "count");
    let page;
    try {
      const answer = await fetch(location.href, { method: "POST", body, headers: { Accept: "text/html" } });
      page = new DOMParser().parseFromString(await answer.text(), "text/html");
    } catch {
      return; // no network: the button counts once it is back
    }
    if (turn !== latest) return;
    for (const place of form.querySelectorAll("[data-live]")) {
      const counted = page.getElementById(place.id);
      if (counted) place.replaceChildren(...counted.childNodes);
    }
    const wrong = page.querySelector("[role=alert]");
    if (wrong) element("counted").prepend(wrong);
  }

  form.addEventListener("input", event => {
    const { name } = /** @type {HTMLInputElement} */ (event.target);
    if (name.startsWith("comment_") || name === "note") return;
    clearTimeout(waiting);
    waiting = setTimeout(count, DEBOUNCE);
  });
}

// -- a position: a row of what is due shows the fields that its kind uses

/** @param {HTMLElement} row */
function showFieldsOfKind(row) {
  const kind = /** @type {HTMLSelectElement} */ (row.querySelector("[data-kind]"));
  const show = () => {
    const uses = (kind.selectedOptions[0].dataset.uses ?? "").split(" ");
    for (const field of /** @type {NodeListOf<HTMLElement>} */ (row.querySelectorAll("[data-field]"))) {
      field.hidden = !uses.includes(field.dataset.field ?? "");
    }
  };
  kind.addEventListener("change", show);
  show();
}

// -- the swap of two seats: tapping two names fills in the form, and the consequences are shown before it is saved

/** @typedef {{ figures: { aim: string, before: string, after: string }[], new: { message: string }[], gone: { message: string }[] }} Consequences */

/**
 * @param {HTMLDetailsElement} panel
 * @param {HTMLFormElement} form
 */
function swapByTaps(panel, form) {
  const list = element("consequences");
  const texts = /** @type {Record<string, string>} */ (list.dataset);
  const [one, other] = ["one", "other"].map(name => /** @type {HTMLSelectElement} */ (form.elements.namedItem(name)));
  const token = /** @type {HTMLInputElement} */ (form.elements.namedItem("csrf_token"));
  let latest = 0;

  /**
   * @param {string} text
   * @param {Record<string, string>} values
   */
  const fill = (text, values) => text.replace(/%[sba]/g, mark => values[mark]);

  /**
   * The consequences of a swap, one line each.
   * @param {Consequences} change
   */
  function lines(change) {
    const aims = JSON.parse(texts.aims);
    const all = [
      ...change.figures.map(each => fill(texts.figure, { "%s": aims[each.aim], "%b": each.before, "%a": each.after })),
      ...change.new.map(each => fill(texts.new, { "%s": each.message })),
      ...change.gone.map(each => fill(texts.gone, { "%s": each.message })),
    ];
    return all.length ? all : [texts.same];
  }

  /** @param {string[]} shown */
  function show(shown) {
    const items = document.createElement("ul");
    for (const text of shown) {
      const line = document.createElement("li");
      line.textContent = text;
      items.append(line);
    }
    list.replaceChildren(items);
  }

  async function showConsequences() {
    for (const seat of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-player]"))) {
      seat.classList.toggle("picked", panel.open && [one.value, other.value].includes(seat.dataset.player ?? ""));
    }
    list.replaceChildren();
    if (!one.value || !other.value) return;
    const turn = ++latest;
    const { round, base, api } = form.dataset;
    const body = { round: Number(round), one: one.value, other: other.value, base: Number(base), trial: true };
    const answer = await fetch(`${api}?lang=${document.documentElement.lang}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRF-Token": token.value },
      body: JSON.stringify(body),
    });
    const change = await answer.json();
    if (turn === latest) show(answer.ok ? lines(change) : [change.detail]);
  }

  /** @param {MouseEvent} event */
  function pick(event) {
    const seat = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-player]"));
    if (!seat || !panel.open) return;
    event.preventDefault();
    const player = seat.dataset.player ?? "";
    if (one.value === player) one.value = "";
    else if (other.value === player) other.value = "";
    else if (!one.value) one.value = player;
    else other.value = player;
    showConsequences();
  }

  element("hall").addEventListener("click", pick);
  one.addEventListener("change", showConsequences);
  other.addEventListener("change", showConsequences);
  panel.addEventListener("toggle", showConsequences);
}

// -- the start

const result = /** @type {HTMLFormElement | null} */ (document.querySelector("form[data-count]"));
if (result) countWhileFilledIn(result);

for (const row of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-due]"))) showFieldsOfKind(row);

const panel = /** @type {HTMLDetailsElement | null} */ (document.getElementById("swap"));
const form = panel?.querySelector("form");
if (panel && form) swapByTaps(panel, form);
