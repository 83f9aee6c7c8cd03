// Provisional bankruptcy: the standing offers side by side, taking those that save together, making and withdrawing them.
import { Bankruptcy } from "./bankruptcy.js";
import { dealSides } from "./deal_preview.js";
import { html, useState } from "./draw.js";
import { word } from "./given.js";
import { OfferForm } from "./offer_form.js";
import { Report } from "./report.js";
import { lines } from "./side.js";
import { Tap } from "./tap.js";

// `debts`: all that the player owes, the rent behind a jail fee included.
export function Rescue(tools) {
  const { table, entry, debts, show, explain, log } = tools;
  const { player } = entry;
  const [ticked, tick] = useState(null); // seats whose offers are to be taken; null: nobody has chosen yet
  const [making, make] = useState(null); // the offer to begin with: {} for a new one
  if (!table.board.reports.includes("offer_rescue")) return null;
  const offers = (table.position.offers ?? []).filter(offer => offer.to === player);
  const saving = table.entries("accept_rescue").filter(each => each.player === player).map(each => each.from);
  const least = saving.filter(set => !saving.some(other => other.length < set.length && other.every(seat => set.includes(seat))));
  const chosen = (ticked ?? (least.length === 1 ? least[0] : [])).filter(seat => offers.some(offer => offer.player === seat));
  const saves = seats => saving.some(set => set.length === seats.length && set.every(seat => seats.includes(seat)));
  const accept = { type: "accept_rescue", player, from: chosen };
  const taken = offers.filter(offer => chosen.includes(offer.player));
  const preview = { title: word("rescue_accept"), sides: taken.flatMap(offer => dealSides(table, terms(offer), { alone: taken.length === 1 })) };
  const sets = least.map(set => set.map(seat => table.name(seat)).join(" + ")).join(word("comma"));
  const turn = seat => tick(chosen.includes(seat) ? chosen.filter(each => each !== seat) : [...chosen, seat]);
  const fresh = { type: "offer_rescue", player: table.others(player)[0], to: player, give: {}, take: {} };
  const mayOffer = table.entries("offer_rescue").some(each => each.to === player);
  const behind = debts.find(each => each.after);
  return html`<section class="rescue" data-test="rescue"><h3>${word("rescue_title")}</h3>
    ${offers.length ? html`<div class="offers">${offers.map(offer => html`<${Card} key=${offer.player} ...${tools} offer=${offer}
        alone=${saves([offer.player])} ticked=${chosen.includes(offer.player)} turn=${turn} change=${mayOffer && (() => make(offer))} />`)}</div>
      <div class="actions"><${Tap} kind="go big" open=${saves(chosen)} yes=${() => log(accept, { preview })} why=${() => chosen.length && explain(accept)} test="accept-rescue">
        ${word(chosen.length > 1 ? "rescue_accept_these" : "rescue_accept")}</${Tap}></div>
      <p class="faint">${saves(chosen) ? word("rescue_saves") : least.length ? word("rescue_saving", { sets }) : word("rescue_none_saves")}</p>`
    : html`<p class="faint">${word("rescue_none")}</p>`}
    ${making ? html`<${OfferForm} ...${tools} key=${making.player ?? ""} debtor=${player} start=${making} close=${() => make(null)} />`
      : html`<div class="actions">
        <${Tap} open=${mayOffer} yes=${() => make({})} why=${() => explain(fresh)} test="make-offer">${word("rescue_offer")}</${Tap}>
      </div>`}
    ${behind && html`<${Bankruptcy} ...${tools} report=${{ type: "take_over", player: behind.to }} debtor=${player}>
      ${word("rescue_take_over", { name: table.name(behind.to) })}</${Bankruptcy}>`}
  </section>`;
}

const terms = offer => ({ one: offer.player, two: offer.to, give: offer.give, take: offer.take });

// An offer: who, what is given and taken, with whom together.
function Card(tools) {
  const { table, offer, alone, ticked, turn, change } = tools;
  const mayWithdraw = table.entries("withdraw_offer").some(each => each.player === offer.player && each.to === offer.to);
  const side = (heading, what) => html`<p class="faint">${heading}</p><ul>${lines(what, table).map(line => html`<li key=${line}>${line}</li>`)}</ul>`;
  return html`<section class="offer" data-offer=${offer.player} aria-label=${table.name(offer.player)}>
    <button aria-pressed=${ticked} onClick=${() => turn(offer.player)} data-test="tick">${ticked ? "✓ " : ""}${table.name(offer.player)}</button>
    ${alone && html` <span class="state on">${word("rescue_alone")}</span>`}
    ${offer.with?.length > 0 && html`<p class="faint">${word("rescue_with", { names: offer.with.map(seat => table.name(seat)).join(word("comma")) })}</p>`}
    ${side(word("rescue_gives"), offer.give)}${side(word("rescue_takes"), offer.take)}
    <div class="actions">
      ${change && html`<button onClick=${change}>${word("rescue_change")}</button>`}
      <${Report} ...${tools} report=${{ type: "withdraw_offer", player: offer.player, to: offer.to }} open=${mayWithdraw}>${word("rescue_withdraw")}</${Report}>
    </div>
  </section>`;
}
