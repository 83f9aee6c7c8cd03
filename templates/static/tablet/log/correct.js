// Correcting the log: an entry is replaced, taken out or put back, or one is inserted before it, after everything that this
// changes has been shown.
import { Changes } from "./changes.js";
import { Compose } from "./compose.js";
import { INSERTED } from "./dropped.js";
import { html, useEffect, useState } from "../elements.js";
import { Refusals } from "../law/judgement.js";
import { newId, pageData, request, word } from "../page.js";
import { isOvertaken, nextStanding } from "./standing.js";
import { describe } from "../table.js";

/**
 * A correction to be tried, then made: a request to `path` with the fields of `body`. `shown`: the correction in words.
 * @typedef {{ path: string, body: Record<string, any>, shown: string }} Wanted
 */

/**
 * The ways to correct an entry of the log, and their consequences.
 * @param {Tools & { line: LogLine, gone: Set<number>, close: () => void }} props
 */
export function Correct({ table, follow, outbox, log, line, gone, close }) {
  const [wanted, want] = useState(/** @type {Wanted | null} */ (null));
  const [composing, compose] = useState(/** @type {"replace" | "insert" | null} */ (null));
  const stands = line.accepted && !gone.has(line.seq);
  /**
   * @param {Move | null} report
   * @param {string} shown
   * @param {object} [more]
   */
  const correction = (report, shown, more = {}) => {
    compose(null);
    want({ path: "corrections", body: { seq: line.seq, report, ...more }, shown });
  };
  const putBack = () => {
    const next = nextStanding(line, follow.lines);
    if (!next) {
      log(line.report);
      close();
    } else want({ path: "corrections", body: { seq: next.seq, report: line.report, insert: true }, shown: word("correct_put_back_to", { what: describe(line.report, table) }) });
  };
  return html`<div class="correct" data-test="correct">
    ${outbox.waiting.length > 0 && html`<p class="wrong">${word("correct_wait")}</p>`}
    <div class="actions">
      ${stands && html`<button aria-expanded=${composing === "replace"} onClick=${() => compose("replace")} data-test="replace">${word("replace")}</button>
        <button aria-expanded=${composing === "insert"} onClick=${() => compose("insert")} data-test="insert">${word("insert_before")}</button>
        <button onClick=${() => correction(null, word("correct_out"))} data-test="take-out">${word("correct_out")}</button>`}
      ${!stands && html`<button onClick=${putBack} data-test="put-back">${word(line.accepted ? "put_back" : "try_again")}</button>`}
      ${isOvertaken(line, follow.lines) && html`<button onClick=${() => want({ path: "before-signal", body: { entries: [line.seq], sent_at: Date.now() }, shown: word("signal_before") })} data-test="before-signal">${word("signal_before")}</button>`}
    </div>
    ${composing && html`<${ReplacementForm} key=${composing} table=${table} line=${line} first=${composing === "replace" ? line.report : undefined} close=${() => compose(null)}
      done=${(/** @type {Move} */ report) => correction(report, word(composing === "replace" ? "correct_to" : "correct_before", { what: describe(report, table) }), composing === "insert" ? { insert: true } : {})} />`}
    ${wanted && html`<${Plan} key=${JSON.stringify(wanted.body)} wanted=${wanted} table=${table} follow=${follow} outbox=${outbox} close=${close} />`}
  </div>`;
}

/**
 * The form for a report in the place of an entry. The server is asked what may be reported there.
 * @param {{ table: Table, line: LogLine, first?: Move, done: (report: Move) => void, close: () => void }} props
 */
function ReplacementForm({ table, line, first, done, close }) {
  const [legal, set] = useState(/** @type {LegalEntry[]} */ ([]));
  useEffect(() => {
    if (first) return;
    request("GET", `/tables/${pageData.table}?at=${line.seq - 1}`).then(({ status, body }) => status === 200 && set(body.legal), () => {});
  }, [line.seq]);
  return html`<${Compose} table=${table} first=${first} legal=${legal} done=${done} close=${close} />`;
}

/**
 * The consequences of a correction, and the button that makes it.
 * @param {{ wanted: Wanted, table: Table, follow: Follow, outbox: Outbox, close: () => void }} props
 */
function Plan({ wanted, table, follow, outbox, close }) {
  const [plan, setPlan] = useState(null);
  const [fault, setFault] = useState(null);
  const [reason, setReason] = useState("");
  const [name] = useState(newId);
  /** @param {boolean} trial */
  const send = async trial => {
    // The log itself then says whether the entry was to be logged again (`dropped.js`).
    const client_id = wanted.body.insert ? INSERTED + name : name;
    const body = { client_id, base: follow.seq, ...wanted.body, reason: reason || word("slip"), trial };
    try {
      const answer = await request("POST", `/tables/${pageData.table}/${wanted.path}`, { body });
      if (answer.status !== 200) return setFault(answer.body.detail ?? answer.body.title);
      setFault(null);
      if (trial) return setPlan(answer.body);
      await follow.poll();
      close();
    } catch {
      setFault(word("no_answer"));
    }
  };
  useEffect(() => { send(true); }, [follow.seq]);
  if (!plan) return fault ? html`<p class="wrong" role="alert">${fault}</p>` : html`<p class="faint">${word("deal_asking")}</p>`;
  const { answers, again, dropped, changes } = plan;
  const refused = answers.find((/** @type {Judgement} */ answer) => !answer.accepted);
  return html`<div class="plan" data-test="plan">
    <p>${wanted.shown}</p>
    ${refused && html`<p class="wrong">${word("correct_refused")}</p><${Refusals} refusals=${refused.refusals} />`}
    ${!refused && html`<p>${word("correct_again", { count: again.length })}</p>
      ${dropped.length > 0 && html`<p class="wrong">${word("correct_dropped", { count: dropped.length })}</p><ul>${dropped.map((/** @type {number} */ seq) => html`<li key=${seq}>${seq}. ${entryText(seq, follow, table)}</li>`)}</ul>`}
      <${Changes} changes=${changes} table=${table} />
      <${Reasons} reason=${reason} set=${setReason} />`}
    ${fault && html`<p class="wrong" role="alert">${fault}</p>`}
    <button class="go" disabled=${Boolean(refused) || !reason.trim() || outbox.waiting.length > 0} onClick=${() => send(false)} data-test="correct-now">${word("correct_now")}</button>
  </div>`;
}

const USUAL_REASONS = ["slip", "reason_forgotten", "reason_misheard", "reason_agreed"];

/**
 * The reason: chosen by a tap, or typed.
 * @param {{ reason: string, set: (reason: string) => void, usual?: string[] }} props
 */
export function Reasons({ reason, set, usual = USUAL_REASONS }) {
  return html`<div class="choices reasons" role="group" aria-label=${word("reason")}>${usual.map(each => html`
      <button key=${each} aria-pressed=${reason === word(each)} onClick=${() => set(word(each))} data-reason=${each}>${word(each)}</button>`)}</div>
    <label>${word("reason")}<input maxlength="500" value=${reason} onInput=${event => set(event.target.value)} /></label>`;
}

/**
 * @param {number} seq
 * @param {Follow} follow
 * @param {Table} table
 */
function entryText(seq, follow, table) {
  const found = follow.lines.find(each => each.seq === seq);
  return found ? describe(found.report, table) : `#${seq}`;
}
