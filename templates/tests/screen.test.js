// The screens in the hall: which page is on, and the bracket as a tree.
import assert from "node:assert/strict";
import test from "node:test";
import { NO_CUE, sheetAt } from "../static/screen/order.js";
import { bracketPictures } from "../static/screen/tree.js";

const order = ["clock", "seats", "standings", "winner"];
const sheets = [["clock", 0, 10], ["seats", 0, 5], ["seats", 1, 5], ["standings", 0, 20]].map(([slide, page, seconds]) => ({ slide, page, seconds }));
const at = (cue, now) => { const { slide, page } = sheets[sheetAt(sheets, order, { ...NO_CUE, ...cue }, now)]; return `${slide} ${page}`; };

test("pages come one after the other, each for its seconds, round and round", () => {
  const cue = { slide: "seats", page: 0, at: 1000 };
  assert.deepEqual([1000, 5999, 6000, 11_000, 30_999, 31_000, 41_000].map(now => at(cue, now)),
    ["seats 0", "seats 0", "seats 1", "standings 0", "standings 0", "clock 0", "seats 0"]);
});

test("what is on depends on the moment alone, and comes again after a round", () => {
  for (let now = 0; now < 200_000; now += 777) assert.equal(at({}, now), at({}, now + 40_000));
});

test("what is held stays, on its last page where there are fewer", () => {
  assert.equal(at({ slide: "seats", page: 1, held: true }, 9e12), "seats 1");
  assert.equal(at({ slide: "seats", page: 9, held: true }, 9e12), "seats 1");
});

test("where a slide has nothing to show, the next that has is on; a clock that is behind changes nothing", () => {
  assert.equal(at({ slide: "winner", held: true }, 0), "clock 0");
  assert.equal(at({ slide: "unknown", held: true }, 0), "clock 0");
  assert.equal(at({ slide: "seats", at: 5000 }, 0), "seats 0");
});

const stage = (title, tables, seats, advance = 0) => ({
  title, open: "not known", cards: Array.from({ length: tables }, (_, table) => ({
    title: `Table ${table + 1}`,
    players: Array.from({ length: seats }, (__, seat) => ({ key: `${table * 100 + seat}`, name: `${title} ${table} ${seat}`, place: 0, ahead: seat < advance })),
  })),
});
const last = { title: "Final", open: "not known", cards: [{ title: "Table 1", players: [0, 100, 200, 300].map((key, seat) => ({ key: `${key}`, name: `Finalist ${key}`, place: seat + 1, ahead: seat === 0 })) }] };
const boxes = svg => [...svg.matchAll(/class="box" x="([\d.-]+)" y="([\d.-]+)" width="([\d.]+)" height="([\d.]+)"/g)].map(([, ...all]) => all.map(Number));
const texts = svg => [...svg.matchAll(/<text class="([^"]+)" x="[\d.-]+" y="[\d.-]+" font-size="([\d.]+)">([^<]*)</g)].map(([, kind, size, content]) => ({ kind, size: Number(size), content }));
const ways = svg => svg.match(/<path class="way"/g)?.length ?? 0;

test("every ratio has all cards within the picture, none over another, and all names", () => {
  for (const [w, h] of [[1840, 860], [960, 600], [2480, 860], [1040, 1700]]) {
    for (const stages of [[stage("Semi", 4, 4, 1), last], [stage("Quarter", 16, 4, 1), stage("Semi", 4, 4), last], [stage("Final", 1, 5)]]) {
      const pictures = bracketPictures(stages, w, h, 20, 50);
      for (const picture of pictures) {
        const all = boxes(picture);
        for (const [x, y, width, height] of all) assert.ok(x >= 0 && y >= 0 && x + width <= w + 1 && y + height <= h + 1, `${x} ${y} ${width} ${height} in ${w} ${h}`);
        for (const [number, [x, y, width, height]] of all.entries()) {
          for (const [otherX, otherY, otherWidth, otherHeight] of all.slice(number + 1)) {
            assert.ok(x + width <= otherX || otherX + otherWidth <= x || y + height <= otherY || otherY + otherHeight <= y);
          }
        }
        for (const { size } of texts(picture)) assert.ok(size >= 20 * 0.6 * 0.75);
      }
      const names = pictures.flatMap(texts).filter(({ kind }) => kind.startsWith("who"));
      assert.equal(names.length, stages.flatMap(each => each.cards).flatMap(each => each.players).length);
    }
  }
});

test("a line leads from whoever goes on to where they sit next; before that is known, from card to card", () => {
  const [known] = bracketPictures([stage("Semi", 4, 4, 1), last], 1840, 860, 20, 50);
  assert.equal(ways(known), 4);
  const [open] = bracketPictures([stage("Semi", 4, 4), { title: "Final", open: "not known", cards: [] }], 1840, 860, 20, 50);
  assert.equal(ways(open), 0);
  assert.equal(open.match(/<path class="later"/g)?.length, 4);
  assert.ok(texts(open).some(({ content }) => content === "not known"));
});

test("a name is text, whatever stands in it", () => {
  const [picture] = bracketPictures([{ title: "F", open: "", cards: [{ title: "T", players: [{ key: "a", name: "<b>&", place: 1, ahead: true }] }] }], 800, 600, 20, 50);
  assert.ok(picture.includes("&#60;b&#62;&#38;"));
});
