// One entry of the log.
import { Clause } from "./clause.js";
import { html } from "./draw.js";
import { word } from "./given.js";
import { told } from "./report_told.js";

export function Line({ line, table, gone, children }) {
  const time = new Date(line.at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  const kind = gone ? "gone" : line.accepted ? line.report.type : "not";
  return html`<li class=${`line ${kind}`} data-seq=${line.seq}>
    <p><span class="faint">${line.seq} · ${time} · ${line.author}</span>${gone && html` <span class="state">${word("taken_back")}</span>`}${!line.accepted && html` <span class="state late">${word("refused")}</span>`}</p>
    <p>${line.accepted ? line.told.join(" · ") || told(line.report, table) : told(line.report, table)}</p>
    ${!line.accepted && html`<p class="clause">${[...new Set(line.refusals.map(each => each.clause))].map(each => html`<${Clause} key=${each} id=${each} />`)}</p>`}
    ${line.reason && html`<p class="faint">${line.reason}</p>`}
    ${children}
  </li>`;
}
