// A deal written out for the players: who hands over what, what it costs besides, what is left in cash.
import { word } from "./given.js";
import { fromReport, lines } from "./side.js";

// The two sides of a deal between `one` and `two`. `answer`: of its dry run, if there was one; `alone`: whether nothing
// else is agreed with it, so that the cash left can be told.
export function dealSides(table, { one, two, give, take }, { answer, alone = true } = {}) {
  const paid = { [one]: fromReport(give).cash, [two]: fromReport(take).cash };
  return [[one, two, give], [two, one, take]].map(([giver, taker, side]) => ({
    heading: word("deal_to", { giver: table.name(giver), taker: table.name(taker) }),
    lines: [
      ...lines(side, table),
      ...interest(answer, giver).map(({ amount, deed }) => word("deal_interest", { amount: table.money(amount), deed: table.deedName(deed) })),
      alone && word("deal_cash_after", { amount: table.money(table.player(giver).cash - paid[giver] + paid[taker]) }),
    ].filter(Boolean),
  }));
}

// Interest that a seat will owe for mortgaged deeds received.
function interest(answer, seat) {
  return (answer?.events ?? []).filter(event => event.kind === "owes" && event.cause === "interest" && event.player === seat);
}

// The remarks of a dry run in one line; undefined where there are none.
export const remarks = answer => answer?.warnings?.map(each => each.message).join(" ") || undefined;
