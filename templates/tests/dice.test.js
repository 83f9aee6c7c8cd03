import "./page.js";
import assert from "node:assert/strict";
import test from "node:test";
import { PAIRS } from "../static/tablet/dice.js";

test("the pad has every pair once, the lower face first, six in a row but for the last", () => {
  const all = [1, 2, 3, 4, 5, 6].flatMap(high => [1, 2, 3, 4, 5, 6].filter(low => low <= high).map(low => `${low}-${high}`));
  assert.deepEqual(PAIRS.map(pair => pair.join("-")).sort(), all.sort());
  assert.deepEqual([0, 6, 12, 18].map(place => PAIRS[place].join("-")), ["1-6", "1-5", "1-4", "1-3"]);
});
