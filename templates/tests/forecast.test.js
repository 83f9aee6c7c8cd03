import { board, held, position } from "./page.js";
import assert from "node:assert/strict";
import test from "node:test";
import { forecast, possibleReports } from "../static/tablet/law/forecast.js";

const roll = (player, dice, more = {}) => ({ type: "roll", player, dice, ...more });
const after = (reports, changes = {}) => forecast(board, position(changes), reports);

test("a throw moves the piece and passes the turn on, and says what can be bought there", () => {
  const now = after([roll("A", [1, 3])]);
  assert.equal(now.position.players.A.space, "vermont");
  assert.deepEqual([now.next, now.position.turn, now.landed?.deed?.key], ["B", "B", "vermont"]);
});

test("a deed that somebody holds cannot be bought", () => {
  assert.equal(after([roll("A", [1, 3])], { deeds: held({ vermont: ["C"] }) }).landed?.deed, undefined);
});

test("doubles throw again, the third go to jail", () => {
  assert.equal(after([roll("A", [1, 1])]).next, "A");
  const jailed = after([roll("A", [1, 1]), roll("A", [1, 1]), roll("A", [2, 2])]);
  assert.deepEqual([jailed.position.players.A.space, jailed.position.players.A.jail, jailed.next], ["jail", 0, "B"]);
});

test("the corner that sends to jail does so", () => {
  assert.equal(after([roll("A", [3, 4])]).position.players.A.space, "jail");
});

test("in jail a throw without doubles stays, with doubles leads out by some way", () => {
  const players = { ...position().players, A: { cash: 500, space: "jail", jail: 0, out: false } };
  assert.deepEqual(after([roll("A", [1, 2])], { players }).position.players.A, { cash: 500, space: "jail", jail: 1, out: false });
  assert.equal(after([roll("A", [2, 2])], { players }).position.players.A.jail, null);
});

test("a purchase changes hands and cash", () => {
  const now = after([roll("A", [1, 3]), { type: "buy", player: "A" }]);
  assert.deepEqual(now.position.deeds.vermont, { owner: "A", level: 0, mortgaged: false });
  assert.deepEqual([now.position.players.A.cash, now.landed], [400, null]);
});

test("a card that moves leaves nobody knowing where, another one leaves the piece", () => {
  assert.equal(after([{ type: "draw", player: "A", card: "advance_go" }]).position.players.A.space, null);
  assert.equal(after([{ type: "draw", player: "A", card: "pay_15" }]).position.players.A.space, "go");
});

test("throws that left the board, and reports that nobody can foresee, change nothing", () => {
  const now = after([roll("A", [1, 3], { off_board: true }), { type: "constructor", player: "A" }, { type: "bid", player: "B" }]);
  assert.deepEqual([now.position.players, now.next], [position().players, "A"]);
});

test("the position that was given stays as it was", () => {
  const before = position();
  forecast(board, before, [roll("A", [1, 3])]);
  assert.deepEqual(before, position());
});

test("while nobody judges, everything is offered that the ruleset has and a player could do", () => {
  const found = possibleReports(board, position({ deeds: held({ oriental: ["A"], reading: ["B", 0, true] }) }));
  const of = (type, player) => found.find(each => each.type === type && each.player === player);
  assert.deepEqual(of("mortgage", "A")?.deeds, ["oriental"]);
  assert.deepEqual(of("trade", "A")?.with, ["B", "C"]);
  assert.equal(of("build", "B"), undefined);
  assert.equal(of("bid", "A"), undefined);
  assert.deepEqual(found.filter(each => !each.player), [{ type: "close_auction" }, { type: "time_up" }]);
});
