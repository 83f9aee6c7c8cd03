// Income tax where there is a choice, before anybody counts.
import { html } from "./draw.js";
import { word } from "./given.js";
import { Report } from "./report.js";

export function Tax(tools) {
  const { table, entry } = tools;
  const options = table.may("choose_tax", entry.player)?.options ?? ["flat", "percent"];
  return html`<div class="actions">
    ${options.map(option => html`<${Report} key=${option} ...${tools} test=${`tax-${option}`} report=${{ type: "choose_tax", player: entry.player, option }}>${word(`tax_${option}`)}</${Report}>`)}
  </div>`;
}
