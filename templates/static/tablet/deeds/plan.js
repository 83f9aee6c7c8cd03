// A plan for building: levels of lots, and the one report that brings them about.
import { HOTEL } from "../table.js";

// -- Counting buildings: steps, evenness, and the pieces that they take from the bank.

/**
 * A level as the even rule sees it: a hotel is one step above the houses that it needs.
 * @param {number} level
 * @param {number} hotelFrom
 */
const rank = (level, hotelFrom) => Math.min(level, hotelFrom + 1);

/**
 * How many steps the highest lot is ahead of the lowest; more than one is uneven.
 * @param {number[]} levels
 * @param {number} hotelFrom
 */
export function spread(levels, hotelFrom) {
  const ranks = levels.map(level => rank(level, hotelFrom));
  return Math.max(...ranks) - Math.min(...ranks);
}

/**
 * How many steps have to be paid for from one level up to another.
 * @param {number} from
 * @param {number} to
 * @param {number} hotelFrom
 */
export const stepsUp = (from, to, hotelFrom) => (to < HOTEL ? to - from : Math.max(hotelFrom - from, 0) + 1);

/**
 * The pieces that a lot takes from the bank between one level and another; negative: pieces that go back.
 * @param {number} from
 * @param {number} to
 */
export function piecesTaken(from, to) {
  /** @param {number} level */
  const houses = level => (level < HOTEL ? level : 0);
  return { houses: houses(to) - houses(from), hotels: Number(to === HOTEL) - Number(from === HOTEL) };
}

const NO_PIECES = { houses: 0, hotels: 0 };

/** A plan for building: the levels wanted for a player's lots. */
export class BuildingPlan {
  /**
   * `wanted`: levels by deed; lots that are not in it stay as they are, or as declared.
   * @param {Table} table
   * @param {Seat} seat
   * @param {Record<DeedKey, number>} wanted
   */
  constructor(table, seat, wanted) {
    this.table = table;
    this.seat = seat;
    this.wanted = wanted;
    this.declared = table.firstDue("building")?.declared[seat] ?? {};
    this.hotelFrom = table.printed.hotel_from;
  }

  /** @param {DeedKey} deed */
  builtLevel(deed) { return this.table.holding(deed).level; }
  /** @param {DeedKey} deed */
  base(deed) { return this.declared[deed] ?? this.builtLevel(deed); }
  /** @param {DeedKey} deed */
  level(deed) { return this.wanted[deed] ?? this.base(deed); }

  // The lots that the plan changes, and the levels that it brings them to.
  get to() {
    return Object.fromEntries(Object.entries(this.wanted).filter(([deed, level]) => level !== this.base(deed)));
  }

  /** @param {DeedKey} deed */
  kind(deed) {
    const level = this.level(deed);
    if (level > this.base(deed)) return "build";
    return level < this.builtLevel(deed) ? "sell" : "withdraw_build";
  }

  // The types of report that the plan would need; more than one cannot be logged together.
  get kinds() { return [...new Set(Object.keys(this.to).map(deed => this.kind(deed)))]; }

  // The report; null if nothing changes.
  get report() {
    const [type] = this.kinds;
    return type ? { type, player: this.seat, to: this.to } : null;
  }

  /** @param {Record<DeedKey, number>} levels */
  withLevels(levels) { return new BuildingPlan(this.table, this.seat, { ...this.wanted, ...levels }); }

  // The cost of building at the printed prices, including what is already declared, in whole units of money.
  get cost() {
    const lots = new Set([...Object.keys(this.declared), ...Object.keys(this.wanted)]);
    return [...lots].filter(deed => this.level(deed) > this.builtLevel(deed))
      .reduce((total, deed) => total + stepsUp(this.builtLevel(deed), this.level(deed), this.hotelFrom) * this.table.deed[deed].building_cost, 0);
  }

  // The bank's stock after the plan; negative if the plan needs more than there is.
  get stock() {
    const { houses, hotels } = this.table.position.bank;
    const lots = new Set([...Object.keys(this.declared), ...Object.keys(this.wanted)]);
    const all = [...lots].map(deed => piecesTaken(this.builtLevel(deed), this.level(deed)))
      .reduce((total, each) => ({ houses: total.houses + each.houses, hotels: total.hotels + each.hotels }), NO_PIECES);
    return { houses: houses - all.houses, hotels: hotels - all.hotels };
  }

  /**
   * The player's lots of a group.
   * @param {ColourGroup} group
   */
  lots(group) { return group.deeds.filter(deed => this.table.holding(deed).owner === this.seat); }

  // The levels that a lot can have, from nothing to a hotel.
  get levels() { return [...Array(this.hotelFrom + 1).keys(), HOTEL]; }

  /**
   * Why the plan may not change to these `levels` of a group: null if it may; "apart" if it would build and sell at once;
   * "end" if there is no such level; otherwise the report that the referee would refuse.
   * @param {ColourGroup} group
   * @param {Record<DeedKey, number>} levels
   */
  obstacle(group, levels) {
    if (Object.values(levels).some(level => level < 0 || level > HOTEL)) return "end";
    const next = this.withLevels(levels);
    if (next.kinds.length > 1) return "apart";
    if (!this.table.certain || next.report === null) return null;
    return next.isAllowed(Object.keys(levels)) && next.isEven(group) ? null : next.report;
  }

  /**
   * Whether these lots stay within what may be reported now.
   * @param {DeedKey[]} deeds
   */
  isAllowed(deeds) {
    return deeds.every(deed => {
      const level = this.level(deed);
      if (level === this.base(deed)) return true;
      const bound = this.table.may(this.kind(deed), this.seat)?.lots?.[deed];
      return bound !== undefined && (this.kind(deed) === "build" ? level <= bound : level >= bound);
    });
  }

  /**
   * Whether the planned group is even, or at least more even than before (a ruling may have left it uneven).
   * @param {ColourGroup} group
   */
  isEven(group) {
    const lots = this.lots(group);
    const after = spread(lots.map(deed => this.level(deed)), this.hotelFrom);
    return after <= 1 || after < spread(lots.map(deed => this.base(deed)), this.hotelFrom);
  }
}
