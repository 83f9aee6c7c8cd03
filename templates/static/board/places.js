// The geometry of the board: a square track of four equal sides, walked clockwise from the lower right corner. Units are
// the drawing's own; a space is 100 wide and 160 deep, a corner 160 square.

const WIDE = 100;
const DEEP = 160;
const LANE = 40; // from a space's inner rim to the middle of the lane where tokens stand

/**
 * The length of the board's edge.
 * @param {number} side number of spaces on a side, including its first corner
 */
export const extent = side => 2 * DEEP + (side - 1) * WIDE;

/**
 * Where a space is: its side (0 at the bottom, then left, top, right), its rectangle, whether it is a corner, and the
 * point where the first token on it stands.
 * @param {number} number
 * @param {number} side
 * @returns {Place}
 */
export function place(number, side) {
  const edge = Math.floor(number / side);
  const step = number % side;
  const all = extent(side);
  const far = all - DEEP;
  if (step === 0) {
    const [x, y] = [[far, far], [0, far], [0, 0], [far, 0]][edge];
    const [dx, dy] = [[45, 45], [115, 45], [115, 115], [45, 115]][edge];
    return { edge, corner: true, x, y, w: DEEP, h: DEEP, spot: [x + dx, y + dy] };
  }
  const back = far - step * WIDE; // on the bottom and left sides coordinates decrease
  const forth = DEEP + (step - 1) * WIDE;
  const [x, y] = [[back, far], [0, back], [forth, 0], [far, forth]][edge];
  const [w, h] = edge % 2 ? [DEEP, WIDE] : [WIDE, DEEP];
  const middle = WIDE / 2;
  const [px, py] = [[x + middle, y - LANE], [DEEP + LANE, y + middle], [x + middle, DEEP + LANE], [x - LANE, y + middle]][edge];
  return { edge, corner: false, x, y, w, h, spot: [px, py] };
}

/**
 * A strip across a space, from `from` to `to` units inside its outer rim.
 * @param {Place} at
 * @param {number} from
 * @param {number} to
 * @returns {Box}
 */
export function slice({ edge, x, y, w, h }, from, to) {
  const size = to - from;
  return /** @type {Box[]} */ ([[x, y + h - to, w, size], [x + from, y, size, h], [x, y + from, w, size], [x + w - to, y, size, h]])[edge];
}

/**
 * Where the n-th of several tokens on a space stands.
 * @param {Place} at
 * @param {number} nth from 0
 */
export function spotFor({ edge, corner, spot: [x, y] }, nth) {
  const step = corner ? 46 : 54;
  const back = Math.floor(nth / 4); // a second row after four
  const along = (nth % 4) * step;
  if (corner) return [[x + (nth % 2) * 62, y + Math.floor(nth / 2) * 62], [x - (nth % 2) * 62, y + Math.floor(nth / 2) * 62], [x - (nth % 2) * 62, y - Math.floor(nth / 2) * 62], [x + (nth % 2) * 62, y - Math.floor(nth / 2) * 62]][edge];
  return [[x - back * 30, y - along], [x + along, y + back * 30], [x + back * 30, y + along], [x - along, y - back * 30]][edge];
}
