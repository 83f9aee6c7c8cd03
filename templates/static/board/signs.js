// Where the letter of a space and the signs of what stands there go. A single short sign has its place beside the letter;
// more of them stand in a row of their own below the band, or, on a board without names, share the band with the letter.
import { textWidth } from "./lettering.js";
import { escapeXml, middle, rect, svgText } from "./marks.js";
import { slice } from "./places.js";

const BOLD = 1.1; // how much wider than estimated bold letters are
const NARROWED = 0.7; // letters may be as much narrower as this to stand higher: on a phone they are small
const GAP = 2;
const MOST_WITH_LETTER = 2; // more signs than these need the room of the letter
const COLOUR = 14; // the depth of the band that remains then
const WIDER = 1.2; // how much wider than high a sign likes to be: it has a letter and a number
const ROW = 32; // the depth of a row of signs
const ABREAST = 3; // so many share a row; more take two lower ones
const LOW_ROW = 24;

/**
 * `letter`: its middle and size, null if there is no room; `signs`: the rectangle of each sign; `size`: of their letters; `row`: the depth of the
 * row that is taken from the room of the name.
 * @typedef {{ letter: [number, number, number] | null, signs: Box[], size: number, row: number }} Arrangement
 */

/**
 * @param {StandingPiece[]} pieces
 * @param {Place} at
 * @param {{ band: number, sign: number, aside: number, letter: number, beside: number, count: number, row: boolean }} sizes
 * @returns {Arrangement}
 */
export function arrange(pieces, at, sizes) {
  const count = pieces.length;
  const band = slice(at, 0, sizes.band);
  const [x, y] = middle(band);
  if (!count) return { letter: [x, y, sizes.letter], signs: [], size: sizes.count, row: 0 };
  if (!sizes.row && (count > 1 || textWidth(pieces[0].mark) > 1)) {
    if (count > MOST_WITH_LETTER) return { letter: null, signs: grid(slice(at, COLOUR, sizes.band), count), size: sizes.count, row: 0 };
    const [first, ...signs] = grid(band, count + 1);
    const [lx, ly] = middle(first);
    return { letter: [lx, ly, Math.min(sizes.beside, first[2], first[3])], signs, size: sizes.count, row: 0 };
  }
  const [dx, dy] = at.edge % 2 ? [0, sizes.aside] : [sizes.aside, 0];
  const beside = /** @type {Box} */ ([x + dx - sizes.sign, y + dy - sizes.sign, 2 * sizes.sign, 2 * sizes.sign]);
  const rows = count > 1 + ABREAST ? 2 : Math.min(count - 1, 1);
  const row = rows > 1 ? rows * LOW_ROW : rows * ROW;
  const first = Math.ceil((count - 1) / Math.max(rows, 1));
  const [left, top, w] = rowsOf(at, sizes.band, row);
  const more = [first, count - 1 - first].slice(0, rows).flatMap((many, number) => inRow([left, top + (number * row) / rows, w, row / rows], many));
  return { letter: [x - dx, y - dy, sizes.beside], signs: [beside, ...more], size: sizes.count, row };
}

/**
 * The rectangle of the rows of signs: inside the band of an upright space, at the foot of one that is turned sideways.
 * @param {Place} at
 * @param {number} from
 * @param {number} deep
 * @returns {Box}
 */
function rowsOf(at, from, deep) {
  if (at.edge % 2 === 0) return slice(at, from, from + deep);
  const [x, y, w, h] = slice(at, from, 126);
  return [x, y + h - deep, w, deep];
}

/**
 * Boxes side by side in the middle of a row, narrower if there are many.
 * @param {Box} row
 * @param {number} count
 * @returns {Box[]}
 */
function inRow([x, y, w, h], count) {
  const size = Math.min(h - 2 * GAP, (w - 2 * GAP) / count - GAP);
  const start = x + (w - count * (size + GAP) + GAP) / 2;
  return Array.from({ length: count }, (_, number) => [start + number * (size + GAP), y + GAP, size, h - 2 * GAP]);
}

/**
 * As many equal boxes, in rows, as large as they can be.
 * @param {Box} box
 * @param {number} count
 * @returns {Box[]}
 */
function grid([x, y, w, h], count) {
  const room = (/** @type {number[]} */ [wide, deep]) => Math.min(w / wide / WIDER, h / deep);
  const shapes = Array.from({ length: count }, (_, number) => [number + 1, Math.ceil(count / (number + 1))]);
  const [across, down] = shapes.reduce((best, each) => (room(each) > room(best) ? each : best));
  const [each, high] = [w / across, h / down];
  return Array.from({ length: count }, (_, number) =>
    [x + (number % across) * each + GAP, y + Math.floor(number / across) * high + GAP, each - 2 * GAP, high - 2 * GAP]);
}

/**
 * The sign of a piece in its box, crossed out while it is without effect.
 * @param {StandingPiece} piece
 * @param {Box} box
 * @param {number} most the size of its letters, if they fit
 */
export function signOf(piece, box, most) {
  const [x, y] = middle(box);
  const [left, top, w, h] = box;
  const room = w * 0.92;
  const easy = room / (textWidth(piece.mark) * BOLD);
  const size = Math.min(most, h * 0.84, easy / NARROWED);
  const crossed = piece.isVoid ? `<path class="crossed" d="M${left} ${top + h}L${left + w} ${top}"/>` : "";
  return `<g class="${piece.look}" data-piece="${escapeXml(piece.key)}">${rect(box, "built", Math.min(5, h / 5))}${svgText(x, y, "count", piece.mark, size, size > easy ? room : 0)}${crossed}</g>`;
}
