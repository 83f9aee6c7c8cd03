import { board, state } from "./page.js";
import assert from "node:assert/strict";
import test from "node:test";
import { describe, saidBy, Table } from "../static/tablet/table.js";
import { word } from "../static/tablet/page.js";

const table = new Table(board, state({}, { legal: [{ type: "roll", player: "A" }, { type: "close_auction" }] }), true);

test("sums are written with the board's currency, those below zero with a minus", () => {
  assert.equal(table.money(1500), "$1,500");
  assert.equal(table.money(-20), "−$20");
});

test("a game in thousands is written in thousands and millions", () => {
  const city = new Table({ ...board, printed: { ...board.printed, money: { sign: "", multiples: [["M", 1000], ["K", 1]], also: [] } } }, state(), true);
  assert.deepEqual([500, 1000, 2350].map(sum => city.money(sum)), ["500K", "1M", "2.35M"]);
});

test("names are those of the board, an unknown key stands for itself", () => {
  assert.deepEqual([table.name("A"), table.name("bank"), table.name("Z")], ["Ann", "the bank", "Z"]);
  assert.deepEqual([table.deedName("reading"), table.deedName("x")], ["Reading Railroad", "x"]);
  assert.equal(table.cardName("chance", "pay_15"), "Pay 15");
});

test("a count has the form of its word that goes with it", () => {
  assert.equal(word("stock", { houses: 1, hotels: 12 }), "1 house and 12 hotels");
});

test("what may be reported is found by type, and by player where one is named", () => {
  assert.deepEqual(table.may("roll", "A"), { type: "roll", player: "A" });
  assert.equal(table.may("roll", "B"), undefined);
  assert.deepEqual(table.may("close_auction"), { type: "close_auction" });
});

test("a deed that nobody holds is whole and unbuilt, and a player who is out is no longer active", () => {
  assert.deepEqual(table.holding("reading"), { owner: null, level: 0, mortgaged: false });
  const two = new Table(board, state({ players: { ...state().position.players, B: { cash: 0, out: true } } }), true);
  assert.deepEqual(two.active, ["A", "C"]);
  assert.deepEqual(two.others("A"), ["C"]);
});

test("reports are described by who, what and with what", () => {
  assert.equal(describe({ type: "roll", player: "A", dice: [3, 4] }, table), "Ann throws 3 + 4");
  assert.equal(describe({ type: "trade", player: "A", with: "B" }, table), "Ann deals Ben");
  assert.equal(describe({ type: "sell", player: "A", to: { oriental: 1, vermont: 0 } }, table), "Ann sells Oriental 1, Vermont 0");
  assert.equal(describe({ type: "ruling", apply: { type: "roll", player: "B", dice: [1, 1] } }, table), "rules Ben throws 1 + 1");
  assert.equal(describe({ type: "unheard_of", card: "advance_go", deck: "chance" }, table), "unheard_of Advance to GO");
});

test("texts are filled in, lists with the language's comma, and a missing text is a fault", () => {
  assert.equal(word("listed", { items: ["a", "b"] }), "these: a, b");
  assert.throws(() => word("nowhere"), /there is no word nowhere/);
});

test("beside the panels a ruling is what was decided; what it has changed stands in the log", () => {
  const line = { report: { type: "ruling" }, told: ["ruling by Ann: “R-1: Bea pays.”", "Bea: cash $30 → $10"] };
  assert.deepEqual([saidBy(line, true), saidBy(line, false)], [line.told[0], line.told.join(" · ")]);
  assert.equal(saidBy({ report: { type: "roll" }, told: ["Ann throws 1+2", "moves to Baltic"] }, true), "Ann throws 1+2 · moves to Baltic");
});
