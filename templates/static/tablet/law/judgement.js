// The referee's answers: dry runs while a report is put together, refusals, and what would be right.
import { totalMoney } from "../deals/terms.js";
import { Clause, html, Sheet, useEffect, useRef, useState } from "../elements.js";
import { pageData, request, word } from "../page.js";

// -- Dry runs of reports that are being put together, a moment after the last change.

const DEBOUNCE = 200; // ms without a further change

/**
 * @typedef {object} Here
 * @property {boolean} judges
 * @property {(reports: Move[]) => Promise<Judgement[] | undefined>} dryRun
 */

/** @type {Here | null} What answers on this device, without the network, once it can. */
let localJudge = null;

/** @param {Here} device */
export function setLocalJudge(device) {
  localJudge = device;
}

/**
 * What the referee would answer to `reports`, one after another, after the last entry of the log.
 * @param {Move[] | null | false} reports
 * @param {Pick<Tools, "table">} tools
 * @returns {Trial}
 */
export function useTrial(reports, { table }) {
  const [last, keep] = useState(/** @type {{ key: string | null, answers: Trial["answers"] }} */ ({ key: null, answers: undefined }));
  const key = reports ? `${table.certain ? table.at : "unjudged"} ${JSON.stringify(reports)}` : null;
  useEffect(() => {
    if (!reports) {
      keep({ key, answers: undefined });
      return undefined;
    }
    let outdated = false;
    const timer = setTimeout(async () => {
      const answers = table.certain ? await dryRun(reports) : null;
      if (!outdated) keep({ key, answers });
    }, localJudge?.judges ? 0 : DEBOUNCE);
    return () => {
      outdated = true;
      clearTimeout(timer);
    };
  }, [key]);
  return key === null ? { answers: undefined, fresh: false } : { answers: last.answers, fresh: last.key === key };
}

/**
 * The answers of a dry run of `reports`, up to the first refused one; null if nobody can say.
 * @param {Move[]} reports
 * @returns {Promise<Judgement[] | null>}
 */
export async function dryRun(reports) {
  const known = await localJudge?.dryRun(reports);
  if (known) return known;
  try {
    const { status, body } = await request("POST", `/tables/${pageData.table}/trials`, { body: { reports } });
    return status === 200 ? body.answers : null;
  } catch {
    return null;
  }
}

/**
 * The refusals among answers; [] if there are none, null if nobody can say (yet).
 * @param {Judgement[] | null | undefined} answers
 */
export function refusalsOf(answers) {
  return answers ? answers.flatMap(answer => answer.refusals ?? []) : null;
}

/**
 * The total amount of an answer's events of a kind, in whole units of money; null if there are none.
 * @param {Judgement | null | undefined} answer
 * @param {string} kind
 */
export function eventSum(answer, kind) {
  const found = (answer?.events ?? []).filter(event => event.kind === kind);
  return found.length ? found.reduce((total, event) => total + event.amount, 0) : null;
}

// -- A refusal: which clause, what was reported, what the rule is, what would be right; and what can be done about it.

/**
 * The sentences of refusals, each with its clause.
 * @param {{ refusals: Refusal[] }} props
 */
export function Refusals({ refusals }) {
  return html`<ul class="refusals">${refusals.map(each => html`<li key=${each.code}>
    <p>${each.message}</p><p class="clause"><${Clause} id=${each.clause} />${each.layer === "regulation" ? html` <span class="faint">${word("by_regulation")}</span>` : ""}</p>
  </li>`)}</ul>`;
}

/**
 * A refusal. `refused`: of a report in the log; `tried`: of one that was only tried ({report, refusals}; `note`: why nothing
 * may be reported at all; `logged`: the entry that rules it out).
 * @param {Tools & { refused: { item: QueueItem, entry: LogEntry }, tried?: { refusals: Refusal[] | null, note?: string | null, logged?: string }, close: () => void }} props
 */
export function Refused({ log, show, go, refused, tried, close }) {
  const [reason, setReason] = useState("");
  const [asking, setAsking] = useState(false);
  const box = useRef(null);
  useEffect(() => box.current?.scrollIntoView({ block: "start" }), [refused?.entry.seq]);
  if (tried) {
    const { refusals, note, logged } = tried;
    return html`<${Sheet} title=${word("why_not")} close=${close}>
      ${note ? html`<p>${note}</p>` : refusals === null ? html`<p>${word("nobody_can_say")}</p>`
        : refusals.length ? html`<${Refusals} refusals=${refusals} />${pageData.table && html`<div class="actions"><button onClick=${() => show({ kind: "call" })}>${word("call_arbiter")}</button></div>`}`
        : html`<p>${word("may_be")}</p>`}
      ${logged && html`<p class="note" data-test="logged-at">${logged} <button onClick=${() => { close(); go("history"); }}>${word("tab_history")}</button></p>`}
    </${Sheet}>`;
  }
  const { item, entry } = refused;
  const letStand = () => {
    const clauses = [...new Set(entry.answer.refusals.map(each => each.clause).filter(id => !id.startsWith("RECORD/")))];
    log({ type: "ruling", by: pageData.name, reason, clauses, apply: item.report });
    close();
  };
  return html`<section ref=${box} class="wrong" role="alert" data-test="refused">
    <h2>${word("refused_title", { seq: entry.seq })}</h2>
    <${Refusals} refusals=${entry.answer.refusals} />
    <div class="actions">
      <button class="go" onClick=${close}>${word("understood")}</button>
      <button onClick=${() => show({ kind: "call", entry })}>${word("call_arbiter")}</button>
      ${pageData.may.rule && html`<button aria-expanded=${asking} onClick=${() => setAsking(!asking)}>${word("let_stand")}</button>`}
      ${pageData.open_case && html`<a class="button" href=${`${pageData.open_case}&refused=${entry.seq}`}>${word("case_open")}</a>`}
    </div>
    ${asking && html`<form class="reason" onSubmit=${event => { event.preventDefault(); letStand(); }}>
      <label>${word("reason")}<input required maxlength="500" value=${reason} onInput=${event => setReason(event.target.value)} /></label>
      <button class="go" disabled=${!reason.trim()}>${word("let_stand_now")}</button>
    </form>`}
  </section>`;
}

// -- What the referee would answer to terms while they are put together, and what would correct them.

/**
 * `trial`: from `useTrial`. `half`: one side is still empty, so a refusal is not an error yet. `terms`: {give, take}, which
 * `set` replaces.
 * @param {{ table: Table, trial: Trial, good: string, half?: boolean, terms?: Terms, set?: (terms: any) => void }} props
 */
export function Verdict({ table, trial, good, half, terms, set }) {
  const { answers, fresh } = trial;
  const refusals = mainRefusals(refusalsOf(answers));
  return html`<div class="verdict" role="status" aria-busy=${!fresh} tabindex="0" data-test="verdict">
    ${answers === undefined ? html`<p class="faint">${word("deal_asking")}</p>`
      : refusals === null ? html`<p class="faint">${word("nobody_can_say")}</p>`
      : refusals.length ? html`<div class=${half ? "note" : "wrong"}><${Refusals} refusals=${refusals} />
          ${terms && html`<${CorrectionButton} table=${table} refusals=${refusals} terms=${terms} set=${set} />`}</div>`
      : html`<p class="stands"><span aria-hidden="true">✓</span> ${good}</p>
          ${(answers?.at(-1)?.warnings ?? []).map(each => html`<p class="note" key=${each.code}>${each.message} <${Clause} id=${each.clause} /></p>`)}`}
  </div>`;
}

/**
 * The refusals by a rule; those by the record's own clauses, which only repeat them, if there are no others.
 * @param {Refusal[] | null} refusals
 */
function mainRefusals(refusals) {
  const ruled = refusals?.filter(each => !each.clause.startsWith("RECORD/"));
  return ruled?.length ? ruled : refusals;
}

/**
 * A button that makes the correction, if a refusal names the amount.
 * @param {{ table: Table, refusals: Refusal[], terms: Terms, set: (terms: any) => void }} props
 */
function CorrectionButton({ table, refusals, terms, set }) {
  const found = refusals.map(refusal => correctedTerms(refusal, terms)).find(each => each !== null);
  if (!found) return null;
  return html`<button onClick=${() => set(found.terms)} data-test="mend">${word(found.how, { amount: table.money(found.amount) })}</button>`;
}

const TOO_LITTLE_CODES = new Set(["rescue_insufficient", "rescue_must_clear_both", "shared_rescue_insufficient"]);

/**
 * The terms that a refusal asks for, and how they differ: {how, amount, terms}; null if it names no amount.
 * @param {Refusal} refusal
 * @param {Terms} terms
 */
export function correctedTerms({ code, facts }, { one, give, take }) {
  if (TOO_LITTLE_CODES.has(code)) {
    /** @param {Side} side */
    const more = side => ({ ...side, cash: side.cash + facts.missing });
    return { how: "deal_mend_more", amount: facts.missing, terms: facts.player === one ? { give, take: more(take) } : { give: more(give), take } };
  }
  const price = code === "deed_too_cheap" ? facts.least : code === "card_too_dear" ? facts.limit : undefined;
  if (price === undefined) return null;
  const sold = code === "deed_too_cheap" ? give.deeds.includes(facts.deeds[0]) : give.cards.length > 0;
  const [goods, back] = sold ? [give, take] : [take, give];
  const cash = price - totalMoney({ ...back, cash: 0 }) + totalMoney({ ...goods, cash: 0 });
  const goodsSide = { ...goods, cash: Math.max(0, -cash) };
  const paySide = { ...back, cash: Math.max(0, cash) };
  return { how: "deal_mend", amount: price, terms: sold ? { give: goodsSide, take: paySide } : { give: paySide, take: goodsSide } };
}

// -- The foot of a tab where a report is put together: why it may not be made, its consequences, the button that logs it.

/**
 * `answer`: the referee's answer to a dry run of `report`; null while there is none. `label`: the button's text; `start`: its
 * text while nothing is chosen. `again` clears the choice. The children say what the consequences are.
 * @param {Tools & { report: Move | null, answer: Judgement | null, label: string, start: string, again: () => void, test: string, children?: Rendered }} props
 */
export function ReportBar({ log, go, show, why, explain, report, answer, label, start, again, test, children }) {
  const [asking, ask] = useState(false);
  const refusals = answer?.refusals ?? [];
  const shut = refusals.length > 0;
  const send = async () => {
    if (!report || asking) return undefined;
    if (shut) return explain(report);
    if (!answer) { // tapped before the referee has answered: wait for that
      ask(true);
      const found = await why(report);
      ask(false);
      if (found?.length) return show({ kind: "why", report, refusals: found });
    }
    again();
    go("play");
    return log(report);
  };
  return html`<div class="bar">
    ${shut && html`<div class="wrong" role="alert" tabindex="0"><${Refusals} refusals=${refusals.slice(0, 1)} /></div>`}
    ${children}
    <div class="actions">
      <button class=${`go big${!report || shut ? " shut" : ""}`} disabled=${!report || asking} aria-disabled=${shut ? "true" : null} onClick=${send} data-test=${test}>
        ${report ? label : start}</button>
      ${report && html`<button onClick=${again} data-test="again">${word("choose_again")}</button>`}
    </div>
  </div>`;
}
