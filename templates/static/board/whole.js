// The whole board, drawn both with and without names; the style sheet shows one of the two, depending on the width. Our own
// design: a band with a letter on the outside, the owner's tab on the inner rim, and inside a lane where the tokens walk.
import { breakLines, textWidth } from "./lettering.js";
import { escapeXml, middle, rect, svgText, tokenAt } from "./marks.js";
import { extent, place, slice, tokenSpots } from "./places.js";
import { sideLength } from "./seen.js";
import { arrange, signOf } from "./signs.js";

const ROOMY = { name: "roomy", band: 40, rim: 126, tab: 28, sign: 16, aside: 22, letter: 26, beside: 26, count: 24, row: true };
const TIGHT = { name: "tight", band: 82, rim: 88, tab: 64, sign: 24, aside: 25, letter: 50, beside: 40, count: 40, row: false };
const CROWDED = { ...TIGHT, band: 104, rim: 104, tab: 48 }; // several pieces: more room for them, less for the owner
const MOST_SIGNS = 4; // on a board without names
const NAME_SIZE = 18; // font size of a name
const LINE_HEIGHT = 20;
const UPRIGHT_WIDTH = 90; // width of a name's lines on an upright space
const SIDEWAYS_WIDTH = 82; // and on one turned sideways
const POT_DEPTH = 27; // how far inside its corner the money in the middle of the board is written
const POT_PUSH = 22; // and how far that moves the corner's letter

/**
 * The board as SVG text. `label`: the text alternative; what is on the board is also in a list beside it.
 * @param {Seen} table
 * @param {string} label
 */
export function board(table, label) {
  const all = extent(sideLength(table));
  const hatch = '<defs><pattern id="hatched" width="14" height="14" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect class="hatch" width="4" height="14"/></pattern></defs>';
  const { cells, tokens } = parts(table);
  return `<svg class="drawn" viewBox="-4 -4 ${all + 8} ${all + 8}" role="img" aria-label="${escapeXml(label)}">${hatch}`
    + `<rect class="court" width="${all}" height="${all}" rx="10"/><g>${cells.join("")}</g><g>${tokens}</g></svg>`;
}

/**
 * The parts of the board that a game changes, as SVG text: the spaces one by one, and all tokens.
 * @param {Seen} table
 */
function parts(table) {
  const side = sideLength(table);
  const cells = table.spaces.map((space, number) => cell(space, place(number, side)));
  const spots = tokenSpots(table.tokens.map(token => token.space), side);
  const tokens = table.tokens.map((token, number) => tokenAt(token, ...spots[number]));
  return { cells, tokens: tokens.join("") };
}

/** @type {WeakMap<Element, { cells: string[], tokens: string }>} What `redraw` has drawn last, by box. */
const drawnParts = new WeakMap();

/**
 * Draw the board in a box of the page; if it is there already, redraw only what has changed: a replay draws with every
 * frame of the screen.
 * @param {Element} box
 * @param {Seen} table
 * @param {string} label
 */
export function redraw(box, table, label) {
  const now = parts(table);
  const before = drawnParts.get(box);
  const svg = box.querySelector("svg");
  if (!before || !svg || before.cells.length !== now.cells.length) box.innerHTML = board(table, label);
  else {
    const [cells, tokens] = [...svg.children].slice(-2);
    now.cells.forEach((text, number) => {
      if (text !== before.cells[number]) cells.children[number].outerHTML = text;
    });
    if (now.tokens !== before.tokens) tokens.innerHTML = now.tokens;
    svg.setAttribute("aria-label", label);
  }
  drawnParts.set(box, now);
}

/**
 * @param {SeenSpace} space
 * @param {Place} at
 */
function cell(space, at) {
  const box = rect([at.x, at.y, at.w, at.h], "cell");
  if (at.corner) {
    const [dx, dy] = [[104, 112], [56, 112], [56, 50], [104, 50]][at.edge];
    const title = space.pot ? `${space.name}: ${space.pot}` : space.name;
    const pot = space.pot && svgText(at.x + at.w / 2, at.y + POT_DEPTH, "corner-pot", space.pot);
    return `<g><title>${escapeXml(title)}</title>${box}${rect([at.x + 8, at.y + 8, at.w - 16, at.h - 16], "corner", 12)}${svgText(at.x + dx, at.y + dy + (pot ? POT_PUSH : 0), "corner-letter", space.letter)}${pot}</g>`;
  }
  return `<g class="${space.group ?? ""}"><title>${escapeXml(space.name)}</title>${box}${drawSpace(space, at, ROOMY)}${drawSpace(space, at, space.pieces.length > 1 ? CROWDED : TIGHT)}</g>`;
}

/**
 * @param {SeenSpace} space
 * @param {Place} at
 * @param {typeof ROOMY} sizes
 */
function drawSpace(space, at, sizes) {
  const { deed } = space;
  const pieces = sizes.row ? space.pieces : few(space.pieces);
  const upright = at.edge % 2 === 0;
  const { letter, signs, size: most, row } = arrange(pieces, at, sizes);
  const out = [rect(slice(at, 0, sizes.band), "band")];
  if (deed?.mortgaged) out.push(rect(slice(at, 0, sizes.rim), "veil"));
  const room = (at.edge % 2 ? sizes.band : at.w) * 0.96;
  if (letter) out.push(svgText(letter[0], letter[1], "letter", space.letter, Math.min(letter[2], room / textWidth(space.letter))));
  out.push(...pieces.map((piece, number) => signOf(piece, signs[number], most)));
  if (sizes === ROOMY) out.push(drawName(space, at, row));
  if (deed) {
    const inset = slice(at, sizes.rim + 4, Math.min(sizes.rim + sizes.tab, 156));
    const tab = /** @type {Box} */ (upright ? [inset[0] + 5, inset[1], inset[2] - 10, inset[3]] : [inset[0], inset[1] + 5, inset[2], inset[3] - 10]);
    const [tx, ty] = middle(tab);
    out.push(`<g class="seat${deed.seat}">${rect(tab, deed.mortgaged ? "tab pledged" : "tab", 8)}${svgText(tx, ty, "owner", deed.letter)}</g>`);
  }
  return `<g class="${sizes.name}">${out.join("")}</g>`;
}

/**
 * So many signs that they can be read on a phone: the last one says that there are more, and lists name them all.
 * @param {StandingPiece[]} pieces
 */
const few = pieces => (pieces.length > MOST_SIGNS
  ? [...pieces.slice(0, MOST_SIGNS - 1), { key: "more", look: "plain", mark: "…", said: "", isVoid: false }]
  : pieces);

/**
 * The name between band and tab, and the price while nobody owns it. `row`: the depth of a row of signs there.
 * @param {SeenSpace} space
 * @param {Place} at
 * @param {number} row
 */
function drawName(space, at, row) {
  const upright = at.edge % 2 === 0;
  const room = upright ? UPRIGHT_WIDTH : space.deed ? SIDEWAYS_WIDTH - 4 : SIDEWAYS_WIDTH + 20;
  const found = breakLines(space.name, room / NAME_SIZE);
  const price = space.price !== null && !space.deed ? [space.price] : [];
  const [left, above, w, h] = slice(at, ROOMY.band + (upright ? row : 0), space.deed ? ROOMY.rim : 160);
  const high = upright ? h : h - row;
  const [x, y] = middle([left, above, w, high]);
  const lines = found.length + price.length;
  const step = row ? Math.min(LINE_HEIGHT, high / lines) : LINE_HEIGHT;
  const top = y - ((lines - 1) / 2) * step;
  const name = found.map((line, number) => svgText(x, top + number * step, "name", line, Math.min(NAME_SIZE, step - 1, room / textWidth(line))));
  return name.join("") + price.map(each => svgText(x, top + found.length * step, "price", each)).join("");
}

