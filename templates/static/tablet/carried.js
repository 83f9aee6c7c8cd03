// A tablet moves to another table: reports that wait for the old one are sent first, since afterwards they may not be.
import { pageData, word } from "./page.js";
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
  const say = (name, count) => { status.textContent = word(name, { number: pageData.number, count }); };
  button.disabled = true;
  const outbox = new Outbox(pageData.table, openStore());
  await outbox.start();
  const left = await untilEmpty(outbox, count => say("carried_sending", count));
  button.disabled = false;
  if (left) say("carried_unsent", left);
  else form.submit();
});
