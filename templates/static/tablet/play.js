// What is due, first things first: a panel for each kind, the first one open, the others below it.
import { Anyway } from "./anyway.js";
import { Auction, Place, Shortage } from "./auction.js";
import { Debt, OpenRents } from "./debt.js";
import { DrawCard, PayOrDraw } from "./draw_card.js";
import { html } from "./draw.js";
import { FinalCount } from "./final_count.js";
import { Free } from "./free.js";
import { word } from "./given.js";
import { Other } from "./other.js";
import { Payment, Purchase } from "./purchase.js";
import { Roll } from "./roll.js";
import { Setup } from "./setup.js";
import { Tax } from "./tax.js";
import { Typing } from "./typing.js";

const PANELS = {
  roll: Roll, buy_or_decline: Purchase, auction: Auction, payment: Payment, place: Place, draw: DrawCard,
  pay_or_draw: PayOrDraw, choose_tax: Tax, debt: Debt, building: Shortage, setup: Setup,
};

export function PlayPanel(tools) {
  const { table, shut } = tools;
  if (!table.certain) return html`<${Free} ...${tools} />`;
  if (table.over) return html`<${FinalCount} ...${tools} />`;
  return html`
    ${table.position.time_up && html`<p class="note" role="status" data-test="signal">${word(table.position.last_throw ? "last_throw" : "last_throw_next")}</p>`}
    ${table.due.map(({ entry, told }, number) => {
      const Panel = PANELS[entry.kind];
      return html`<section key=${`${entry.kind} ${entry.player} ${entry.deed} ${number}`} class=${`due${number ? " later" : " first"}`} aria-label=${told} data-due=${entry.kind} data-player=${entry.player} data-to=${entry.to}>
        <h2>${told}</h2>
        ${Panel && html`<${Panel} ...${tools} entry=${entry} first=${number === 0} />`}
      </section>`;
    })}
    <${OpenRents} ...${tools} />
    <${Other} ...${tools} />
    ${!shut && html`<${Anyway} ...${tools} /><${Typing} ...${tools} />`}`;
}
