// The whole log, the latest entry first; an entry further back is corrected here, after its consequences were shown.
import { ask } from "./ask.js";
import { html, useMemo, useState } from "./draw.js";
import { given, word } from "./given.js";
import { Line } from "./line.js";
import { mayTakeBack, takenBack } from "./lines.js";
import { newId } from "./outbox.js";
import { Refusals } from "./refused.js";
import { told } from "./report_told.js";

export function HistoryPanel(tools) {
  const { table, follow, shut } = tools;
  const [open, set] = useState(null);
  const more = (follow.lines[0]?.seq ?? 1) > 1;
  // The page is drawn anew every second, hundreds of lines only when they change or one of them is being corrected.
  const listed = useMemo(() => {
    const gone = takenBack(follow.lines);
    return [...follow.lines].reverse().map(line => html`<${Line} key=${line.seq} line=${line} table=${table} gone=${gone.has(line.seq)}>
      ${!shut && line.accepted && !gone.has(line.seq) && line.report.type !== "retract" && mayTakeBack(line, follow.lines, given.may.rule) && html`
        <button class="small" aria-expanded=${open === line.seq} onClick=${() => set(open === line.seq ? null : line.seq)}>${word("correct")}</button>`}
      ${open === line.seq && html`<${Correct} ...${tools} line=${line} close=${() => set(null)} />`}
    </${Line}>`);
  }, [follow.lines, shut, open, open === null ? null : tools]);
  return html`<section aria-label=${word("tab_history")}>
    <ol class="history">${listed}</ol>
    ${more && html`<button onClick=${() => follow.earlier()}>${word("earlier")}</button>`}
  </section>`;
}

// What comes of taking an entry out: what would be reported again, and what would not follow any more.
function Correct({ table, follow, outbox, line, close }) {
  const [plan, setPlan] = useState(null);
  const [fault, setFault] = useState(null);
  const [reason, setReason] = useState("");
  const [dice, setDice] = useState(line.report.dice && Array.isArray(line.report.dice) ? line.report.dice.join(" ") : null);
  const corrected = () => {
    if (dice === null) return null;
    const values = dice.match(/[1-6]/g) ?? [];
    return { ...line.report, dice: values.map(Number) };
  };
  const send = async (trial, report) => {
    const body = { client_id: newId(), base: follow.seq, seq: line.seq, report, reason: reason || word("slip"), trial };
    try {
      const answer = await ask("POST", `/tables/${given.table}/corrections`, { body });
      if (answer.status !== 200) return setFault(answer.body.detail ?? answer.body.title);
      setFault(null);
      if (trial) return setPlan({ ...answer.body, report });
      await follow.look();
      close();
    } catch {
      setFault(word("no_answer"));
    }
  };
  const name = seq => {
    const found = follow.lines.find(each => each.seq === seq);
    return found ? told(found.report, table) : `#${seq}`;
  };
  const refused = plan?.answers.filter(answer => !answer.accepted) ?? [];
  const possible = plan && plan.answers.slice(0, plan.report ? 2 : 1).every(answer => answer.accepted);
  return html`<div class="correct" data-test="correct">
    ${outbox.waiting.length > 0 && html`<p class="wrong">${word("correct_wait")}</p>`}
    ${dice !== null && html`<label>${word("dice")}<input inputmode="numeric" value=${dice} onInput=${event => { setDice(event.target.value); setPlan(null); }} /></label>`}
    <div class="actions">
      ${dice !== null && html`<button onClick=${() => send(true, corrected())} disabled=${(dice.match(/[1-6]/g) ?? []).length !== 2}>${word("correct_show")}</button>`}
      <button onClick=${() => send(true, null)}>${word("correct_out")}</button>
    </div>
    ${fault && html`<p class="wrong" role="alert">${fault}</p>`}
    ${plan && html`<div class="plan" data-test="plan">
      ${plan.report && html`<p>${word("correct_to", { what: told(plan.report, table) })}</p>`}
      ${!possible && html`<p class="wrong">${word("correct_refused")}</p>`}
      ${refused.length > 0 && html`<${Refusals} refusals=${refused[0].refusals} />`}
      <p>${word("correct_again", { count: plan.again.length })}</p>
      ${plan.dropped.length > 0 && html`<p class="wrong">${word("correct_dropped", { count: plan.dropped.length })}</p><ul>${plan.dropped.map(seq => html`<li key=${seq}>${seq}. ${name(seq)}</li>`)}</ul>`}
      <label>${word("reason")}<input maxlength="500" value=${reason} onInput=${event => setReason(event.target.value)} /></label>
      <button class="go" disabled=${!possible || !reason.trim() || outbox.waiting.length > 0} onClick=${() => send(false, plan.report)}>${word("correct_now")}</button>
    </div>`}
  </div>`;
}
