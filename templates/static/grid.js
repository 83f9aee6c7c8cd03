// Fill in many fields by keyboard alone: Enter and the arrow keys go from field to field, and from the last to the button.
// Many tables are saved one by one, so that the page can say how far it has got.
import { hasChanges, sendAll } from "./unsaved.js";

const form = /** @type {HTMLFormElement} */ (document.querySelector("form[data-grid]"));
const fields = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll("input:not([type=hidden])")]);

form.addEventListener("keydown", event => {
  const at = fields.indexOf(/** @type {HTMLInputElement} */ (event.target));
  const step = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (at < 0 || !step || event.isComposing || event.ctrlKey || event.metaKey) return; // Ctrl+Enter submits the form
  event.preventDefault();
  const next = fields[at + step] ?? (step > 0 ? form.querySelector("button.go") : null);
  if (next instanceof HTMLElement) next.focus();
  if (next instanceof HTMLInputElement) next.select();
});

(fields.find(each => !each.value) ?? fields[0])?.focus({ preventScroll: true });

/**
 * Send the fields of each table by themselves, then the whole form: it has what was saved already, which the server leaves
 * alone, and whatever was refused, which it answers with the reasons.
 * @param {HTMLFieldSetElement[]} tables
 */
async function saveOneByOne(tables) {
  const shown = /** @type {HTMLElement} */ (form.querySelector("[data-progress]"));
  const [bar, words] = [shown.querySelector("progress"), shown.querySelector("span")];
  const all = [...new FormData(form)];
  shown.hidden = false;
  for (const [done, table] of tables.entries()) {
    const own = new Set([...table.querySelectorAll("[name]")].map(field => field.getAttribute("name")));
    const fields = /** @type {[string, string][]} */ (all.filter(([name]) => own.has(name) || name === "csrf_token"));
    await fetch(form.action, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });
    if (bar) bar.value = (done + 1) / tables.length;
    if (words) {
      const said = (form.dataset.saving ?? "").replace("{done}", String(done + 1));
      words.textContent = said.replace("{count}", String(tables.length));
    }
  }
}

form.addEventListener("submit", event => {
  const tables = [...form.querySelectorAll("fieldset")].filter(hasChanges);
  if (tables.length < 2) return;
  event.preventDefault();
  for (const button of form.querySelectorAll("button")) button.disabled = true; // a second press would send all again
  void saveOneByOne(tables)
    .catch(() => undefined) // the connection: the form itself then says so
    .finally(() => {
      sendAll();
      form.submit();
    });
});
