// Whatever else may be reported now and has no panel of its own: for the rulesets that have more, such as Monopoly City.
import { html, useState } from "./draw.js";
import { word } from "./given.js";
import { RollOff } from "./setup.js";
import { Swap } from "./swap.js";
import { told } from "./report_told.js";

const ELSEWHERE = new Set([
  "roll", "buy", "decline", "bid", "close_auction", "default", "place", "draw", "choose_tax", "pay", "claim_rent", "build",
  "sell", "withdraw_build", "close_building", "mortgage", "lift_mortgage", "trade", "offer_rescue", "withdraw_offer",
  "accept_rescue", "take_over", "declare_bankruptcy", "time_up", "pay_bail", "use_card", "deal", "open_talk", "close_talk",
  "start_trade",
]);

// What an entry leaves to choose, and the field of the report that the choice goes into.
const CHOICES = { districts: "deed", results: "result", with: "with", seats: "seats", cards: "card", deeds: "deed", options: "option" };
const FIELDS = { ride: "to" }; // where it is another field

export function Other({ table, log }) {
  const found = table.legal.filter(entry => !ELSEWHERE.has(entry.type));
  const offs = found.filter(entry => entry.type === "roll_off");
  const rest = found.filter(entry => entry.type !== "roll_off");
  return html`
    ${offs.map(({ seats }) => html`<details key=${seats.join()}><summary>${word("roll_off")}</summary><${RollOff} table=${table} log=${log} seats=${seats} /></details>`)}
    ${rest.length > 0 && html`<section class="due later"><h2>${word("other")}</h2><div class="actions">
      ${rest.map(entry => html`<${entry.type === "swap" ? Swap : One} key=${JSON.stringify(entry)} table=${table} log=${log} entry=${entry} />`)}
    </div></section>`}`;
}

function One({ table, log, entry }) {
  const [open, set] = useState(false);
  const [name, field] = Object.entries(CHOICES).find(([key]) => Array.isArray(entry[key])) ?? [];
  const { [name]: values, ...report } = entry;
  if (!name) return html`<button class="big" onClick=${() => log(report)}>${told(report, table)}</button>`;
  const shown = value => (name === "with" ? table.name(value) : table.deed[value] ? table.deedName(value) : String(value));
  return html`<button class="big" aria-expanded=${open} onClick=${() => set(!open)}>${told(report, table)} …</button>
    ${open && html`<div class="choices">${values.map(value => html`<button key=${value} onClick=${() => log({ ...report, [FIELDS[report.type] ?? field]: value })}>${shown(value)}</button>`)}</div>`}`;
}
