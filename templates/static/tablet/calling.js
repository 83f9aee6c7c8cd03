// Calling a judge or the arbiter to the table, and what is known of who is coming.
import { ask } from "./ask.js";
import { html, useState } from "./draw.js";
import { given, word } from "./given.js";
import { newId } from "./outbox.js";
import { Sheet } from "./sheet.js";

const ABOUT = ["rule", "dispute", "time", "other"];

// `entry`: the refused entry that it is about, if there is one.
export function Calling({ follow, entry, close }) {
  const [about, setAbout] = useState(entry ? "rule" : null);
  const [text, setText] = useState("");
  const [fault, setFault] = useState(null);
  const [id] = useState(newId);
  const call = async kind => {
    const body = { client_id: id, kind, about, ...(text.trim() ? { text: text.trim() } : {}), ...(entry ? { refused: entry.seq } : {}) };
    try {
      const answer = await ask("POST", `/tables/${given.table}/calls`, { body });
      if (answer.status !== 201) return setFault(answer.body.detail ?? answer.body.title);
      await follow.lookAgain();
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

// The open call of the table: for how long, and who is coming.
export function Called({ follow }) {
  const call = follow.calls?.open;
  if (!call) return null;
  const minutes = Math.max(0, Math.floor((Date.now() + (follow.clock?.offset ?? 0) - call.called_at) / 60000));
  const withdraw = async () => {
    try {
      await ask("POST", `/calls/${call.id}/withdraw`);
    } finally {
      await follow.lookAgain();
    }
  };
  return html`<div class="note called" role="status" data-test="called">
    <p>${word("call_open", { who: word(`level_${call.level}`), minutes })}${call.holder ? html` · <b>${word("call_claimed", { holder: call.holder })}</b>` : ""}</p>
    ${call.state === "open" && html`<button onClick=${withdraw}>${word("call_withdraw")}</button>`}
  </div>`;
}
