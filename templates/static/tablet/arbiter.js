// Calling a judge or the arbiter, and rulings that can be appealed against.
import { AskButton, html, Sheet, useState } from "./elements.js";
import { serverTime } from "./clock.js";
import { newId, pageData, request, word } from "./page.js";

/** How long the outcome of an appeal, or a penalty, is shown, in ms. */
const SHOWN_MS = 15 * 60_000;

const ABOUT = ["rule", "dispute", "time", "other"];

/**
 * The sheet that calls a judge or the arbiter. `entry`: the refused entry that the call is about, if any.
 * @param {Tools & { entry?: LogEntry, close: () => void }} props
 */
export function CallSheet({ follow, entry, close }) {
  const [about, setAbout] = useState(entry ? "rule" : null);
  const [text, setText] = useState("");
  const [fault, setFault] = useState(null);
  const [id] = useState(newId);
  /** @param {string} kind */
  const call = async kind => {
    const body = { client_id: id, kind, about, ...(text.trim() ? { text: text.trim() } : {}), ...(entry ? { refused: entry.seq } : {}) };
    try {
      const answer = await request("POST", `/tables/${pageData.table}/calls`, { body });
      if (answer.status !== 201) return setFault(answer.body.detail ?? answer.body.title);
      await follow.pollEverything();
      close();
    } catch {
      setFault(word("call_unsent"));
    }
  };
  return html`<${Sheet} title=${word("call_title")} close=${close}>
    <fieldset><legend>${word("call_about")}</legend><div class="choices">
      ${ABOUT.map(each => html`<button key=${each} aria-pressed=${about === each} onClick=${() => setAbout(each)}>${word(`about_${each}`)}</button>`)}
    </div></fieldset>
    <label>${word("call_text")}<input maxlength="500" value=${text} onInput=${event => setText(event.target.value)} /></label>
    ${fault && html`<p class="wrong" role="alert">${fault}</p>`}
    <div class="actions">
      <button class="go" disabled=${!about} onClick=${() => call("judge")}>${word("call_judge")}</button>
      <button class="go" disabled=${!about} onClick=${() => call("arbiter")}>${word("call_arbiter_now")}</button>
    </div>
  </${Sheet}>`;
}

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

/**
 * The sheet for an appeal: by whom, and why.
 * @param {Tools & { ruling: Ruling, close: () => void }} props
 */
export function AppealSheet({ table, follow, ruling, close }) {
  const [player, choose] = useState(null);
  const [text, setText] = useState("");
  const [fault, setFault] = useState(null);
  const [id] = useState(newId);
  const send = async () => {
    try {
      const answer = await request("POST", `/cases/${ruling.id}/appeals`, { body: { client_id: id, player, text: text.trim() } });
      if (answer.status !== 201) return setFault(answer.body.detail ?? answer.body.title);
      await follow.pollEverything();
      close();
    } catch {
      setFault(word("appeal_unsent"));
    }
  };
  return html`<${Sheet} title=${word("appeal_title", { name: ruling.name })} close=${close}>
    <p>${ruling.decision.decision}</p>
    <p class="faint">${ruling.decision.reasons}</p>
    <fieldset><legend>${word("appeal_who")}</legend><div class="choices">
      ${ruling.appeals.may.map(seat => html`<button key=${seat} aria-pressed=${player === seat} onClick=${() => choose(seat)} data-appellant=${seat}>${table.name(seat)}</button>`)}
    </div></fieldset>
    <label>${word("appeal_text")}<input maxlength="2000" value=${text} onInput=${event => setText(event.target.value)} /></label>
    ${fault && html`<p class="wrong" role="alert">${fault}</p>`}
    <div class="actions"><button class="go" disabled=${!player || !text.trim()} onClick=${send}>${word("appeal_send")}</button></div>
  </${Sheet}>`;
}
