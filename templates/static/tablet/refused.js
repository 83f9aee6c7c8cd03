// A refusal: which clause, what was reported, what the rule is, what would be right; and what one can do about it.
import { Clause } from "./clause.js";
import { html, useEffect, useRef, useState } from "./draw.js";
import { given, word } from "./given.js";
import { Sheet } from "./sheet.js";

// The sentences of refusals, each with its clause.
export function Refusals({ refusals }) {
  return html`<ul class="refusals">${refusals.map(each => html`<li key=${each.code}>
    <p>${each.message}</p><p class="clause"><${Clause} id=${each.clause} />${each.layer === "regulation" ? html` <span class="faint">${word("by_regulation")}</span>` : ""}</p>
  </li>`)}</ul>`;
}

// `refused`: a report that is in the log, refused; `tried`: one that was only asked about ({report, refusals}; `note`: why
// nothing may be reported at all).
export function Refused({ log, show, refused, tried, close }) {
  const [reason, setReason] = useState("");
  const [asking, setAsking] = useState(false);
  const box = useRef(null);
  useEffect(() => box.current?.scrollIntoView({ block: "start" }), [refused?.entry.seq]);
  if (tried) {
    const { refusals, note } = tried;
    return html`<${Sheet} title=${word("why_not")} close=${close}>
      ${note ? html`<p>${note}</p>` : refusals === null ? html`<p>${word("nobody_can_say")}</p>`
        : refusals.length ? html`<${Refusals} refusals=${refusals} /><div class="actions"><button onClick=${() => show({ kind: "call" })}>${word("call_arbiter")}</button></div>`
        : html`<p>${word("may_be")}</p>`}
    </${Sheet}>`;
  }
  const { item, entry } = refused;
  const stand = () => {
    const clauses = [...new Set(entry.answer.refusals.map(each => each.clause).filter(id => !id.startsWith("RECORD/")))];
    log({ type: "ruling", by: given.name, reason, clauses, apply: item.report });
    close();
  };
  return html`<section ref=${box} class="wrong" role="alert" data-test="refused">
    <h2>${word("refused_title", { seq: entry.seq })}</h2>
    <${Refusals} refusals=${entry.answer.refusals} />
    <div class="actions">
      <button class="go" onClick=${close}>${word("understood")}</button>
      <button onClick=${() => show({ kind: "call", entry })}>${word("call_arbiter")}</button>
      ${given.may.rule && html`<button aria-expanded=${asking} onClick=${() => setAsking(!asking)}>${word("let_stand")}</button>`}
      ${given.open_case && html`<a class="button" href=${`${given.open_case}&refused=${entry.seq}`}>${word("case_open")}</a>`}
    </div>
    ${asking && html`<form class="reason" onSubmit=${event => { event.preventDefault(); stand(); }}>
      <label>${word("reason")}<input required maxlength="500" value=${reason} onInput=${event => setReason(event.target.value)} /></label>
      <button class="go" disabled=${!reason.trim()}>${word("let_stand_now")}</button>
    </form>`}
  </section>`;
}
