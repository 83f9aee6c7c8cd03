// Rents that are open and nobody's debt yet, for rules where the owner must ask: to be asked for, or paid unasked.
import { html } from "./draw.js";
import { word } from "./given.js";
import { Report } from "./report.js";

export function OpenRents(tools) {
  const { table } = tools;
  const rents = open(table);
  if (!rents.length) return null;
  return html`<section class="due" data-due="open_rents"><h2>${word("rents_open")}</h2>
    ${rents.map(({ payer, owner, deed, amount }) => {
      const claim = { type: "claim_rent", player: owner, from: payer, ...(deed ? { deed } : {}) };
      const pay = { type: "pay", player: payer, to: owner, ...(deed ? { deed } : {}) };
      const facts = { owner: table.name(owner), payer: table.name(payer), deed: table.deedName(deed), amount: amount === undefined ? "" : table.money(amount) };
      return html`<div key=${`${payer} ${owner} ${deed}`}><p>${word("rents_one", facts)}</p><div class="actions">
        <${Report} ...${tools} main open=${has(table, claim)} report=${claim}>${word("rents_claim", facts)}</${Report}>
        <${Report} ...${tools} open=${has(table, pay)} report=${pay}>${word("rents_pay", facts)}</${Report}>
      </div></div>`;
    })}
  </section>`;
}

const has = (table, report) => table.entries(report.type).some(entry => Object.entries(report).every(([name, value]) => entry[name] === value));

// Rents that may be asked for or paid and that no debt is due for: [{payer, owner, deed, amount}].
function open(table) {
  const due = table.due.map(({ entry }) => entry);
  const isDue = ({ payer, owner, deed }) => due.some(entry => entry.kind === "debt" && entry.player === payer && entry.to === owner && (!deed || entry.deed === deed));
  const rows = [
    ...table.entries("claim_rent").map(({ player, from, deed }) => ({ payer: from, owner: player, deed })),
    ...table.entries("pay").filter(({ to }) => table.seats.includes(to)).map(({ player, to, deed, amount }) => ({ payer: player, owner: to, deed, amount })),
  ];
  const found = new Map();
  for (const row of rows.filter(each => !isDue(each))) {
    const rent = (table.position.rents ?? []).find(each => each.player === row.payer && each.to === row.owner && each.deed === row.deed && !each.lapsed);
    found.set(`${row.payer} ${row.owner} ${row.deed}`, { ...row, amount: rent?.amount ?? row.amount });
  }
  return [...found.values()];
}
