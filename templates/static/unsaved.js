// Ask before a page is left on which something was typed that is not sent: in forms of many fields, marked data-typed.
let sent = false;

/** What was typed has been sent: the page may be left. */
export const sendAll = () => { sent = true; };

/** Whether a field of a form is not as the page came with it. @param {Element} field */
function isChanged(field) {
  if (field instanceof HTMLSelectElement) {
    const changed = [...field.options].filter(each => each.selected !== each.defaultSelected);
    return changed.some(each => each.defaultSelected || each.index > 0); // without a default the first one is selected
  }
  if (field instanceof HTMLInputElement && ["checkbox", "radio"].includes(field.type)) return field.checked !== field.defaultChecked;
  if (field instanceof HTMLInputElement && field.type === "hidden") return false;
  return (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) && field.value !== field.defaultValue;
}

/** Whether something in a form, or a part of one, was changed. @param {Element} part */
export const hasChanges = part => [...part.querySelectorAll("input, select, textarea")].some(isChanged);

addEventListener("submit", event => {
  const form = /** @type {Element} */ (event.target);
  if (form.matches("[data-typed]")) sent = !event.defaultPrevented;
});
addEventListener("pageshow", () => { sent = false; }); // who comes back to the page may have to send it again
addEventListener("beforeunload", event => {
  if (!sent && [...document.querySelectorAll("form[data-typed]")].some(hasChanges)) event.preventDefault();
});
