// The geometry of the board: a square track of four equal sides, walked clockwise from the lower right corner. Units are
// the drawing's own; a space is 100 wide and 160 deep, a corner 160 square.

const WIDE = 100;
const DEEP = 160;
const LANE = 40; // from a space's inner rim to the middle of the lane where tokens stand
const TOKEN = 27; // the radius of a token
const FEW = 4; // so many tokens on a space have their full size
const INWARD = [[0, -1], [1, 0], [0, 1], [-1, 0]]; // by side
const BACK = [0, 54, 108, 162]; // how far a token gives way into the court
const ASIDE = [0, TOKEN, -TOKEN, 46, -46]; // and along the track

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
 * Where the n-th of `many` tokens on a space stands, and its radius: four in a line into the court, or in a corner two by
 * two; more of them smaller, two or three abreast.
 * @param {Place} at
 * @param {number} nth from 0
 * @param {number} many
 * @returns {[number, number, number]}
 */
export function spotFor({ edge, corner, x, y, spot }, nth, many) {
  const [sx, sy] = spot;
  if (corner && many > FEW) return [x + 32 + (nth % 3) * 48, y + 32 + Math.floor(nth / 3) * 48, 22];
  if (corner) {
    const [dx, dy] = [(nth % 2) * 62, Math.floor(nth / 2) * 62];
    return /** @type {[number, number, number][]} */ ([[sx + dx, sy + dy, TOKEN], [sx - dx, sy + dy, TOKEN], [sx - dx, sy - dy, TOKEN], [sx + dx, sy - dy, TOKEN]])[edge];
  }
  const [aside, along, r] = many > FEW ? [(nth % 2) * 50 - 25, Math.floor(nth / 2) * 50, 24] : [0, nth * 2 * TOKEN, TOKEN];
  const [ix, iy] = INWARD[edge];
  return [sx + ix * along + Math.abs(iy) * aside, sy + iy * along + Math.abs(ix) * aside, r];
}

/**
 * Where tokens stand, by their spaces, none on another: at the inner corners of the track, where two lanes meet, the later
 * one gives way.
 * @param {number[]} spaces
 * @param {number} side
 */
export function tokenSpots(spaces, side) {
  /** @type {[number, number, number][]} */
  const taken = [];
  spaces.forEach((space, number) => {
    const at = place(space, side);
    const wanted = spotFor(at, spaces.slice(0, number).filter(each => each === space).length, spaces.filter(each => each === space).length);
    const [x, y, r] = wanted;
    const [ix, iy] = INWARD[at.edge];
    /** @type {[number, number, number][]} */
    const tried = at.corner ? [] : BACK.flatMap(back => ASIDE.map(aside => /** @type {[number, number, number]} */ ([x + ix * back + Math.abs(iy) * aside, y + iy * back + Math.abs(ix) * aside, r])));
    taken.push(tried.find(([tx, ty]) => taken.every(([ox, oy, other]) => Math.hypot(tx - ox, ty - oy) >= r + other)) ?? wanted);
  });
  return taken;
}
