// Fill in many fields by keyboard alone: Enter and the arrow keys go from field to field, and from the last to the button.
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
