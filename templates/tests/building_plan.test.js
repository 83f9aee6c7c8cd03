import { board, held, state } from "./page.js";
import assert from "node:assert/strict";
import test from "node:test";
import { BuildingPlan, piecesTaken, spread, stepsUp } from "../static/tablet/deeds/plan.js";
import { HOTEL, Table } from "../static/tablet/table.js";

const [group] = board.printed.groups;
const plan = (levels, wanted = {}, legal = [], more = {}) => {
  const [oriental, vermont, connecticut] = levels;
  const deeds = held({ oriental: ["A", oriental], vermont: ["A", vermont], connecticut: ["A", connecticut] });
  return new BuildingPlan(new Table(board, state({ deeds }, { legal, ...more }), true), "A", wanted);
};
const MAY = [{ type: "build", player: "A", lots: { oriental: 2, vermont: 2, connecticut: 2 } }];

test("lots are even within one step, a hotel is one step above the houses that it needs", () => {
  assert.deepEqual([spread([1, 2, 2], 4), spread([0, 2], 4), spread([4, HOTEL], 4), spread([3, HOTEL], 3)], [1, 2, 1, 1]);
});

test("a hotel costs the houses that are missing and itself", () => {
  assert.deepEqual([stepsUp(1, 3, 4), stepsUp(4, HOTEL, 4), stepsUp(2, HOTEL, 4)], [2, 1, 3]);
});

test("a lot takes houses from the bank, a hotel gives them back", () => {
  assert.deepEqual(piecesTaken(1, 3), { houses: 2, hotels: 0 });
  assert.deepEqual(piecesTaken(4, HOTEL), { houses: -4, hotels: 1 });
});

test("a plan makes one report of the lots that it changes, and counts its cost and the bank's stock", () => {
  const built = plan([0, 0, 0], { oriental: 1, vermont: 2, connecticut: 0 });
  assert.deepEqual(built.report, { type: "build", player: "A", to: { oriental: 1, vermont: 2 } });
  assert.equal(built.cost, 150);
  assert.deepEqual(built.stock, { houses: 29, hotels: 12 });
  assert.equal(plan([1, 1, 1]).report, null);
  assert.equal(plan([1, 1, 1], { oriental: 0 }).report?.type, "sell");
});

test("a lot has from nothing to a hotel, which comes after the houses that the game asks for", () => {
  assert.deepEqual(plan([0, 0, 0]).levels, [0, 1, 2, 3, 4, HOTEL]);
});

test("building and selling at once, and levels that there are not, are obstacles", () => {
  assert.equal(plan([1, 1, 1], { oriental: 2 }).obstacle(group, { vermont: 0 }), "apart");
  assert.equal(plan([0, 0, 0]).obstacle(group, { oriental: -1 }), "end");
  assert.equal(plan([HOTEL, HOTEL, HOTEL]).obstacle(group, { oriental: HOTEL + 1 }), "end");
});

test("what is uneven or more than may be built is refused by its report, the rest is free", () => {
  assert.equal(plan([0, 0, 0], {}, MAY).obstacle(group, { oriental: 1 }), null);
  assert.deepEqual(plan([0, 0, 0], {}, MAY).obstacle(group, { oriental: 2 }), { type: "build", player: "A", to: { oriental: 2 } });
  assert.equal(plan([2, 2, 2], {}, MAY).obstacle(group, { oriental: 3 })?.type, "build");
});

test("building that is declared already is the ground that a plan stands on", () => {
  const due = [{ entry: { kind: "building", declared: { A: { oriental: 1 } } }, told: "" }];
  const declared = plan([0, 0, 0], {}, [], { due });
  assert.deepEqual([declared.level("oriental"), declared.report, declared.cost], [1, null, 50]);
  assert.equal(declared.withLevels({ oriental: 0 }).report?.type, "withdraw_build");
});
