// One side of a deal as it is put together: what a seat hands over.
import { word } from "./given.js";

// `cards`: the decks of release cards. `claims`: [{debtor, creditor, amount}]. `sell_buildings`: the buildings of the deeds'
// groups are sold to the bank in the deal.
export const NOTHING = { cash: 0, deeds: [], cards: [], claims: [], sell_buildings: false };

export const isEmpty = side => !side.cash && !side.deeds.length && !side.cards.length && !side.claims.length;

// Cash and claims together: in a deal both count as money.
export const money = side => side.claims.reduce((sum, claim) => sum + claim.amount, side.cash);

// A side as it is reported, absent parts left out; and back.
export function asReported({ cash, deeds, cards, claims, sell_buildings }) {
  return {
    ...(cash ? { cash } : {}), ...(deeds.length ? { deeds } : {}), ...(cards.length ? { cards } : {}),
    ...(claims.length ? { claims } : {}), ...(sell_buildings && deeds.length ? { sell_buildings } : {}),
  };
}
export const fromReport = side => ({ ...NOTHING, ...side });

// What is left of a side when everything goes that the seat does not hold any more. Cash stays: the referee names what
// is missing.
export function stillHeld(side, table, seat) {
  const cards = table.player(seat).cards ?? [];
  return {
    cash: side.cash,
    deeds: side.deeds.filter(key => table.holding(key).owner === seat),
    cards: side.cards.filter(deck => cards.includes(deck)),
    claims: side.claims.filter(claim => owedTo(table, seat).some(row => row.debtor === claim.debtor)),
    sell_buildings: side.sell_buildings,
  };
}

// What others owe a seat now: [{debtor, amount}], a debtor once.
export function owedTo(table, seat) {
  const sums = new Map();
  for (const { entry } of table.due) {
    if (entry.kind !== "debt" || entry.to !== seat || entry.after) continue;
    sums.set(entry.player, (sums.get(entry.player) ?? 0) + entry.amount);
  }
  return [...sums].map(([debtor, amount]) => ({ debtor, amount }));
}

// A side in words, a line for each thing.
export function lines(side, table) {
  const { cash, deeds, cards, claims, sell_buildings } = fromReport(side);
  const found = [
    cash && word("deal_cash_line", { amount: table.money(cash) }),
    ...deeds.map(key => (table.holding(key).mortgaged ? word("deal_deed_mortgaged", { deed: table.deedName(key) }) : table.deedName(key))),
    ...cards.map(deck => word("release_card", { deck: table.deckName(deck) })),
    ...claims.map(({ debtor, creditor, amount }) => word("deal_claim_line", {
      debtor: table.name(debtor), creditor: table.name(creditor), amount: table.money(amount),
    })),
    sell_buildings && word("deal_buildings_sold"),
  ].filter(Boolean);
  return found.length ? found : [word("deal_nothing")];
}
