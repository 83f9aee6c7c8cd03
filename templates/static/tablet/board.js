// The board's state: who holds what, group by group, and what the bank has left.
import { html } from "./draw.js";
import { word } from "./given.js";
import { HOTEL } from "./table.js";

export function BoardPanel({ table }) {
  const { bank } = table.position;
  return html`<section class="board" aria-label=${word("tab_board")}>
    ${bank && html`<p>${word("bank_left", { houses: bank.houses, hotels: bank.hotels })}</p>`}
    ${table.printed.groups.map(group => html`<section key=${group.key} class=${`group ${group.key}`}><h3>${group.name}</h3>
      <ul>${group.deeds.map(key => html`<${Deed} key=${key} table=${table} deed=${table.deed[key]} />`)}</ul></section>`)}
  </section>`;
}

function Deed({ table, deed }) {
  const { owner, level, mortgaged } = table.holding(deed.key);
  const built = level === HOTEL ? word("hotel") : level ? word("houses", { count: level }) : "";
  return html`<li><span>${deed.name}</span> <span class="faint">${table.money(deed.price)}</span>
    <b>${owner ? table.name(owner) : ""}</b> ${built} ${mortgaged && html`<span class="state late">${word("mortgaged")}</span>`}</li>`;
}
