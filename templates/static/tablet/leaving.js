// A device gives up its table: what waits is sent first, and what cannot be sent is named before anybody goes on.
import { pageData, word } from "./page.js";
import { Outbox } from "./queue/outbox.js";
import { untilEmpty } from "./queue/until_empty.js";
import { openStore } from "./queue/storage.js";

const PATIENCE = 4000; // ms without progress after which we ask

const form = /** @type {HTMLFormElement | null} */ (document.querySelector("form[data-leaving]"));
let told = false;
form?.addEventListener("submit", async event => {
  if (told) return;
  event.preventDefault();
  const button = /** @type {HTMLButtonElement} */ (form.querySelector("button"));
  const status = /** @type {HTMLElement} */ (document.getElementById("leaving"));
  const way = /** @type {HTMLElement} */ (document.getElementById("leaving-table"));
  button.disabled = true;
  const outbox = new Outbox(pageData.table, openStore());
  await outbox.start();
  const left = await untilEmpty(outbox, count => { status.textContent = word("leaving_sending", { count }); }, PATIENCE);
  told = true;
  status.textContent = left ? word("leaving_unsent", { count: left }) : word("leaving_none");
  way.hidden = !left;
  button.textContent = word("leaving_now");
  button.disabled = false;
});
