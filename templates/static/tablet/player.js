// A player's sheet: what they have, deed by deed. It is loaded later.
import { label, moved } from "./deeds/mortgage.js";
import { OpenTalk } from "./deals/deal.js";
import { mostRaisable } from "./deals/raising.js";
import { html, Sheet } from "./elements.js";
import { useTrial } from "./law/judgement.js";
import { word } from "./page.js";
import { placeText, worthOf } from "./players.js";
import { Square, standingText } from "./signs.js";

/**
 * The details of a player, on a sheet: deeds with their rents, their worth, what could be raised; a deed is mortgaged or
 * freed, a talk opened by one tap.
 * @param {Tools & { seat: Seat, close: () => void }} tools
 */
export function PlayerSheet(tools) {
  const { table, seat, close } = tools;
  const player = table.player(seat);
  const worth = worthOf(table, seat);
  const most = player.out ? null : mostRaisable(table, seat);
  const owned = table.owned(seat);
  return html`<${Sheet} title=${table.name(seat)} close=${close}>
    <dl class="facts">
      <dt>${word("cash")}</dt><dd>${table.money(player.cash)}</dd>
      ${worth !== null && html`<dt>${word("worth")}</dt><dd>${table.money(worth)}</dd>`}
      ${most !== null && html`<dt>${word("could_raise")}</dt><dd>${table.money(most)}</dd>`}
      <dt>${word("stands_at")}</dt><dd>${player.out ? word("out") : placeText(table, seat)}</dd>
    </dl>
    ${most !== null && html`<p class="faint">${word(table.sells ? "could_raise_how" : "could_raise_rents")}</p>`}
    ${owned.length ? html`<table><thead><tr><th>${table.printed.called.one}</th><th class="number">${word("rent")}</th><th class="number">${word("mortgage_value")}</th></tr></thead>
      <tbody>${owned.map(deed => html`<${OwnedDeed} key=${deed.key} ...${tools} deed=${deed} />`)}</tbody></table>`
      : html`<p class="empty">${word("no_deeds", { name: table.name(seat), deeds: table.printed.called.many })}</p>`}
    <div class="actions">${table.others(seat).map(other => html`<${OpenTalk} key=${other} ...${tools} one=${seat} two=${other} />`)}</div>
  </${Sheet}>`;
}

/** @param {Tools & { seat: Seat, deed: Deed }} tools */
function OwnedDeed(tools) {
  const { table, seat, deed } = tools;
  const { mortgaged } = table.holding(deed.key);
  const rent = table.rent(deed.key);
  const mortgage = table.mortgageValue(deed.key);
  const stands = table.manyPieces ? standingText(table, deed.key) : table.standsOn(deed.key).map(each => each.mark).join(" ");
  const type = mortgaged ? "lift_mortgage" : "mortgage";
  return html`<tr><td><${Square} space=${table.space[deed.key]} /> ${deed.name} ${mortgaged && html`<span class="state late">${word("mortgaged")}</span>`} ${stands && html`<span class="tag">${stands}</span>`}</td>
    <td class="number">${rent ? rent.times ? word("rent_times", { times: rent.times }) : table.money(rent.amount) : "–"}</td>
    ${table.may(type, seat)?.deeds.includes(deed.key)
      ? html`<td class="does"><${OneMortgage} ...${tools} report=${{ type, player: seat, deeds: [deed.key] }} /></td>`
      : html`<td class="number">${mortgage === undefined ? "–" : table.money(mortgage)}</td>`}</tr>`;
}

/** @param {Tools & { report: Move }} tools */
function OneMortgage(tools) {
  const { table, log, report } = tools;
  const trial = useTrial([report], tools);
  const amount = moved(table, report, trial.fresh ? trial.answers?.[0] : null);
  return html`<button onClick=${() => log(report)} data-mortgages=${report.deeds[0]}>${label(table, report, amount)}</button>`;
}
