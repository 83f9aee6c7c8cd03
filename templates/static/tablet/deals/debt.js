// Debts: who owes what to whom, paying, the options if the cash is not enough, rents still to be claimed.
import { Decide, html, ReportButton } from "../elements.js";
import { word } from "../page.js";
import { mostRaisable, Raise } from "./raising.js";
import { Bankruptcy, Rescue } from "./rescue.js";

/**
 * A debt: who owes what to whom, paying it, and the options if the cash is not enough.
 * @param {Tools & { entry: DueEntry, first: boolean }} tools
 */
export function Debt(tools) {
  const { table, entry } = tools;
  const { player, amount, cause, provisional } = entry;
  const all = table.due.map(each => each.entry).filter(each => each.kind === "debt" && each.player === player);
  const { cash } = table.player(player);
  const shorts = all.filter(each => !each.after && owedUpTo(all, each) > cash);
  const short = entry.after ? 0 : Math.max(0, owedUpTo(all, entry) - cash);
  const then = payment(entry);
  // What concerns all debts of a player is shown once: at the first one that exceeds the assets, or else the cash.
  const first = entry === (all.find(each => each.provisional) ?? shorts[0]);
  const offered = (table.position.offers ?? []).some(offer => offer.to === player);
  const raise = short > 0 && entry === shorts[0] && html`<${Raise} ...${tools} first=${tools.first && !provisional} player=${player} missing=${short} then=${then} />`;
  return html`
    ${!entry.after && html`<${Decide} first=${tools.first && short === 0}>
      <${ReportButton} ...${tools} main=${amount <= cash} open=${isPayable(table, then)} report=${then}>${word("pay", { amount: table.money(amount) })}</${ReportButton}>
      ${cause === "jail_fee" && !entry.taken_over && (table.player(player).cards ?? []).map(deck => html`<${UseCard} key=${deck} ...${tools} report=${{ type: "use_card", player, deck }} />`)}
      ${cause === "interest" && html`<${Lift} ...${tools} />`}
    </${Decide}>`}
    ${short > 0 && html`<${Short} ...${tools} short=${short} />`}
    ${first && (provisional || offered) && html`<${Rescue} ...${tools} first=${tools.first && provisional} debts=${all} />`}
    ${raise && (provisional ? html`<details><summary>${word("raise_title")}</summary>${raise}</details>` : raise)}
    ${first && html`<${Bankruptcy} ...${tools} report=${{ type: "declare_bankruptcy", player }} debtor=${player}>
      ${word("debt_bankrupt", { name: table.name(player) })}</${Bankruptcy}>`}`;
}

/**
 * The missing amount, the most that the player can raise, and the tabs where it is raised.
 * @param {Tools & { entry: DueEntry, short: number }} props
 */
function Short({ table, entry, short, go }) {
  const { player, provisional } = entry;
  const most = mostRaisable(table, player);
  return html`<p class=${provisional ? "wrong" : "note"} data-test="short">${word("short_of", { name: table.name(player), amount: table.money(short) })}
      ${most !== null && html` ${word("debt_reach", { amount: table.money(most) })}`}</p>
    <div class="actions">
      ${/** @type {TabName[]} */ (table.sells ? ["deal", "build", "mortgage"] : ["deal", "mortgage"]).map(tab => html`<button key=${tab} onClick=${() => go(tab)}>${word(tab === "build" ? "sell" : `tab_${tab}`)}</button>`)}
    </div>`;
}

/**
 * The button that lifts a mortgage: that too settles the interest for a mortgaged deed received.
 * @param {Tools & { entry: DueEntry }} tools
 */
function Lift(tools) {
  const { table, entry } = tools;
  const may = Boolean(table.may("lift_mortgage", entry.player)?.deeds.includes(entry.deed));
  return html`<${ReportButton} ...${tools} open=${may} report=${{ type: "lift_mortgage", player: entry.player, deeds: [entry.deed] }}>${word("debt_lift")}</${ReportButton}>`;
}

/** @param {Tools & { report: Move }} tools */
function UseCard(tools) {
  const { table, report } = tools;
  const may = table.entries("use_card").some(each => each.player === report.player && (each.deck ?? report.deck) === report.deck);
  return html`<${ReportButton} ...${tools} open=${may}>${word("use_card")}</${ReportButton}>`;
}

/**
 * The report that pays this debt and no other.
 * @param {DueEntry} value
 */
const payment = ({ player, to, deed }) => ({ type: "pay", player, to, ...(deed ? { deed } : {}) });

/**
 * @param {Table} table
 * @param {Move} value
 */
const isPayable = (table, { player, to, deed }) => table.entries("pay").some(each => each.player === player && each.to === to && each.deed === deed);

/**
 * The sum of a player's debts up to and including this one: older ones are paid first.
 * @param {DueEntry[]} all
 * @param {DueEntry} entry
 */
function owedUpTo(all, entry) {
  const due = all.filter(each => !each.after);
  return due.slice(0, due.indexOf(entry) + 1).reduce((sum, each) => sum + each.amount, 0);
}

/**
 * Open rents that are not debts yet, for rules where the owner must claim them: they can be claimed, or paid without a claim.
 * @param {Tools} tools
 */
export function OpenRents(tools) {
  const { table } = tools;
  const rents = openRents(table);
  if (!rents.length) return null;
  return html`<section class="due" data-due="open_rents"><h2>${word("rents_open")}</h2>
    ${rents.map(({ payer, owner, deed, amount }) => {
      const claim = { type: "claim_rent", player: owner, from: payer, ...(deed ? { deed } : {}) };
      const pay = { type: "pay", player: payer, to: owner, ...(deed ? { deed } : {}) };
      const facts = { owner: table.name(owner), payer: table.name(payer), deed: table.deedName(deed), amount: amount === undefined ? "" : table.money(amount) };
      return html`<div key=${`${payer} ${owner} ${deed}`}><p>${word("rents_one", facts)}</p><div class="actions">
        <${ReportButton} ...${tools} main open=${mayReport(table, claim)} report=${claim}>${word("rents_claim", facts)}</${ReportButton}>
        <${ReportButton} ...${tools} open=${mayReport(table, pay)} report=${pay}>${word("rents_pay", facts)}</${ReportButton}>
      </div></div>`;
    })}
  </section>`;
}

/**
 * @param {Table} table
 * @param {Move} report
 */
const mayReport = (table, report) => table.entries(report.type).some(entry => Object.entries(report).every(([name, value]) => entry[name] === value));

/**
 * Rents that may be claimed or paid and for which no debt is due.
 * @param {Table} table
 */
function openRents(table) {
  const due = table.due.map(({ entry }) => entry);
  /** @param {{ payer: Seat, owner: Seat, deed: DeedKey }} value */
  const isDue = ({ payer, owner, deed }) => due.some(entry => entry.kind === "debt" && entry.player === payer && entry.to === owner && (!deed || entry.deed === deed));
  /** @type {{ payer: Seat, owner: Seat, deed: DeedKey, amount?: number }[]} */
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
