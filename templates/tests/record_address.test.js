import assert from "node:assert/strict";
import test from "node:test";
import { readRecord, writeRecord } from "../static/tablet/practice/record_address.js";

test("an address says the record that was put into it", () => {
  const header = { ruleset: "jma-2006", seats: ["A", "B", "C"], options: { ending: "turn" } };
  const lines = ["A 34", "A deal B bal 100 > med", 'B says "a & b # c"'];
  assert.deepEqual(readRecord(writeRecord(header, lines)), { header, lines });
});

test("an address without moves is a beginning, one without a ruleset nothing, and broken parts are left out", () => {
  assert.deepEqual(readRecord("#ruleset=city&seats=A,B"), { header: { ruleset: "city", seats: ["A", "B"] }, lines: [] });
  assert.equal(readRecord(""), null);
  assert.deepEqual(readRecord("#ruleset=city&header={").header, { ruleset: "city", seats: ["A", "B", "C", "D"] });
});
