// A table as plain data for drawing: the printed spaces, where tokens stand, who owns which deed. Nothing here depends on
// a page, a ruleset or a language: names and letters come from the edition.
import { written } from "./money.js";
import { hasMany, standing } from "./pieces.js";

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
