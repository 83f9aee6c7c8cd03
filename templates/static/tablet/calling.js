// The sheets that call a judge or the arbiter, and that appeal against a ruling.
import { html, Sheet, useState } from "./elements.js";
import { newId, pageData, request, word } from "./page.js";

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
