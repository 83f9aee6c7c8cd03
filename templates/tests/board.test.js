// The drawing of the board, for the boards of every edition (boards.json, held to the editions by a test of its own).
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { breakLines, textWidth } from "../static/board/lettering.js";
import { extent, place, slice, tokenSpots } from "../static/board/places.js";
import { ring } from "../static/board/ring.js";
import { drawingData, sideLength } from "../static/board/seen.js";
import { strip } from "../static/board/strip.js";
import { board } from "../static/board/whole.js";

const boards = JSON.parse(readFileSync(new URL("boards.json", import.meta.url), "utf-8"));
const seats = ["A", "B", "C", "D"].map(key => ({ key, name: `Player ${key}` }));
const standing = { space: "go", jail: null, out: false };

/** A position: whoever is not named stands on GO. */
const position = (players = {}, deeds = {}, turn = "A") => ({
  turn, deeds, players: Object.fromEntries(seats.map(({ key }) => [key, { ...standing, ...players[key] }])),
});
const spots = svg => [...svg.matchAll(/<g class="seat(\d)" data-token="(\w+)">.*?<circle class="token" cx="([\d.-]+)" cy="([\d.-]+)"/g)]
  .map(([, seat, letter, x, y]) => ({ seat: Number(seat), letter, x: Number(x), y: Number(y) }));
const titles = svg => [...svg.matchAll(/<title>([^<]*)<\/title>/g)].map(([, name]) => name);
const unsafe = text => text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
const overlap = (one, two) => one.x < two.x + two.w && two.x < one.x + one.w && one.y < two.y + two.h && two.y < one.y + one.h;

for (const [name, printed] of Object.entries(boards)) {
  const table = drawingData(printed, position(), seats);
  const side = sideLength(table);

  test(`${name}: the spaces lie on the edge of a square, every one once, each beside the next`, () => {
    const all = extent(side);
    const found = table.spaces.map((_, number) => place(number, side));
    found.forEach((one, number) => {
      assert.ok(one.x >= 0 && one.y >= 0 && one.x + one.w <= all && one.y + one.h <= all);
      assert.ok(one.x === 0 || one.y === 0 || one.x + one.w === all || one.y + one.h === all);
      for (const two of found.slice(number + 1)) assert.ok(!overlap(one, two));
      const next = found[(number + 1) % found.length];
      const apart = [Math.max(one.x, next.x) - Math.min(one.x + one.w, next.x + next.w), Math.max(one.y, next.y) - Math.min(one.y + one.h, next.y + next.h)];
      assert.equal(Math.max(...apart), 0);
    });
    assert.deepEqual(found.filter(each => each.corner).length, 4);
  });

  test(`${name}: board and strip name every space in the order of the edition, with its letter`, () => {
    const names = printed.spaces.map(space => space.name);
    assert.deepEqual(titles(board(table, "Board")).map(unsafe), names);
    assert.deepEqual(titles(strip(table, "Board")).map(unsafe), names);
    const shown = [...strip(table, "Board").matchAll(/<text class="letter"[^>]*>([^<]+)</g)].map(([, letter]) => unsafe(letter));
    assert.deepEqual(shown, printed.spaces.map(space => space.letter));
  });

  test(`${name}: two full-width letters stay within the bands of the left and the right side`, () => {
    const wide = { ...printed, spaces: printed.spaces.map(space => ({ ...space, letter: "ラパ" })) };
    const letters = [...board(drawingData(wide, position(), seats), "Board").matchAll(/<text class="letter" x="(\d+)[^"]*" y="[^"]*" font-size="([\d.]+)"/g)];
    const aside = letters.filter(([, x]) => x < 42 || x > extent(side) - 42);
    assert.ok(aside.length >= 2 * (side - 1));
    for (const [, x, size] of aside) assert.ok(textWidth("ラパ") * size <= 2 * Math.min(x, extent(side) - x));
  });

  test(`${name}: every space of a group has the group's colour, no other space has one`, () => {
    const coloured = [...strip(table, "Board").matchAll(/<g class="(\w*)"><title>/g)].map(([, group]) => group || null);
    assert.deepEqual(coloured, printed.spaces.map(space => space.group));
    const owned = new Set(printed.deeds.map(deed => deed.key));
    assert.deepEqual(printed.spaces.filter(space => owned.has(space.key)).map(space => space.key), printed.spaces.filter(space => space.group).map(space => space.key));
  });

  test(`${name}: a token stands before its space, wherever that is`, () => {
    printed.spaces.forEach((space, number) => {
      const at = spots(board(drawingData(printed, position({ B: { space: space.key } }), seats), "Board")).find(each => each.letter === "B");
      const [x, y] = place(number, side).spot;
      if (number) assert.deepEqual([at.x, at.y], [x, y]);
      assert.equal(at.seat, 2);
    });
  });

  test(`${name}: an owner's tab stands on the deed's space, in the owner's colours, on strip and board`, () => {
    for (const deed of printed.deeds) {
      const drawn = drawingData(printed, position({}, { [deed.key]: { owner: "C", level: 0, mortgaged: false } }), seats);
      for (const svg of [board(drawn, "Board"), strip(drawn, "Board")]) {
        const cell = svg.split("<title>").find(each => each.includes('class="owner"'));
        assert.equal(unsafe(cell.slice(0, cell.indexOf("<"))), deed.name);
        assert.match(cell, /<g class="seat3">/);
      }
    }
  });

  test(`${name}: a line of a name is no longer than its room, and no letter of the name is lost`, () => {
    for (const { name: text } of printed.spaces) {
      const found = breakLines(text, 5);
      assert.equal(found.join("").replace(/ /g, ""), text.replace(/ /g, ""));
      for (const line of found) assert.ok(textWidth(line) <= 5 || !line.includes(" "), line);
    }
  });
}

const classic = boards["atlantic-city"];
const owned = more => drawingData(classic, position({}, { boardwalk: { owner: "D", level: 0, mortgaged: false, ...more } }), seats);

test("who is out of the game has no token, who is in jail has bars before theirs", () => {
  const drawn = drawingData(classic, position({ A: { out: true }, B: { space: "jail", jail: 0 } }), seats);
  assert.deepEqual(drawn.tokens.map(({ letter, jailed }) => [letter, jailed]), [["B", true], ["C", false], ["D", false]]);
  assert.equal(board(drawn, "Board").split('class="bars"').length - 1, 1);
});

test("only the token whose turn it is has a ring", () => {
  const drawn = board(drawingData(classic, position({}, {}, "C"), seats), "Board");
  assert.match(drawn, /<g class="seat3" data-token="C"><circle class="turn"/);
  assert.equal(drawn.split('class="turn"').length - 1, 1);
});

test("up to eight tokens stand apart and on the board, on one space and where two lanes meet", () => {
  const all = extent(10);
  const neighbours = [[1, 39], [9, 11], [19, 21], [29, 31]].flatMap(([one, other]) => [[one, other], [one, one, other, other], [one, one, one, other, other, other]]);
  const crowds = Array.from({ length: 40 }, (_, number) => Array.from({ length: 8 }, (__, nth) => Array(nth + 1).fill(number))).flat();
  for (const spaces of [...crowds, ...neighbours]) {
    const found = tokenSpots(spaces, 10);
    for (const [nth, [x, y, r]] of found.entries()) {
      assert.ok(Math.min(x, y) - r >= 0 && Math.max(x, y) + r <= all);
      for (const [ox, oy, other] of found.slice(nth + 1)) assert.ok(Math.hypot(x - ox, y - oy) >= r + other - 0.01, JSON.stringify({ spaces, found }));
    }
  }
});

const city = boards["city-sample"];
const cityWith = deed => drawingData(city, position({}, { [city.deeds[0].key]: { owner: "A", mortgaged: false, ...deed } }), seats);
const EVERYTHING = {
  residential: [3, 2], industrial: [1], railroads: 2, stadium: true, skyscraper: true, tower: true,
  bonus: ["park", "school", "water_tower", "wind_farm"], hazards: ["prison", "prison", "power_station", "sewage_plant", "rubbish_dump"],
};
/** The signs of a drawing with its names, or of the one without: split gives each kind of drawing and what is in it. */
const signsOf = (table, name) => board(table, "Board").split(/<g class="(roomy|tight)">/).flatMap((part, number, parts) => (parts[number - 1] !== name ? []
  : [...part.matchAll(/data-piece="(\w+)"><rect class="built" x="([\d.-]+)" y="([\d.-]+)" width="([\d.-]+)" height="([\d.-]+)"/g)]))
  .map(([, key, ...box]) => ({ key, box: box.map(Number) }));

test("houses are their number, a hotel is its letter", () => {
  const marks = table => [...board(table, "Board").matchAll(/<g class="roomy">.*?<text class="count"[^>]*>([^<]+)</g)].map(([, sign]) => sign);
  assert.deepEqual([0, 3, 5].map(level => owned({ level }).spaces[39].pieces.map(each => each.mark)), [[], ["3"], ["H"]]);
  assert.deepEqual(marks(owned({ level: 4 })), ["4"]);
});

test("whatever a game declares is drawn on board and strip, on unowned deeds too, and nothing else", () => {
  for (const owner of ["A", null]) {
    for (const table of [cityWith({ ...EVERYTHING, owner }), ...Object.entries(EVERYTHING).map(([field, value]) => cityWith({ owner, [field]: value }))]) {
      const declared = table.spaces.flatMap(space => space.pieces.map(each => each.key));
      assert.ok(declared.length);
      assert.deepEqual(signsOf(table, "roomy").map(each => each.key), declared);
      assert.deepEqual(signsOf(table, "tight").map(each => each.key), declared.length > 4 ? [...declared.slice(0, 3), "more"] : declared);
      assert.deepEqual([...strip(table, "Board").matchAll(/data-piece="(\w+)"/g)].map(([, key]) => key), declared);
    }
  }
  assert.equal(cityWith(EVERYTHING).spaces.flatMap(space => space.pieces).length, city.pieces.length);
  assert.equal(signsOf(cityWith({ residential: [], stadium: false }), "roomy").length, 0);
});

test("signs stand apart, inside their space", () => {
  const side = sideLength(cityWith({}));
  for (const deed of city.deeds) {
    const table = drawingData(city, position({}, { [deed.key]: { owner: "A", mortgaged: false, ...EVERYTHING } }), seats);
    const at = place(city.spaces.findIndex(space => space.key === deed.key), side);
    for (const name of ["roomy", "tight"]) {
      const boxes = signsOf(table, name).map(({ box: [x, y, w, h] }) => ({ x, y, w, h }));
      boxes.forEach((one, nth) => {
        assert.ok(one.x >= at.x && one.y >= at.y && one.x + one.w <= at.x + at.w && one.y + one.h <= at.y + at.h);
        for (const two of boxes.slice(nth + 1)) assert.ok(!overlap(one, two));
      });
    }
  }
});

test("the signs of a space are readable on a phone, however many pieces stand there", () => {
  const drawn = 358 / (extent(sideLength(cityWith({}))) + 8); // pixels for a unit, on a screen of 390
  const several = { ...EVERYTHING, residential: [3], industrial: [2], railroads: 1 };
  const fields = Object.keys(several);
  for (const deed of city.deeds) {
    for (const count of fields.keys()) {
      const held = Object.fromEntries(fields.slice(0, count + 1).map(field => [field, several[field]]));
      const table = drawingData(city, position({}, { [deed.key]: { owner: "A", mortgaged: false, ...held } }), seats);
      const tight = board(table, "Board").split(/<g class="(?=tight|roomy)/).filter(part => part.startsWith("tight")).join();
      const sizes = [...tight.matchAll(/class="count"[^>]* font-size="([\d.]+)"/g)].map(([, size]) => size * drawn);
      assert.ok(sizes.length > Math.min(count, 3) && Math.min(...sizes) >= 9, JSON.stringify({ deed: deed.key, held, sizes }));
    }
  }
});

test("what is without effect is crossed out and said to be", () => {
  const [blocks, works, hazard] = cityWith({ residential: [2, 1], industrial: [1], hazards: ["rubbish_dump"] }).spaces.flatMap(space => space.pieces);
  assert.deepEqual([blocks.isVoid, works.isVoid, hazard.isVoid], [true, false, false]);
  assert.deepEqual([blocks.mark, blocks.said, works.said], ["R3", "3 residential blocks (voided)", "1 industrial block"]);
  assert.match(board(cityWith({ residential: [2], hazards: ["prison"] }), "Board"), /data-piece="residential">.{1,200}class="crossed"/);
});

test("a mortgaged deed is hatched on the board and has a turned corner on the strip; a free one shows its price", () => {
  assert.match(board(owned({ mortgaged: true }), "Board"), /class="veil".*class="tab pledged"/);
  assert.match(strip(owned({ mortgaged: true }), "Board"), /class="turned"/);
  assert.doesNotMatch(strip(owned({}), "Board"), /class="turned"/);
  assert.match(board(drawingData(classic, position(), seats), "Board"), /class="price"[^>]*>400</);
  assert.match(board(drawingData(city, position(), seats), "Board"), /class="price"[^>]*>1\.5M</);
});

test("the strip writes each sum under the space that it leads to, past GO as well", () => {
  const drawn = strip(drawingData(classic, position({ A: { space: "boardwalk" } }), seats), "Board", { reach: { from: 39, sums: [2, 12] } });
  const under = drawn.split("<title>").filter(each => each.includes('class="reach"'));
  const found = under.map(each => [unsafe(each.slice(0, each.indexOf("<"))), each.match(/class="sum"[^>]*>(\d+)/)[1]]);
  assert.deepEqual(found, [["Mediterranean Avenue", "2"], ["St. Charles Place", "12"]]);
});

test("a part of the strip begins where it is told and shows only the tokens on it", () => {
  const table = drawingData(classic, position({ A: { space: "boardwalk" }, B: { space: "illinois_avenue" } }), seats);
  const drawn = strip(table, "Board", { from: 38, count: 14 });
  assert.equal(titles(drawn).length, 14);
  assert.deepEqual(spots(drawn).map(each => each.letter).sort(), ["A", "C", "D"]);
});

test("the inner side of a space is its lane's", () => {
  const at = place(5, 10);
  assert.deepEqual(slice(at, 0, 40), [at.x, at.y + at.h - 40, at.w, 40]);
});

test("money in the middle of the board is written in the corner where it is taken, and nothing where there is none", () => {
  const corner = more => board(drawingData(classic, { ...position(), ...more }, seats), "Board").match(/<title>Free Parking.*?<\/g>/)?.[0];
  assert.match(corner({ pot: 1275 }), /Free Parking: \$1,275<.*class="corner-pot"[^>]*>\$1,275</);
  for (const none of [{}, { pot: 0 }]) assert.doesNotMatch(corner(none), /corner-pot|: /);
});

test("names cannot break out of the drawing", () => {
  const printed = { ...classic, spaces: classic.spaces.map(space => ({ ...space, name: '<script>"&' })) };
  const drawn = board(drawingData(printed, position(), [{ key: "<", name: "x" }]), '"><x>') + strip(drawingData(printed, position(), seats), "<");
  assert.doesNotMatch(drawn, /<script|<x>/);
});

test("the ring is lit for what is left, and late in its last twelfth", () => {
  const lit = svg => svg.split('class="lit"').length - 1;
  assert.deepEqual([[60, 60], [30, 60], [1, 60], [0, 60]].map(([left, total]) => lit(ring(left, total))), [20, 10, 1, 0]);
  assert.equal(lit(ring(30, 60, 40)), 20);
  assert.deepEqual([6, 5].map(left => ring(left, 60).includes("late")), [false, true]);
  assert.equal(lit(ring(5, 0)), 0);
});
