// The board as one line of spaces: tokens above, owners below, and under the spaces within reach the sum of the dice that
// leads there. What stands on a deed is beside its owner; where a game has many kinds of pieces, in rows below.
import { escapeXml, rect, svgText, tokenAt } from "./marks.js";
import { spaceAhead } from "./seen.js";
import { signOf } from "./signs.js";

const WIDE = 30;
const ACROSS = 2; // signs in a row
const SIGN = 14;
const MIDDLE = WIDE / 2;

/**
 * The line as SVG text: `count` spaces, beginning with `from`. `reach`: {from, sums} labels the spaces that these sums of
 * the dice lead to.
 * @param {Seen} table
 * @param {string} label
 * @param {{ from?: number, count?: number, reach?: { from: number, sums: number[] } | null }} [options]
 */
export function strip(table, label, { from = 0, count = table.spaces.length, reach = null } = {}) {
  const sums = new Map((reach?.sums ?? []).map(sum => [spaceAhead(table, reach?.from ?? 0, sum), sum]));
  const rows = table.many ? Math.max(...table.spaces.map(space => Math.ceil(space.pieces.length / ACROSS))) : 0;
  const cells = Array.from({ length: count }, (_, nth) => {
    const number = (from + nth) % table.spaces.length;
    return cell(table.spaces[number], nth * WIDE, sums.get(number), table.many, rows * (SIGN + 1));
  });
  const tokens = table.tokens.map(token => {
    const nth = (token.space - from + table.spaces.length) % table.spaces.length;
    if (nth >= count) return "";
    const there = table.tokens.filter(each => each.space === token.space);
    const [dx, dy, r] = tokenOffset(there.indexOf(token), there.length);
    return tokenAt(token, nth * WIDE + MIDDLE + dx, 17 + dy, r);
  });
  return `<svg class="drawn strip" viewBox="0 0 ${count * WIDE} ${98 + rows * (SIGN + 1)}" role="img" aria-label="${escapeXml(label)}">${cells.join("")}${tokens.join("")}</svg>`;
}

/**
 * The offset of the n-th of `many` tokens on a space from the middle above it, and its radius: two rows of small tokens if
 * there are several.
 * @param {number} nth
 * @param {number} many
 */
function tokenOffset(nth, many) {
  if (many === 1) return [0, 0, 11];
  const across = Math.ceil(many / 2);
  const step = many > 4 ? 15 : 17;
  return [((nth % across) - (across - 1) / 2) * step, nth < across ? -8 : 8.5, 6.5];
}

/**
 * @param {SeenSpace} space
 * @param {number} x
 * @param {number | undefined} sum
 * @param {boolean} many
 * @param {number} deep how much room the rows of signs take
 */
function cell(space, x, sum, many, deep) {
  const { deed, pieces } = space;
  const out = [rect([x + 1, 35, WIDE - 2, 25], "band", 3), svgText(x + MIDDLE, 48, "letter", space.letter, letterSize(space.letter))];
  if (deed?.mortgaged) out.push(`<path class="turned" d="M${x + 18} 34h12v12z"/>`);
  const tab = /** @type {Box} */ ([x + 3, 62, WIDE - 6, 17]);
  if (deed) out.push(`<g class="seat${deed.seat}">${rect(tab, deed.mortgaged ? "tab pledged" : "tab", 3)}${svgText(x + MIDDLE, 71, "owner", deed.letter + (many ? "" : pieces.map(each => each.mark).join("")))}</g>`);
  else if (space.price !== null) out.push(rect(tab, "tab free", 3));
  if (many) pieces.forEach((piece, number) => out.push(signOf(piece, [x + 1 + (number % ACROSS) * SIGN, 81 + Math.floor(number / ACROSS) * (SIGN + 1), SIGN, SIGN], 11)));
  if (sum !== undefined) out.push(rect([x + 1, 82 + deep, WIDE - 2, 16], "reach", 3), svgText(x + MIDDLE, 90.5 + deep, "sum", sum));
  return `<g class="${space.group ?? ""}"><title>${escapeXml(space.name)}</title>${out.join("")}</g>`;
}

/**
 * The font size of a space's letter: two or three Latin letters are set smaller.
 * @param {string} text
 */
const letterSize = text => (text.length > 1 ? 13 : 15);
