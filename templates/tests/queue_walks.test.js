// Random walks of a tablet's queue against a server that answers late, twice or never, beside another device and the clock:
// what is logged is what the judge has seen, and nothing is lost.
import "./page.js";
import assert from "node:assert/strict";
import test from "node:test";
import { nextId } from "../static/tablet/queue/chains.js";
import { openItems, madeBeforeSignal } from "../static/tablet/queue/edits.js";
import { gathered, hold, letGo, linksFor, missing, take, unpacked } from "../static/tablet/queue/handover.js";
import { Outbox } from "../static/tablet/queue/outbox.js";
import { putBeforeSignal } from "../static/tablet/queue/before_signal.js";
import { openStore } from "../static/tablet/queue/storage.js";

const WALKS = 150;
const STEPS = 60;

/** Numbers from 0 to 1, the same for a seed. */
function randomOf(seed) {
  let state = seed * 2654435761 >>> 0;
  return () => {
    state = state + 0x6D2B79F5 >>> 0;
    let mixed = Math.imul(state ^ state >>> 15, state | 1);
    mixed ^= mixed + Math.imul(mixed ^ mixed >>> 7, mixed | 61);
    return ((mixed ^ mixed >>> 14) >>> 0) / 4294967296;
  };
}

/** A law in which each report depends on those before it: after the signal there is one more. */
function allows(standing, report) {
  const signal = standing.findIndex(each => each.type === "signal");
  const sum = standing.reduce((all, each) => all + (each.worth ?? 0), 0);
  return report.upon === sum % 3 && (signal < 0 || signal === standing.length - 1);
}

/** What stands after reports, and whether each was allowed. */
function played(standing, reports) {
  let now = standing;
  const allowed = reports.map(report => {
    const good = allows(now, report);
    if (good) now = [...now, report];
    return good;
  });
  return { allowed, now };
}

class Server {
  constructor(random) {
    this.random = random;
    this.standing = [];
    this.log = [];
    this.time = 1000;
  }

  add(id, report) {
    const accepted = report.type === "signal" || allows(this.standing, report);
    if (accepted) this.standing = [...this.standing, report];
    this.log.push({ seq: this.log.length + 1, client_id: id, report, accepted, answer: { refusals: [] }, at: this.time });
    return this.log.at(-1);
  }

  answer(path, body) {
    if (path.includes("before-signal")) return this.beforeSignal(body);
    const entry = this.log.find(each => each.client_id === body.client_id);
    if (!entry && body.base !== this.log.length) {
      const since = this.log.slice(body.base);
      const signal = since.find(each => each.report.type === "signal");
      const overtaken = signal && body.made_at < signal.at ? { at: signal.at, made_at: body.made_at, judge: true, seconds: 60 } : null;
      return [409, { code: "outdated", seq: this.log.length, since, ...(overtaken ? { signal: overtaken } : {}) }];
    }
    const logged = entry ?? this.add(body.client_id, body.report);
    return logged.accepted ? [201, logged] : [422, { code: "refused", entry: logged }];
  }

  beforeSignal({ client_id, base, reports, trial }) {
    if (base !== this.log.length) return [409, { detail: "outdated" }];
    const signal = this.standing.at(-1);
    if (signal?.type !== "signal") return [422, { detail: "The signal is not the last entry." }];
    const { allowed, now } = played(this.standing.slice(0, -1), reports.map(each => each.report));
    const answers = allowed.map(accepted => ({ accepted }));
    if (trial || answers.some(each => !each.accepted)) return [trial ? 200 : 422, { entries: [], seq: base, answers }];
    this.standing = [...now, signal];
    reports.forEach(({ report }, place) => this.log.push({ seq: this.log.length + 1, client_id: `${client_id}.${place}`, report, accepted: true, at: 0 }));
    this.log.push({ seq: this.log.length + 1, client_id: `${client_id}.end`, report: signal, accepted: true, at: signal.at });
    return [200, { entries: reports, seq: this.log.length, answers }];
  }
}

/** An outbox that sends only when it is told to. */
async function quietOutbox() {
  const outbox = new Outbox("t1", openStore());
  outbox.channel?.close();
  outbox.channel = null;
  outbox.schedule = () => {};
  await outbox.start();
  return outbox;
}

/** A walk; the faults that it found. */
async function walk(seed) {
  const random = randomOf(seed);
  const chance = share => random() < share;
  const one = list => list[Math.floor(random() * list.length)];
  const server = new Server(random);
  let away = 0;
  let seen = new Map(); // what the judge at the tablet saw of a report when it was made or released
  const made = new Set();
  const faults = [];
  globalThis.fetch = async (path, { body }) => {
    if (chance(away)) throw new TypeError("no network");
    const before = server.log.length;
    const [status, answer] = server.answer(String(path), JSON.parse(body));
    for (const entry of server.log.slice(before)) {
      if (server.log.some(each => !each.accepted && nextId(each.client_id) === entry.client_id)) faults.push(`${seed}: logged without the first of its chain: ${JSON.stringify(entry)}`);
      if (seen.has(entry.client_id) && seen.get(entry.client_id) !== entry.accepted) faults.push(`${seed}: logged otherwise than seen: ${JSON.stringify(entry)}`);
      if (made.has(entry.client_id) && !seen.has(entry.client_id)) faults.push(`${seed}: logged unseen: ${JSON.stringify(entry)}`);
    }
    if (chance(away)) throw new TypeError("the answer is lost");
    return new Response(JSON.stringify(answer), { status });
  };
  let outbox = await quietOutbox(); // of the tablet at the table
  const replaced = []; // those of the tablets before, which may still send if they are paired again

  /** What the device says of each report that waits, upon the log that it knows. */
  const verdicts = () => played(server.standing, outbox.waiting.map(item => item.report)).allowed;
  const judgeHere = async () => {
    const allowed = verdicts();
    for (const [place, item] of outbox.waiting.entries()) await outbox.noteRefusal(item.client_id, !allowed[place]);
  };
  const newReport = () => {
    const { now } = played(server.standing, outbox.waiting.map(item => item.report));
    const sum = now.reduce((all, each) => all + (each.worth ?? 0), 0);
    return { type: "move", worth: 1 + Math.floor(random() * 2), upon: chance(0.85) ? sum % 3 : (sum + 1) % 3, id: random() };
  };
  const release = () => {
    const allowed = verdicts();
    outbox.waiting.forEach((item, place) => seen.set(item.client_id, allowed[place]));
    return outbox.release(outbox.held?.seq, outbox.waiting.filter((_, place) => !allowed[place]).map(item => item.client_id));
  };
  const steps = {
    add: async () => {
      const id = await outbox.add(newReport(), server.log.length);
      made.add(id);
      if (!outbox.held) seen.set(id, verdicts().at(-1));
      await judgeHere();
    },
    // One tap that makes two reports: they stand together, or the second falls with the first.
    chain: async () => {
      const first = newReport();
      const sum = [...played(server.standing, outbox.waiting.map(item => item.report)).now, first].reduce((all, each) => all + (each.worth ?? 0), 0);
      const id = await outbox.add(first, server.log.length, { then: [{ type: "move", worth: 1, upon: sum % 3, id: random() }] });
      const [one, two] = verdicts().slice(-2);
      for (const [each, stands] of [[id, one], [nextId(id), one && two]]) {
        made.add(each);
        if (!outbox.held) seen.set(each, stands);
      }
      await judgeHere();
    },
    send: () => outbox.drain(),
    other: async () => {
      const sum = server.standing.reduce((all, each) => all + (each.worth ?? 0), 0);
      server.add(`other ${server.log.length}`, { type: "move", worth: 1, upon: sum % 3 });
    },
    signal: async () => {
      if (!server.standing.some(each => each.type === "signal")) server.add("clock", { type: "signal", at: Date.now() });
      server.log.at(-1).at = Date.now();
    },
    network: async () => { away = one([0, 0, 0.3, 0.8, 1]); },
    drop: async () => { if (outbox.waiting.length) await outbox.drop(one(outbox.waiting).client_id); },
    putBack: async () => {
      const out = outbox.items.filter(item => item.dropped_at && !item.same_as);
      if (out.length) await outbox.putBack(one(out).client_id);
    },
    insert: async () => { if (outbox.held) await outbox.insert(newReport(), one(outbox.waiting)?.client_id ?? null); },
    replace: async () => { if (outbox.held && outbox.waiting.length) await outbox.replace(one(outbox.waiting).client_id, newReport()); },
    release: async () => { if (outbox.held) await release(); },
    judge: judgeHere,
    // The tablet is replaced: another one takes over what it has not sent, or finds nothing. The old one may be told so or not.
    replace_tablet: async () => {
      const old = outbox;
      outbox = await quietOutbox();
      replaced.push([old, seen]);
      seen = new Map(); // all is to be looked at anew
      if (!old.waiting.length) return;
      await hold(old);
      const items = old.waiting;
      const links = await linksFor({ table: "t1", number: 1, base: items[0].base, ahead: 0, items }, "https://hall/tables/t1");
      const read = chance(0.5) ? [...links].reverse() : links;
      const parts = read.reduce((known, link) => gathered(known, link), []);
      if (missing(parts).missing.length) faults.push(`${seed}: parts are missing`);
      const handover = await unpacked(parts);
      const logged = new Set(server.log.map(each => each.client_id));
      const count = await take(outbox, handover, { logged, ahead: 0, seq: server.log.length });
      for (const item of outbox.waiting) made.add(item.client_id);
      if (count !== items.filter(item => !logged.has(item.client_id)).length) faults.push(`${seed}: not all came over`);
      if (count && outbox.held?.why !== "handed") faults.push(`${seed}: what came over is not held`);
      if (chance(0.7)) await letGo(old, items);
    },
    // A tablet that was replaced is paired again beside the other one; its judge looks at what it has, too.
    back: async () => {
      if (!replaced.length) return;
      const now = [outbox, seen];
      [outbox, seen] = one(replaced);
      if (outbox.held) await release();
      await outbox.drain();
      [outbox, seen] = now;
    },
    before: async () => {
      if (outbox.held?.why !== "signal" || !madeBeforeSignal(openItems(outbox.items), outbox.held.signal).length) return;
      await putBeforeSignal(outbox, false).catch(() => {});
    },
  };
  const weighted = ["add", "add", "add", "add", "send", "send", "send", "release", "release", "before", "judge", ...Object.keys(steps)];
  for (let step = 0; step < STEPS; step++) {
    const name = one(weighted);
    const count = outbox.items.length;
    const tablet = outbox;
    await steps[name]();
    for (const item of outbox.items) made.add(item.client_id);
    // Nothing leaves the queue but by an answer.
    if (!["send", "before", "back"].includes(name) && outbox === tablet && outbox.items.length < count) faults.push(`${seed}: ${name} lost a report`);
  }
  // At the end the network is back, and the judge agrees to whatever is asked.
  away = 0;
  for (let times = 0; times < 200 && outbox.waiting.length; times++) {
    if (outbox.held) await release();
    await outbox.drain();
  }
  if (outbox.waiting.length) faults.push(`${seed}: not all is sent`);
  const ids = server.log.map(each => each.client_id);
  if (new Set(ids).size < ids.length) faults.push(`${seed}: logged twice`);
  clearTimeout(outbox.timer);
  return faults;
}

test("what is logged is what a judge has seen, whatever the network, another device, the clock and edits do", async t => {
  const { fetch } = globalThis;
  t.after(() => { globalThis.fetch = fetch; });
  for (let seed = 1; seed <= WALKS; seed++) assert.deepEqual(await walk(seed), []);
});
