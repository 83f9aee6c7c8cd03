// The whole log, with its corrections.
import { Correct } from "./correct.js";
import { Line } from "./log.js";
import { AskButton, html, useMemo, useState } from "../elements.js";
import { pageData, word } from "../page.js";
import { isOvertaken, mayTakeBack, takenBack } from "./standing.js";

/**
 * The whole log, the latest entry first; earlier entries are corrected here, after the consequences were shown.
 * @param {Tools} tools
 */
export function HistoryPanel(tools) {
  const { table, follow, shut } = tools;
  const [open, set] = useState(null);
  const more = (follow.lines[0]?.seq ?? 1) > 1;
  // The page is rendered every second; hundreds of lines only when they change or one of them is being corrected.
  const listed = useMemo(() => {
    const gone = takenBack(follow.lines);
    return [...follow.lines].reverse().map(line => html`<${Line} key=${line.seq} line=${line} table=${table} gone=${gone.has(line.seq)}>
      ${!shut && line.report.type !== "retract" && (mayTakeBack(line, follow.lines, pageData.may.rule) || isOvertaken(line, follow.lines)) && html`
        <button class="small" aria-expanded=${open === line.seq} onClick=${() => set(open === line.seq ? null : line.seq)}>${word("correct")}</button>`}
      ${open === line.seq && html`<${Correct} ...${tools} line=${line} gone=${gone} close=${() => set(null)} />`}
    </${Line}>`);
  }, [follow.lines, shut, open, open === null ? null : tools]);
  return html`<section aria-label=${word("tab_history")}>
    <ol class="history">${listed}</ol>
    ${more && html`<${AskButton} ask=${() => follow.fetchEarlier()}>${word("earlier")}</${AskButton}>`}
  </section>`;
}
