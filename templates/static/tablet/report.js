// A report to be tapped.
import { html } from "./draw.js";

// A button for a report: logs it where it may be made now; else it is grey, and a tap on it says why not. `open`: whether
// it may, where its type and player do not tell (`may` is another thing: what the page's user may do).
export function Report({ table, log, explain, report, open = Boolean(table.may(report.type, report.player)), preview, main, children, test }) {
  const tap = () => (open ? log(report, { preview }) : explain(report));
  return html`<button class=${`${main ? "go big" : "big"}${open ? "" : " shut"}`} aria-disabled=${open ? null : "true"} onClick=${tap} data-test=${test ?? report.type}>${children}</button>`;
}
