import { board, state } from "./page.js";
import assert from "node:assert/strict";
import test from "node:test";
import { Device, sameJson } from "../static/tablet/law/device.js";
import { LawUnavailable } from "../static/tablet/law/law.js";

const ROLL = { type: "roll", player: "A", dice: [1, 2] };
const BUY = { type: "buy", player: "A" };

/** A law that accepts all reports but the types named, and the questions put to it. */
class FakeLaw {
  constructor({ refuses = [], fingerprint = "f1", hash = "h1" } = {}) {
    Object.assign(this, { refuses, fingerprint, hash, runtime: "/law/r/", library: "l.zip", worker: {}, questions: [] });
  }

  async start() {}

  async ask(question, facts) {
    this.questions.push({ question, ...facts });
    const judged = (reports, after) => reports.map((report, place) => ({
      seq: after + place + 1, accepted: !this.refuses.includes(report.type), events: [], refusals: this.refuses.includes(report.type) ? [{ code: "no" }] : undefined,
    }));
    if (question === "open") return { seq: facts.seq, fingerprint: this.fingerprint };
    if (question === "follow") return { answers: judged(facts.reports, facts.after) };
    if (question === "try") return { answers: judged(facts.tried, facts.after) };
    if (facts.reports.some(report => report.type === "retract")) throw new LawUnavailable("before the start");
    const answers = judged(facts.reports, facts.after).slice(facts.known);
    return { answers, told: answers.map(() => []), state: { ...state(), seq: facts.after + facts.reports.length } };
  }

  stop() {
    this.worker = null;
  }
}

/** A followed table, an outbox, and a device over them that has begun. */
async function judging(law = new FakeLaw(), more = {}) {
  const follow = Object.assign(new EventTarget(), {
    board: { ...board, header: { ruleset: "x" }, fingerprint: "f1" }, state: { ...state(), seq: 0, law: "h1", ...more }, lines: [],
  });
  Object.defineProperty(follow, "seq", { get: () => follow.state.seq });
  Object.defineProperty(follow, "logged", { get: () => new Set(follow.lines.map(line => line.client_id)) });
  const outbox = Object.assign(new EventTarget(), { answers: [], waiting: [], foreseen: {}, noteRefusal(id, refused) { this.foreseen[id] = refused; } });
  const device = new Device(follow, outbox, law);
  await device.start();
  await settled(device);
  return { follow, outbox, device, law };
}

const settled = async device => {
  for (let turn = 0; turn < 20 || device.busy; turn += 1) await Promise.resolve();
};

let count = 0;

/** Report something at the page. */
async function reported({ outbox, device }, ...reports) {
  outbox.waiting = [...outbox.waiting, ...reports.map(report => ({ client_id: `c${count++}`, report, made_at: 1 }))];
  outbox.dispatchEvent(new Event("change"));
  await settled(device);
}

test("what is reported is judged behind the log, and shown as a line of it", async () => {
  const page = await judging();
  assert.equal(page.device.status, "ready");
  await reported(page, ROLL, BUY);
  assert.equal(page.device.current.fresh, true);
  assert.equal(page.device.current.view.state.seq, 2);
  assert.deepEqual(page.device.current.view.lines.map(line => [line.seq, line.accepted, line.report]), [[1, true, ROLL], [2, true, BUY]]);
});

test("a refusal is foreseen, reported once, and the next report goes on behind it", async () => {
  const page = await judging(new FakeLaw({ refuses: ["buy"] }));
  const outcomes = [];
  page.device.addEventListener("judged", event => outcomes.push(event.detail.entry.accepted));
  await reported(page, BUY);
  await reported(page, ROLL);
  assert.deepEqual(outcomes, [false, true]);
  assert.deepEqual(Object.values(page.outbox.foreseen), [true, false]);
});

test("an answer of the server that says the same changes nothing; another one ends the judging and is reported", async t => {
  const posted = [];
  t.mock.method(globalThis, "fetch", async (path, { body }) => {
    posted.push([path, JSON.parse(body)]);
    return new Response(null, { status: 204 });
  });
  const page = await judging();
  await reported(page, ROLL, BUY);
  const [one, two] = page.outbox.waiting;
  const entry = (seq, report, events) => ({ seq, accepted: true, report, answer: { seq, accepted: true, events, message: "x" } });
  page.outbox.dispatchEvent(new CustomEvent("answer", { detail: { item: one, entry: entry(1, ROLL, []) } }));
  assert.equal(page.device.status, "ready");
  page.outbox.dispatchEvent(new CustomEvent("answer", { detail: { item: two, entry: entry(2, BUY, [{ kind: "bought" }]) } }));
  assert.equal(page.device.status, "differs");
  assert.equal(page.device.current, null);
  assert.equal(posted.length, 1);
  assert.equal(posted[0][0], "/api/v1/tables/t1/differences?lang=en");
  assert.equal(posted[0][1].seq, 2);
});

test("a device whose law is not the game's does not judge", async () => {
  const page = await judging(new FakeLaw({ fingerprint: "f2" }));
  assert.equal(page.device.status, "foreign");
  await reported(page, ROLL);
  assert.equal(page.device.current, null);
});

test("what cannot be judged here is left to the server, and what is taken out makes it judge again", async () => {
  const page = await judging();
  await reported(page, { type: "retract", seq: 1 });
  assert.equal(page.device.current, null);
  page.outbox.waiting = [];
  await reported(page, ROLL);
  assert.equal(page.device.current.fresh, true);
});

test("entries of others move the game on; while there is a gap nothing is judged", async () => {
  const page = await judging();
  page.follow.state = { ...page.follow.state, seq: 1 };
  page.follow.dispatchEvent(new Event("change"));
  await settled(page.device);
  assert.equal(page.device.seq, 0); // the line is on its way
  page.follow.lines = [{ seq: 1, report: ROLL, accepted: true }];
  page.follow.dispatchEvent(new Event("change"));
  await settled(page.device);
  assert.equal(page.device.seq, 1);
  page.outbox.answers = [{ item: { client_id: "x", report: BUY }, entry: { seq: 3, accepted: true } }];
  assert.equal(page.device.pending, null);
});

test("what this device reported itself is known from the answer, before the log is fetched", async () => {
  const page = await judging();
  await reported(page, ROLL);
  page.outbox.answers = [{ item: page.outbox.waiting[0], entry: { seq: 1, accepted: true, report: ROLL, answer: { seq: 1, accepted: true, events: [] } } }];
  page.outbox.waiting = [];
  page.follow.state = { ...page.follow.state, seq: 1 };
  page.follow.dispatchEvent(new Event("change"));
  await settled(page.device);
  assert.equal(page.device.seq, 1);
  await reported(page, BUY);
  assert.equal(page.device.current.view.state.seq, 2);
});

test("a report whose entry is seen before its answer comes is not judged once more behind itself", async () => {
  const page = await judging();
  const outcomes = [];
  page.device.addEventListener("judged", event => outcomes.push(event.detail.entry.accepted));
  await reported(page, ROLL);
  const [item] = page.outbox.waiting;
  page.follow.lines = [{ seq: 1, client_id: item.client_id, report: ROLL, accepted: true }];
  page.follow.state = { ...page.follow.state, seq: 1 };
  page.outbox.dispatchEvent(new Event("change"));
  await settled(page.device);
  assert.deepEqual(page.device.pending, []);
  assert.deepEqual(outcomes, [true]);
});

test("in a long queue only the new is judged, while the log takes in what stands before it", async () => {
  const page = await judging();
  await reported(page, ROLL, BUY);
  await reported(page, ROLL);
  const [first, ...left] = page.outbox.waiting;
  page.outbox.waiting = left;
  page.follow.lines = [{ seq: 1, client_id: first.client_id, report: ROLL, accepted: true }];
  page.follow.state = { ...page.follow.state, seq: 1 };
  await reported(page, BUY);
  const known = page.law.questions.filter(({ question }) => question === "judge").map(({ after, reports, known }) => [after, reports.length, known]);
  assert.deepEqual(known, [[0, 0, 0], [0, 2, 0], [0, 3, 2], [1, 3, 2]]);
  assert.deepEqual(page.device.current.view.lines.map(line => [line.seq, line.report]), [[2, BUY], [3, ROLL], [4, BUY]]);
});

test("what was judged behind an entry that is another's is judged anew", async () => {
  const page = await judging();
  await reported(page, ROLL, BUY);
  page.follow.lines = [{ seq: 1, client_id: "theirs", report: ROLL, accepted: true }];
  page.follow.state = { ...page.follow.state, seq: 1 };
  await reported(page);
  const { after, known } = page.law.questions.findLast(({ question }) => question === "judge");
  assert.deepEqual([after, known], [1, 0]);
});

test("what is tried is judged behind what is shown, or by the server where nothing judges here", async () => {
  const page = await judging(new FakeLaw({ refuses: ["buy"] }));
  await reported(page, ROLL);
  assert.deepEqual((await page.device.dryRun([BUY])).map(answer => answer.accepted), [false]);
  page.device.setStatus("failed", "gone");
  assert.equal(await page.device.dryRun([BUY]), undefined);
});

test("values are alike by what they say, not by the order or the sentences", () => {
  assert.ok(sameJson({ a: 1, b: [1, { c: 2 }], message: "x" }, { b: [1, { c: 2 }], a: 1, message: "y" }));
  assert.ok(sameJson({ a: 1, warnings: null }, { a: 1 }));
  assert.ok(!sameJson({ a: [1, 2] }, { a: [2, 1] }));
  assert.ok(!sameJson([], {}));
});

test("what was asked about a log that is gone says nothing of the one that a backup brought back", async () => {
  const law = new FakeLaw();
  const page = await judging(law);
  const { ask } = law;
  /** @type {() => void} */
  let go = () => {};
  law.ask = async function (question, facts) {
    const answer = ask.call(this, question, facts);
    if (question === "follow") await new Promise(resolve => { go = resolve; });
    return answer;
  };
  page.follow.lines = [{ seq: 1, client_id: "z", report: ROLL, accepted: true }];
  page.follow.state = { ...page.follow.state, seq: 1 };
  page.follow.dispatchEvent(new Event("change"));
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  page.follow.lines = [];
  page.follow.state = { ...page.follow.state, seq: 1 };
  page.follow.dispatchEvent(new Event("shorter"));
  page.follow.dispatchEvent(new Event("change"));
  go();
  await settled(page.device);
  assert.equal(page.law.questions.at(-1).question === "judge" ? page.law.questions.at(-2).question : page.law.questions.at(-1).question, "open");
  assert.equal(page.device.judges, true);
});
