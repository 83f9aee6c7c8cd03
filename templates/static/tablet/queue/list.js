// Unsent reports: the list of them, and those of other tables.
import { html, Sheet, useState } from "../elements.js";
import { pageData, timeOfDay, word } from "../page.js";
import { describe } from "../table.js";

/**
 * The unsent reports in order, and those that were taken out by hand.
 * @param {Tools & { close: () => void }} props
 */
export function Queue({ table, follow, outbox, show, close }) {
  const dropped = outbox.items.filter(item => item.dropped_at);
  /** @param {number} at */
  const time = at => timeOfDay(at, true);
  // A report that was in flight when it was taken out may have arrived.
  /** @param {QueueItem} item */
  const logged = item => follow.lines.find(line => line.client_id === item.client_id);
  return html`<${Sheet} title=${word("queue_title")} close=${close}>
    <p>${word(follow.reached === false || !outbox.reached ? "offline_long" : "online_long", { time: time(follow.answeredAt) })}</p>
    ${outbox.waiting.length
      ? html`<ol class="queue">${outbox.waiting.map(item => html`<li key=${item.client_id}><span class="faint">${time(item.made_at)}</span> ${describe(item.report, table)}
          <button onClick=${() => outbox.drop(item.client_id)}>${word("take_out")}</button></li>`)}</ol>
        <p class="faint">${word("queue_note")}</p>
        <div class="actions"><button onClick=${() => show({ kind: "hand" })} data-test="hand-over">${word("hand_over")}</button></div>`
      : html`<p>${word("queue_empty")}</p>`}
    ${dropped.length > 0 && html`<h3>${word("queue_dropped")}</h3><ol class="queue">${dropped.map(item => html`<li key=${item.client_id}><span class="faint">${time(item.made_at)}</span> ${item.same_as ? html`${describe(item.report, table)} <b>${word("same_move", { seq: item.same_as })}</b>` : logged(item)
      ? html`${describe(item.report, table)} <b>${word("logged_all_the_same", { seq: logged(item)?.seq })}</b>`
      : html`<s>${describe(item.report, table)}</s> <button onClick=${() => outbox.putBack(item.client_id)} data-test="put-back">${word("put_back")}</button>`}</li>`)}</ol>
      <button onClick=${() => outbox.clear()}>${word("queue_clear")}</button>`}
    ${pageData.may.report && html`<div class="actions"><button onClick=${() => show({ kind: "take" })} data-test="take-over">${word("take_over")}</button></div>`}
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

/**
 * What another device has left at the service for this one. What it has taken out itself is not offered back.
 * @param {Tools} props
 */
export function LeftHere({ follow, outbox, show }) {
  const own = new Set(outbox.items.filter(item => item.dropped_at).map(item => item.client_id));
  return follow.left.filter(left => !left.items.some(item => own.has(item.client_id))).map(left => html`<div class="note" key=${left.id} role="status" data-test="left-here">
    <p>${word("left_here", { name: left.label, count: left.items.length - left.logged, time: timeOfDay(left.at) })}</p>
    <div class="actions"><button class="go" onClick=${() => show({ kind: "take", left })} data-test="take-up">${word("left_take")}</button></div></div>`);
}

const BEFORE = "referee-before";

/** Say no more about the tablet before: its reports have come, or there are none to be had. */
export const dismissBefore = () => localStorage.setItem(BEFORE, pageData.before?.id ?? "");

/**
 * What the tablet before this one had not sent when the server last heard of it.
 * @param {Pick<Tools, "show">} props
 */
export function BeforeThis({ show }) {
  const { before } = pageData;
  const [gone, set] = useState(false);
  if (!before || gone || localStorage.getItem(BEFORE) === before.id) return null;
  const dismiss = () => {
    dismissBefore();
    set(true);
  };
  return html`<div class="note" role="status" data-test="before">
    <p>${word("before_unsent", { name: before.label, count: before.unsent, time: timeOfDay(before.at) })}</p>
    <div class="actions"><button class="go" onClick=${() => show({ kind: "take" })} data-test="take-over">${word("take_over")}</button>
      <button onClick=${dismiss} data-test="before-gone">${word("before_gone")}</button></div></div>`;
}
