// What stands on a deed beside houses and hotels, in words: Monopoly City's blocks and pieces.
import { word } from "../page.js";

const BLOCKS = ["residential", "industrial"];
const MONUMENTS = ["stadium", "skyscraper", "tower"];

/** @param {number[] | undefined} sizes */
const total = sizes => (sizes ?? []).reduce((all, size) => all + size, 0);

/**
 * The number of blocks on a deed.
 * @param {Holding} holding
 */
export const blocksOn = holding => BLOCKS.reduce((all, kind) => all + total(holding[kind]), 0);

/**
 * The pieces on a deed, one text for each kind; none on a deed with houses, which is shown by its level.
 * @param {Holding} holding
 */
export function piecesOn(holding) {
  return [
    ...BLOCKS.filter(kind => holding[kind]?.length).map(kind => word(`stands_${kind}`, { count: total(holding[kind]) })),
    ...(holding.railroads ? [word("stands_railroads", { count: holding.railroads })] : []),
    ...[...MONUMENTS.filter(kind => holding[kind]), ...(holding.bonus ?? []), ...(holding.hazards ?? [])].map(piece => word(`piece_${piece}`)),
  ];
}
