// What is on its way, in order, and what was taken out by hand.
import { html } from "./draw.js";
import { word } from "./given.js";
import { told } from "./report_told.js";
import { Sheet } from "./sheet.js";

export function Queue({ table, follow, outbox, close }) {
  const dropped = outbox.items.filter(item => item.dropped_at);
  const time = at => new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", second: "2-digit" });
  // One that was on its way when it was taken out may have arrived.
  const logged = item => follow.lines.find(line => line.client_id === item.client_id);
  return html`<${Sheet} title=${word("queue_title")} close=${close}>
    <p>${word(follow.reached === false || !outbox.reached ? "offline_long" : "online_long", { time: time(follow.heard) })}</p>
    ${outbox.waiting.length
      ? html`<ol class="queue">${outbox.waiting.map(item => html`<li key=${item.client_id}><span class="faint">${time(item.made_at)}</span> ${told(item.report, table)}
          <button onClick=${() => outbox.drop(item.client_id)}>${word("take_out")}</button></li>`)}</ol>
        <p class="faint">${word("queue_note")}</p>`
      : html`<p>${word("queue_empty")}</p>`}
    ${dropped.length > 0 && html`<h3>${word("queue_dropped")}</h3><ol class="queue">${dropped.map(item => html`<li key=${item.client_id}><span class="faint">${time(item.made_at)}</span> ${logged(item)
      ? html`${told(item.report, table)} <b>${word("logged_all_the_same", { seq: logged(item).seq })}</b>`
      : html`<s>${told(item.report, table)}</s>`}</li>`)}</ol>
      <button onClick=${() => outbox.clear()}>${word("queue_clear")}</button>`}
  </${Sheet}>`;
}

// Unsent reports of other tables that this device has logged for: their pages send them.
export function Elsewhere({ outbox }) {
  return outbox.elsewhere.map(({ table, number, count }) => html`<p class="note" key=${table} data-test="elsewhere">${word("elsewhere", { number, count })}
    <a class="button" href=${`/tables/${table}`}>${word("elsewhere_open", { number })}</a></p>`);
}
