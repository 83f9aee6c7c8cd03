import { board, position, state } from "./page.js";
import assert from "node:assert/strict";
import test from "node:test";
import { quickBids } from "../static/tablet/auction.js";
import { mostRaisable } from "../static/tablet/deals/raising.js";
import { sideLines } from "../static/tablet/deals/terms.js";
import { consequences } from "../static/tablet/law/ask.js";
import { pageData } from "../static/tablet/page.js";
import { duplicateOf } from "../static/tablet/queue/reasons.js";
import { worthLines } from "../static/tablet/result/worth.js";
import { Table } from "../static/tablet/table.js";
import { gameSeconds, secondsLeft, timed } from "../static/tablet/timer.js";

Object.assign(pageData.words, {
  worth_cash: "cash", houses: "{count} houses", hotel: "hotel", deal_deed_with: "{deed} with {pieces}",
  ask_costs: "costs {amount}", ask_free: "free", ask_cash_after: "cash {amount}", blocks_on: "{deed} {count}/{most}", blocks_left_then: "left {count}",
});
const HANDLING = {
  calls: { rises: [0, 100, 200, 500, 1000, 2000], fine: [0, 100, 200], round: 100, opening: [25, 50, 75, 100, 125, 150] }, deal_sums: [100],
  timer: { seconds: 50, reports: ["start_auction", "bid"] }, asked: ["build"], deeds_at_rent: true,
};
/** @param {string} key */
const piece = (key, field = key) => ({ key, field, name: key, mark: key[0], said: [field === key && key !== "tower" ? `{count} ${key}` : key], level: 0, to: 0, void_by: "" });
const pieces = [piece("residential"), piece("industrial"), piece("railroads"), piece("tower"), piece("park", "bonus")];
const game = { ...board, handling: HANDLING, reports: ["roll", "mortgage"], printed: { ...board.printed, pieces, block_limit: 8 } };
const PIECES = { owner: "A", mortgaged: false, residential: [1, 2], industrial: [], railroads: 1, bonus: ["park"], hazards: [], tower: true };
const DEEDS = { oriental: PIECES, vermont: { owner: "A", mortgaged: true, loan: 70 } };
const table = (changes = {}, more = {}) => new Table(game, state({ deeds: DEEDS, ...changes }, { rents: { oriental: { amount: 300, times: 0 } }, ...more }), true);
const auction = since => table({}, { due: [{ entry: { kind: "auction", since }, told: "" }] });
/** A clock by which the game has gone on for some seconds. */
const after = seconds => ({ clock: { offset: pageData.began + seconds * 1000 - performance.now() } });

test("what the timer limits carries the time of its tap, by the server's clock, and nothing else does", () => {
  const at = timed({ type: "bid", player: "A", amount: 10 }, table(), after(120)).at;
  assert.ok(at >= 120 && at < 121, String(at));
  assert.deepEqual(timed({ type: "roll", player: "A" }, table(), after(120)), { type: "roll", player: "A" });
  assert.deepEqual(timed({ type: "bid", at: 7 }, table(), after(120)), { type: "bid", at: 7 });
  assert.deepEqual(timed({ type: "bid" }, table(), { clock: null }), { type: "bid" });
  assert.equal(gameSeconds({ clock: null }), null);
});

test("a call is never before the moment from which the timer runs, whatever a second device says", () => {
  assert.equal(timed({ type: "bid" }, auction(130), after(120)).at, 130);
});

test("the timer runs from the auction or the trade that started it, and is over after its seconds", () => {
  assert.equal(Math.round(secondsLeft(auction(100), after(120))), 30);
  assert.ok(secondsLeft(auction(100), after(151)) < 0);
  assert.equal(Math.round(secondsLeft(table({ trade: { player: "A", with: "B", since: 110 } }), after(120))), 40);
  assert.equal(secondsLeft(auction(null), after(120)), null);
  assert.equal(secondsLeft(table(), after(120)), null);
  assert.equal(secondsLeft(new Table(board, state({ trade: null }), true), after(120)), null);
});

test("a report that two devices have logged is the same whenever each was tapped", () => {
  const outdated = { code: "outdated", since: [{ seq: 4, accepted: true, report: { type: "bid", player: "A", amount: 10, at: 5.1 } }] };
  assert.equal(duplicateOf({ base: 3, report: { type: "bid", player: "A", amount: 10, at: 6 } }, outdated)?.seq, 4);
  assert.equal(duplicateOf({ base: 3, report: { type: "bid", player: "A", amount: 20, at: 5.1 } }, outdated), null);
});

test("calls open in shares of the price, then rise from the last one, round as people call them", () => {
  assert.deepEqual(quickBids(HANDLING.calls, { least: 10, step: 10, opening: 2400 }), [600, 1200, 1800, 2400, 3000, 3600]);
  assert.deepEqual(quickBids(HANDLING.calls, { least: 2410, step: 10 }), [2410, 2500, 2600, 2900, 3400, 4400]);
  assert.deepEqual(quickBids(HANDLING.calls, { least: 10, step: 10, opening: 2400, most: 1500 }), [600, 1200]);
});

test("a mortgage brings the rent, or what it has brought, where the game says so, and the printed value elsewhere", () => {
  assert.deepEqual(["oriental", "vermont", "reading"].map(deed => table().mortgageValue(deed)), [300, 70, undefined]);
  assert.equal(new Table(board, state(), true).mortgageValue("oriental"), 50);
  assert.equal(mostRaisable(table(), "A"), 800);
  assert.equal(table().sells, false);
});

test("a total is made up of the cash and the rents where the game counts those", () => {
  const sums = row => worthLines(table(), row)?.map(({ amount }) => amount);
  assert.deepEqual(sums({ player: "A", worth: 800 }), [500, 300, 0]);
  assert.equal(sums({ player: "A", worth: 801 }), undefined);
});

test("what stands on a deed goes along, in words", () => {
  assert.deepEqual(sideLines({ deeds: ["oriental", "vermont"] }, table()), ["Oriental with 3 residential, 1 railroads, tower, park", "Vermont (mortgaged)"]);
});

test("a question says what it costs and what is left", () => {
  const built = { kind: "blocks_built", player: "A", amount: 200, residential: [2], industrial: [], blocks: 5 };
  const asked = { type: "build", player: "A", deed: "oriental", residential: [2] };
  const builds = { ...position(), deeds: DEEDS, step: { player: "A", left: 3 } };
  assert.deepEqual(consequences(table(builds), asked, { events: [built] }), ["2 residential", "costs $200", "cash $300", "Oriental 5/8", "left 1"]);
  assert.deepEqual(consequences(table(), asked, { events: [{ kind: "railroad_built", player: "A" }] }), ["free", "cash $500"]);
});
