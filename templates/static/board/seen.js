// A table as plain data for drawing: the printed spaces, where tokens stand, who owns which deed. Nothing here depends on
// a page, a ruleset or a language: names and letters come from the edition.
import { written } from "./money.js";

const SIDES = 4;
const POT_AT = "free_parking"; // where money in the middle of the board is taken: it is shown there

/**
 * The data to draw. `seats`: the game's seats in order; `position`: as in the record format.
 * @param {Printed} printed
 * @param {Position} position
 * @param {{ key: string, name: string }[]} seats
 * @returns {Seen}
 */
export function drawingData(printed, position, seats) {
  const at = new Map(printed.spaces.map((space, number) => [space.key, number]));
  const price = new Map(printed.deeds.map(deed => [deed.key, deed.price]));
  /** @type {Pawn[]} */
  const tokens = [];
  seats.forEach(({ key, name }, number) => {
    const player = position.players[key];
    const space = at.get(player?.space ?? "");
    if (!player || player.out || space === undefined) return;
    const jailed = player.jail !== null && player.jail !== undefined;
    tokens.push({ seat: number + 1, letter: letterOf(key), name, space, jailed, turn: position.turn === key });
  });
  const figures = { ...printed.money, sign: "" }; // there is little room on a space
  const spaces = printed.spaces.map(space => ({
    name: space.name, letter: space.letter, group: space.group, price: priceText(price.get(space.key), figures),
    deed: ownership(position.deeds[space.key], seats), pieces: standing(printed.pieces, position.deeds[space.key]),
    pot: space.key === POT_AT && position.pot ? written(printed.money, position.pot) : "",
  }));
  return { spaces, tokens, mark: printed.marks.mortgaged, many: hasMany(printed.pieces) };
}

/**
 * @param {number | undefined} price
 * @param {Money} money
 */
const priceText = (price, money) => (price === undefined ? null : written(money, price));

/**
 * The owner of a deed; null if nobody owns it.
 * @param {Holding | undefined} holding
 * @param {{ key: string, name: string }[]} seats
 * @returns {Owned | null}
 */
function ownership(holding, seats) {
  const owner = seats.findIndex(seat => seat.key === holding?.owner);
  if (!holding || owner < 0) return null;
  return { seat: owner + 1, letter: letterOf(seats[owner].key), name: seats[owner].name, mortgaged: Boolean(holding.mortgaged) };
}

/**
 * The text on a seat's disc: at most two letters.
 * @param {string} seat
 */
export const letterOf = seat => [...seat].slice(0, 2).join("");

/**
 * The number of spaces on a side of the board, including its first corner.
 * @param {Seen} table
 */
export const sideLength = table => Math.ceil(table.spaces.length / SIDES);

/**
 * The space that a throw leads to from another one, ignoring what happens there.
 * @param {Seen} table
 * @param {number} from
 * @param {number} sum
 */
export const spaceAhead = (table, from, sum) => (from + sum) % table.spaces.length;

// -- What stands on a deed, as its game declares its pieces beside the law (`rulesets.kernel.telling.pieces`).

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
