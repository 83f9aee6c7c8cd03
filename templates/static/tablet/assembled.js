// The foot of a tab where a report is put together: why it may not be made, what comes of it, the button that logs it.
import { html } from "./draw.js";
import { word } from "./given.js";
import { Refusals } from "./refused.js";

// `answer`: the referee's to a dry run of `report`, null while there is none. `label` names the button; `start`, where
// nothing is chosen yet. `again` empties the choice. The children say what comes of it.
export function Assembled({ log, go, explain, report, answer, label, start, again, test, children }) {
  const refusals = answer?.refusals ?? [];
  const shut = refusals.length > 0;
  const send = () => {
    if (shut) return explain(report);
    again();
    go("play");
    return log(report);
  };
  return html`<div class="bar">
    ${shut && html`<div class="wrong" role="alert" tabindex="0"><${Refusals} refusals=${refusals.slice(0, 1)} /></div>`}
    ${children}
    <div class="actions">
      <button class=${`go big${!report || shut ? " shut" : ""}`} disabled=${!report} aria-disabled=${shut ? "true" : null} onClick=${send} data-test=${test}>
        ${report ? label : start}</button>
      ${report && html`<button onClick=${again} data-test="again">${word("choose_again")}</button>`}
    </div>
  </div>`;
}
