// The terms of a deal: what each side hands over, as it is reported and as it is spelled out for the players.
import { standingText } from "../signs.js";
import { word } from "../page.js";

// -- One side of a deal: what a seat hands over.

/**
 * A side that hands over nothing.
 * @type {Side}
 */
export const EMPTY_SIDE = { cash: 0, deeds: [], cards: [], claims: [], sell_buildings: false };

/**
 * Whether a side hands over nothing.
 * @param {Side} side
 */
export const isEmpty = side => !side.cash && !side.deeds.length && !side.cards.length && !side.claims.some(claim => claim.amount);

/**
 * Cash and claims together: in a deal both count as money.
 * @param {Side} side
 */
export const totalMoney = side => side.claims.reduce((sum, claim) => sum + claim.amount, side.cash);

/**
 * A side as it is reported: empty parts are left out.
 * @param {Side} side
 */
export function toReport({ cash, deeds, cards, claims, sell_buildings }) {
  const owed = claims.filter(claim => claim.amount);
  return {
    ...(cash ? { cash } : {}), ...(deeds.length ? { deeds } : {}), ...(cards.length ? { cards } : {}),
    ...(owed.length ? { claims: owed } : {}), ...(sell_buildings && deeds.length ? { sell_buildings } : {}),
  };
}

/**
 * A reported side, with the parts that were left out.
 * @param {Partial<Side>} side
 * @returns {Side}
 */
export const fromReport = side => ({ ...EMPTY_SIDE, ...side });

/**
 * A side without what the seat no longer holds. Cash stays: the referee says how much is missing.
 * @param {Side} side
 * @param {Table} table
 * @param {Seat} seat
 */
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

/**
 * What others owe a seat now, each debtor once.
 * @param {Table} table
 * @param {Seat} seat
 */
export function owedTo(table, seat) {
  /** @type {Map<Seat, number>} */
  const sums = new Map();
  for (const { entry } of table.due) {
    if (entry.kind !== "debt" || entry.to !== seat || entry.after) continue;
    sums.set(entry.player, (sums.get(entry.player) ?? 0) + entry.amount);
  }
  return [...sums].map(([debtor, amount]) => ({ debtor, amount }));
}

/**
 * The strings among some values.
 * @param {(string | number | false | null | undefined)[]} texts
 */
export const onlyStrings = texts => texts.filter(text => typeof text === "string");

/**
 * A side in words, one line for each thing.
 * @param {Partial<Side>} side
 * @param {Table} table
 */
export function sideLines(side, table) {
  const { cash, deeds, cards, claims, sell_buildings } = fromReport(side);
  const found = onlyStrings([
    cash && word("deal_cash_line", { amount: table.money(cash) }),
    ...deeds.map(key => deedLine(key, table)),
    ...cards.map(deck => word("release_card", { deck: table.deckName(deck) })),
    ...claims.map(({ debtor, creditor, amount }) => word("deal_claim_line", {
      debtor: table.name(debtor), creditor: table.name(creditor), amount: table.money(amount),
    })),
    sell_buildings && word("deal_buildings_sold"),
  ]);
  return found.length ? found : [word("deal_nothing")];
}

/**
 * A deed that goes over, with its mortgage and the pieces that go along.
 * @param {DeedKey} key
 * @param {Table} table
 */
function deedLine(key, table) {
  const holding = table.holding(key);
  const deed = holding.mortgaged ? word("deal_deed_mortgaged", { deed: table.deedName(key) }) : table.deedName(key);
  const pieces = standingText(table, key);
  return pieces ? word("deal_deed_with", { deed, pieces }) : deed;
}

// -- A deal spelled out for the players: who hands over what, what it costs in addition, how much cash is left.

/**
 * The two sides of a deal between `one` and `two`. `answer`: of its dry run, if there was one; `alone`: whether nothing
 * else is agreed along with it, so that the cash left is known.
 * @param {Table} table
 * @param {{ one: Seat, two: Seat, give: Partial<Side>, take: Partial<Side> }} terms
 * @param {{ answer?: Judgement | null, alone?: boolean }} [options]
 */
export function dealSides(table, { one, two, give, take }, { answer, alone = true } = {}) {
  const paid = { [one]: fromReport(give).cash, [two]: fromReport(take).cash };
  /** @type {[Seat, Seat, Partial<Side>][]} */
  const sides = [[one, two, give], [two, one, take]];
  return sides.map(([giver, taker, side]) => ({
    heading: word("deal_to", { giver: table.name(giver), taker: table.name(taker) }),
    lines: onlyStrings([
      ...sideLines(side, table),
      ...interest(answer, giver).map(({ amount, deed }) => word("deal_interest", { amount: table.money(amount), deed: table.deedName(deed) })),
      alone && word("deal_cash_after", { amount: table.money(table.player(giver).cash - paid[giver] + paid[taker]) }),
    ]),
  }));
}

/**
 * Interest that a seat will owe for mortgaged deeds received.
 * @param {Judgement | null | undefined} answer
 * @param {Seat} seat
 */
function interest(answer, seat) {
  return (answer?.events ?? []).filter(event => event.kind === "owes" && event.cause === "interest" && event.player === seat);
}

/**
 * The warnings of a dry run in one line; undefined if there are none.
 * @param {Judgement | null | undefined} answer
 */
export const warningText = answer => answer?.warnings?.map(each => each.message).join(" ") || undefined;
