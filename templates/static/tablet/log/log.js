// The log: its lines, and the latest of them beside the panels.
import { Clause, html, useState } from "../elements.js";
import { timeOfDay, word } from "../page.js";
import { Disc, Square } from "../signs.js";
import { lastMoves, takenBack } from "./standing.js";
import { describe, saidBy } from "../table.js";

const LATE_AFTER = 2000; // ms between making and logging from which both times are shown

/**
 * One entry of the log.
 * @param {{ line: LogLine, table: Table, gone: boolean, brief?: boolean, children?: Rendered }} props
 */
export function Line({ line, table, gone, brief = false, children }) {
  const late = line.made_at !== null && line.made_at !== undefined && line.at - line.made_at > LATE_AFTER;
  const time = late ? word("made_and_logged", { made: timeOfDay(line.made_at ?? 0, true), logged: timeOfDay(line.at, true) }) : timeOfDay(line.at);
  const kind = gone ? "gone" : line.accepted ? line.report.type : "not";
  const { player, dice, type } = line.report;
  const space = line.to ? table.space[line.to] : undefined;
  const short = type === "roll" && Array.isArray(dice);
  return html`<li class=${`line ${kind}`} data-seq=${line.seq}>
    ${short && html`<p class="brief">${player && html`<${Disc} table=${table} seat=${player} size="small" />`} <b>${dice.join("+")}</b>${space && html` → <${Square} space=${space} /> <b>${space.name}</b>`}${line.took && html` <b class="took">+${table.money(line.took)}</b>`}</p>`}
    <p class=${short ? "told after" : "told"}>${(line.accepted && saidBy(line, brief)) || describe(line.report, table)}</p>
    <p class="meta"><span class="faint">${[line.seq, time, line.author].filter(Boolean).join(" · ")}</span>${gone && html` <span class="state">${word("taken_back")}</span>`}${!line.accepted && html` <span class="state late">${word("refused")}</span>`}</p>
    ${!line.accepted && html`<p class="clause">${[...new Set(line.refusals.map(each => each.clause))].map(each => html`<${Clause} key=${each} id=${each} />`)}</p>`}
    ${line.reason && html`<p class="faint">${line.reason}</p>`}
    ${children}
  </li>`;
}

// -- The latest entries, and undoing a slip: one tap takes back the last report.

const LINES_SHOWN = 8;

const FRESH_MS = 5000; // ms during which a single tap takes back a report of this device, without confirmation

/**
 * The latest entries, and undo: a single tap while the last report is fresh, afterwards with confirmation.
 * @param {Tools & { may: PageData["may"] }} props
 */
export function Recent({ table, follow, outbox, lines, log, busy, may, shut }) {
  const [asking, ask] = useState(false);
  const gone = takenBack(lines);
  const moves = lastMoves(lines, may.rule);
  const last = moves.at(-1);
  const shown = lines.slice(-LINES_SHOWN).reverse();
  const at = last && (last.seq === outbox.logged.seq ? outbox.logged.at : last.seq > follow.seq ? last.at : 0); // when we learned of it
  const fresh = Boolean(at) && Date.now() - Number(at) < FRESH_MS;
  const undo = () => {
    ask(false);
    if (last) log({ type: "retract", seq: moves[0].seq });
  };
  return html`<aside class="recent" aria-label=${word("recent")} tabindex="0">
    ${last && !shut && html`<div class="undo">
      <button onClick=${() => (fresh ? undo() : ask(!asking))} data-fresh=${fresh ? "yes" : "no"} disabled=${busy || !table.certain} aria-expanded=${asking} data-test="undo">${word("undo", { what: moves.map(line => describe(line.report, table)).join(" · ") })}</button>
      ${asking && html`<button class="go" onClick=${undo} data-test="undo-now">${word("undo_now", { seq: moves[0].seq })}</button>`}
    </div>`}
    <ol aria-live="polite">${shown.map(line => html`<${Line} key=${line.seq} line=${line} table=${table} gone=${gone.has(line.seq)} brief=${true} />`)}</ol>
  </aside>`;
}
