// What stands on a deed, as its game declares its pieces beside the law (`rulesets.kernel.pieces`).

const FEW = 2; // so many kinds need no explanation: a number and a letter

/**
 * What stands on a deed of a position, in the order of the declaration.
 * @param {Piece[]} pieces
 * @param {Holding | null | undefined} holding
 * @returns {StandingPiece[]}
 */
export function standing(pieces, holding) {
  return pieces.flatMap(piece => {
    const count = holding ? countOf(piece, holding) : 0;
    if (!count) return [];
    const isVoid = Boolean(piece.void_by && amount(holding?.[piece.void_by]));
    const said = filled(piece.said[Math.min(count, piece.said.length) - 1], count);
    const mark = `${piece.mark}${piece.counted || count > 1 ? count : ""}`;
    return [{ key: piece.key, look: piece.look, mark, said: isVoid ? piece.void.replace("{said}", said) : said, isVoid }];
  });
}

/**
 * Whether a game has so many kinds of pieces that their letters are explained, and that a deed shows them one by one.
 * @param {Piece[]} pieces
 */
export const hasMany = pieces => pieces.length > FEW;

/**
 * How many pieces of a kind stand on a deed.
 * @param {Piece} piece
 * @param {Holding} holding
 */
function countOf({ key, field, level, to }, holding) {
  const value = holding[field];
  if (Array.isArray(value)) return value.reduce((sum, each) => sum + (typeof each === "number" ? each : Number(each === key)), 0);
  if (level) return value >= level && value <= to ? value - level + 1 : 0;
  return Number(value ?? 0);
}

/** @param {any} value */
const amount = value => (Array.isArray(value) ? value.length : Number(value ?? 0));

/**
 * A text with its count, as `rulesets/languages/counted.py` fills it in.
 * @param {string} text
 * @param {number} count
 */
const filled = (text, count) => text.replace(/{count(?::([^{}/]+)\/([^{}/]+))?}/g, (_, one, many) => (one === undefined ? String(count) : `${count} ${count === 1 ? one : many}`));
