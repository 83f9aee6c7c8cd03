import "./page.js";
import assert from "node:assert/strict";
import test from "node:test";
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
