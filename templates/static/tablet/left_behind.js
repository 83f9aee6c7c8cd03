// The log-in page of a device that is no longer bound to its table: what it has not sent can still be handed over.
import { html, render, useEffect, useState } from "./elements.js";
import { word } from "./page.js";
import { HandSheet } from "./queue/handing.js";
import { Outbox } from "./queue/outbox.js";
import { openStore } from "./queue/storage.js";

const store = openStore();

/** The tables that this device has unsent reports for, with the way to hand them over. */
function LeftBehind() {
  const [tables, set] = useState(/** @type {{ table: string, number: number, count: number }[]} */ ([]));
  const [open, show] = useState(/** @type {any} */ (null));
  const look = () => store.elsewhere("").then(set);
  useEffect(() => { look(); }, []);
  /** @param {string} table */
  const hand = async table => {
    const seen = await store.remembered(table);
    const clock = seen?.clock ? { ...seen.clock, offset: seen.clock.offset + performance.timeOrigin } : null;
    const outbox = new Outbox(table, store);
    await outbox.refresh();
    show({ outbox, follow: { clock } });
  };
  const close = () => {
    show(null);
    look();
  };
  return html`${tables.map(({ table, number, count }) => html`<div class="note" key=${table} data-test="left-behind"><p>${word("left_behind", { number, count })}</p>
      <p><button class="go" onClick=${() => hand(table)} data-test="hand-over">${word("hand_over")}</button></p></div>`)}
    ${open && html`<${HandSheet} ...${open} close=${close} />`}`;
}

const place = document.getElementById("left-behind");
if (place) render(html`<${LeftBehind} />`, place);
