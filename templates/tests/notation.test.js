import assert from "node:assert/strict";
import test from "node:test";
import { parse, write } from "../static/tablet/notation/notation.js";
import { Fault, scan } from "../static/tablet/notation/scan.js";

const CODES = {
  seats: [["A", "A"], ["B", "B"]],
  deeds: [["oriental_avenue", "OA"], ["vermont_avenue", "VA"]],
  decks: [["chance", "CH"]],
  cards: [["advance_go", "GO"]],
  spaces: [null, "oriental_avenue"],
  release: "decks",
  money: { sign: "$", multiples: [], also: [] },
  forms: [
    { type: "roll", by: "player", verbs: ["roll"], bare: true, args: [{ kind: "dice", field: "dice" }], example: "A 34" },
    { type: "bid", by: "players", verbs: ["bid"], args: [{ kind: "amount", field: "amount" }], example: "A bid 50" },
    { type: "trade", by: "player", verbs: ["deal"], example: "A deal B 100 > OA",
      args: [{ kind: "seat", field: "with" }, { kind: "side", field: "give" }, { kind: "side", field: "take", mark: ">" }] },
    { type: "build", by: "player", verbs: ["build"], args: [{ kind: "levels", field: "to" }], example: "A build OA1" },
    { type: "ruling", by: "", verbs: ["ruling"], example: 'ruling "J" let A 34',
      args: [{ kind: "text", field: "by" }, { kind: "report", field: "apply", mark: "let", optional: true }] },
  ],
};
const read = (line, player = null) => parse(line, CODES, player);
const SAME = [
  ["A 34", { type: "roll", player: "A", dice: [3, 4] }],
  ["A=B bid 50", { type: "bid", players: ["A", "B"], amount: 50 }],
  ["A deal B 100 > OA", { type: "trade", player: "A", with: "B", give: { cash: 100 }, take: { deeds: ["oriental_avenue"] } }],
  ["A build OA1 VA2", { type: "build", player: "A", to: { oriental_avenue: 1, vermont_avenue: 2 } }],
  ["ruling J let B 11", { type: "ruling", by: "J", apply: { type: "roll", player: "B", dice: [1, 1] } }],
];

for (const [line, report] of SAME) {
  test(`${line} means one report, which is written so`, () => {
    assert.deepEqual(read(line).report, report);
    assert.equal(write(report, CODES), line);
  });
}

test("the player in turn is meant where the line names none", () => {
  assert.deepEqual(read("6 1", "B").report, { type: "roll", player: "B", dice: [6, 1] });
  assert.equal(read("61").fault?.code, "player_missing");
});

test("wide letters, names begun and board numbers mean the same", () => {
  assert.deepEqual(read("Ａ　３４").report, SAME[0][1]);
  assert.deepEqual(read("A build vermont=1 #1=1").report, { type: "build", player: "A", to: { vermont_avenue: 1, oriental_avenue: 1 } });
});

test("time and note go with the report, both ways", () => {
  const report = { type: "roll", player: "A", dice: [3, 4], at: 12.5, note: "again" };
  assert.deepEqual(read("A 34 @12.5 ; again").report, report);
  assert.equal(write(report, CODES), "A 34 @12.5 ; again");
});

test("what the notation cannot say is JSON, and JSON is read", () => {
  const report = { type: "unheard_of", x: [1] };
  assert.equal(write(report, CODES), JSON.stringify(report));
  assert.deepEqual(read(write(report, CODES)).report, report);
});

const FAULTS = [
  ["A jump", "verb_unknown", 3], ["A 37 x", "word_extra", 6], ["A bid much", "number", 7], ["A build XX1", "name_unknown", 9],
  ["A build OA1 OA2", "twice", 13], ["A deal B 100", "word_missing", 13], ['ruling "J', "text_broken", 8], ["", "verb_missing", 1],
];

for (const [line, code, column] of FAULTS) {
  test(`"${line}" is at fault: ${code} at column ${column}`, () => {
    const { fault } = read(line);
    assert.deepEqual([fault?.code, fault?.column], [code, column]);
  });
}

test("a line falls into words, texts, arrows and JSON, each with its column", () => {
  const { tokens, at, note, end } = scan('a > "b c" {"d": 1} @3 ; e');
  assert.deepEqual(tokens.map(token => [token.kind, token.value, token.column]), [
    ["word", "a", 1], ["arrow", ">", 3], ["text", "b c", 5], ["json", { d: 1 }, 11],
  ]);
  assert.deepEqual([at, note, end], [3, "e", 22]);
  assert.throws(() => scan("{"), Fault);
});

const CITY = { ...CODES, money: { sign: "", multiples: [["M", 1000], ["K", 1]], also: [["万", 10]] } };

for (const [typed, amount] of [["2.4M", 2400], ["350K", 350], ["２．４ｍ", 2400], ["240万", 2400], ["4.1", 4100], ["4.1M", 4100], ["2400", 2400]]) {
  test(`${typed} is ${amount} in a game of thousands`, () => {
    assert.deepEqual(parse(`A bid ${typed}`, CITY).report, { type: "bid", player: "A", amount });
    assert.deepEqual(parse(`A deal B ${typed} >`, CITY).report?.give, { cash: amount });
  });
}

for (const typed of ["2.4G", "$24", "0.0004M", "1.5万5", "M"]) {
  test(`${typed} is no amount there`, () => assert.equal(parse(`A bid ${typed}`, CITY).fault?.code, "number"));
}

test("words of another game's money are no amount, its sign is", () => {
  assert.equal(read("A bid 2.4M").fault?.code, "number");
  assert.equal(read("A bid 2.4").fault?.code, "number");
  assert.deepEqual(read("A bid $50").report, { type: "bid", player: "A", amount: 50 });
});
