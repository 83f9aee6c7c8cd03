// Where the letter of a space and the signs of what stands there go. A single sign has its place beside the letter; more
// of them stand in a row of their own below the band, or, on a board without names, share the band with the letter.
import { textWidth } from "./lettering.js";
import { escapeXml, middle, rect, svgText } from "./marks.js";
import { slice } from "./places.js";

const BOLD = 1.1; // how much wider than estimated bold letters are
const GAP = 2;
const ROW = 32; // the depth of a row of signs

/**
 * `letter`: its middle and size; `signs`: the rectangle of each sign; `size`: of their letters; `row`: the depth of the
 * row that is taken from the room of the name.
 * @typedef {{ letter: [number, number, number], signs: Box[], size: number, row: number }} Arrangement
 */

/**
 * @param {number} count of the signs
 * @param {Place} at
 * @param {{ band: number, sign: number, aside: number, letter: number, beside: number, count: number, row: boolean }} sizes
 * @returns {Arrangement}
 */
export function arrange(count, at, sizes) {
  const band = slice(at, 0, sizes.band);
  const [x, y] = middle(band);
  if (!count) return { letter: [x, y, sizes.letter], signs: [], size: sizes.count, row: 0 };
  if (count > 1 && !sizes.row) {
    const [first, ...signs] = grid(band, count + 1);
    const [lx, ly] = middle(first);
    return { letter: [lx, ly, Math.min(sizes.beside, first[2], first[3])], signs, size: sizes.count, row: 0 };
  }
  const [dx, dy] = at.edge % 2 ? [0, sizes.aside] : [sizes.aside, 0];
  const beside = /** @type {Box} */ ([x + dx - sizes.sign, y + dy - sizes.sign, 2 * sizes.sign, 2 * sizes.sign]);
  const more = count > 1 ? inRow(rowOf(at, sizes.band), count - 1) : [];
  return { letter: [x - dx, y - dy, sizes.beside], signs: [beside, ...more], size: sizes.count, row: more.length ? ROW : 0 };
}

/**
 * The rectangle of a row of signs: inside the band of an upright space, at the foot of one that is turned sideways.
 * @param {Place} at
 * @param {number} from
 * @returns {Box}
 */
function rowOf(at, from) {
  if (at.edge % 2 === 0) return slice(at, from, from + ROW);
  const [x, y, w, h] = slice(at, from, 126);
  return [x, y + h - ROW, w, ROW];
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
  const shapes = Array.from({ length: count }, (_, number) => [number + 1, Math.ceil(count / (number + 1))]);
  const [across, down] = shapes.reduce((best, each) => (Math.min(w / each[0], h / each[1]) > Math.min(w / best[0], h / best[1]) ? each : best));
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
  const size = Math.min(most, h * 0.84, (w * 0.92) / (textWidth(piece.mark) * BOLD));
  const crossed = piece.isVoid ? `<path class="crossed" d="M${left} ${top + h}L${left + w} ${top}"/>` : "";
  return `<g class="${piece.look}" data-piece="${escapeXml(piece.key)}">${rect(box, "built", Math.min(5, h / 5))}${svgText(x, y, "count", piece.mark, size)}${crossed}</g>`;
}
