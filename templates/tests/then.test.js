import "./page.js";
import assert from "node:assert/strict";
import test from "node:test";
import { followUp } from "../static/tablet/then.js";

const DEED = { key: "baltic", price: 60 };

/** A table with one deed: who owns it, what A has, what its rent is. */
const table = (holding, cash, rent = null, out = false) => ({
  board: { reports: ["buy", "pay"] }, deed: { baltic: DEED }, holding: () => ({ owner: null, mortgaged: false, ...holding }),
  player: seat => ({ cash, out: seat === "B" && out }), rent: () => rent,
});
const what = (...facts) => followUp(table(...facts), "A", { key: "baltic" })?.report.type ?? null;

test("a purchase follows if the cash is enough for the price", () => {
  assert.deepEqual([what({}, 60), what({}, 59)], ["buy", null]);
});

test("a payment follows if the rent can be paid, and nothing on own, mortgaged or estates' deeds", () => {
  const rent = { amount: 4, times: 0 };
  assert.deepEqual([what({ owner: "B" }, 4, rent), what({ owner: "B" }, 3, rent)], ["pay", null]);
  assert.deepEqual([what({ owner: "A" }, 99, rent), what({ owner: "B", mortgaged: true }, 99, rent), what({ owner: "B" }, 99, rent, true)], [null, null, null]);
});

test("a rent that depends on the throw is left to the referee", () => {
  assert.equal(what({ owner: "B" }, 10, { amount: 0, times: 4 }), "pay");
});

test("a tax is paid with the throw that leads to it", () => {
  assert.deepEqual(followUp(table({}, 5), "A", { key: "luxury_tax", kind: "tax" }), { report: { type: "pay", player: "A" }, amount: null, name: "then_pay" });
});

test("nothing follows where there is no deed", () => {
  assert.equal(followUp(table({}, 500), "A", null), null);
  assert.equal(followUp(table({}, 500), "A", { key: "go" }), null);
});
