import { board, held, state } from "./page.js";
import assert from "node:assert/strict";
import test from "node:test";
import { typedAmount, typedReadings } from "../static/board/money.js";
import { quickBids } from "../static/tablet/auction.js";
import { dealSides, EMPTY_SIDE, fromReport, isEmpty, owedTo, stillHeld, toReport, totalMoney } from "../static/tablet/deals/terms.js";
import { correctedTerms, eventSum, refusalsOf } from "../static/tablet/law/judgement.js";
import { amountRaised, builtGroups, mostRaisable, raisingReports, sellDownSteps } from "../static/tablet/deals/raising.js";
import { Table } from "../static/tablet/table.js";

const DEEDS = held({ oriental: ["A", 2], vermont: ["A", 1], connecticut: ["A", 1], reading: ["B", 0, true] });
const table = (changes = {}, more = {}) => new Table(board, state({ deeds: DEEDS, ...changes }, more), true);
const owes = (player, to, amount, more = {}) => ({ entry: { kind: "debt", player, to, amount, ...more }, told: "" });

test("quick calls begin at the least, keep to the steps and are round", () => {
  const { calls } = board.handling;
  assert.deepEqual(quickBids(calls, { least: 10, step: 10, opening: 400 }).slice(0, 6), [10, 20, 30, 60, 110, 210]);
  assert.deepEqual(quickBids(calls, { least: 37 }).slice(0, 6), [37, 38, 40, 50, 80, 130]);
  assert.deepEqual(quickBids(calls, { least: 10, step: 10, most: 30, rises: calls.fine }), [10, 20, 30]);
});

test("an amount is typed in any digits, with separators and the units of the game", () => {
  const city = { sign: "", multiples: [["M", 1000], ["K", 1]], also: [["万", 10]] };
  const read = ["3.5M", "３.５Ｍ", "3,500K", "3500", "3.5", "350万", "3.5m"].map(typed => typedAmount(city, typed));
  assert.deepEqual(read, [3500, 3500, 3500, 3500, 3500, 3500, 3500]);
  assert.deepEqual(["40", "0", "40.0"].map(typed => typedReadings(city, typed)), [[40, 40000], [0], [40000]]);
  assert.equal(typedAmount(city, "40"), null);
  assert.deepEqual(["１，５００", "$1500", "-3", "3.", "three", ""].map(typed => typedAmount(board.printed.money, typed)), [1500, 1500, null, null, null, null]);
});

test("a side is reported without its empty parts, and read with all of them", () => {
  assert.deepEqual(toReport({ ...EMPTY_SIDE, cash: 50, deeds: ["reading"] }), { cash: 50, deeds: ["reading"] });
  assert.deepEqual(toReport({ ...EMPTY_SIDE, sell_buildings: true }), {});
  assert.deepEqual(toReport({ ...EMPTY_SIDE, claims: [{ debtor: "B", creditor: "A", amount: 0 }] }), {});
  assert.deepEqual(fromReport({ cash: 5 }), { ...EMPTY_SIDE, cash: 5 });
  assert.ok(isEmpty(EMPTY_SIDE) && !isEmpty({ ...EMPTY_SIDE, cards: ["chance"] }));
  assert.equal(totalMoney({ ...EMPTY_SIDE, cash: 10, claims: [{ debtor: "B", creditor: "A", amount: 15 }] }), 25);
});

test("what a seat does not hold any more leaves its side of a deal", () => {
  const side = { ...EMPTY_SIDE, cash: 900, deeds: ["oriental", "reading"], cards: ["chance"], claims: [{ debtor: "B", creditor: "A", amount: 5 }] };
  assert.deepEqual(stillHeld(side, table(), "A"), { ...EMPTY_SIDE, cash: 900, deeds: ["oriental"] });
});

test("debts of one debtor count together, those that wait for another do not", () => {
  const due = [owes("B", "A", 20), owes("B", "A", 5), owes("C", "A", 7, { after: true }), owes("C", "B", 9)];
  assert.deepEqual(owedTo(table({}, { due }), "A"), [{ debtor: "B", amount: 25 }]);
});

test("a deal is written out for both, with what is left and the interest", () => {
  const answer = { accepted: true, warnings: [], events: [{ kind: "owes", cause: "interest", player: "A", amount: 10, deed: "reading" }] };
  const sides = dealSides(table(), { one: "A", two: "B", give: { cash: 100 }, take: { deeds: ["reading"] } }, { answer });
  assert.deepEqual(sides, [
    { heading: "Ann to Ben", lines: ["cash $100", "interest $10 for Reading Railroad", "left $400"] },
    { heading: "Ben to Ann", lines: ["Reading Railroad (mortgaged)", "left $600"] },
  ]);
});

test("a group is sold down from its highest lot, of equals the last", () => {
  const lots = [{ deed: "oriental", level: 2 }, { deed: "vermont", level: 1 }];
  assert.deepEqual(sellDownSteps(lots, 32).map(way => way.map(lot => lot.level)), [[2, 1], [1, 1], [1, 0], [0, 0]]);
});

test("steps that need more houses than the bank has are left out", () => {
  const hotel = [{ deed: "oriental", level: 5 }];
  assert.deepEqual(sellDownSteps(hotel, 2).map(([lot]) => lot.level), [5, 2, 1, 0]);
});

test("a player's buildings bring half their cost, and all assets are counted", () => {
  const [group, ...others] = builtGroups(table(), "A");
  assert.deepEqual([group.group, group.brings, group.ways.length, others.length], ["light-blue", 25, 5, 0]);
  assert.equal(mostRaisable(table(), "A"), 500 + 50 + 50 + 60 + 4 * 25);
  assert.equal(mostRaisable(table(), "B"), 500);
});

test("what was chosen becomes a report of sales and one of mortgages", () => {
  const groups = builtGroups(table(), "A");
  assert.deepEqual(raisingReports("A", groups, { sold: { "light-blue": 1 }, deeds: ["reading"] }), [
    { type: "sell", player: "A", to: { oriental: 1 } },
    { type: "mortgage", player: "A", deeds: ["reading"] },
  ]);
  assert.deepEqual(raisingReports("A", groups, { sold: {}, deeds: [] }), []);
});

test("sums and refusals are read from what the referee answers", () => {
  const answers = [
    { accepted: true, warnings: [], events: [{ kind: "sold", amount: 25 }, { kind: "sold", amount: 25 }] },
    { accepted: false, warnings: [], events: [{ kind: "mortgaged", amount: 50 }], refusals: [{ code: "x" }] },
  ];
  assert.deepEqual([amountRaised(answers), eventSum(answers[0], "sold"), eventSum(answers[0], "lifted")], [100, 50, null]);
  assert.deepEqual([refusalsOf(answers), refusalsOf(null)], [[{ code: "x" }], null]);
});

test("a refusal that names a sum is mended by it, whoever pays", () => {
  const give = { ...EMPTY_SIDE, deeds: ["oriental"] };
  const take = { ...EMPTY_SIDE, cash: 40 };
  const terms = { one: "A", two: "B", give, take };
  const dear = correctedTerms({ code: "deed_too_cheap", facts: { least: 70, deeds: ["oriental"] } }, terms);
  assert.deepEqual([dear?.how, dear?.amount, dear?.terms.take.cash], ["deal_mend", 70, 70]);
  const short = correctedTerms({ code: "rescue_insufficient", facts: { missing: 30, player: "A" } }, terms);
  assert.equal(short?.terms.take.cash, 70);
  assert.equal(correctedTerms({ code: "not_your_turn", facts: {} }, terms), null);
});
