// Reports that put a player out: tried first, so that the players see what becomes of everything before it is logged.
import { html } from "./draw.js";
import { word } from "./given.js";
import { Tap } from "./tap.js";
import { refusalsOf, tried } from "./trial.js";

// `report`: declare_bankruptcy or take_over; `debtor`: who would be out.
export function Bankruptcy({ table, log, show, explain, report, debtor, children }) {
  const open = Boolean(table.may(report.type, report.player));
  const tap = async () => {
    const answers = await tried([report]);
    const refusals = refusalsOf(answers);
    if (refusals?.length) return show({ kind: "why", report, refusals });
    const events = answers?.[0].events ?? [];
    const sides = events.length ? [estate(events, table, debtor), ...later(events, table)] : [];
    return log(report, { preview: { title: word("debt_bankrupt", { name: table.name(debtor) }), sides, note: word("bankrupt_note") } });
  };
  return html`<div class="actions"><${Tap} open=${open} yes=${tap} why=${() => explain(report)} test=${report.type}>${children}</${Tap}></div>`;
}

// What is raised and paid first, and what goes to whom: a side of the preview.
function estate(events, table, debtor) {
  const name = seat => table.name(seat);
  const of = kind => before.filter(event => event.kind === kind);
  const total = kind => events.filter(event => event.kind === kind).reduce((sum, event) => sum + event.amount, 0);
  const end = events.find(event => event.kind === "bankrupt");
  const before = events.slice(0, events.indexOf(end));
  const cards = events.some(event => event.kind === "card_used") ? [] : table.player(debtor).cards ?? [];
  return {
    heading: word("bankrupt_to", { name: name(debtor), to: name(end.to) }),
    lines: [
      ...of("fee_taken_over").map(({ player, amount }) => word("bankrupt_fee", { name: name(player), amount: table.money(amount) })),
      ...of("card_used").map(() => word("use_card")),
      total("sold") && word("bankrupt_sold", { amount: table.money(total("sold")) }),
      total("mortgaged") && word("bankrupt_mortgaged", { amount: table.money(total("mortgaged")) }),
      ...of("paid").map(({ to, amount }) => word("bankrupt_paid", { to: name(to), amount: table.money(amount) })),
      end.cash && word("deal_cash_line", { amount: table.money(end.cash) }),
      ...(end.deeds ?? []).map(key => (table.holding(key).mortgaged ? word("deal_deed_mortgaged", { deed: table.deedName(key) }) : table.deedName(key))),
      ...cards.map(deck => word("release_card", { deck: table.deckName(deck) })),
    ].filter(Boolean),
  };
}

// What follows from it: at most one side.
function later(events, table) {
  const of = kind => events.filter(event => event.kind === kind);
  const owed = of("owes").filter(event => event.cause === "interest");
  const lines = [
    ...of("auction_opened").map(({ deed }) => word("bankrupt_auction", { deed: table.deedName(deed) })),
    ...owed.map(({ player, amount, deed }) => word("bankrupt_interest", { name: table.name(player), amount: table.money(amount), deed: table.deedName(deed) })),
    ...of("won_by_monopoly").map(({ player }) => word("bankrupt_won", { name: table.name(player) })),
    ...of("over_by_bankruptcy").map(() => word("over")),
  ];
  return lines.length ? [{ heading: word("bankrupt_then"), lines }] : [];
}
