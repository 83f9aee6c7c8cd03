import "./page.js";
import assert from "node:assert/strict";
import test from "node:test";
import { untilEmpty } from "../static/tablet/queue/until_empty.js";

/** An outbox with so many reports that wait. */
const waiting = (count, held = null) => Object.assign(new EventTarget(), { waiting: Array.from({ length: count }, (_, n) => n), held });

/** So many of them are left now. */
const left = (outbox, count, held = null) => {
  Object.assign(outbox, { waiting: outbox.waiting.slice(0, count), held });
  outbox.dispatchEvent(new Event("change"));
};

test("a tablet waits until everything for its old table is through, and says how much is to go", async () => {
  const outbox = waiting(2);
  const counts = [];
  const done = untilEmpty(outbox, count => counts.push(count));
  left(outbox, 1);
  left(outbox, 1);
  left(outbox, 0);
  assert.equal(await done, 0);
  assert.deepEqual(counts, [2, 1]);
});

test("nothing that waits is through at once", async () => {
  assert.equal(await untilEmpty(waiting(0), () => assert.fail()), 0);
});

test("what waits for a judge is left where it is", async () => {
  const outbox = waiting(3);
  const done = untilEmpty(outbox, () => {});
  left(outbox, 2, { why: "refused" });
  assert.equal(await done, 2);
});

test("without a network it ends too, with what is left", async () => {
  assert.equal(await untilEmpty(waiting(2), () => {}, 5), 2);
});
