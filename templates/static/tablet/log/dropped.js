// What a correction has dropped: the entries that stood behind the corrected one and are not logged again yet. The list is
// derived from the log, so that it is there after a reload and on another tablet; each entry goes back in with one tap.
import { Compose } from "./compose.js";
import { html, useEffect, useState } from "../elements.js";
import { possibleReports } from "../law/forecast.js";
import { dryRun, Refusals } from "../law/judgement.js";
import { pageData, word } from "../page.js";
import { takenBack } from "./standing.js";
import { describe } from "../table.js";

const PLAYED_ON = 10; // entries of other kinds after a correction from which on the table has gone on without what was dropped
/** Begins the client ids of corrections that put something before an entry, which itself is to be logged again too. */
export const INSERTED = "insert.";

const LEFT = /^out\.(\d+)-(\d+)\./; // begins the client id of the report that is made after entries were left out

/**
 * The entries that corrections have dropped, in order: those that a retraction took back behind the corrected entry and that
 * no standing entry after it repeats.
 * @param {LogLine[]} lines the end of the log, without gaps
 * @returns {LogLine[]}
 */
export function droppedEntries(lines) {
  const gone = takenBack(lines);
  const stands = (/** @type {LogLine} */ line) => line.accepted && line.report.type !== "retract" && !gone.has(line.seq);
  /** @type {{ line: LogLine, by: number | null }[]} */
  let dropped = []; // `by`: the entry that repeats it
  let others = 0; // entries since the last correction that repeat nothing
  for (const [place, line] of lines.entries()) {
    const [, first, last] = LEFT.exec(line.client_id) ?? [];
    if (first) dropped = dropped.filter(each => each.line.seq < Number(first) || each.line.seq > Number(last));
    if (!line.accepted) continue;
    if (line.report.type === "retract") {
      if (lines.find(each => each.seq === line.report.seq)?.report.type === "retract") continue; // it brings back: what stands again is listed no more
      const from = line.report.seq + (line.client_id.startsWith(INSERTED) ? 0 : 1);
      const before = lines.slice(0, place);
      const stood = takenBack(before);
      const taken = before.filter(each => each.seq >= from && each.accepted && each.report.type !== "retract" && !stood.has(each.seq));
      if (!taken.length) continue;
      const again = new Set(taken.map(each => each.seq));
      dropped = [...taken.map(each => ({ line: each, by: null })), ...dropped.filter(({ by }) => by === null || !again.has(by))];
      others = 0;
    } else if (stands(line)) {
      const found = dropped.find(each => each.by === null && same(each.line.report, line.report));
      if (found) found.by = line.seq;
      else others += 1;
    }
  }
  // The report in the place of the corrected entry repeats nothing either.
  return others > PLAYED_ON ? [] : dropped.filter(({ line, by }) => by === null && !stands(line)).map(({ line }) => line);
}

/**
 * @param {Move} one
 * @param {Move} other
 */
const same = (one, other) => JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());

const LEFT_OUT = "referee-left-out";

/** @returns {Record<string, number[]>} */
const leftOut = () => JSON.parse(localStorage.getItem(LEFT_OUT) ?? "{}");

/**
 * What the client id of the next report begins with, so that the log says which dropped entries were left out before it: other
 * devices then do not list them again. Until then only this device knows.
 * @param {LogLine[]} lines
 * @param {number[]} [out]
 */
export function leftOutBefore(lines, out = leftOut()[pageData.table] ?? []) {
  if (!out.length) return "";
  const listed = droppedEntries(lines).map(line => line.seq);
  const gone = listed.filter(seq => out.includes(seq));
  const [first, last] = [Math.min(...gone), Math.max(...gone)];
  // Of others in between, nobody has said that they are left out.
  return gone.length && listed.every(seq => seq < first || seq > last || gone.includes(seq)) ? `out.${first}-${last}.` : "";
}

/**
 * The list of what corrections have dropped, the first of which can be logged again, replaced or left out.
 * @param {Tools} tools
 */
export function DroppedEntries({ table, lines, log, busy, shut, may }) {
  const [out, set] = useState(() => leftOut()[pageData.table] ?? []);
  const [composing, compose] = useState(false);
  const listed = shut || !may.report ? [] : droppedEntries(lines).filter(line => !out.includes(line.seq));
  const first = listed[0];
  const key = first ? `${first.seq} ${table.at}` : "";
  const [tried, setTried] = useState(/** @type {{ key: string, answer: Judgement | null } | null} */ (null));
  useEffect(() => {
    if (!first || busy) return;
    let over = false;
    dryRun([first.report]).then(answers => over || setTried({ key, answer: answers?.[0] ?? null }));
    return () => { over = true; };
  }, [key, busy]);
  if (!first) return null;
  const answer = tried?.key === key ? tried.answer : null;
  /** @param {LogLine[]} some */
  const leave = some => {
    const now = [...out, ...some.map(line => line.seq)];
    localStorage.setItem(LEFT_OUT, JSON.stringify({ [pageData.table]: now })); // of this table only: the others' are over
    set(now);
    compose(false);
  };
  const refused = answer !== null && !answer.accepted;
  /** @param {Move} report */
  const instead = report => {
    leave([first]);
    log(report);
  };
  // Small as long as it does not follow: what is due comes first.
  return html`<section class="note dropped" data-test="dropped" aria-label=${word("dropped_title")}>
    <p><b>${word("dropped_title")}</b> (${listed.length})</p>
    <p data-dropped=${first.seq}>${first.seq}. ${describe(first.report, table)}</p>
    ${refused && html`<details data-test="dropped-why"><summary>${word("dropped_why")}</summary><${Refusals} refusals=${answer.refusals} /></details>`}
    <div class="actions"><button class=${refused ? "" : "go"} disabled=${busy || refused} onClick=${() => log(first.report)} data-test="log-again">${word("dropped_again")}</button>
      <button aria-expanded=${composing} onClick=${() => compose(!composing)} data-test="log-other">${word("replace")}</button>
      <button onClick=${() => leave([first])} data-test="leave-out">${word("dropped_leave")}</button></div>
    ${composing && html`<${Compose} table=${table} legal=${possibleReports(table.board, table.position)} done=${instead} close=${() => compose(false)} />`}
    ${listed.length > 1 && html`<details><summary>${word("dropped_more", { count: listed.length - 1 })}</summary>
      <ol class="plain">${listed.slice(1).map(line => html`<li key=${line.seq} data-dropped=${line.seq}>${line.seq}. ${describe(line.report, table)}</li>`)}</ol>
      <button onClick=${() => leave(listed)} data-test="leave-all">${word("dropped_leave_all")}</button></details>`}
  </section>`;
}
