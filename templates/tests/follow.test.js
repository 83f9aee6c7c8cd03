import { state } from "./page.js";
import assert from "node:assert/strict";
import test from "node:test";
import { Follow } from "../static/tablet/follow.js";

/** A followed table, with what the service answers to each path by its end; the paths of its requests. */
function following(t, answers) {
  const paths = [];
  t.mock.method(globalThis, "fetch", async address => {
    const path = new URL(address, "http://x").pathname.split("/").at(-1);
    paths.push(path);
    const body = answers[path]?.shift();
    return body ? new Response(JSON.stringify(body), { headers: { ETag: `"${paths.length}"` } }) : new Response(null, { status: 304 });
  });
  return { follow: new Follow("t1", { remember: async () => {}, remembered: async () => null }), paths };
}

const at = seq => ({ ...state(), seq, state: "open" });
const line = seq => ({ seq, client_id: `c${seq}`, report: { type: "roll" }, accepted: true, hash: `h${seq}` });
const lines = (seq, ...found) => ({ seq, known: true, lines: found });

test("a position that is newer than the entries waits for them, so that no report of ours seems not to be logged", async t => {
  const { follow } = following(t, { lines: [lines(1, line(1)), lines(2, line(2))], tablet: [at(2), at(2), at(2), at(2)] });
  const seen = [];
  follow.addEventListener("change", () => seen.push([follow.seq, follow.lines.length]));
  await follow.poll();
  while (follow.seq < 2) await follow.poll();
  assert.ok(seen.every(([seq, count]) => count >= seq), JSON.stringify(seen));
  assert.deepEqual([...follow.logged], ["c1", "c2"]);
});

test("a position that was long on its way does not bring back an older table", async t => {
  const { follow } = following(t, { lines: [lines(2, line(1), line(2))], tablet: [at(2), at(1)] });
  await follow.poll();
  assert.equal(follow.seq, 2);
  follow.stateAt = -Infinity;
  await follow.poll();
  assert.equal(follow.seq, 2);
});
