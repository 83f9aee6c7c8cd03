// The log: which entries stand, the last ones beside the panels, the whole of it with its corrections.
import { Clause, html, useMemo, useState } from "./elements.js";
import { Refusals } from "./judgement.js";
import { given, newId, request, word } from "./page.js";
import { describe } from "./table.js";

// -- Entries of the log as they are shown, and which of them stand.

/**
 * The entries among `lines` (the end of the log, without gaps) that do not stand: a retraction takes back what came
 * since, and one that was taken back itself brings that back.
 * @param {LogLine[]} lines
 */
export function takenBack(lines) {
  if (!known.has(lines)) known.set(lines, found(lines));
  return known.get(lines);
}

const known = new WeakMap(); // by array of lines, which is made anew where it changes: the page asks every second

/** @param {LogLine[]} lines */
function found(lines) {
  const first = lines[0]?.seq ?? 1;
  const stands = new Map([[first - 1, new Set()]]);
  let now = new Set();
  for (const line of lines) {
    if (line.accepted) {
      const { type, seq } = line.report;
      now = type === "retract" ? new Set(stands.get(seq - 1) ?? []) : new Set(now).add(line.seq);
    }
    stands.set(line.seq, now);
  }
  return new Set(lines.filter(line => line.accepted && line.report.type !== "retract" && !now.has(line.seq)).map(line => line.seq));
}

/**
 * The last entry that stands, where it can be taken back: what the bench or the clock has logged only by the `bench`, and
 * so nothing before it.
 * @param {LogLine[]} lines
 * @param {boolean} bench
 */
export function lastMove(lines, bench) {
  const gone = takenBack(lines);
  const moves = lines.filter(line => line.accepted && line.report.type !== "retract" && !gone.has(line.seq));
  const last = moves.at(-1);
  return last && mayTakeBack(last, lines, bench) ? last : null;
}

/**
 * The last throw that stands and what stands behind it; without a throw, the last entry.
 * @param {LogLine[]} lines
 */
export function sinceThrow(lines) {
  const gone = takenBack(lines);
  const moves = lines.filter(line => line.accepted && line.report.type !== "retract" && !gone.has(line.seq));
  const last = moves.findLastIndex(line => line.report.type === "roll");
  return moves.slice(last);
}

/**
 * Whether somebody, of the `bench` or not, may take an entry back and what came behind it.
 * @param {LogLine} entry
 * @param {LogLine[]} lines
 * @param {boolean} bench
 */
export function mayTakeBack(entry, lines, bench) {
  return bench || !lines.some(line => line.seq >= entry.seq && line.accepted && line.bench);
}

/**
 * One entry of the log.
 * @param {{ line: LogLine, table: Table, gone: boolean, children?: Rendered }} props
 */
function Line({ line, table, gone, children }) {
  const time = new Date(line.at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  const kind = gone ? "gone" : line.accepted ? line.report.type : "not";
  return html`<li class=${`line ${kind}`} data-seq=${line.seq}>
    <p><span class="faint">${line.seq} · ${time} · ${line.author}</span>${gone && html` <span class="state">${word("taken_back")}</span>`}${!line.accepted && html` <span class="state late">${word("refused")}</span>`}</p>
    <p>${line.accepted ? line.told.join(" · ") || describe(line.report, table) : describe(line.report, table)}</p>
    ${!line.accepted && html`<p class="clause">${[...new Set(line.refusals.map(each => each.clause))].map(each => html`<${Clause} key=${each} id=${each} />`)}</p>`}
    ${line.reason && html`<p class="faint">${line.reason}</p>`}
    ${children}
  </li>`;
}

// -- The last entries, and the way back from a slip: one tap undoes the last report.

const SHOWN = 8;

const FRESH = 5000; // ms in which a report of this device is taken back by one tap, without a question

/**
 * The last entries, and the way back: one tap while the last report is fresh, then a question before it.
 * @param {Tools & { may: Given["may"] }} props
 */
export function Recent({ table, follow, outbox, log, busy, may, shut }) {
  const [asking, ask] = useState(false);
  const gone = takenBack(follow.lines);
  const last = lastMove(follow.lines, may.rule);
  const shown = follow.lines.slice(-SHOWN).reverse();
  const fresh = last?.seq === outbox.logged.seq && Date.now() - outbox.logged.at < FRESH;
  const undo = () => {
    ask(false);
    if (last) log({ type: "retract", seq: last.seq }, { reason: word("slip") });
  };
  return html`<aside class="recent" aria-label=${word("recent")} tabindex="0">
    ${last && !shut && html`<div class="undo">
      <button onClick=${() => (fresh ? undo() : ask(!asking))} data-fresh=${fresh ? "yes" : "no"} disabled=${busy || !table.certain} aria-expanded=${asking} data-test="undo">${word("undo", { what: describe(last.report, table) })}</button>
      ${asking && html`<button class="go" onClick=${undo} data-test="undo-now">${word("undo_now", { seq: last.seq })}</button>`}
    </div>`}
    <ol aria-live="polite">${shown.map(line => html`<${Line} key=${line.seq} line=${line} table=${table} gone=${gone.has(line.seq)} />`)}</ol>
  </aside>`;
}

/**
 * The whole log, the latest entry first; an entry further back is corrected here, after its consequences were shown.
 * @param {Tools} tools
 */
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

/**
 * What comes of taking an entry out: what would be reported again, and what would not follow any more.
 * @param {Tools & { line: LogLine, close: () => void }} props
 */
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
  /**
   * @param {boolean} trial
   * @param {Move | null} report
   */
  const send = async (trial, report) => {
    const body = { client_id: newId(), base: follow.seq, seq: line.seq, report, reason: reason || word("slip"), trial };
    try {
      const answer = await request("POST", `/tables/${given.table}/corrections`, { body });
      if (answer.status !== 200) return setFault(answer.body.detail ?? answer.body.title);
      setFault(null);
      if (trial) return setPlan({ ...answer.body, report });
      await follow.look();
      close();
    } catch {
      setFault(word("no_answer"));
    }
  };
  /** @param {number} seq */
  const name = seq => {
    const found = follow.lines.find(each => each.seq === seq);
    return found ? describe(found.report, table) : `#${seq}`;
  };
  const refused = plan?.answers.filter((/** @type {Judgement} */ answer) => !answer.accepted) ?? [];
  const possible = plan && plan.answers.slice(0, plan.report ? 2 : 1).every((/** @type {Judgement} */ answer) => answer.accepted);
  return html`<div class="correct" data-test="correct">
    ${outbox.waiting.length > 0 && html`<p class="wrong">${word("correct_wait")}</p>`}
    ${dice !== null && html`<label>${word("dice")}<input inputmode="numeric" value=${dice} onInput=${event => { setDice(event.target.value); setPlan(null); }} /></label>`}
    <div class="actions">
      ${dice !== null && html`<button onClick=${() => send(true, corrected())} disabled=${(dice.match(/[1-6]/g) ?? []).length !== 2}>${word("correct_show")}</button>`}
      <button onClick=${() => send(true, null)}>${word("correct_out")}</button>
    </div>
    ${fault && html`<p class="wrong" role="alert">${fault}</p>`}
    ${plan && html`<div class="plan" data-test="plan">
      ${plan.report && html`<p>${word("correct_to", { what: describe(plan.report, table) })}</p>`}
      ${!possible && html`<p class="wrong">${word("correct_refused")}</p>`}
      ${refused.length > 0 && html`<${Refusals} refusals=${refused[0].refusals} />`}
      <p>${word("correct_again", { count: plan.again.length })}</p>
      ${plan.dropped.length > 0 && html`<p class="wrong">${word("correct_dropped", { count: plan.dropped.length })}</p><ul>${plan.dropped.map((/** @type {number} */ seq) => html`<li key=${seq}>${seq}. ${name(seq)}</li>`)}</ul>`}
      <label>${word("reason")}<input maxlength="500" value=${reason} onInput=${event => setReason(event.target.value)} /></label>
      <button class="go" disabled=${!possible || !reason.trim() || outbox.waiting.length > 0} onClick=${() => send(false, plan.report)}>${word("correct_now")}</button>
    </div>`}
  </div>`;
}
