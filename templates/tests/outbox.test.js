import "./page.js";
import assert from "node:assert/strict";
import test from "node:test";
import { word } from "../static/tablet/page.js";
import { Outbox } from "../static/tablet/queue/outbox.js";
import { putBeforeSignal } from "../static/tablet/queue/before_signal.js";
import { openStore } from "../static/tablet/queue/storage.js";

// There is no IndexedDB here: the store keeps everything in memory, as in a browser that forbids it.

/** A service that answers what the test says, and the bodies of its requests. */
function service(t, ...answers) {
  const requests = [];
  t.mock.method(globalThis, "fetch", async (path, { body }) => {
    requests.push({ path, ...JSON.parse(body) });
    const [status, answer] = answers.shift() ?? [503, ""];
    if (status === "away") throw new TypeError("no network");
    return new Response(answer && JSON.stringify(answer), { status });
  });
  return requests;
}

/** An outbox, ended with the test, and what comes of its reports, in order. */
function outboxOf(t, store = openStore()) {
  const outbox = new Outbox("t1", store);
  outbox.channel?.close();
  outbox.channel = null;
  t.after(() => clearTimeout(outbox.timer));
  return outbox;
}

/** Wait until something holds, which the outbox says by its changes. */
const until = (outbox, holds) => new Promise(resolve => {
  const look = () => {
    if (!holds()) return;
    outbox.removeEventListener("change", look);
    resolve();
  };
  outbox.addEventListener("change", look);
  look();
});

const accepted = seq => [201, { seq, accepted: true, report: {}, answer: { refusals: [] } }];
const ROLL = { type: "roll", player: "A", dice: [1, 2] };
const BUY = { type: "buy", player: "A" };

test("reports go one after another, each upon the entry of the one before", async t => {
  const requests = service(t, accepted(8), accepted(9));
  const outbox = outboxOf(t);
  await outbox.start();
  await Promise.all([outbox.add(ROLL, 7), outbox.add(BUY, 7, { reason: "slow" })]);
  await until(outbox, () => outbox.answers.length === 2 && !outbox.waiting.length);
  assert.deepEqual(requests.map(({ path, base, report, reason }) => [path, base, report.type, reason]), [
    ["/api/v1/tables/t1/entries?view=tablet&lang=en", 7, "roll", undefined], ["/api/v1/tables/t1/entries?view=tablet&lang=en", 8, "buy", "slow"],
  ]);
  assert.notEqual(requests[0].client_id, requests[1].client_id);
  assert.deepEqual([outbox.logged.seq, outbox.reached], [9, true]);
});

test("taking back has a reason, however it was reported", async t => {
  const requests = service(t, accepted(8), accepted(9));
  const outbox = outboxOf(t);
  await outbox.start();
  await outbox.add({ type: "retract", seq: 7 }, 7);
  await outbox.add({ type: "retract", seq: 6 }, 8, { reason: "misheard" });
  await until(outbox, () => outbox.answers.length === 2);
  assert.deepEqual(requests.map(({ reason }) => reason), [word("slip"), "misheard"]);
});

test("what is answered does not wait any more, though the queue is still being written", async t => {
  service(t, accepted(8));
  const outbox = outboxOf(t);
  await outbox.start();
  const seen = [];
  outbox.addEventListener("answer", () => seen.push([outbox.items.length, outbox.waiting.length]));
  await outbox.add(ROLL, 7);
  await until(outbox, () => outbox.answers.length);
  assert.deepEqual(seen, [[1, 0]]);
});

test("a report that is made while the answer to the one before is being stored follows that", async t => {
  const requests = service(t, accepted(8), accepted(9));
  const store = openStore();
  const outbox = outboxOf(t, store);
  await outbox.start();
  const change = store.change.bind(store);
  let added = false;
  store.change = (table, work) => {
    const changed = change(table, work);
    if (!requests.length || added) return changed;
    added = true;
    outbox.add(BUY, 7);
    return changed;
  };
  await outbox.add(ROLL, 7);
  await until(outbox, () => outbox.answers.length === 2);
  assert.deepEqual(requests.map(({ base }) => base), [7, 8]);
});

test("a report whose answer is lost is sent again under the same client id", async t => {
  const requests = service(t, ["away"], [503, { code: "busy" }], accepted(3));
  const outbox = outboxOf(t);
  outbox.schedule = () => {}; // it is sent by hand here, without the pauses
  await outbox.start();
  await outbox.add(ROLL, 2);
  await outbox.drain();
  assert.deepEqual([outbox.reached, outbox.storedCount], [false, 1]);
  await outbox.drain();
  await outbox.drain();
  assert.deepEqual([outbox.reached, outbox.storedCount, outbox.answers.length], [true, 0, 1]);
  assert.equal(requests.length, 3);
  assert.equal(new Set(requests.map(each => each.client_id)).size, 1);
});

test("while the service's database is gone, reports are kept, and the page says why", async t => {
  const gone = [503, { code: "database_lost", detail: "The file is gone." }];
  service(t, gone, gone, accepted(3));
  const outbox = outboxOf(t);
  outbox.schedule = () => {};
  await outbox.start();
  await outbox.add(ROLL, 2);
  for (let sent = 0; sent < 2; sent++) {
    assert.deepEqual([outbox.lost, outbox.storedCount], [sent ? "The file is gone." : null, 1]);
    await outbox.drain();
  }
  await outbox.drain();
  assert.deepEqual([outbox.lost, outbox.storedCount, outbox.answers.length], [null, 0, 1]);
});

test("behind a refused report the queue waits for the judge, and goes on by hand", async t => {
  const refused = { code: "refused", entry: { seq: 5, accepted: false, report: ROLL, answer: { refusals: [] } } };
  const requests = service(t, [409, refused], accepted(6));
  const outbox = outboxOf(t);
  await outbox.start();
  await Promise.all([outbox.add(ROLL, 4), outbox.add(BUY, 4)]);
  await until(outbox, () => outbox.held?.why === "refused");
  assert.equal(requests.length, 1);
  await outbox.release();
  await until(outbox, () => !outbox.waiting.length);
  assert.deepEqual([requests[1].base, requests[1].report], [5, BUY]);
});

test("where others logged meanwhile, the judge decides upon what it is reported", async t => {
  const requests = service(t, [409, { code: "outdated", seq: 12, since: [] }], accepted(13));
  const outbox = outboxOf(t);
  await outbox.start();
  await outbox.add(ROLL, 10);
  await until(outbox, () => outbox.held?.why === "outdated");
  await outbox.release(outbox.held.seq);
  await until(outbox, () => !outbox.waiting.length);
  assert.deepEqual(requests.map(each => each.base), [10, 12]);
});

const HELD = [
  [{ code: "base_ahead", seq: 2 }, 409, { why: "restored", seq: 2 }],
  [{ detail: "no" }, 403, { why: "access", detail: "no", status: 403 }],
  [{ title: "odd" }, 422, { why: "problem", detail: "odd", status: 422 }],
];

for (const [problem, status, held] of HELD) {
  test(`a problem ${JSON.stringify(problem)} holds the queue: ${held.why}`, async t => {
    service(t, [status, problem]);
    const outbox = outboxOf(t);
    await outbox.start();
    await outbox.add(ROLL, 1);
    await until(outbox, () => outbox.held !== null);
    assert.deepEqual(outbox.held, held);
    assert.equal(outbox.storedCount, 1);
  });
}

test("a report taken out by hand stays in the list, marked, and the next one follows what it followed", async t => {
  service(t, ["away"]);
  const outbox = outboxOf(t);
  outbox.schedule = () => {}; // nothing is sent
  await outbox.start();
  const first = await outbox.add(ROLL, 4);
  await outbox.add(BUY, 4);
  await outbox.drop(first);
  assert.deepEqual([outbox.items.length, outbox.waiting.map(item => [item.report, item.base])], [2, [[BUY, 4]]]);
  await outbox.clear();
  assert.equal(outbox.items.length, 1);
});

test("whatever changes what waits holds the rest until the judge has looked, even what the law here refuses", async t => {
  const requests = service(t, accepted(5), accepted(6));
  const outbox = outboxOf(t);
  outbox.schedule = () => {};
  await outbox.start();
  const ids = [await outbox.add(ROLL, 4), await outbox.add(BUY, 4), await outbox.add(ROLL, 4)];
  for (const id of ids) await outbox.noteRefusal(id, false);
  assert.equal(outbox.held, null);
  await outbox.drop(ids[0]);
  assert.deepEqual(outbox.held, { why: "changed" });
  await outbox.noteRefusal(ids[1], true); // judged again: seen by nobody yet
  assert.equal(outbox.waiting[0].foreseen, false);
  await outbox.drain();
  assert.equal(requests.length, 0);
  await outbox.release(undefined, [ids[1]]);
  assert.deepEqual(outbox.waiting.map(item => item.foreseen), [true, false]);
  await outbox.drain();
  assert.equal(requests.length, 2);
});

test("taking out the last report changes nothing for the others", async t => {
  service(t);
  const outbox = outboxOf(t);
  outbox.schedule = () => {};
  await outbox.start();
  await outbox.add(ROLL, 4);
  await outbox.drop(await outbox.add(BUY, 4));
  assert.equal(outbox.held, null);
  await outbox.putBack(/** @type {string} */ (outbox.items.find(item => item.dropped_at)?.client_id));
  assert.deepEqual(outbox.held, { why: "changed" });
});

test("what was made after the signal is not sent with what is put before it", async t => {
  const signal = { at: Date.now() + 5, made_at: Date.now(), judge: true, seconds: 60 };
  const requests = service(t, [409, { code: "outdated", seq: 5, since: [], signal }], [200, { entries: [1, 2, 3], seq: 8, answers: [] }]);
  const outbox = outboxOf(t);
  outbox.schedule = () => {};
  await outbox.start();
  await outbox.add(ROLL, 4);
  await new Promise(resolve => { setTimeout(resolve, 10); });
  await outbox.add(BUY, 4);
  await outbox.drain();
  assert.equal(outbox.held?.why, "signal");
  await putBeforeSignal(outbox, false);
  assert.deepEqual([outbox.waiting.map(item => [item.report, item.base]), outbox.held], [[[BUY, 8]], { why: "changed", seq: 8 }]);
  await outbox.drain();
  assert.equal(requests.length, 2);
});

test("what somebody else reported at this device is not sent without a look", async t => {
  const requests = service(t);
  const store = openStore();
  const earlier = outboxOf(t, store);
  earlier.schedule = () => {};
  await earlier.add(ROLL, 1);
  await store.change("t1", queue => { queue[0].by = "Another"; });
  const outbox = outboxOf(t, store);
  await outbox.start();
  await until(outbox, () => outbox.held !== null);
  assert.deepEqual([outbox.held, requests.length], [{ why: "author", by: "Another" }, 0]);
});

test("while another page sends, this one waits, but not for a lease from before the clock was set back", async t => {
  service(t);
  const outbox = outboxOf(t);
  outbox.schedule = () => {};
  await outbox.add(ROLL, 1);
  /** @param {number} ms */
  const lease = ms => outbox.store.change("t1", (_, state) => { state.lease = { page: "another", until: Date.now() + ms }; });
  await lease(2_000);
  assert.equal(await outbox.takeLease(), null);
  await lease(3_600_000);
  assert.equal((await outbox.takeLease())?.report.type, "roll");
});

test("without a database everything is kept in memory, under numbers of its own", async t => {
  service(t);
  const store = openStore();
  await store.change("t1", queue => { queue.push({ table: "t1", number: 1, client_id: "a" }, { table: "t1", number: 1, client_id: "b" }); });
  await store.change("t1", queue => { queue.shift(); });
  assert.deepEqual((await store.read("t1")).queue.map(item => [item.n, item.client_id]), [["memory 2", "b"]]);
  assert.equal(store.lasting, false);
  await store.remember("t1", { lines: [], language: "en" });
  assert.deepEqual([await store.remembered("t1"), await store.remembered("t2")], [{ lines: [], language: "en" }, null]);
});
