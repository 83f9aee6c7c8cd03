// How many blocks stand on a deed of Monopoly City.

const BLOCKS = ["residential", "industrial"];

/** @param {number[] | undefined} sizes */
const total = sizes => (sizes ?? []).reduce((all, size) => all + size, 0);

/**
 * The number of blocks on a deed.
 * @param {Holding} holding
 */
export const blocksOn = holding => BLOCKS.reduce((all, kind) => all + total(holding[kind]), 0);
