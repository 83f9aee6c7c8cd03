// Why the queue waits for the judge, and what can be done: until somebody decides, nothing is sent and nothing is lost.
import { Changes } from "../log/changes.js";
import { Compose } from "../log/compose.js";
import { html, useEffect, useRef, useState } from "../elements.js";
import { possibleReports } from "../law/forecast.js";
import { Refusals } from "../law/judgement.js";
import { pageData, request, timeOfDay, word } from "../page.js";
import { putBeforeSignal } from "./before_signal.js";
import { madeBeforeSignal } from "./edits.js";
import { describe } from "../table.js";

/**
 * The text of the button that continues, by the reason for the hold.
 * @type {Record<string, string>}
 */
const CONTINUE_TEXTS = { outdated: "send_behind", restored: "send_behind", author: "send_as_mine", signal: "signal_behind", leaving: "send_here" };
const NOT_EDITABLE = new Set(["access", "author", "leaving"]); // no editing by a judge who may not report, who has not yet adopted these reports, or while another device reads them
const DEBOUNCE = 400; // ms without a change before the queue is tried
const RETRY_AFTER = 5000; // ms until the next request after a 429

/**
 * Why the queue waits for the judge, and what can be done.
 * @param {Tools & { held: Hold }} tools
 */
export function Conflict(tools) {
  const { table, follow, outbox, device, held, show } = tools;
  const { why } = held;
  const { waiting } = outbox;
  const known = Math.max(held.seq ?? held.entry?.seq ?? 0, follow.seq); // others go on while the judge looks
  const trial = useDryRun(NOT_EDITABLE.has(why) ? [] : waiting, known);
  // Without a network the law on this device says it.
  const verdicts = waiting.map((item, number) => trial?.answers[number] ?? device.answers.get(item.client_id)?.answer);
  const goOn = () => outbox.release(why === "outdated" ? known : held.seq, verdicts.every(each => each) ? waiting.filter((_, number) => !verdicts[number]?.accepted).map(item => item.client_id) : undefined);
  const box = useRef(null);
  useEffect(() => box.current?.scrollIntoView({ block: "start" }), [why]);
  return html`<section ref=${box} class="wrong" role="alert" data-test="held" data-why=${why}>
    <h2>${word(`held_${why}`)}</h2>
    ${why === "restored" && html`<p>${word("held_restored_note", { seq: held.seq })}</p>`}
    ${why === "handed" && html`<p>${word("held_handed_note", { by: held.by, name: pageData.name })}</p>`}
    ${why === "author" && html`<p>${word("held_author_note", { by: held.by, name: pageData.name })}</p>`}
    ${(why === "outdated" || why === "signal") && html`<${LoggedSince} table=${table} follow=${follow} since=${held.since} />`}
    ${why === "refused" && html`<p>${describe(held.entry.report, table)} <button onClick=${() => outbox.insert(held.entry.report, outbox.waiting[0]?.client_id ?? null)} data-test="try-again">${word("try_again")}</button></p>
      <${Refusals} refusals=${held.entry.answer.refusals} />`}
    ${held.detail && html`<p>${held.detail}</p>`}
    ${why === "signal" && html`<${BeforeSignal} ...${tools} />`}
    <${WaitingReports} ...${tools} trial=${trial} verdicts=${verdicts} />
    <div class="actions">${why === "access" || why === "leaving" ? html`<button class="go" onClick=${() => show({ kind: "hand" })} data-test="hand-over">${word("hand_over")}</button>` : ""}
      ${why === "access"
      ? html`<a class="button" href=${location.pathname} data-test="open-anew">${word("open_anew")}</a>`
      : html`<button class=${why === "leaving" ? "" : "go"} data-test="go-on" onClick=${goOn}>${word(CONTINUE_TEXTS[why] ?? "send_on")}</button>`}
      ${why === "signal" && !held.signal.judge && html`<button onClick=${() => show({ kind: "call" })}>${word("call_arbiter")}</button>`}</div>
    <p class="faint">${word("held_note")}</p>
  </section>`;
}

/**
 * The entries logged since then and while the judge looks, in the log's own words if these have already arrived.
 * @param {{ table: Table, follow: Follow, since: { seq: number, report: Move, author: string }[] }} props
 */
function LoggedSince({ table, follow, since }) {
  /** @param {number} seq */
  const line = seq => follow.lines.find(each => each.seq === seq)?.told.join(" · ");
  const last = since.at(-1)?.seq ?? Infinity;
  const later = follow.lines.filter(each => each.seq > last && each.seq <= follow.seq);
  return html`<section><h3>${word("conflict_theirs")}</h3><ol class="plain">${[...since, ...later].map(({ seq, report, author }) => html`<li key=${seq}>
    ${seq}. ${line(seq) || describe(report, table)} <span class="faint">${author}</span></li>`)}</ol></section>`;
}

// -- The reports that wait, each with its probable outcome, to be edited before they are sent.

/** @param {Tools & { held: Hold, trial: Trial | null, verdicts: (Judgement | undefined)[] }} props */
function WaitingReports({ table, outbox, held, trial, verdicts }) {
  const { waiting } = outbox;
  const [editing, edit] = useState(/** @type {{ id: string, how: "replace" | "insert" } | null} */ (null));
  const fixed = NOT_EDITABLE.has(held.why);
  const dropped = outbox.items.filter(item => item.dropped_at && !item.same_as);
  const legal = possibleReports(table.board, table.position);
  /**
   * @param {QueueItem} item
   * @param {"replace" | "insert"} how
   */
  const toggle = (item, how) => edit(editing?.id === item.client_id && editing.how === how ? null : { id: item.client_id, how });
  /** @param {Move} report */
  const done = report => {
    if (editing?.how === "replace") outbox.replace(editing.id, report);
    else if (editing) outbox.insert(report, editing.id);
    edit(null);
  };
  return html`<section><h3>${word("conflict_mine")}</h3><ol>${waiting.map((item, number) => html`<li key=${item.client_id} data-waiting=${item.report.type}>${describe(item.report, table)}
      <button onClick=${() => outbox.drop(item.client_id)} data-test="drop">${word("take_out")}</button>
      ${!fixed && html`<button aria-expanded=${editing?.id === item.client_id && editing.how === "replace"} onClick=${() => toggle(item, "replace")} data-test="replace">${word("replace")}</button>
        <button aria-expanded=${editing?.id === item.client_id && editing.how === "insert"} onClick=${() => toggle(item, "insert")} data-test="insert">${word("insert_before")}</button>`}
      <${Verdict} answer=${verdicts[number]} />
      ${editing?.id === item.client_id && html`<${Compose} key=${editing.how} table=${table} first=${editing.how === "replace" ? item.report : undefined} legal=${legal} done=${done} close=${() => edit(null)} />`}
    </li>`)}</ol>
    ${!fixed && dropped.length > 0 && html`<h3>${word("queue_dropped")}</h3><ul>${dropped.map(item => html`<li key=${item.client_id}><s>${describe(item.report, table)}</s>
      <button onClick=${() => outbox.putBack(item.client_id)} data-test="put-back">${word("put_back")}</button></li>`)}</ul>`}
    ${trial && held.why !== "signal" && html`<${Changes} changes=${trial.changes} table=${table} />`}
  </section>`;
}

/** @param {{ answer?: Judgement }} props */
function Verdict({ answer }) {
  if (!answer) return null;
  return answer.accepted ? html`<span class="state on" data-test="stands">✓ ${word("stands")}</span>` : html`<${Refusals} refusals=${answer.refusals} />`;
}

/** @typedef {{ answers: Judgement[], changes: Change[] }} Trial */

/**
 * The outcome of a dry run of all reports that wait, after the last entry of the log; null while it is not known.
 * @param {QueueItem[]} waiting
 * @param {number} known the last entry of the log that the page knows
 * @returns {Trial | null}
 */
function useDryRun(waiting, known) {
  const [trial, set] = useState(/** @type {{ key: string, answers: Judgement[], changes: Change[] } | null} */ (null));
  const key = `${known} ${JSON.stringify(waiting.map(item => item.report))}`;
  useEffect(() => {
    let outdated = false;
    const body = { reports: waiting.map(item => item.report), to_the_end: true };
    const ask = () => request("POST", `/tables/${pageData.table}/trials`, { body }).then(answer => {
      if (outdated) return;
      if (answer.status === 200) set({ ...answer.body, key });
      if (answer.status === 429) timer = setTimeout(ask, RETRY_AFTER);
    }, () => {});
    let timer = waiting.length ? setTimeout(ask, DEBOUNCE) : undefined;
    return () => {
      outdated = true;
      clearTimeout(timer);
    };
  }, [key]);
  return trial?.key === key ? trial : null;
}

// -- Moves that were made before the end signal but would be logged after it.

/** @param {Tools & { held: Hold }} props */
function BeforeSignal({ table, outbox, held }) {
  const { signal } = held;
  const moves = madeBeforeSignal(outbox.waiting, signal);
  const key = `${held.seq} ${JSON.stringify(moves.map(item => item.report))}`;
  const [tried, keep] = useState(/** @type {Record<string, { plan?: any, fault?: string }>} */ ({}));
  const { plan, fault } = tried[key] ?? {}; // nobody agrees to what was shown of other moves
  /** @param {boolean} trial */
  const ask = async trial => {
    try {
      const { status, body } = await putBeforeSignal(outbox, trial);
      keep(all => ({ ...all, [key]: status === 200 ? { plan: body } : { fault: body.detail ?? body.title } }));
    } catch {
      keep(all => ({ ...all, [key]: { fault: word("no_answer") } }));
    }
  };
  useEffect(() => { if (signal.judge && moves.length) ask(true); }, [key]);
  const refused = plan?.answers.find((/** @type {Judgement} */ answer) => !answer.accepted);
  /** @param {number} at */
  const time = at => timeOfDay(at, true);
  return html`<section data-test="overtaken">
    <p>${word("signal_times", { made: time(signal.made_at), signal: time(signal.at) })}</p>
    ${!signal.judge && html`<p>${word("signal_arbiter", { seconds: signal.seconds })}</p>`}
    ${refused && html`<${Refusals} refusals=${refused.refusals} />`}
    ${plan && !refused && html`<${Changes} changes=${plan.changes} table=${table} />`}
    ${fault && html`<p>${fault}</p>`}
    ${signal.judge && moves.length > 0 && html`<div class="actions"><button class="go" disabled=${!plan || Boolean(refused)} onClick=${() => ask(false)} data-test="before-signal">${word("signal_before_count", { count: moves.length })}</button></div>`}
  </section>`;
}
