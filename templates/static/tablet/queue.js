// Reports on their way: the list of them, and what the judge decides where they cannot go on by themselves.
import { html, Sheet } from "./elements.js";
import { Refusals } from "./judgement.js";
import { given, word } from "./page.js";
import { describe } from "./table.js";

/**
 * What is on its way, in order, and what was taken out by hand.
 * @param {Tools & { close: () => void }} props
 */
export function Queue({ table, follow, outbox, close }) {
  const dropped = outbox.items.filter(item => item.dropped_at);
  /** @param {number} at */
  const time = at => new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", second: "2-digit" });
  // One that was on its way when it was taken out may have arrived.
  /** @param {QueueItem} item */
  const logged = item => follow.lines.find(line => line.client_id === item.client_id);
  return html`<${Sheet} title=${word("queue_title")} close=${close}>
    <p>${word(follow.reached === false || !outbox.reached ? "offline_long" : "online_long", { time: time(follow.answeredAt) })}</p>
    ${outbox.waiting.length
      ? html`<ol class="queue">${outbox.waiting.map(item => html`<li key=${item.client_id}><span class="faint">${time(item.made_at)}</span> ${describe(item.report, table)}
          <button onClick=${() => outbox.drop(item.client_id)}>${word("take_out")}</button></li>`)}</ol>
        <p class="faint">${word("queue_note")}</p>`
      : html`<p>${word("queue_empty")}</p>`}
    ${dropped.length > 0 && html`<h3>${word("queue_dropped")}</h3><ol class="queue">${dropped.map(item => html`<li key=${item.client_id}><span class="faint">${time(item.made_at)}</span> ${logged(item)
      ? html`${describe(item.report, table)} <b>${word("logged_all_the_same", { seq: logged(item)?.seq })}</b>`
      : html`<s>${describe(item.report, table)}</s>`}</li>`)}</ol>
      <button onClick=${() => outbox.clear()}>${word("queue_clear")}</button>`}
  </${Sheet}>`;
}

/**
 * Unsent reports of other tables that this device has logged for: their pages send them.
 * @param {Tools} props
 */
export function Elsewhere({ outbox }) {
  return outbox.elsewhere.map(({ table, number, count }) => html`<p class="note" key=${table} data-test="elsewhere">${word("elsewhere", { number, count })}
    <a class="button" href=${`/tables/${table}`}>${word("elsewhere_open", { number })}</a></p>`);
}

// -- Why the queue waits for the judge, and what can be done: nothing is sent and nothing lost until somebody has decided.

/**
 * What the button that goes on says.
 * @type {Record<string, string>}
 */
const GO_ON = { outdated: "send_behind", restored: "send_behind", author: "send_as_mine" };

/**
 * Why the queue waits for the judge, and what can be done.
 * @param {Tools & { held: Hold }} props
 */
export function Conflict({ table, follow, outbox, held }) {
  const { waiting } = outbox;
  const { why } = held;
  return html`<section class="wrong" role="alert" data-test="held" data-why=${why}>
    <h2>${word(`held_${why}`)}</h2>
    ${why === "restored" && html`<p>${word("held_restored_note", { seq: held.seq })}</p>`}
    ${why === "author" && html`<p>${word("held_author_note", { by: held.by, name: given.name })}</p>`}
    ${why === "outdated" && html`<${Theirs} table=${table} follow=${follow} since=${held.since} />`}
    ${why === "refused" && html`<p>${describe(held.entry.report, table)}</p><${Refusals} refusals=${held.entry.answer.refusals} />`}
    ${held.detail && html`<p>${held.detail}</p>`}
    <section><h3>${word("conflict_mine")}</h3><ol>${waiting.map(item => html`<li key=${item.client_id}>${describe(item.report, table)}
      <button onClick=${() => outbox.drop(item.client_id)} data-test="drop">${word("take_out")}</button></li>`)}</ol></section>
    <div class="actions">${why === "access"
      ? html`<a class="button go" href=${location.pathname} data-test="open-anew">${word("open_anew")}</a>`
      : html`<button class="go" data-test="go-on" onClick=${() => outbox.go(held.seq)}>${word(GO_ON[why] ?? "send_on")}</button>`}</div>
    <p class="faint">${word("held_note")}</p>
  </section>`;
}

/**
 * What is in the log since, in its own words where they have come already.
 * @param {Tools & { since: { seq: number, report: Move, author: string }[] }} props
 */
function Theirs({ table, follow, since }) {
  /** @param {number} seq */
  const line = seq => follow.lines.find(each => each.seq === seq)?.told.join(" · ");
  return html`<section><h3>${word("conflict_theirs")}</h3><ol class="plain">${since.map(({ seq, report, author }) => html`<li key=${seq}>
    ${seq}. ${line(seq) || describe(report, table)} <span class="faint">${author}</span></li>`)}</ol></section>`;
}
