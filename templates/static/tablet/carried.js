// A tablet moves to another table: reports that wait for the old one are sent first, since afterwards they may not be.
import { given, word } from "./page.js";
import { Outbox } from "./queue/outbox.js";
import { untilEmpty } from "./queue/until_empty.js";
import { openStore } from "./queue/storage.js";

const form = document.querySelector("form");
form?.addEventListener("submit", async event => {
  event.preventDefault();
  const button = /** @type {HTMLButtonElement} */ (form.querySelector("button"));
  const status = /** @type {HTMLElement} */ (document.getElementById("sending"));
  /**
   * @param {string} name
   * @param {number} count
   */
  const say = (name, count) => { status.textContent = word(name, { number: given.number, count }); };
  button.disabled = true;
  const outbox = new Outbox(given.table, openStore());
  await outbox.begin();
  const left = await untilEmpty(outbox, count => say("carried_sending", count));
  button.disabled = false;
  if (left) say("carried_unsent", left);
  else form.submit();
});
