// One side of a deal, to be put together: whose it is, cash, deeds, release cards, claims.
import { html } from "./draw.js";
import { word } from "./given.js";
import { owedTo } from "./side.js";
import { HOTEL } from "./table.js";

const SUMS = [10, 50, 100, 500];
const SUMS_IN_THOUSANDS = [100, 500, 1000, 5000];

// `seat` may be null: nobody chosen. `seats`: who may be chosen, by `choose(seat)`; without it nobody else may.
// `closed(seat)`: with whom nothing may be concluded now (grey; the verdict says why). `change(side)`. `back`: cash that
// the other side gives.
export function DealSide({ table, name, seat, seats, closed, choose, side, change, back }) {
  const label = seat ? word("deal_hands_over", { name: table.name(seat) }) : word("deal_who");
  return html`<fieldset class="side" data-side=${name}><legend>${label}</legend>
    ${choose && html`<div class="choices seats" role="group" aria-label=${word("deal_who")}>${seats.map(each => html`
      <button key=${each} class=${closed(each) ? "shut" : ""} aria-pressed=${each === seat} onClick=${() => choose(each)}
        data-seat=${each}>${table.name(each)}</button>`)}</div>`}
    ${seat && html`
      <${Cash} table=${table} seat=${seat} side=${side} change=${change} back=${back} />
      <${Deeds} table=${table} seat=${seat} side=${side} change=${change} />
      <${Claims} table=${table} seat=${seat} side=${side} change=${change} />`}
  </fieldset>`;
}

function Cash({ table, seat, side, change, back }) {
  const { cash } = table.player(seat);
  const set = sum => change({ ...side, cash: Math.max(0, Math.floor(sum) || 0) });
  return html`<div>
    <div class="cash-row">
      <label>${word("deal_cash")}${table.inThousands ? " (K)" : ""}<input type="number" inputmode="numeric" min="0" max=${cash}
        value=${side.cash || ""} placeholder="0" onInput=${event => set(Number(event.target.value))} data-test="cash" /></label>
      <button onClick=${() => set(0)} disabled=${!side.cash} aria-label=${word("deal_no_cash")}>×</button>
    </div>
    <div class="cash-sums" role="group" aria-label=${word("deal_cash")}>
      ${(table.inThousands ? SUMS_IN_THOUSANDS : SUMS).map(sum => html`<button key=${sum} onClick=${() => set(side.cash + sum)}
        data-sum=${sum}>+${table.inThousands ? table.money(sum) : sum}</button>`)}
    </div>
    <p class="faint">${word("deal_cash_then", { before: table.money(cash), after: table.money(cash - side.cash + back) })}</p>
  </div>`;
}

function Deeds({ table, seat, side, change }) {
  const turned = (list, key) => (list.includes(key) ? list.filter(each => each !== key) : [...list, key]);
  const built = group => table.printed.deeds.some(deed => deed.group === group && table.holding(deed.key).level > 0);
  const groups = new Set(table.printed.deeds.filter(deed => side.deeds.includes(deed.key)).map(deed => deed.group));
  const sells = table.entries("trade").length > 0 && [...groups].some(built);
  const cards = table.player(seat).cards ?? [];
  const owned = table.owned(seat);
  if (!owned.length && !cards.length) return html`<p class="faint">${word("deal_no_deeds")}</p>`;
  return html`<div class="deeds">
    ${owned.map(deed => html`<button key=${deed.key} class=${`deed ${deed.group}${built(deed.group) ? " shut" : ""}`} data-deed=${deed.key}
      aria-pressed=${side.deeds.includes(deed.key)} onClick=${() => change({ ...side, deeds: turned(side.deeds, deed.key) })}>
      <span>${deed.name}</span> <${Standing} table=${table} deed=${deed} /></button>`)}
    ${cards.map(deck => html`<button key=${deck} class="deed" data-card=${deck}
      aria-pressed=${side.cards.includes(deck)} onClick=${() => change({ ...side, cards: turned(side.cards, deck) })}>
      ${word("release_card", { deck: table.deckName(deck) })}</button>`)}
  </div>
  ${sells && html`<div class="actions"><button aria-pressed=${side.sell_buildings} data-test="sell-buildings"
    onClick=${() => change({ ...side, sell_buildings: !side.sell_buildings })}>${word("deal_sell_buildings")}</button></div>`}`;
}

// What is on a deed that matters for its price.
function Standing({ table, deed }) {
  const { level, mortgaged } = table.holding(deed.key);
  if (mortgaged) return html`<span class="state">${word("mortgaged")}</span>`;
  if (level) return html`<span class="state">${level === HOTEL ? word("hotel") : word("houses", { count: level })}</span>`;
  return deed.mortgage === undefined ? null : html`<span class="worth">${word("deal_mortgage_value", { amount: table.money(deed.mortgage) })}</span>`;
}

// What others owe this seat passes like cash; seldom, so folded away.
function Claims({ table, seat, side, change }) {
  const owed = owedTo(table, seat);
  if (!owed.length) return null;
  const of = debtor => side.claims.find(claim => claim.debtor === debtor);
  const set = (debtor, amount) => {
    const rest = side.claims.filter(claim => claim.debtor !== debtor);
    change({ ...side, claims: amount > 0 ? [...rest, { debtor, creditor: seat, amount }] : rest });
  };
  return html`<details open=${side.claims.length > 0}><summary>${word("deal_claims")}</summary>
    ${owed.map(({ debtor, amount }) => html`<div key=${debtor}>
      <button aria-pressed=${Boolean(of(debtor))} onClick=${() => set(debtor, of(debtor) ? 0 : amount)}
        data-claim=${debtor}>${word("deal_claim", { debtor: table.name(debtor), amount: table.money(amount) })}</button>
      ${of(debtor) && html`<label class="inline">${word("deal_claim_amount")}<input type="number" inputmode="numeric" min="1" max=${amount}
        value=${of(debtor).amount} onInput=${event => set(debtor, Math.max(1, Math.floor(Number(event.target.value)) || 1))} /></label>`}
    </div>`)}
  </details>`;
}
