// What a page of a table can show, and the line of tabs at its foot.
import { BoardPanel } from "./board.js";
import { BuildPanel } from "./building.js";
import { DealPanel } from "./deal.js";
import { html } from "./elements.js";
import { HistoryPanel } from "./log.js";
import { MortgagePanel } from "./mortgage.js";
import { word } from "./page.js";
import { PlayPanel } from "./play.js";

/** @type {Record<TabName, { panel: (tools: Tools) => Rendered, types?: string[] }>} */
export const TABS = {
  play: { panel: PlayPanel },
  deal: { panel: DealPanel, types: ["trade", "offer_rescue", "start_trade"] },
  build: { panel: BuildPanel, types: ["build", "sell", "withdraw_build"] },
  mortgage: { panel: MortgagePanel, types: ["mortgage", "lift_mortgage"] },
  board: { panel: BoardPanel },
  history: { panel: HistoryPanel },
};

/**
 * A tab whose reports are all closed now is marked so; it may be opened all the same, and says why.
 * @param {{ tab: TabName, go: (tab: TabName) => void, table: Table, names?: TabName[] }} props
 */
export function Tabs({ tab, go, table, names = /** @type {TabName[]} */ (Object.keys(TABS)) }) {
  return html`<nav class="tabs" aria-label=${word("views")}>
    ${names.map(name => {
      const { types } = TABS[name];
      const shut = types && !types.some(type => table.may(type));
      return html`<button key=${name} class=${shut ? "shut" : ""} aria-current=${tab === name ? "page" : null} onClick=${() => go(name)}>${word(`tab_${name}`)}</button>`;
    })}
  </nav>`;
}
