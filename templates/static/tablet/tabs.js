// The panels of the page, and the tab bar at its foot: each tab says who can do something there now.
import { letterOf } from "../board/seen.js";
import { DealPanel } from "./deals/deal.js";
import { html } from "./elements.js";
import { Later } from "./later.js";
import { word } from "./page.js";
import { PlayPanel } from "./play.js";

/** @type {Record<TabName, { panel: (tools: Tools) => Rendered, types?: string[] }>} */
export const TABS = {
  play: { panel: PlayPanel },
  deal: { panel: DealPanel, types: ["trade", "offer_rescue", "start_trade"] },
  build: { panel: tools => html`<${Later} of="building" name="BuildPanel" ...${tools} />`, types: ["build", "sell", "withdraw_build"] },
  mortgage: { panel: tools => html`<${Later} of="mortgage" name="MortgagePanel" ...${tools} />`, types: ["mortgage", "lift_mortgage"] },
  board: { panel: tools => html`<${Later} of="board" name="BoardPanel" ...${tools} />` },
  history: { panel: tools => html`<${Later} of="history" name="HistoryPanel" ...${tools} />` },
};

/**
 * The tab bar. A tab where nothing may be reported now is marked; it can still be opened, and says why. The last button calls
 * a judge, whatever tab is open.
 * @param {Pick<Tools, "go" | "table"> & { tab: TabName, show?: Tools["show"], names?: TabName[] }} props
 */
export function Tabs({ tab, go, table, show, names = /** @type {TabName[]} */ (Object.keys(TABS)) }) {
  return html`<nav class="tabs" aria-label=${word("views")}>
    ${names.map(name => {
      const { types } = TABS[name];
      const open = types && whoMayReport(table, types);
      return html`<button key=${name} class=${open === "" ? "shut" : ""} aria-current=${tab === name ? "page" : null} onClick=${() => go(name)}>
        <span>${word(`tab_${name}`)}</span>${types && html`<small>${open || word("open_nobody")}</small>`}</button>`;
    })}
    ${show && html`<button class="call" aria-haspopup="dialog" onClick=${() => show({ kind: "call" })} data-test="call"><span>${word("call_judge")}</span></button>`}
  </nav>`;
}

/**
 * Who may report something of these types now: "everybody", or their letters; "" for nobody.
 * @param {Table} table
 * @param {string[]} types
 */
function whoMayReport(table, types) {
  const who = table.active.filter(seat => types.some(type => table.legal.some(entry => entry.type === type && (entry.player ?? seat) === seat)));
  return who.length === table.active.length && who.length > 1 ? word("open_everybody") : who.map(letterOf).join(word("open_between"));
}
