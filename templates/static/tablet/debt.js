// A debt: who owes what to whom, paying it, and what there is to do where the cash does not reach.
import { Bankruptcy } from "./bankruptcy.js";
import { html } from "./draw.js";
import { word } from "./given.js";
import { Report } from "./report.js";
import { Raise } from "./raise.js";
import { reach } from "./raising.js";
import { Rescue } from "./rescue.js";

export { OpenRents } from "./open_rents.js";

export function Debt(tools) {
  const { table, entry } = tools;
  const { player, amount, cause, provisional } = entry;
  const all = table.due.map(each => each.entry).filter(each => each.kind === "debt" && each.player === player);
  const { cash } = table.player(player);
  const shorts = all.filter(each => !each.after && owedUpTo(all, each) > cash);
  const short = entry.after ? 0 : Math.max(0, owedUpTo(all, entry) - cash);
  const then = payment(entry);
  // What concerns all debts of a player stands once: at the first one beyond the assets, or else beyond the cash.
  const first = entry === (all.find(each => each.provisional) ?? shorts[0]);
  const offered = (table.position.offers ?? []).some(offer => offer.to === player);
  const raise = short > 0 && entry === shorts[0] && html`<${Raise} ...${tools} player=${player} missing=${short} then=${then} />`;
  return html`
    ${!entry.after && html`<div class="actions">
      <${Report} ...${tools} main=${amount <= cash} open=${isPayable(table, then)} report=${then}>${word("pay", { amount: table.money(amount) })}</${Report}>
      ${cause === "jail_fee" && !entry.taken_over && table.player(player).cards.map(deck => html`<${UseCard} key=${deck} ...${tools} report=${{ type: "use_card", player, deck }} />`)}
      ${cause === "interest" && html`<${Lift} ...${tools} />`}
    </div>`}
    ${short > 0 && html`<${Short} ...${tools} short=${short} />`}
    ${first && (provisional || offered) && html`<${Rescue} ...${tools} debts=${all} />`}
    ${raise && (provisional ? html`<details><summary>${word("raise_title")}</summary>${raise}</details>` : raise)}
    ${first && html`<${Bankruptcy} ...${tools} report=${{ type: "declare_bankruptcy", player }} debtor=${player}>
      ${word("debt_bankrupt", { name: table.name(player) })}</${Bankruptcy}>`}`;
}

// What is missing, what own assets reach, and the tabs where it is found.
function Short({ table, entry, short, go }) {
  const { player, provisional } = entry;
  const most = reach(table, player);
  return html`<p class=${provisional ? "wrong" : "note"} data-test="short">${word("short_of", { name: table.name(player), amount: table.money(short) })}
      ${most !== null && html` ${word("debt_reach", { amount: table.money(most) })}`}</p>
    <div class="actions">
      ${["deal", "build", "mortgage"].map(tab => html`<button key=${tab} onClick=${() => go(tab)}>${word(tab === "build" ? "sell" : `tab_${tab}`)}</button>`)}
    </div>`;
}

// Interest for a mortgaged deed received is settled by lifting the mortgage too.
function Lift(tools) {
  const { table, entry } = tools;
  const may = Boolean(table.may("lift_mortgage", entry.player)?.deeds.includes(entry.deed));
  return html`<${Report} ...${tools} open=${may} report=${{ type: "lift_mortgage", player: entry.player, deeds: [entry.deed] }}>${word("debt_lift")}</${Report}>`;
}

function UseCard(tools) {
  const { table, report } = tools;
  const may = table.entries("use_card").some(each => each.player === report.player && (each.deck ?? report.deck) === report.deck);
  return html`<${Report} ...${tools} open=${may}>${word("use_card")}</${Report}>`;
}

// The report that pays this debt and no other.
const payment = ({ player, to, deed }) => ({ type: "pay", player, to, ...(deed ? { deed } : {}) });

const isPayable = (table, { player, to, deed }) => table.entries("pay").some(each => each.player === player && each.to === to && each.deed === deed);

// A player's debts up to and with this one: older ones are paid first.
function owedUpTo(all, entry) {
  const due = all.filter(each => !each.after);
  return due.slice(0, due.indexOf(entry) + 1).reduce((sum, each) => sum + each.amount, 0);
}
