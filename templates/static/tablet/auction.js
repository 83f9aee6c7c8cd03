// An auction: what is called for, the highest call, further calls, the hammer.
import { Calls } from "./calls.js";
import { html } from "./draw.js";
import { word } from "./given.js";
import { Report } from "./report.js";
import { goFor } from "./whose.js";

export { Place } from "./place.js";
export { Shortage } from "./shortage.js";

export function Auction(tools) {
  const { table, entry } = tools;
  const { deed, high } = entry;
  const price = table.deed[deed]?.price;
  const hammer = high ? word("hammer_to", { name: table.name(high.player), amount: table.money(high.amount) }) : word("hammer_none");
  return html`
    <p class=${`auctioned ${table.deed[deed]?.group ?? ""}`}>
      <span>${price === undefined ? word(`piece_${entry.piece}`) : word("printed_price", { price: table.money(price) })}</span>
      <span class="high">${high ? html`${table.name(high.player)} <b class="cash">${table.money(high.amount)}</b>` : word("bid_none")}</span>
    </p>
    <${Calls} ...${tools} high=${high} out=${entry.out ?? []} />
    <div class="actions">
      <${Report} ...${tools} main=${Boolean(high)} report=${{ type: "close_auction" }}>${hammer}</${Report}>
    </div>
    <${Raising} ...${tools} />`;
}

// Ways to the tabs where money is raised, while the auction waits for it.
function Raising({ table, go }) {
  const sellers = table.entries("sell");
  const owners = table.entries("mortgage");
  if (!sellers.length && !owners.length) return null;
  return html`<div class="actions">
    ${owners.length > 0 && html`<button onClick=${() => go("mortgage")}>${word("raise_by_mortgage")}</button>`}
    ${sellers.length > 0 && html`<button onClick=${() => goFor(go, "build", sellers[0].player)}>${word("sell")}</button>`}
  </div>`;
}
