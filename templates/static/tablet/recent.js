// The last entries, and the way back from a slip: one tap undoes the last report.
import { html, useState } from "./draw.js";
import { word } from "./given.js";
import { Line } from "./line.js";
import { lastMove, takenBack } from "./lines.js";
import { told } from "./report_told.js";

const SHOWN = 8;

export function Recent({ table, follow, log, busy, may, shut }) {
  const [asking, ask] = useState(false);
  const gone = takenBack(follow.lines);
  const last = lastMove(follow.lines, may.rule);
  const shown = follow.lines.slice(-SHOWN).reverse();
  const undo = () => {
    ask(false);
    log({ type: "retract", seq: last.seq }, { reason: word("slip") });
  };
  return html`<aside class="recent" aria-label=${word("recent")} tabindex="0">
    ${last && !shut && html`<div class="undo">
      <button onClick=${() => ask(!asking)} disabled=${busy || !table.certain} aria-expanded=${asking} data-test="undo">${word("undo", { what: told(last.report, table) })}</button>
      ${asking && html`<button class="go" onClick=${undo} data-test="undo-now">${word("undo_now", { seq: last.seq })}</button>`}
    </div>`}
    <ol aria-live="polite">${shown.map(line => html`<${Line} key=${line.seq} line=${line} table=${table} gone=${gone.has(line.seq)} />`)}</ol>
  </aside>`;
}
