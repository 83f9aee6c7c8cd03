import "./page.js";
import assert from "node:assert/strict";
import test from "node:test";
import { addPoint } from "../static/tablet/result/signature.js";

test("a signature is lines in its box, of points that are apart, and ends growing before it is too long", () => {
  let path = addPoint("", 10.4, 20.6, true);
  assert.equal(path, "M10 21L10 21");
  assert.equal(addPoint(path, 11, 21, false), path);
  path = addPoint(path, 14, 500, false);
  assert.equal(path, "M10 21L10 21L14 99");
  assert.equal(addPoint(path, -5, 3, true), "M10 21L10 21L14 99M0 3L0 3");
  for (let step = 0; step < 2000; step += 1) path = addPoint(path, (step % 2) * 200, 50, false);
  assert.ok(path.length <= 6000 && path.length > 5900);
  assert.match(path, /^(M[0-2]?\d?\d \d?\d(L[0-2]?\d?\d \d?\d)+)+$/);
});
