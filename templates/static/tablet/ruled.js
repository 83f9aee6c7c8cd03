// Rulings about this table that can still be appealed against, or whose appeal waits.
import { ask } from "./ask.js";
import { html, useState } from "./draw.js";
import { word } from "./given.js";
import { newId } from "./outbox.js";
import { Sheet } from "./sheet.js";

export function Ruled({ follow, show }) {
  const now = Date.now() + (follow.clock?.offset ?? 0);
  return follow.cases.filter(({ decision, appeals }) => decision && (appeals.waiting || appeals.until > now)).map(ruling => {
    const { appeals } = ruling;
    const minutes = Math.ceil((appeals.until - now) / 60000);
    return html`<div key=${ruling.id} class="note" role="status" data-test="ruled">
      <p><b>${word("ruling_title", { name: ruling.name })}</b> ${ruling.decision.decision}</p>
      ${appeals.waiting && html`<p>${word("appeal_waits")}</p>`}
      ${appeals.until > now && html`<button onClick=${() => show({ kind: "appeal", ruling })}>${word("appeal_until", { minutes })}</button>`}
    </div>`;
  });
}

// An appeal: who, and what they say.
export function Appealing({ table, follow, ruling, close }) {
  const [player, choose] = useState(null);
  const [text, setText] = useState("");
  const [fault, setFault] = useState(null);
  const [id] = useState(newId);
  const send = async () => {
    try {
      const answer = await ask("POST", `/cases/${ruling.id}/appeals`, { body: { client_id: id, player, text: text.trim() } });
      if (answer.status !== 201) return setFault(answer.body.detail ?? answer.body.title);
      await follow.lookAgain();
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
