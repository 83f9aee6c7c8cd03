// The table's open call, and what the arbiter has decided about it.
import { AskButton, html } from "./elements.js";
import { serverTime } from "./clock.js";
import { request, word } from "./page.js";

/** How long the outcome of an appeal, or a penalty, is shown, in ms. */
const SHOWN_MS = 15 * 60_000;

/**
 * The server's time, or until it is known this device's.
 * @param {import("./follow.js").Follow} follow
 */
const timeOf = follow => (follow.clock ? serverTime(follow.clock) : Date.now());

/**
 * The open call of the table: how long it has been waiting, and who is coming.
 * @param {Tools} props
 */
export function OpenCall({ follow }) {
  const call = follow.calls?.open;
  if (!call) return null;
  const minutes = Math.max(0, Math.floor((timeOf(follow) - call.called_at) / 60000));
  const withdraw = async () => {
    await request("POST", `/calls/${call.id}/withdraw`);
    await follow.pollEverything();
  };
  return html`<div class="note called" role="status" data-test="called">
    <p>${word("call_open", { who: word(`level_${call.level}`), minutes })}${call.holder ? html` · <b>${word("call_claimed", { holder: call.holder })}</b>` : ""}</p>
    ${call.state === "open" && html`<${AskButton} ask=${withdraw}>${word("call_withdraw")}</${AskButton}>`}
  </div>`;
}

/**
 * The arbiter's latest decisions: rulings about this table that can still be appealed against, or whose appeal is pending
 * or was just settled, and penalties. More than one of them are a single line that opens.
 * @param {Tools} props
 */
export function RecentRulings({ follow, show }) {
  const now = timeOf(follow);
  const current = follow.cases.filter(({ decision, appeals }) => decision && (appeals.waiting || appeals.until > now || (appeals.settled_at ?? 0) > now - SHOWN_MS));
  const penalties = follow.penalties.filter(({ at }) => at > now - SHOWN_MS);
  const shown = [...current.map(ruling => {
    const { appeals } = ruling;
    const minutes = Math.ceil((appeals.until - now) / 60000);
    return html`<div key=${ruling.id} class="note" role="status" data-test="ruled">
      <p><b>${word("ruling_title", { name: ruling.name })}</b> ${ruling.decision.decision}</p>
      ${appeals.waiting && html`<p>${word("appeal_waits")}</p>`}
      ${appeals.outcome && html`<p><b>${word(`appeal_${appeals.outcome}`)}</b> ${appeals.reasons}</p>`}
      ${appeals.until > now && html`<button onClick=${() => show({ kind: "appeal", ruling })}>${word("appeal_until", { minutes })}</button>`}
    </div>`;
  }), ...penalties.map(each => html`<div key=${each.id} class="note" role="status" data-test="penalised"><p>${each.told}</p></div>`)];
  if (shown.length < 2) return shown;
  // Several are one quiet line: what is due keeps its place.
  return html`<details class="rulings" data-test="rulings"><summary><span role="status">${word("rulings_recent", { count: shown.length, last: current[0]?.name ?? "" })}</span></summary>${shown}</details>`;
}
