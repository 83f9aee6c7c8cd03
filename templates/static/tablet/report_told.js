// A report in few words, for lists of what is on its way: who, what, with what.
import { given, word } from "./given.js";

export function told(report, table) {
  const { type, player, players, from, to } = report;
  const who = players ?? (player ? [player] : type === "offer_rescue" ? [from] : []);
  const parts = [
    who.filter(Boolean).map(seat => table.name(seat)).join(" + "),
    named(type),
    report.dice && !isMap(report.dice) && report.dice.join(" + "),
    report.amount !== undefined && table.money(report.amount),
    report.piece && word(`piece_${report.piece}`),
    report.deed && table.deedName(report.deed),
    Array.isArray(report.deeds) && report.deeds.map(deed => table.deedName(deed)).join(word("comma")),
    report.card && table.cardName(report.deck ?? deckOf(table, report.card), report.card),
    report.option && word(`tax_${report.option}`),
    isMap(to) && Object.entries(to).map(([deed, level]) => `${table.deedName(deed)} ${level}`).join(word("comma")),
    typeof to === "string" && table.name(to),
    typeof from === "string" && table.name(from),
    typeof report.with === "string" && table.name(report.with),
    report.seq !== undefined && `#${report.seq}`,
    report.apply && told(report.apply, table),
  ];
  return parts.filter(Boolean).join(" ");
}

const isMap = value => typeof value === "object" && value !== null && !Array.isArray(value);

function deckOf(table, card) {
  return table.printed.decks.find(deck => deck.cards.some(each => each.key === card))?.key;
}

// What a type of report is called; City's own types by their name.
function named(type) {
  const name = `did_${type}`;
  return name in given.words ? word(name) : type;
}
