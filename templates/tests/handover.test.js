import "./page.js";
import assert from "node:assert/strict";
import test from "node:test";
import { gathered, letGo, linksFor, missing, take, unpacked } from "../static/tablet/queue/handover.js";
import { Outbox } from "../static/tablet/queue/outbox.js";
import { openStore } from "../static/tablet/queue/storage.js";

const PAGE = "https://hall.example/tables/t1";
const item = (client_id, more = {}) => ({ table: "t1", number: 1, client_id, report: { type: "roll", player: "A", dice: [1, 2] }, reason: null, base: null, by: "Ann 審判", made_at: 1000, ...more });
const handover = (items, more = {}) => ({ table: "t1", number: 1, base: 7, ahead: 0, items, ...more });

/** So many reports whose ids do not compress. */
const many = count => Array.from({ length: count }, (_, place) => item(Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16)).join(""), { base: place ? null : 7 }));

function outboxOf(t) {
  const outbox = new Outbox("t1", openStore());
  outbox.channel?.close();
  outbox.channel = null;
  outbox.schedule = () => {};
  t.after(() => clearTimeout(outbox.timer));
  return outbox;
}

test("a long queue goes in several links, read in any order, twice, or all in one text", async () => {
  const links = await linksFor(handover(many(40)), PAGE);
  assert.ok(links.length > 2);
  assert.ok(links.every(link => link.startsWith(`${PAGE}#take=`) && link.length < 520));
  const [last, ...others] = [...links].reverse();
  let parts = gathered([], last);
  assert.equal(await unpacked(parts), null);
  assert.deepEqual(missing(parts), { count: links.length, missing: links.slice(0, -1).map((_, place) => place + 1) });
  for (const link of [last, ...others]) parts = gathered(parts, link);
  const whole = await unpacked(parts);
  assert.equal(whole.items.length, 40);
  assert.deepEqual([whole.base, whole.items[0].by], [7, "Ann 審判"]);
  assert.deepEqual(await unpacked(gathered([], `Look:\n${links.join("\n")}\n`)), whole);
});

test("a browser that cannot compress hands over as well", async t => {
  const { CompressionStream } = globalThis;
  delete globalThis.CompressionStream;
  t.after(() => { globalThis.CompressionStream = CompressionStream; });
  const links = await linksFor(handover([item("a")]), PAGE);
  assert.equal((await unpacked(gathered([], links.join(" ")))).items[0].client_id, "a");
});

test("what is damaged, of another hand-over, or made by somebody else is not taken", async () => {
  const [one] = await linksFor(handover([item("a")]), PAGE);
  assert.equal(await unpacked(gathered([], one.slice(0, -3))), null);
  const [two] = await linksFor(handover([item("b")]), PAGE);
  assert.equal((await unpacked(gathered(gathered([], one), two))).items[0].client_id, "b");
  for (const wrong of [{ items: [] }, { items: [{ client_id: "a" }] }, { items: [item("a", { made_at: "now" })] }, { table: 3 }]) {
    const links = await linksFor({ ...handover([item("a")]), ...wrong }, PAGE).catch(() => [""]);
    assert.equal(await unpacked(gathered([], links.join(" "))), null, JSON.stringify(wrong));
  }
  assert.deepEqual(gathered([], "https://hall.example/tables/t1"), []);
});

test("what comes over is held before what waits here, at its maker's times by this device's clock", async t => {
  const outbox = outboxOf(t);
  await outbox.add({ type: "buy", player: "A" }, 9);
  const count = await take(outbox, handover([item("a", { base: 7 }), item("a.then"), item("logged")], { ahead: 60_000 }), { logged: new Set(["logged"]), ahead: -5_000, seq: 9 });
  assert.equal(count, 2);
  assert.deepEqual(outbox.waiting.map(each => [each.client_id.slice(0, 6), each.base, each.made_at > 1000]), [["a", 7, false], ["a.then", null, false], [outbox.waiting[2].client_id.slice(0, 6), null, true]]);
  assert.equal(outbox.waiting[0].made_at, 1000 - 65_000);
  assert.deepEqual(outbox.held, { why: "handed", by: ["Ann 審判"] });
  assert.equal(await take(outbox, handover([item("a")]), { logged: new Set(), ahead: 0, seq: 9 }), 0);
  await outbox.release();
  assert.deepEqual([...new Set(outbox.waiting.map(each => each.by))], ["Judge"]); // whoever sends them signs them
});

test("without its first reports, which are in the log, the rest goes upon the end of the log", async t => {
  const outbox = outboxOf(t);
  await take(outbox, handover([item("a"), item("b")]), { logged: new Set(["a"]), ahead: null, seq: 8 });
  assert.deepEqual(outbox.waiting.map(each => [each.client_id, each.base, each.made_at]), [["b", 8, 1000]]);
});

test("what the other device has is listed here as taken out, and can be put back", async t => {
  const outbox = outboxOf(t);
  await outbox.add({ type: "buy", player: "A" }, 9);
  const items = outbox.waiting;
  const id = await outbox.add({ type: "buy", player: "B" }, 9);
  await letGo(outbox, items);
  assert.deepEqual(outbox.waiting.map(each => each.client_id), [id]);
  await outbox.putBack(items[0].client_id);
  assert.deepEqual(outbox.waiting.map(each => each.report.player), ["A", "B"]);
});
