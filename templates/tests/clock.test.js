import "./page.js";
import assert from "node:assert/strict";
import test from "node:test";
import { formatMinutes, lastWarning, readClock } from "../static/tablet/clock.js";
import { formatMinutes as ofPages } from "../static/live.js";

const NOW = 1_000_000;
const clock = (changes = {}) => ({
  now: NOW, offset: 0, running: false, held: false, elapsed: 60_000, remaining: 600_000, deadline_at: null, allowed: 5_400_000,
  warnings: [{ seconds: 900 }, { seconds: 300 }], ...changes,
});

test("a clock that stands shows what remains", () => {
  assert.deepEqual(readClock(clock()), { ms: 600_000, up: false, limit: true });
});

test("a clock that runs counts down to its deadline by the server's time", t => {
  t.mock.method(performance, "now", () => NOW + 1_000);
  assert.deepEqual(readClock(clock({ running: true, deadline_at: NOW + 5_000, offset: 2_000 })), { ms: 2_000, up: false, limit: true });
  assert.deepEqual(readClock(clock({ running: true, deadline_at: NOW })), { ms: 0, up: true, limit: true });
});

test("setting the device's clock changes nothing that is shown", t => {
  t.mock.method(performance, "now", () => NOW);
  const running = clock({ running: true, deadline_at: NOW + 60_000 });
  const before = readClock(running);
  t.mock.method(Date, "now", () => NOW + 9_000_000);
  assert.deepEqual(readClock(running), before);
});

test("a clock without a limit counts up", t => {
  t.mock.method(performance, "now", () => NOW + 7_000);
  assert.deepEqual(readClock(clock({ remaining: null, running: true })), { ms: 67_000, up: false, limit: false });
  assert.equal(readClock(null), null);
});

test("what is left is rounded up, what has passed down", () => {
  assert.deepEqual([formatMinutes({ ms: 60_001, limit: true }), formatMinutes({ ms: 60_999, limit: false })], ["1:01", "1:00"]);
  assert.deepEqual([ofPages(60_001, true), ofPages(60_999, false), ofPages(0, true)], ["1:01", "1:00", "0:00"]);
});

test("the warning that was passed last counts, none that is longer than the whole time", () => {
  assert.equal(lastWarning(clock()), 900);
  assert.equal(lastWarning(clock({ remaining: 300_000 })), 300);
  assert.equal(lastWarning(clock({ remaining: 900_001 })), null);
  assert.equal(lastWarning(clock({ allowed: 600_000 })), null);
  assert.equal(lastWarning(null), null);
});
