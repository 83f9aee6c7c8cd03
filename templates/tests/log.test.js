import "./page.js";
import assert from "node:assert/strict";
import test from "node:test";
import { droppedEntries, leftOutBefore } from "../static/tablet/log/dropped.js";
import { drawnAt, lastMoves, mayTakeBack, takenBack } from "../static/tablet/log/standing.js";

const line = (seq, report = { type: "roll" }, more = {}) => ({ seq, report, accepted: true, bench: false, ...more });
const retract = (seq, of) => line(seq, { type: "retract", seq: of });
const gone = lines => [...takenBack(lines)];

test("a retraction takes back the entry and all behind it", () => {
  assert.deepEqual(gone([line(1), line(2), line(3), retract(4, 2)]), [2, 3]);
});

test("a retraction that is taken back brings back what it took", () => {
  assert.deepEqual(gone([line(1), line(2), retract(3, 2), retract(4, 3)]), []);
});

test("refused entries neither stand nor are taken back", () => {
  assert.deepEqual(gone([line(1), line(2, { type: "roll" }, { accepted: false }), retract(3, 1)]), [1]);
});

test("the end of a log is enough: entries before it stand", () => {
  assert.deepEqual(gone([line(41), line(42), retract(43, 42)]), [42]);
});

test("the last move is the last entry that stands and is no retraction", () => {
  assert.deepEqual(lastMoves([line(1), line(2), retract(3, 2)], false).map(each => each.seq), [1]);
  assert.deepEqual(lastMoves([], false), []);
});

test("what the bench logged, and what is before it, only the bench takes back", () => {
  const lines = [line(1), line(2, { type: "time_up" }, { bench: true }), line(3)];
  assert.deepEqual(lines.map(each => mayTakeBack(each, lines, false)), [false, false, true]);
  assert.ok(lines.every(each => mayTakeBack(each, lines, true)));
  assert.deepEqual(lastMoves(lines.slice(0, 2), false), []);
});

test("one undo takes back what one tap logged", () => {
  const id = (seq, client_id, more) => line(seq, { type: "roll" }, { client_id, ...more });
  const seqs = lines => lastMoves(lines, false).map(each => each.seq);
  assert.deepEqual(seqs([id(1, "a"), id(2, "b"), id(3, "b.then"), id(4, "b.then.then")]), [2, 3, 4]);
  assert.deepEqual(seqs([id(1, "a"), id(2, "c"), id(3, "b.then")]), [3]);
  assert.deepEqual(seqs([id(1, "b"), id(2, "c", { accepted: false }), id(3, "b.then")]), [1, 3]);
  assert.deepEqual(seqs([id(1, "b", { bench: true }), id(2, "b.then")]), []);
});

test("a card is found where it was drawn last, unless that was taken back", () => {
  const draw = seq => line(seq, { type: "draw", card: "release" });
  assert.equal(drawnAt([draw(1), line(2), draw(3)], "release")?.seq, 3);
  assert.equal(drawnAt([draw(1), line(2), draw(3), retract(4, 2)], "release")?.seq, 1);
  assert.equal(drawnAt([line(1)], "release"), undefined);
});

// -- what corrections have dropped

const roll = (seq, one, id = `r${seq}`) => line(seq, { type: "roll", dice: [one, 1] }, { client_id: id });
const pay = (seq, amount, id = `p${seq}`) => line(seq, { type: "pay", amount }, { client_id: id });
const back = (seq, of, id = "c1.0") => line(seq, { type: "retract", seq: of }, { client_id: id });
const dropped = lines => droppedEntries(lines).map(({ seq }) => seq);

test("what a correction dropped is listed until it is logged again, in order", () => {
  const before = [roll(1, 1), roll(2, 2), roll(3, 3), pay(4, 40)];
  const corrected = [...before, back(5, 2), roll(6, 6, "c1.1"), roll(7, 3, "c1.2")];
  assert.deepEqual(dropped(corrected), [4]);
  assert.deepEqual(dropped([...corrected, pay(8, 40)]), []);
  assert.deepEqual(dropped([...before, back(5, 2), roll(6, 6, "c1.1")]), [3, 4]);
});

test("undoing the last report drops nothing, and undoing one that was logged again lists it again", () => {
  assert.deepEqual(dropped([roll(1, 1), pay(2, 40), back(3, 2)]), []);
  const corrected = [roll(1, 1), roll(2, 2), pay(3, 40), back(4, 2), roll(5, 5, "c1.1"), pay(6, 40)];
  assert.deepEqual(dropped(corrected), []);
  assert.deepEqual(dropped([...corrected, back(7, 6, "u1")]), [3]);
});

test("the entry that something was put before is listed too if it did not follow", () => {
  const lines = [roll(1, 1), roll(2, 2), pay(3, 40), back(4, 2, "insert.c1.0"), roll(5, 5, "insert.c1.1")];
  assert.deepEqual(dropped(lines), [2, 3]);
});

test("a correction that is itself taken back, or that the table has played on from, lists nothing", () => {
  const corrected = [roll(1, 1), roll(2, 2), pay(3, 40), back(4, 2), roll(5, 5, "c1.1")];
  assert.deepEqual(dropped([...corrected, back(6, 4, "c2.0")]), []);
  const on = Array.from({ length: 12 }, (_, number) => roll(6 + number, 6));
  assert.deepEqual(dropped([...corrected, ...on]), []);
});

test("what was left out is listed on no device any more once the next report says so", () => {
  const corrected = [roll(1, 1), roll(2, 2), roll(3, 3), pay(4, 40), back(5, 2), roll(6, 6, "c1.1")];
  assert.deepEqual([leftOutBefore(corrected, []), leftOutBefore(corrected, [9])], ["", ""]);
  assert.equal(leftOutBefore(corrected, [3]), "out.3-3.");
  assert.deepEqual(dropped([...corrected, roll(7, 5, "out.3-3.x")]), [4]);
  assert.deepEqual(dropped([...corrected, line(7, { type: "buy" }, { client_id: "out.3-4.x", accepted: false })]), []);
  const on = [...corrected, roll(7, 5, "out.3-4.x")];
  assert.equal(leftOutBefore(on, [3, 4]), "");
  // A later correction drops anew.
  assert.deepEqual(dropped([...on, back(8, 6, "c2.0"), roll(9, 6, "c2.1")]), [7]);
});
